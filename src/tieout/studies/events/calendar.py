"""Trading days of the New York Stock Exchange with their opening and closing times, from a maintained calendar library.

Holidays, days that end early, days of mourning and changes of daylight time are the library's (``exchange_calendars``, calendar
XNYS); nothing of them is kept here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from tieout.report.errors import InputError

__all__ = ["FIRST_YEAR", "LAST_YEAR", "TradingCalendar", "new_york"]

FIRST_YEAR, LAST_YEAR = 1993, 2099
"""Years of announcements: EDGAR's first filings are of 1993."""

_NEW_YORK = "America/New_York"


def new_york(moment: datetime) -> datetime:
    """The same moment by New York's clocks."""
    return moment.astimezone(ZoneInfo(_NEW_YORK))


@dataclass(frozen=True, slots=True)
class TradingCalendar:
    """Trading days in order, each with the moments (UTC) at which it opens and closes."""

    days: Sequence[date]
    opens: Sequence[datetime]
    closes: Sequence[datetime]

    @classmethod
    def of_new_york(cls, first: date, last: date) -> TradingCalendar:
        """The trading days from ``first`` to ``last``; InputError without the library, or for years that EDGAR doesn't know."""
        if first.year < FIRST_YEAR - 1 or last.year > LAST_YEAR:
            raise InputError(f"trading days from {first} to {last}: the calendar goes from {FIRST_YEAR} to {LAST_YEAR}")
        try:
            import exchange_calendars
        except ImportError:
            raise InputError("the trading calendar needs a library: pip install 'tieout[studies]'") from None
        schedule = exchange_calendars.get_calendar("XNYS", start=first.isoformat(), end=last.isoformat()).schedule
        return cls(
            tuple(day.date() for day in schedule.index),
            tuple(moment.to_pydatetime().astimezone(UTC) for moment in schedule["open"]),
            tuple(moment.to_pydatetime().astimezone(UTC) for moment in schedule["close"]),
        )

    def place(self, day: date) -> int | None:
        """The place of a trading day among all; None for any other day."""
        at = bisect_left(self.days, day)
        return at if at < len(self.days) and self.days[at] == day else None

    def last_opened(self, moment: datetime) -> int:
        """The place of the last trading day that had opened by then; -1 before the first."""
        return bisect_right(self.opens, moment) - 1

    def last_until(self, day: date) -> int:
        """The place of the last trading day up to and with ``day``; -1 before the first."""
        return bisect_right(self.days, day) - 1
