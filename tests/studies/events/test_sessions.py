"""When an announcement counts: session class and event day by New York's hours, equal to another calendar library's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.studies.events.made_up import utc
from tieout.report.errors import InputError
from tieout.studies.events import Session, TradingCalendar, timing

FIRST, LAST = date(2008, 1, 2), date(2026, 12, 31)


@pytest.fixture(scope="module")
def calendar() -> TradingCalendar:
    return TradingCalendar.of_new_york(FIRST, LAST)


@pytest.fixture(scope="module")
def oracle() -> pandas.DataFrame:
    """Opens and closes of the NYSE by pandas_market_calendars, which keeps its own list of holidays and early closes."""
    import pandas_market_calendars

    return pandas_market_calendars.get_calendar("NYSE").schedule(FIRST.isoformat(), LAST.isoformat())


@pytest.mark.parametrize(
    ("accepted", "session", "event_day", "reaction_day"),
    [
        # Winter: New York is five hours behind UTC, the exchange is open from 14:30 to 21:00.
        ("2024-02-20T14:29:59", "pre-market", "2024-02-16", "2024-02-20"),  # over a long weekend
        ("2024-02-21T14:30:00", "intraday", "2024-02-21", "2024-02-21"),
        ("2024-02-21T20:59:59", "intraday", "2024-02-21", "2024-02-21"),
        ("2024-02-21T21:00:00", "after-hours", "2024-02-21", "2024-02-22"),
        # Shortly after midnight UTC it is still the evening before in New York.
        ("2024-02-22T02:30:00", "after-hours", "2024-02-21", "2024-02-22"),
        # Summer: four hours behind. The clocks changed on 10 March, in Europe three weeks later.
        ("2024-03-11T13:30:00", "intraday", "2024-03-11", "2024-03-11"),
        ("2024-03-11T20:00:00", "after-hours", "2024-03-11", "2024-03-12"),
        ("2024-03-08T13:30:00", "pre-market", "2024-03-07", "2024-03-08"),
        ("2024-11-04T14:29:00", "pre-market", "2024-11-01", "2024-11-04"),
        # The day after Thanksgiving ends at 13:00.
        ("2024-11-29T17:59:00", "intraday", "2024-11-29", "2024-11-29"),
        ("2024-11-29T18:00:00", "after-hours", "2024-11-29", "2024-12-02"),
        # Good Friday is no federal holiday: EDGAR accepts, the exchange is closed.
        ("2023-04-07T13:02:00", "non-trading day", "2023-04-06", "2023-04-10"),
        ("2024-02-24T15:00:00", "non-trading day", "2024-02-23", "2024-02-26"),
        # Days that no rule foretells: hurricane Sandy, and a president's funeral.
        ("2012-10-29T15:00:00", "non-trading day", "2012-10-26", "2012-10-31"),
        ("2025-01-09T15:00:00", "non-trading day", "2025-01-08", "2025-01-10"),
    ],
)
def test_session_and_event_day(calendar, accepted, session, event_day, reaction_day):
    when = timing(utc(accepted), calendar)
    assert (when.session, str(when.event_day), str(when.reaction_day)) == (session, event_day, reaction_day)


MOMENTS = st.datetimes(datetime(2008, 2, 1), datetime(2026, 12, 1), timezones=st.just(UTC))


@settings(max_examples=400, deadline=None)
@given(moment=MOMENTS)
def test_at_any_moment_they_are_the_other_librarys(calendar, oracle, moment):
    assert_equal_to(oracle, calendar, moment)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_so_they_are_a_second_around_opens_and_closes(calendar, oracle, data):
    at = data.draw(st.integers(5, len(oracle) - 5))
    edge = oracle[data.draw(st.sampled_from(["market_open", "market_close"]))].iloc[at].to_pydatetime()
    assert_equal_to(oracle, calendar, edge.astimezone(UTC) + timedelta(seconds=data.draw(st.integers(-2, 2))))


def test_so_they_are_at_noon_and_in_the_evening_of_every_early_close_holiday_and_change_of_clocks(calendar, oracle):
    early = [day.date() for day in oracle.index[(oracle["market_close"] - oracle["market_open"]) < timedelta(hours=6)]]
    weekdays = {day.date() for day in pandas.bdate_range(FIRST, LAST)}
    holidays = sorted(weekdays - {day.date() for day in oracle.index})
    changes = [
        day
        for year in range(2008, 2026)
        for month, nth in ((3, 2), (11, 1))
        for day in [d for d in (date(year, month, n) for n in range(1, 31)) if d.weekday() == 6][nth - 1 : nth]
    ]
    assert len(early) > 30
    assert len(holidays) > 150
    days = [
        d for d in [*early, *holidays, *changes, *(c + timedelta(1) for c in changes)] if d.year > 2007 and str(d) > "2008-02"
    ]
    for day in days:
        if day < date(2026, 12, 1):
            for hour in (13, 14, 17, 18, 20, 21):
                assert_equal_to(oracle, calendar, datetime(day.year, day.month, day.day, hour, 30, tzinfo=UTC))


def assert_equal_to(oracle: pandas.DataFrame, calendar: TradingCalendar, moment: datetime) -> None:
    when = timing(moment, calendar)
    opened = oracle[oracle["market_open"] <= moment]
    assert when.event_day == opened.index[-1].date()
    unfinished = oracle[oracle["market_close"] > moment]
    assert when.reaction_day == unfinished.index[0].date()
    here = pandas.Timestamp(moment).tz_convert("America/New_York")
    today = oracle[oracle.index == pandas.Timestamp(here.date())]
    if today.empty:
        assert when.session is Session.non_trading_day
    else:
        row = today.iloc[0]
        before, after = moment < row["market_open"], moment >= row["market_close"]
        expected = Session.pre_market if before else Session.after_hours if after else Session.intraday
        assert when.session is expected


def test_without_the_calendar_library_one_line_says_how_to_get_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "exchange_calendars", None)
    with pytest.raises(InputError, match=r"pip install 'tieout\[studies\]'"):
        TradingCalendar.of_new_york(date(2024, 1, 2), date(2024, 1, 31))


def test_years_without_edgar_are_refused():
    with pytest.raises(InputError, match="the calendar goes from 1993 to 2099"):
        TradingCalendar.of_new_york(date(1985, 1, 1), date(1990, 1, 1))


def test_a_moment_outside_of_the_calendar_is_refused():
    short = TradingCalendar.of_new_york(date(2024, 1, 2), date(2024, 1, 31))
    with pytest.raises(InputError, match="outside of the trading calendar"):
        timing(utc("2024-03-01T12:00:00"), short)
