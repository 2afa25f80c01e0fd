"""Precision, recall and F1 from counts of true positives, predicted and gold items.

Definitions as in van Rijsbergen 1979, chapter 7; a quotient by zero is 0, as in scikit-learn with ``zero_division=0``.
"""

from __future__ import annotations

from tieout.evaluation.statistics import Array, ratio

__all__ = ["f1", "macro", "precision", "recall", "weighted"]


def precision(hits: Array, predicted: Array) -> Array:
    return ratio(hits, predicted)


def recall(hits: Array, gold: Array) -> Array:
    return ratio(hits, gold)


def f1(hits: Array, predicted: Array, gold: Array) -> Array:
    """The harmonic mean of precision and recall: 2 hits / (predicted + gold)."""
    return ratio(2 * hits, predicted + gold)


def macro(values: Array, present: Array) -> Array:
    """The mean over the last axis (classes) of ``values`` where ``present`` is not 0; 0 when no class is present."""
    counted = (present != 0).astype(float)
    return ratio((values * counted).sum(axis=-1), counted.sum(axis=-1))


def weighted(values: Array, support: Array) -> Array:
    """The mean over the last axis (classes), weighted by how many gold items each class has."""
    return ratio((values * support).sum(axis=-1), support.sum(axis=-1))
