"""When an announcement came, as the market saw it (LEDGER, section 3.4): before the open, in trading hours, after the close."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from tieout.report.errors import InputError
from tieout.studies.events.calendar import TradingCalendar, new_york

__all__ = ["Session", "Timing", "timing"]


class Session(StrEnum):
    pre_market = "pre-market"
    intraday = "intraday"
    after_hours = "after-hours"
    non_trading_day = "non-trading day"


@dataclass(frozen=True, slots=True)
class Timing:
    """``announced`` is the moment by New York's clocks.

    ``event_day`` is the day whose close is P_t: the day of the announcement, and where that came before an open (early in the
    morning, at a weekend, on a holiday) the trading day before. It is the last trading day that had opened by then.
    ``reaction_day`` is the first trading day with hours after the announcement: the first close that can know of it.
    """

    announced: datetime
    session: Session
    event_day: date
    reaction_day: date


def timing(accepted: datetime, calendar: TradingCalendar) -> Timing:
    """Where a moment falls among the trading hours. The minute of the open is within them, that of the close after them.

    ``accepted`` knows its time zone. Raises InputError where the calendar doesn't reach around it.
    """
    announced = new_york(accepted)
    at = calendar.last_opened(accepted)
    if at < 0 or at + 1 >= len(calendar.days):
        raise InputError(f"{announced.date()}: outside of the trading calendar")
    today = calendar.place(announced.date())
    if today is None:
        session = Session.non_trading_day
    elif accepted < calendar.opens[today]:
        session = Session.pre_market
    elif accepted < calendar.closes[today]:
        session = Session.intraday
    else:
        session = Session.after_hours
    reacts = at if session is Session.intraday else at + 1
    return Timing(announced, session, calendar.days[at], calendar.days[reacts])
