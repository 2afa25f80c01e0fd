"""The mean reaction at each horizon, with its 95 % interval. Companies are resampled: their years are not independent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tieout.evaluation.intervals import estimate
from tieout.evaluation.statistics import Scored, ratio
from tieout.studies.events.reaction import Event
from tieout.studies.events.returns import Horizon

__all__ = ["MeanReturn", "mean_returns"]


@dataclass(frozen=True, slots=True)
class MeanReturn:
    """``events`` is how many have a return at that horizon; ``interval`` is None with fewer than two companies."""

    horizon: Horizon
    events: int
    companies: int
    mean: float
    interval: tuple[float, float] | None

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval or (None, None)
        return {
            "h": self.horizon.label,
            "return": self.horizon.name,
            "events": self.events,
            "companies": self.companies,
            "mean": _rounded(self.mean),
            "low": None if low is None else _rounded(low),
            "high": None if high is None else _rounded(high),
        }


def _rounded(value: float) -> Decimal:
    """To six places, as the returns themselves are."""
    return Decimal(f"{value:.6f}")


def mean_returns(events: Sequence[Event], horizons: Sequence[Horizon]) -> list[MeanReturn]:
    """One mean for each horizon that any event has a return for; percentile bootstrap over companies."""
    means: list[MeanReturn] = []
    for horizon in horizons:
        scored = [
            Scored(str(place), event.selected.cik or event.selected.ticker, 0, {"sum": float(value), "n": 1.0})
            for place, event in enumerate(events)
            if (value := event.returns.get(horizon)) is not None
        ]
        if scored:
            found = estimate(scored, {"mean": lambda sums: ratio(sums["sum"], sums["n"])})["mean"]
            companies = len({one.document for one in scored})
            means.append(MeanReturn(horizon, len(scored), companies, found.value, found.ci95))
    return means
