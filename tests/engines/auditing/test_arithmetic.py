"""Numbers as the intervals that their decimals leave open, and exact sums of them."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from tieout.engines.auditing.arithmetic import Interval, add, excess_digits, interval, round_to, times, unit_of, weighted_sum

AMOUNTS = st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, allow_infinity=False, places=4)


def test_a_number_in_thousands_stands_for_half_a_thousand_around_it() -> None:
    assert interval(Decimal(12000), -3) == Interval(Decimal(11500), Decimal(12500))


def test_an_exact_number_stands_for_itself() -> None:
    assert interval(Decimal("1.5"), "INF") == Interval(Decimal("1.5"), Decimal("1.5"))


def test_a_hostile_accuracy_makes_no_monstrous_number() -> None:
    assert unit_of(-(10**9)) == 0
    assert round_to(Decimal(5), -(10**9)) == 5


def test_intervals_that_touch_meet() -> None:
    assert Interval(Decimal(0), Decimal(1)).meets(Interval(Decimal(1), Decimal(2)))
    assert not Interval(Decimal(0), Decimal(1)).meets(Interval(Decimal("1.0001"), Decimal(2)))


def test_digits_beyond_the_stated_accuracy_are_excess() -> None:
    assert excess_digits(Decimal(1234), -3)
    assert not excess_digits(Decimal(1000), -3)
    assert not excess_digits(Decimal("1.23"), "INF")


@given(AMOUNTS, st.integers(-9, 4))
def test_a_number_lies_in_the_interval_of_its_rounding(value: Decimal, decimals: int) -> None:
    rounded = round_to(value, decimals)
    assert interval(rounded, decimals).meets(Interval(value, value))


@given(AMOUNTS, AMOUNTS, st.integers(-6, 2), st.sampled_from([Decimal(1), Decimal(-1), Decimal("0.5")]))
def test_the_interval_of_a_sum_holds_the_sum_of_any_values_in_its_parts(a: Decimal, b: Decimal, d: int, w: Decimal) -> None:
    summed = add(interval(round_to(a, d), d), times(w, interval(round_to(b, d), d)))
    exact = weighted_sum([(Decimal(1), a), (w, b)])
    assert summed.low <= exact <= summed.high


@given(st.lists(st.tuples(st.sampled_from([Decimal(1), Decimal(-1)]), AMOUNTS), max_size=30))
def test_sums_are_exact_whatever_the_order(terms: list[tuple[Decimal, Decimal]]) -> None:
    assert weighted_sum(terms) == weighted_sum(reversed(terms)) == Decimal(sum(int(w * v * 10000) for w, v in terms)) / 10000
