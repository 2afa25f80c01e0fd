"""Accuracy and P/R/F1 of single-label classification, from per-sample statistics.

Each sample has one gold class and one predicted class, or none (a prediction that was not made). Agrees with scikit-learn's
``accuracy_score`` and ``precision_recall_fscore_support``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from tieout.evaluation.metrics import counts
from tieout.evaluation.statistics import Array, Sums, ratio

__all__ = ["accuracy", "average", "class_f1", "class_statistics"]

Measure = Literal["precision", "recall", "f1"]
Average = Literal["macro", "micro", "weighted"]


def class_statistics(gold: str, predicted: str | None) -> dict[str, float]:
    """``n``, ``correct``, and for each class ``tp/``, ``predicted/`` and ``gold/``."""
    statistics: dict[str, float] = {"n": 1, "correct": float(gold == predicted), f"gold/{gold}": 1}
    if predicted is not None:
        statistics[f"predicted/{predicted}"] = 1
        if predicted == gold:
            statistics[f"tp/{gold}"] = 1
    return statistics


def accuracy(sums: Sums) -> Array:
    """Share of samples whose predicted class is the gold one."""
    return ratio(sums["correct"], sums["n"])


def class_f1(name: str) -> Callable[[Sums], Array]:
    """F1 of one class."""

    def compute(sums: Sums) -> Array:
        return counts.f1(sums[f"tp/{name}"], sums[f"predicted/{name}"], sums[f"gold/{name}"])

    return compute


def average(measure: Measure, how: Average, *, only_gold: bool = False) -> Callable[[Sums], Array]:
    """A measure averaged over classes.

    Macro counts every class that occurs in gold or predictions (with ``only_gold``: in the gold), each alike; weighted counts
    each by its gold items; micro sums counts over all classes first.
    """

    def compute(sums: Sums) -> Array:
        classes = sorted({*sums.names("gold/"), *sums.names("predicted/")})
        hits, predicted, gold = (sums.family(prefix, classes) for prefix in ("tp/", "predicted/", "gold/"))
        if how == "micro":
            return _measure(measure, hits.sum(axis=-1), predicted.sum(axis=-1), gold.sum(axis=-1))
        values = _measure(measure, hits, predicted, gold)
        if how == "weighted":
            return counts.weighted(values, gold)
        return counts.macro(values, gold if only_gold else gold + predicted)

    return compute


def _measure(measure: Measure, hits: Array, predicted: Array, gold: Array) -> Array:
    if measure == "precision":
        return counts.precision(hits, predicted)
    if measure == "recall":
        return counts.recall(hits, gold)
    return counts.f1(hits, predicted, gold)
