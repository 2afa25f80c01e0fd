"""Returns around an event day, for horizons in trading days or in calendar days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from tieout.report.errors import InputError
from tieout.studies.events.calendar import TradingCalendar

__all__ = ["DEFAULT_HORIZONS", "LONGEST", "Horizon", "forward_return", "parse_horizons", "run_up"]

DEFAULT_HORIZONS = "-20,-10,-5,-1,1,5,10,20,90"
LONGEST = 500
"""Days of the longest horizon: about two years of trading."""

_PLACES = Decimal("0.000001")
_HORIZON = re.compile(r"([+-]?\d{1,4})(d?)", re.ASCII)


def run_up(price: Decimal, earlier: Decimal) -> Decimal:
    """r_h = (P_t - P_{t+h}) / P_t for h < 0 (LEDGER, equation 1): positive where the price rose up to the event day.

    Rounded to six places. The denominator is the later price, as the paper has it.
    """
    return ((price - earlier) / price).quantize(_PLACES)


def forward_return(price: Decimal, later: Decimal) -> Decimal:
    """(P_{t+h} - P_t) / P_t for h > 0: positive where the price rose after the event day. Rounded to six places."""
    return ((later - price) / price).quantize(_PLACES)


@dataclass(frozen=True, slots=True)
class Horizon:
    """``days`` before (negative) or after the event day: trading days, or with ``calendar`` days of any kind."""

    days: int
    calendar: bool = False

    @property
    def name(self) -> str:
        """The column's name: ``r_-5`` as the paper has it, ``forward_5`` after the event, ``forward_90d`` by the calendar."""
        return f"{'r' if self.days < 0 else 'forward'}_{self.days}{'d' if self.calendar else ''}"

    @property
    def label(self) -> str:
        return f"{self.days:+d}{'d' if self.calendar else ''}"

    def day(self, event_day: date, trading: TradingCalendar) -> date | None:
        """The trading day at this distance, by calendar days the last one up to there; None where the calendar ends before."""
        if self.calendar:
            at = trading.last_until(event_day + timedelta(days=self.days))
            beyond = event_day + timedelta(days=self.days) > trading.days[-1]
        else:
            place = trading.place(event_day)
            at = -1 if place is None else place + self.days
            beyond = at >= len(trading.days)
        return None if at < 0 or beyond else trading.days[at]

    def value(self, price: Decimal, other: Decimal) -> Decimal:
        return run_up(price, other) if self.days < 0 else forward_return(price, other)


def parse_horizons(text: str) -> list[Horizon]:
    """Horizons of ``-5,-1,1,90`` (trading days) and ``90d`` (calendar days), in order; InputError for anything else."""
    found: list[Horizon] = []
    for part in text.split(","):
        match = _HORIZON.fullmatch(part.strip())
        days = int(match[1]) if match else 0
        if match is None or not 1 <= abs(days) <= LONGEST:
            raise InputError(f"--horizons {part.strip()[:40]!r}: write days such as -5,-1,1,90 (no more than {LONGEST}) or 90d")
        found.append(Horizon(days, bool(match[2])))
    return sorted(set(found), key=lambda h: (h.days, h.calendar))
