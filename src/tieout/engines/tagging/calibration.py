"""From a reranker's scores to probabilities that hold.

Trees say from all that is known of the first candidate, and from how far it leads, how likely it is right; isotonic regression
of what they say, fitted on issuers that none of the models had seen, makes it hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Calibration", "calibration_lines", "expected_error", "isotonic", "reliability", "softmax", "when_sure"]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Points (``raw`` ascending, ``right``) that map the confidence in a first candidate to how often it was right."""

    raw: tuple[float, ...] = (0.0, 1.0)
    right: tuple[float, ...] = (0.0, 1.0)

    @classmethod
    def fit(cls, confidence: NDArray[np.floating], correct: NDArray[np.bool_]) -> Calibration:
        """From the confidence in each first candidate and whether it was right."""
        raw, right = isotonic(confidence, np.asarray(correct, dtype=float))
        return cls(tuple(raw), tuple(right))

    @classmethod
    def of_json(cls, content: Mapping[str, Any] | None) -> Calibration:
        """Of what `to_json` gave; raises KeyError, TypeError or ValueError for anything else."""
        if not content:
            return cls()
        raw, right = (tuple(map(float, content[name])) for name in ("raw", "right"))
        if not 0 < len(raw) == len(right) or not np.isfinite([*raw, *right]).all():
            raise ValueError("a calibration needs as many rates as points, and numbers")
        return cls(raw, right)

    def to_json(self) -> dict[str, Any]:
        return {"raw": [round(x, 5) for x in self.raw], "right": [round(x, 5) for x in self.right]}

    def probabilities(self, scores: NDArray[np.floating], confidence: NDArray[np.floating]) -> NDArray[np.float64]:
        """Of scores (best first): the first as calibrated, the others sharing what is left in proportion, never above it."""
        p = softmax(scores)
        top = np.interp(confidence, self.raw, self.right)
        rest = np.maximum(1 - p[:, 0], 1e-9)
        out: NDArray[np.float64] = np.minimum(p * ((1 - top) / rest)[:, None], top[:, None])
        out[:, 0] = top
        return out


def softmax(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """By row; -inf is 0."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    p = np.exp(np.clip(shifted, -60, 0))
    p[np.isneginf(scores)] = 0
    total: NDArray[np.float64] = p / p.sum(axis=1, keepdims=True)
    return total


def isotonic(x: NDArray[np.floating], y: NDArray[np.floating], points: int = 60) -> tuple[list[float], list[float]]:
    """Pool-adjacent-violators on ``points`` bins of equal size (Zadrozny and Elkan 2002); breakpoints for interpolation."""
    order = np.argsort(x, kind="stable")
    bins = [b for b in np.array_split(order, min(points, max(1, len(x) // 20))) if len(b)]
    blocks: list[list[float]] = []
    for members in bins:
        blocks.append([float(x[members].mean()), float(y[members].mean()), float(len(members))])
        while len(blocks) > 1 and blocks[-2][1] >= blocks[-1][1]:
            a, b = blocks[-2], blocks.pop()
            total = a[2] + b[2]
            blocks[-1] = [(a[0] * a[2] + b[0] * b[2]) / total, (a[1] * a[2] + b[1] * b[2]) / total, total]
    return [b[0] for b in blocks], [b[1] for b in blocks]


def reliability(p: NDArray[np.floating], correct: NDArray[np.floating], bins: int = 10) -> list[dict[str, float]]:
    """By tenths of probability: how many, their mean probability, and the share that was right."""
    place = np.minimum((np.asarray(p) * bins).astype(int), bins - 1)
    return [
        {
            "from": b / bins,
            "n": int((place == b).sum()),
            "said": float(p[place == b].mean()),
            "right": float(correct[place == b].mean()),
        }
        for b in range(bins)
        if (place == b).any()
    ]


def expected_error(p: NDArray[np.floating], correct: NDArray[np.floating], bins: int = 10) -> float:
    """Expected calibration error (Naeini et al. 2015): mean distance of said and right, weighted by the bins' sizes."""
    return sum(row["n"] * abs(row["said"] - row["right"]) for row in reliability(p, correct, bins)) / max(len(p), 1)


def when_sure(p: NDArray[np.floating], correct: NDArray[np.floating]) -> tuple[float, float]:
    """The share that was told at .9 or more, and how much of that was right (NaN where there is none)."""
    sure = p >= 0.9
    return float(sure.mean()), float(correct[sure].mean()) if sure.any() else float("nan")


def calibration_lines(p: NDArray[np.floating], correct: NDArray[np.floating]) -> list[str]:
    """For reading: how many were right, whether the probabilities hold, how many were sure, and the reliability table."""
    sure, hit = when_sure(p, correct)
    return [
        f"{len(p):,} numbers, {correct.mean():.3f} right, {p.mean():.3f} said on average",
        f"expected calibration error {expected_error(p, correct):.3f}",
        f"at .9 or more: {sure:.3f} of the numbers, {hit:.3f} of them right",
        *(
            f"  from {row['from']:.1f}: n {row['n']:>5,}, said {row['said']:.3f}, right {row['right']:.3f}"
            for row in reliability(p, correct)
        ),
    ]
