"""PR-AUC as average precision: the mean precision over the steps in recall, without interpolation.

AP = sum over thresholds of (R_n - R_{n-1}) P_n, as scikit-learn's ``average_precision_score`` has it; equal scores are one
threshold.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["average_precision", "chance_average_precision", "permutation_p", "weighted_average_precision"]

Array = NDArray[np.float64]


def average_precision(labels: Array, scores: Array) -> float:
    """``labels`` are 1 or 0; NaN where none is 1."""
    return float(weighted_average_precision(labels, scores, np.ones((1, len(labels))))[0])


def chance_average_precision(positives: int, count: int) -> float:
    """The expected average precision of a random order: a little above the base rate where there are few items.

    A positive at rank k meets 1 + (k - 1) (m - 1) / (n - 1) positives up to there, and is at each rank equally often.
    """
    harmonic = float((1 / np.arange(1, count + 1)).sum())
    others = (positives - 1) / (count - 1) if count > 1 else 0.0
    return (harmonic + others * (count - harmonic)) / count


def permutation_p(labels: Array, scores: Array, observed: float, permutations: int, seed: int) -> float:
    """One-sided p-value of ``observed``: how often labels in random order reach it, itself counted (Phipson and Smyth 2010)."""
    rng = np.random.default_rng(seed)
    reached = sum(average_precision(rng.permutation(labels), scores) >= observed - 1e-12 for _ in range(permutations))
    return (reached + 1) / (permutations + 1)


def weighted_average_precision(labels: Array, scores: Array, weights: Array) -> Array:
    """The same for each row of ``weights``, shape (resamples, n), which say how often each item counts; shape (resamples,)."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    counted = weights[:, order]
    positives = np.cumsum(counted * labels[order], axis=1)[:, ends]
    all_items = np.cumsum(counted, axis=1)[:, ends]
    precision = np.divide(positives, all_items, out=np.zeros_like(positives), where=all_items > 0)
    steps = np.diff(positives, axis=1, prepend=0.0)
    total = positives[:, -1]
    area = (steps * precision).sum(axis=1)
    result: Array = np.divide(area, total, out=np.full(len(area), np.nan), where=total > 0)
    return result
