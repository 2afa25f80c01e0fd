"""From a reranker's scores to probabilities that hold: softmax, then isotonic regression of the first one's probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Calibration", "expected_error", "isotonic", "reliability"]


@dataclass(frozen=True, slots=True)
class Calibration:
    """``temperature`` of the softmax, and points (``raw`` ascending, ``right``) that map its highest probability."""

    temperature: float = 1.0
    raw: tuple[float, ...] = (0.0, 1.0)
    right: tuple[float, ...] = (0.0, 1.0)

    @classmethod
    def fit(cls, scores: NDArray[np.floating], correct: NDArray[np.bool_], temperature: float = 1.0) -> Calibration:
        """From scores (mentions x candidates, best first) and whether each first candidate was right."""
        top = _softmax(scores, temperature)[:, 0]
        raw, right = isotonic(top, np.asarray(correct, dtype=float))
        return cls(temperature, tuple(raw), tuple(right))

    @classmethod
    def of_json(cls, content: Mapping[str, Any] | None) -> Calibration:
        if not content:
            return cls()
        return cls(float(content["temperature"]), tuple(map(float, content["raw"])), tuple(map(float, content["right"])))

    def to_json(self) -> dict[str, Any]:
        return {
            "temperature": self.temperature,
            "raw": [round(x, 5) for x in self.raw],
            "right": [round(x, 5) for x in self.right],
        }

    def probabilities(self, scores: NDArray[np.floating]) -> NDArray[np.float64]:
        """Of scores (best first): the first as calibrated, the others sharing what is left in proportion, never above it."""
        p = _softmax(scores, self.temperature)
        top = np.interp(p[:, 0], self.raw, self.right)
        rest = np.maximum(1 - p[:, 0], 1e-9)
        out = p * ((1 - top) / rest)[:, None]
        out = np.minimum(out, top[:, None])
        out[:, 0] = top
        return out


def _softmax(scores: NDArray[np.floating], temperature: float) -> NDArray[np.float64]:
    shifted = (scores - scores.max(axis=1, keepdims=True)) / temperature
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
