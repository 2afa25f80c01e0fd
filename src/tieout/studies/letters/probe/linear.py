"""The probe: how well a linear model on text embeddings foretells the sign of a target, for companies that it never saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.studies.letters.probe.average_precision import (
    average_precision,
    chance_average_precision,
    permutation_p,
    weighted_average_precision,
)
from tieout.studies.letters.probe.embedding import Embedding
from tieout.studies.letters.probe.folds import grouped_folds
from tieout.studies.letters.probe.logistic import fit, predict
from tieout.studies.letters.probe.samples import TextSample
from tieout.studies.letters.probe.tfidf import Tfidf

__all__ = ["ProbeResult", "Score", "probe_target"]

RESAMPLES = 2000
_SEED = 95  # fixed: the same scores have the same interval
_TFIDF = "tfidf"

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Score:
    """A letter's score by the model that never saw its company; ``positive`` is what came."""

    ticker: str
    fiscal_year: int
    fold: int
    positive: bool
    score: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "ticker": self.ticker, "fiscal_year": self.fiscal_year, "fold": self.fold, "positive": self.positive,
            "score": round(self.score, 6),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """``base_rate`` is the share of positives, ``chance`` what a random order of that many letters has on average.

    ``p`` is the share of random orders of the labels that reach the PR-AUC. What can't be computed is None, for a reason.
    """

    target: str
    embedding: str
    scores: tuple[Score, ...]
    folds: int
    base_rate: float | None
    chance: float | None
    pr_auc: float | None
    interval: tuple[float, float] | None = None
    p: float | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            "target": self.target,
            "embedding": self.embedding,
            "letters": len(self.scores),
            "companies": len({score.ticker for score in self.scores}),
            "positives": sum(score.positive for score in self.scores),
            "folds": self.folds,
            "base_rate": _rounded(self.base_rate),
            "chance": _rounded(self.chance),
            "pr_auc": _rounded(self.pr_auc),
            "low": _rounded(low),
            "high": _rounded(high),
            "p": _rounded(self.p),
            "reason": self.reason or None,
        }


def _rounded(value: float | None) -> Decimal | None:
    return None if value is None else Decimal(f"{value:.4f}")


def probe_target(
    samples: Sequence[TextSample],
    target: str,
    embedding: Embedding | None = None,
    *,
    folds: int = 5,
    strength: float = 1.0,
    seed: int = 1,
) -> ProbeResult:
    """Trains on all folds but one and scores that one, in turn; a target above 0 is positive, 0 and below are not.

    Without ``embedding`` texts become TF-IDF, fitted on the training folds alone. With too few letters, companies or classes
    the result has no value, and the reason.
    """
    known = [sample for sample in samples if target in sample.targets]
    labels = np.array([sample.targets[target] > 0 for sample in known], dtype=np.float64)
    companies = [sample.ticker for sample in known]
    name = _TFIDF if embedding is None else embedding[0]
    used = min(folds, len(set(companies)))
    if used < 2 or labels.min() == labels.max():
        reason = "all letters are of one company" if used < 2 else "all values have the same sign"
        return ProbeResult(target, name, (), 0, None, None, None, reason=reason if known else "no letter has this target")
    fold_of = np.array(grouped_folds(companies, used, seed))
    texts = [sample.text for sample in known]
    fixed = None if embedding is None else embedding[1](texts)
    values = np.zeros(len(known))
    for fold in range(used):
        train, test = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        if fixed is None:
            words = Tfidf([texts[place] for place in train])
            seen, unseen = words.matrix([texts[place] for place in train]), words.matrix([texts[place] for place in test])
        else:
            seen, unseen = fixed[train], fixed[test]
        values[test] = predict(unseen, *fit(seen, labels[train], strength))
    scores = tuple(
        Score(s.ticker, s.fiscal_year, int(fold), bool(label), float(value))
        for s, fold, label, value in zip(known, fold_of, labels, values, strict=True)
    )
    area = average_precision(labels, values)
    return ProbeResult(
        target=target,
        embedding=name,
        scores=scores,
        folds=used,
        base_rate=float(labels.mean()),
        chance=chance_average_precision(int(labels.sum()), len(labels)),
        pr_auc=area,
        interval=_interval(labels, values, companies),
        p=permutation_p(labels, values, area, RESAMPLES, _SEED),
    )


def _interval(labels: Array, values: Array, companies: Sequence[str]) -> tuple[float, float]:
    """The 95 % percentile interval of PR-AUC; companies are resampled, each with its letters."""
    names = {name: place for place, name in enumerate(dict.fromkeys(companies))}
    of = np.array([names[company] for company in companies])
    rng = np.random.default_rng(_SEED)
    drawn = rng.integers(0, len(names), size=(RESAMPLES, len(names)))
    counts = np.stack([np.bincount(row, minlength=len(names)) for row in drawn]).astype(np.float64)
    areas = weighted_average_precision(labels, values, counts[:, of])
    low, high = np.percentile(areas[~np.isnan(areas)], (2.5, 97.5))
    return float(low), float(high)
