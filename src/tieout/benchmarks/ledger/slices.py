"""A run's results by KPI, year, source or kind of question, and each wrong value with what it was mistaken for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from tieout.benchmarks.ledger.data import KpisGold, NeedleGold
from tieout.benchmarks.ledger.scoring import TIGHT, error_kind, within
from tieout.evaluation import Sample, Scorer
from tieout.evaluation.intervals import estimate
from tieout.evaluation.statistics import Scored
from tieout.report.errors import InputError

__all__ = ["SLICES", "by_slice", "mistakes"]

SLICES = ("kpi", "year", "source", "kind")


def by_slice(
    scorer: Scorer[Any, Any], answered: Mapping[str, Any], samples: Mapping[str, Sample[Any]], by: str
) -> Iterator[dict[str, Any]]:
    """A row a slice: its name, the samples in it, and the task's metrics with intervals over reports.

    ``answered`` holds the predictions by sample id. Raises InputError for a slice that the task's gold doesn't know.
    """
    slices: dict[str, list[Scored]] = defaultdict(list)
    for id_, sample in samples.items():
        if not hasattr(sample.gold, by):
            raise InputError(f"--by {by}: the samples of this task are whole reports; try --by year")
        statistics = scorer.statistics(sample, answered.get(id_))
        slices[str(getattr(sample.gold, by)) or "-"].append(Scored(id_, sample.input.document, 0, statistics))
    for name in sorted(slices):
        metrics = estimate(slices[name], scorer.computes())
        shown = {metric: one.to_json() for metric, one in metrics.items() if "/" not in metric}
        yield {"slice": by, "name": name, "n": len(slices[name]), "metrics": shown}


def mistakes(answered: Mapping[str, Any], samples: Mapping[str, Sample[Any]]) -> Iterator[dict[str, Any]]:
    """Each value that is missing, wrong, or given where there is none: id, KPI, year, gold, given, and the kind of mistake."""
    for id_, sample in samples.items():
        prediction = answered.get(id_)
        if isinstance(sample.gold, NeedleGold):
            given = prediction["value"] if prediction else None
            found = _mistake(given, sample.gold)
            if found:
                shown = _shown(sample.gold.kpi, sample.gold.year, sample.gold.value, given, found)
                yield {"id": id_, "question": sample.input.fields["question"], **shown}
        elif isinstance(sample.gold, KpisGold):
            for kpi, value in sample.gold.values.items():
                siblings = {name: other for name, other in sample.gold.values.items() if name != kpi}
                gold = NeedleGold(value, kpi, sample.gold.year, "", siblings=siblings)
                given = (prediction or {}).get(kpi)
                found = _mistake(given, gold)
                if found:
                    yield {"id": id_, **_shown(kpi, sample.gold.year, value, given, found)}


def _mistake(given: str | None, gold: NeedleGold) -> str | None:
    if given is None:
        return "not found" if gold.value is not None else None
    if gold.value is None:
        return "made up"
    return None if within(Decimal(given), gold.value, TIGHT) else error_kind(Decimal(given), gold)


def _shown(kpi: str, year: int, value: Decimal | None, given: str | None, kind: str) -> dict[str, Any]:
    return {"kpi": kpi, "year": year, "gold": None if value is None else format(value, "f"), "given": given, "kind": kind}
