"""Two runs of one task, compared sample by sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tieout.evaluation.intervals import Resampling
from tieout.evaluation.mcnemar import discordant, mcnemar
from tieout.evaluation.statistics import Scored
from tieout.evaluation.tasks import Metric, Task
from tieout.report.errors import InputError

__all__ = ["Difference", "compare"]

SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of both runs. ``difference`` is second minus first; ``p`` is two-sided, from the paired bootstrap.

    ``ci95`` and ``p`` are None where there are fewer than two documents. ``mcnemar_p`` is there for accuracies only.
    """

    metric: str
    first: float
    second: float
    difference: float
    ci95: tuple[float, float] | None
    p: float | None
    mcnemar_p: float | None
    only_first: int | None
    only_second: int | None
    words: str

    def to_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "words"}
        row["ci95"] = list(self.ci95) if self.ci95 else None
        row["words"] = self.words
        return {key: value for key, value in row.items() if value is not None or key in ("ci95", "p")}


def compare(
    task: Task[Any, Any],
    first: Sequence[Scored],
    second: Sequence[Scored],
    *,
    names: tuple[str, str] = ("the first run", "the second run"),
) -> tuple[list[Difference], int, int]:
    """Every metric's difference on the samples that both runs have; also how many those are, and how many only one has.

    The bootstrap draws the same documents for both runs, so what makes a document hard for both cancels. With repeats, each
    run's value is the mean of its repeats. Raises InputError when the runs have no sample in common.
    """
    both = {one.id for one in first} & {one.id for one in second}
    alone = len({one.id for one in first} ^ {one.id for one in second})
    if not both:
        raise InputError("the two runs have no answered sample in common")
    kept = tuple([one for one in run if one.id in both] for run in (first, second))
    documents = list(dict.fromkeys(one.document for one in kept[0]))
    layouts = [Resampling(run, 1 + max(one.repeat for one in run), documents) for run in kept]
    several = len(documents) > 1
    computes = task.scorer.computes()
    drawn = [layout.resampled(computes) if several else {} for layout in layouts]
    differences = []
    for metric in task.scorer.metrics:
        values = [float(np.mean(layout.values(metric.compute))) for layout in layouts]
        interval = p = None
        if several:
            change = drawn[1][metric.name] - drawn[0][metric.name]
            low, high = np.percentile(change, (2.5, 97.5))
            interval = (float(low), float(high))
            p = _two_sided(change)
        hits = _hits(metric, *kept)
        words = _words(metric, values, interval, p, hits[2] if hits else None, names)
        differences.append(
            Difference(
                metric=metric.name,
                first=values[0],
                second=values[1],
                difference=values[1] - values[0],
                ci95=interval,
                p=p,
                only_first=hits[0] if hits else None,
                only_second=hits[1] if hits else None,
                mcnemar_p=hits[2] if hits else None,
                words=words,
            )
        )
    return differences, len(both), alone


def _two_sided(change: Any) -> float:
    """Achieved significance level: twice the smaller share of resamples on one side of zero, never reported as 0."""
    count = len(change)
    below, above = int(np.count_nonzero(change <= 0)), int(np.count_nonzero(change >= 0))
    return min(1.0, 2 * (min(below, above) + 1) / (count + 1))


def _hits(metric: Metric, first: Sequence[Scored], second: Sequence[Scored]) -> tuple[int, int, float] | None:
    """Discordant counts and McNemar's p over the samples that the accuracy is a mean of (first repeat of each run)."""
    if metric.hits is None:
        return None
    sides = [
        {one.id: one.statistics.get(metric.hits, 0) > 0 for one in run if one.repeat == 0 and one.statistics.get(metric.out_of)}
        for run in (first, second)
    ]
    common = sides[0].keys() & sides[1].keys()
    counts = discordant((sides[0][id_], sides[1][id_]) for id_ in common)
    return *counts, mcnemar(*counts)


def _words(
    metric: Metric,
    values: Sequence[float],
    interval: tuple[float, float] | None,
    p: float | None,
    mcnemar_p: float | None,
    names: tuple[str, str],
) -> str:
    difference = values[1] - values[0]
    if difference == 0:
        return f"{metric.name}: {names[0]} and {names[1]} are equal ({values[0]:.4f})."
    better = names[1] if (difference > 0) == metric.higher_is_better else names[0]
    said = (
        f"{metric.name}: {better} is better by {abs(difference):.4f} ({names[0]} {values[0]:.4f}, {names[1]} {values[1]:.4f})"
    )
    if interval is None or p is None:
        return f"{said}; with a single document nothing can be said about noise."
    tests = f"95 % interval of the difference {interval[0]:+.4f} to {interval[1]:+.4f}, p = {p:.3f}"
    if mcnemar_p is not None:
        tests += f", McNemar p = {mcnemar_p:.3f}"
    real = p < SIGNIFICANT and (mcnemar_p is None or mcnemar_p < SIGNIFICANT)
    verdict = "it is unlikely to be noise" if real else "it could be noise"
    return f"{said}; {verdict} ({tests})."
