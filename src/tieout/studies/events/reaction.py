"""From chosen filings to events: timing, price, returns and surprise of each, or the reason why something is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tieout.studies.events.calendar import TradingCalendar
from tieout.studies.events.prices import PriceKind, Prices
from tieout.studies.events.returns import Horizon
from tieout.studies.events.selection import Selected
from tieout.studies.events.sessions import Timing, timing
from tieout.studies.events.surprise import Surprise

__all__ = ["Event", "react", "span"]

_NO_SURPRISE = Surprise(None, None, None, "no EPS given for this year")


@dataclass(frozen=True, slots=True)
class Event:
    """One company's year. ``returns`` has every horizon asked for, None where a price is missing; ``reason`` says why."""

    selected: Selected
    timing: Timing | None
    price: Decimal | None
    kind: PriceKind
    returns: Mapping[Horizon, Decimal | None] = field(default_factory=dict)
    surprise: Surprise | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; ``r_h`` (h < 0) and ``forward_h`` (h > 0) are columns of their own, a missing value is null."""
        filing, when = self.selected.filing, self.timing
        row: dict[str, Any] = {
            "ticker": self.selected.ticker,
            "cik": self.selected.cik or None,
            "fiscal_year": self.selected.fiscal_year,
            "form": filing.form if filing else None,
            "accession": (filing.accession or None) if filing else None,
            "accepted": filing.accepted.strftime("%Y-%m-%dT%H:%M:%SZ") if filing else None,
            "announced": when.announced.isoformat(timespec="seconds") if when else None,
            "session": when.session.value if when else None,
            "event_day": when.event_day.isoformat() if when else None,
            "reaction_day": when.reaction_day.isoformat() if when else None,
            "price": self.price,
            "prices": self.kind.value,
            **{horizon.name: value for horizon, value in self.returns.items()},
        }
        if self.surprise is not None:
            row |= {
                "eps_reported": self.surprise.reported,
                "eps_consensus": self.surprise.consensus,
                "eps_surprise": self.surprise.surprise,
            }
        return {**row, "reason": self.reason or None}


def span(chosen: Sequence[Selected], horizons: Sequence[Horizon]) -> tuple[date, date] | None:
    """First and last day for which a calendar, or prices, may be needed; None where nothing was chosen."""
    days = [one.filing.accepted.date() for one in chosen if one.filing]
    if not days:
        return None
    before = max((-h.days for h in horizons if h.days < 0), default=0)
    after = max((h.days for h in horizons if h.days > 0), default=0)
    # A trading year has 250 of 365 days; a fortnight more than that is on the safe side of any holidays.
    return min(days) - timedelta(days=before * 3 // 2 + 14), max(days) + timedelta(days=after * 3 // 2 + 14)


def react(
    chosen: Sequence[Selected],
    calendar: TradingCalendar,
    prices: Prices,
    horizons: Sequence[Horizon],
    surprises: Mapping[tuple[str, int], Surprise] | None = None,
) -> list[Event]:
    """One event for each chosen company and year, in order. What can't be known is None, and the event says why."""
    return [_event(one, calendar, prices, horizons, surprises) for one in chosen]


def _event(
    one: Selected,
    calendar: TradingCalendar,
    prices: Prices,
    horizons: Sequence[Horizon],
    surprises: Mapping[tuple[str, int], Surprise] | None,
) -> Event:
    surprise = None if surprises is None else surprises.get((one.ticker, one.fiscal_year), _NO_SURPRISE)
    unknown: dict[Horizon, Decimal | None] = dict.fromkeys(horizons)
    if one.filing is None:
        return Event(one, None, None, prices.kind, unknown, surprise, one.reason)
    when = timing(one.filing.accepted, calendar)
    price = prices.close(one.ticker, when.event_day)
    reasons: list[str] = []
    if not one.ticker:
        reasons.append(f"no ticker is known for CIK {one.cik}")
    elif one.ticker not in prices.closes:
        reasons.append(f"no prices of {one.ticker}")
    elif price is None:
        reasons.append(f"no price on {when.event_day}")
    else:
        missing: list[str] = []
        for horizon in horizons:
            day = horizon.day(when.event_day, calendar)
            other = None if day is None else prices.close(one.ticker, day)
            if other is None:
                missing.append(f"{day} ({horizon.name})")
            else:
                unknown[horizon] = horizon.value(price, other)
        if missing:
            reasons.append(f"no price on {', '.join(missing)}")
    if surprise is not None and surprise.reason:
        reasons.append(surprise.reason)
    return Event(one, when, price, prices.kind, unknown, surprise, "; ".join(reasons))
