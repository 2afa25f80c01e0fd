"""Signs and horizons of returns, and what is said of a price that is missing."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.studies.events.made_up import announced
from tieout.report.errors import InputError
from tieout.studies.events import TradingCalendar, forward_return, mean_returns, parse_horizons, react, run_up
from tieout.studies.events.prices import PriceKind, Prices


@pytest.fixture(scope="module")
def calendar() -> TradingCalendar:
    return TradingCalendar.of_new_york(date(2024, 1, 2), date(2024, 12, 31))


def test_a_rise_up_to_the_announcement_is_positive():
    """The paper's sign: r_h = (P_t - P_{t+h}) / P_t with h < 0."""
    assert run_up(Decimal(110), earlier=Decimal(99)) == Decimal("0.1")
    assert run_up(Decimal(90), earlier=Decimal(99)) == Decimal("-0.1")


def test_a_rise_after_the_announcement_is_positive_too():
    assert forward_return(Decimal(100), later=Decimal(110)) == Decimal("0.1")
    assert forward_return(Decimal(100), later=Decimal(90)) == Decimal("-0.1")


def test_before_and_after_have_names_that_tell_them_apart():
    names = [h.name for h in parse_horizons("90d,5,-1,-20,90")]
    assert names == ["r_-20", "r_-1", "forward_5", "forward_90", "forward_90d"]


@pytest.mark.parametrize("text", ["0", "", "1,,2", "501", "5w", "1e3", "--5", "-9999"])
def test_what_is_no_horizon_is_refused(text):
    with pytest.raises(InputError, match="--horizons"):
        parse_horizons(text)


def test_horizons_count_trading_days_and_with_a_d_all_days(calendar):
    before, after, quarter = parse_horizons("-3,1,90d")
    # Friday before Presidents' Day.
    assert before.day(date(2024, 2, 16), calendar) == date(2024, 2, 13)
    assert after.day(date(2024, 2, 16), calendar) == date(2024, 2, 20)
    # 90 days after 1 March is 30 May; after 26 February it is Sunday 26 May, so that Friday counts.
    assert quarter.day(date(2024, 3, 1), calendar) == date(2024, 5, 30)
    assert quarter.day(date(2024, 2, 26), calendar) == date(2024, 5, 24)
    assert parse_horizons("90")[0].day(date(2024, 12, 2), calendar) is None


def prices(**closes: str) -> Prices:
    return Prices(
        {"ASHQ": {date.fromisoformat(f"2024-{d[1:3]}-{d[3:]}"): Decimal(p) for d, p in closes.items()}}, PriceKind.close
    )


def test_before_the_open_the_price_is_the_close_of_the_day_before(calendar):
    closes = prices(d0220="10", d0221="20", d0222="40")
    (early,) = react([announced("2024-02-21T12:00:00")], calendar, closes, parse_horizons("1"))
    (late,) = react([announced("2024-02-21T22:00:00")], calendar, closes, parse_horizons("-1,1"))
    assert early.price == 10
    assert [str(v) for v in early.returns.values()] == ["1.000000"]
    assert late.price == 20
    assert [str(v) for v in late.returns.values()] == ["0.500000", "1.000000"]


def test_a_missing_price_is_named_and_not_made_up(calendar):
    closes = prices(d0221="20", d0223="22")
    (event,) = react([announced("2024-02-21T22:00:00")], calendar, closes, parse_horizons("-1,1,2"))
    assert [None if v is None else str(v) for v in event.returns.values()] == [None, None, "0.100000"]
    assert event.reason == "no price on 2024-02-20 (r_-1), 2024-02-22 (forward_1)"


@pytest.mark.parametrize(
    ("ticker", "closes", "reason"),
    [("ASHQ", {"d0220": "10"}, "no price on 2024-02-21"), ("DUNV", {"d0221": "10"}, "no prices of DUNV")],
)
def test_without_a_price_of_the_event_day_there_is_no_return(calendar, ticker, closes, reason):
    (event,) = react([announced("2024-02-21T22:00:00", ticker)], calendar, prices(**closes), parse_horizons("-1,1"))
    assert (event.price, set(event.returns.values()), event.reason) == (None, {None}, reason)


def test_the_mean_is_over_the_events_that_have_the_return_and_its_interval_over_companies(calendar):
    closes = Prices(
        {
            name: {date(2024, 2, 21): Decimal(100), date(2024, 2, 22): Decimal(100 + n)}
            for n, name in enumerate(["A", "B", "C", "D"])
        },
        PriceKind.close,
    )
    chosen = [announced("2024-02-21T22:00:00", t) for t in ("A", "B", "C", "D", "NONE")]
    horizons = parse_horizons("-1,1")
    (mean,) = mean_returns(react(chosen, calendar, closes, horizons), horizons)
    assert (mean.horizon.name, mean.events, mean.companies) == ("forward_1", 4, 4)
    assert mean.mean == pytest.approx(0.015)
    assert mean.interval is not None
    assert 0 <= mean.interval[0] < mean.mean < mean.interval[1] <= 0.03
    (single,) = mean_returns(react(chosen[:1], calendar, closes, horizons), horizons)
    assert single.interval is None
