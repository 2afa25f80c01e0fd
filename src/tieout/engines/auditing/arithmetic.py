"""Exact arithmetic of reported numbers: the intervals they stand for, and weighted sums of them.

Needs no report: everything here works on Decimals and ``decimals`` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, InvalidOperation
from typing import Literal

__all__ = ["EXACT", "Decimals", "Interval", "add", "excess_digits", "interval", "round_to", "times", "unit_of", "weighted_sum"]

Decimals = int | Literal["INF"] | None

# Sums of any amounts that reports hold are exact in it; a longer hostile number is cut, not summed for minutes.
EXACT = Context(prec=1000, Emax=999_999, Emin=-999_999)
# No report is exact to a digit beyond these; a hostile ``decimals`` must not make a number of a million digits.
_DEEPEST = 400
_HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from ``low`` to ``high``, both included."""

    low: Decimal
    high: Decimal

    def meets(self, other: Interval) -> bool:
        """Whether some value lies in both."""
        return self.low <= other.high and other.low <= self.high

    def intersect(self, other: Interval) -> Interval | None:
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else None


def unit_of(decimals: Decimals) -> Decimal:
    """One in the last digit to which a number is exact: 1000 for ``decimals`` -3; zero where it is exact altogether."""
    if not isinstance(decimals, int) or abs(decimals) > _DEEPEST:
        return Decimal(0)
    return Decimal(1).scaleb(-decimals)


def interval(value: Decimal, decimals: Decimals) -> Interval:
    """The values that round to ``value`` at its ``decimals`` (Calculations 1.1, "round to nearest")."""
    half = EXACT.multiply(unit_of(decimals), _HALF)
    return Interval(EXACT.subtract(value, half), EXACT.add(value, half))


def weighted_sum(terms: Iterable[tuple[Decimal, Decimal]]) -> Decimal:
    """The sum of weight times value, exactly."""
    total = Decimal(0)
    for weight, value in terms:
        total = EXACT.add(total, EXACT.multiply(weight, value))
    return total


def times(weight: Decimal, of: Interval) -> Interval:
    """The interval of weight times a value; a negative weight turns it around."""
    a, b = EXACT.multiply(weight, of.low), EXACT.multiply(weight, of.high)
    return Interval(min(a, b), max(a, b))


def add(a: Interval, b: Interval) -> Interval:
    return Interval(EXACT.add(a.low, b.low), EXACT.add(a.high, b.high))


def excess_digits(value: Decimal, decimals: Decimals) -> bool:
    """Whether a number has digits other than zero beyond those that its ``decimals`` says are exact."""
    return isinstance(decimals, int) and abs(decimals) <= _DEEPEST and round_to(value, decimals) != value


def round_to(value: Decimal, decimals: Decimals) -> Decimal:
    """``value`` rounded half to even at ``decimals``; unchanged where that can't be done or need not."""
    if not isinstance(decimals, int) or abs(decimals) > _DEEPEST:
        return value
    try:
        return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN, EXACT)
    except InvalidOperation:
        return value
