"""Values of metrics with 95 % bootstrap intervals, resampled by document.

Percentile bootstrap (Efron and Tibshirani 1993, chapter 13). Documents are resampled, not samples, because samples of one
document are not independent. Weights are drawn once and all metrics are computed from weighted sums, so a thousand
resamples cost one matrix product.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tieout.evaluation.statistics import Array, Scored, Sums, document_totals

__all__ = ["RESAMPLES", "Estimate", "Resampling", "estimate"]

RESAMPLES = 2000
_SEED = 95  # fixed: scoring a run twice has to give the same interval
_BLOCK = 4_000_000  # numbers held at once: resamples x statistics


@dataclass(frozen=True, slots=True)
class Estimate:
    """A metric's value; ``ci95`` is None when fewer than two documents were scored, ``sd`` when there were no repeats.

    With repeats ``value`` is the mean of the repeats and ``sd`` their standard deviation (n - 1 in the denominator).
    """

    value: float
    ci95: tuple[float, float] | None
    sd: float | None = None
    runs: tuple[float, ...] = ()

    def to_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"value": self.value, "ci95": list(self.ci95) if self.ci95 else None}
        if self.sd is not None:
            row.update(sd=self.sd, runs=list(self.runs))
        return row


class Resampling:
    """Scored samples laid out for resampling: totals by document, and the weights of the resamples."""

    def __init__(self, scored: Sequence[Scored], repeats: int = 1, documents: Sequence[str] | None = None) -> None:
        """``documents`` fixes the documents and their order (so that two runs can be resampled alike)."""
        names = documents if documents is not None else list(dict.fromkeys(s.document for s in scored))
        self.documents = {name: place for place, name in enumerate(names)}
        self.columns = {name: place for place, name in enumerate(sorted({key for s in scored for key in s.statistics}))}
        self.repeats = repeats
        self.totals = document_totals(scored, self.documents, self.columns, repeats)

    def values(self, compute: Callable[[Sums], Array]) -> list[float]:
        """The metric of each repeat, from all documents."""
        return [float(compute(Sums(self.columns, totals.sum(axis=0)))) for totals in self.totals]

    def resampled(self, computes: Mapping[str, Callable[[Sums], Array]], resamples: int = RESAMPLES) -> dict[str, Array]:
        """Each metric over the resamples (mean of the repeats), shape (resamples,)."""
        rng = np.random.default_rng(_SEED)
        count = len(self.documents)
        block = max(1, min(resamples, _BLOCK // max(1, len(self.columns), count)))
        parts: dict[str, list[Array]] = {name: [] for name in computes}
        for start in range(0, resamples, block):
            size = min(block, resamples - start)
            weights = _weights(rng, size, count)
            sums = [Sums(self.columns, weights @ totals) for totals in self.totals]
            for name, compute in computes.items():
                parts[name].append(np.mean([compute(one) for one in sums], axis=0))
        return {name: np.concatenate(some) for name, some in parts.items()}


def _weights(rng: np.random.Generator, resamples: int, count: int) -> Array:
    """How often each document is drawn, shape (resamples, count): ``count`` draws with replacement in each row."""
    drawn = rng.integers(0, count, size=(resamples, count))
    drawn += np.arange(resamples)[:, None] * count
    counts: Array = np.bincount(drawn.ravel(), minlength=resamples * count).reshape(resamples, count).astype(np.float64)
    return counts


def estimate(
    scored: Sequence[Scored],
    computes: Mapping[str, Callable[[Sums], Array]],
    *,
    repeats: int = 1,
    decimals: int | None = None,
) -> dict[str, Estimate]:
    """Value and interval of each metric in ``computes``; empty when nothing was scored.

    ``decimals``: with repeats, round each run's value so before averaging (papers that average printed numbers do).
    """
    if not scored:
        return {}
    resampling = Resampling(scored, repeats)
    several = len(resampling.documents) > 1
    resampled = resampling.resampled(computes) if several else {}
    estimates: dict[str, Estimate] = {}
    for name, compute in computes.items():
        runs = resampling.values(compute)
        if repeats > 1 and decimals is not None:
            runs = [round(run, decimals) for run in runs]
        interval = None
        if several:
            low, high = np.percentile(resampled[name], (2.5, 97.5))
            interval = (float(low), float(high))
        estimates[name] = Estimate(
            value=statistics.fmean(runs),
            ci95=interval,
            sd=statistics.stdev(runs) if repeats > 1 else None,
            runs=tuple(runs) if repeats > 1 else (),
        )
    return estimates
