"""Training of the ranker: candidates of reports whose KPIs are known, each right or wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from tieout.engines.kpis.candidates import Candidate, candidates
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.ranker import feature_names
from tieout.engines.kpis.view import view_of
from tieout.report import Report

__all__ = ["TOLERANCE", "Example", "is_right", "train_ranker"]

TOLERANCE = Decimal("0.0005")
"""How far a value may be from the truth: LEDGER's ±0.05 %."""

_ROUNDS = 200
_PARAMETERS: dict[str, Any] = {
    "objective": "binary", "num_leaves": 31, "learning_rate": 0.06, "min_data_in_leaf": 15, "feature_fraction": 0.5,
    "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 2.0, "cat_smooth": 20, "deterministic": True,
    "force_row_wise": True, "num_threads": 1, "verbosity": -1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Example:
    """A report and what is known of it: (KPI, fiscal year) to its value, or to None where the report doesn't have it."""

    report: Report
    issuer: str
    known: Mapping[tuple[str, int], Decimal | None]


def is_right(value: Decimal, truth: Decimal) -> bool:
    """Within LEDGER's tolerance of the truth."""
    return abs(value - truth) <= abs(truth) * TOLERANCE


def train_ranker(
    examples: Iterable[Example], seed: int = 1, say: Callable[[str], None] = lambda line: None
) -> tuple[str, dict[str, Any]]:
    """The trees as text, and facts for the manifest. Raises ValueError where the examples hold no candidate."""
    import lightgbm

    rows: list[list[float]] = []
    labels: list[float] = []
    names: list[str] = []
    issuers: set[str] = set()
    reports = 0
    places = {name: float(place) for place, name in enumerate(catalogue())}
    for example in examples:
        reports += 1
        issuers.add(example.issuer)
        for one, right in labelled(example):
            names = names or feature_names(one.features)
            rows.append([places[one.kpi.name], *(one.features[name] for name in names[1:])])
            labels.append(float(right))
        say(f"{example.report.name}: {len(rows)} candidates so far")
    if not rows:
        raise ValueError("no candidates in the examples")
    data = lightgbm.Dataset(np.array(rows), label=np.array(labels), feature_name=names, categorical_feature=["kpi"])
    booster = lightgbm.train({**_PARAMETERS, "seed": seed}, data, num_boost_round=_ROUNDS)
    facts = {"reports": reports, "issuers": len(issuers), "candidates": len(rows), "right": int(sum(labels)), "seed": seed}
    return str(booster.model_to_string()), facts


def labelled(example: Example) -> Iterable[tuple[Candidate, bool]]:
    """All candidates of an example, and whether each is right."""
    view = view_of(example.report)
    for (name, year), truth in example.known.items():
        for one in candidates(view, catalogue()[name], year):
            yield one, truth is not None and is_right(one.value, truth)
