"""Exact numbers: lexical forms, scale, decimals and precision."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reading.numbers import MAX_DIGITS, decimals_of, parse_decimals, parse_number, scaled


@pytest.mark.parametrize(
    ("text", "number"),
    [("1043", "1043"), (" 12.50 ", "12.50"), ("-3", "-3"), ("+.5", "0.5"), ("5.", "5"), ("1.5E3", "1500"), ("2e-2", "0.02")],
)
def test_reads_the_lexical_forms(text: str, number: str) -> None:
    assert parse_number(text) == Decimal(number)


@pytest.mark.parametrize(
    "text", ["", "—", "1,043", "NaN", "INF", "Infinity", "1_000", "0x10", "٣", "1 2", "1e99999", "9" * 500]
)
def test_refuses_what_is_no_number(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("number", "scale", "negative", "shown"),
    [
        ("1043", 6, False, "1043000000"),
        ("12.5", -2, False, "0.125"),
        ("3.3", 9, False, "3300000000"),
        ("1.25", 1, False, "12.5"),
        ("1.20", 2, True, "-120"),
        ("0.48", 0, True, "-0.48"),
        ("7", 30, False, "7" + "0" * 30),
        ("7", -30, False, "0." + "0" * 29 + "7"),
        ("0", 3, True, "0"),
    ],
)
def test_scales_exactly_and_without_exponents(number: str, scale: int, negative: bool, shown: str) -> None:
    assert (
        str(scaled(Decimal(number), scale, negative)) == shown or format(scaled(Decimal(number), scale, negative), "f") == shown
    )


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**15), max_value=10**15), st.integers(-24, 24)
)
def test_scaling_there_and_back_changes_nothing(number: Decimal, scale: int) -> None:
    assert scaled(scaled(number, scale, False), -scale, False) == number


@pytest.mark.parametrize("scale", [MAX_DIGITS + 1, -MAX_DIGITS - 1, 10**9])
def test_refuses_absurd_scales(scale: int) -> None:
    with pytest.raises(ValueError, match="scale"):
        scaled(Decimal(12), scale, False)


def test_reads_decimals() -> None:
    assert parse_decimals("-6") == -6
    assert parse_decimals(" INF ") == "INF"
    assert parse_decimals(None) is None
    for nonsense in ("", "two", "1.5", "99999999"):
        with pytest.raises(ValueError, match=r"."):
            parse_decimals(nonsense)


@pytest.mark.parametrize(
    ("value", "precision", "decimals"),
    # The examples of XBRL 2.1, 4.6.6, in our own figures: digits that count, from the first that is not zero.
    [("123", "2", -1), ("0.0456", "2", 3), ("123.45", "5", 2), ("1000", "INF", "INF"), ("0", "3", "INF"), ("5", "0", None)],
)
def test_infers_decimals_from_precision(value: str, precision: str, decimals: int | str | None) -> None:
    assert decimals_of(Decimal(value), precision) == decimals
