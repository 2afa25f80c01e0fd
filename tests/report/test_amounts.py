"""Amounts as printed. The hard cases stand in amounts.toml."""

from __future__ import annotations

import json
import time
import tomllib
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.report.amounts import MOST_AMOUNTS, Amount, find_amounts, read_amount

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("amounts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["cells"], ids=lambda case: json.dumps(case["text"], ensure_ascii=False))
def test_cell(case: dict[str, Any]) -> None:
    text = case["text"]
    amount = read_amount(text)
    if "value" not in case:
        assert amount is None
        return
    assert amount is not None
    value = Decimal(case["value"])
    assert (str(amount.value), amount.unit, amount.per) == (case["value"], case.get("unit"), case.get("per"))
    assert (amount.scale, amount.decimals, amount.dash) == (
        case.get("scale", 0),
        case.get("decimals", 0),
        case.get("dash", False),
    )
    assert amount.negative == (value < 0)
    assert text[slice(*amount.span)] == amount.text == case.get("printed", text)
    if "digits" in case:
        assert text[slice(*amount.digits)] == case["digits"]


@pytest.mark.parametrize("case", CASES["texts"], ids=lambda case: case["text"][:40])
def test_running_text(case: dict[str, Any]) -> None:
    text = case["text"]
    amounts = find_amounts(text)
    assert [str(amount.value) for amount in amounts] == case["values"]
    assert all(text[slice(*amount.span)] == amount.text for amount in amounts)
    if "printed" in case:
        assert [amount.text for amount in amounts] == case["printed"]
    if "units" in case:
        assert [amount.unit for amount in amounts] == case["units"]
    assert all(amount.per == case.get("per") for amount in amounts if amount.unit == "iso4217:JPY")
    assert all(amount.dash == case.get("dashes", False) for amount in amounts)


def test_one_printed_in_parentheses_is_a_loss_in_a_cell_and_a_mark_in_a_sentence() -> None:
    amount = read_amount("(1)")
    assert amount is not None and amount.value == -1
    assert find_amounts("Goodwill (1) is tested yearly") == []


# ------------------------------------------------------------------------------------------------------------ round trips

WHOLE = st.integers(min_value=0, max_value=10**14)
DECIMALS = st.integers(min_value=0, max_value=4)
STYLES = [
    "{}",
    "({})",
    "-{}",
    "−{}",
    "△{}",
    "$ {}",
    "$({})",
    "US${}",
    "EUR {}",
    "{} %",
    "({})%",
    "{}円",
    "¥△{}",
    "{} million",
    "\xa0{}\xa0",
]


def _is_negative(style: str) -> bool:
    return any(sign in style for sign in "(-−△")


def _grouped(whole: int, decimals: int, separator: str) -> tuple[str, Decimal]:
    value = Decimal(whole).scaleb(-decimals)
    return f"{value:,.{decimals}f}".replace(",", separator), value


@given(WHOLE, DECIMALS, st.sampled_from(STYLES), st.sampled_from([",", "’", "\u202f", "\xa0"]), st.booleans())
def test_what_is_printed_is_read_back(whole: int, decimals: int, style: str, separator: str, full_width: bool) -> None:
    printed, value = _grouped(whole, decimals, separator)
    if full_width:
        printed = printed.translate({ord(c): ord(c) + 0xFEE0 for c in "0123456789,."})
    amount = read_amount(style.format(printed))
    if separator != "," and "," not in f"{value:,}" and printed.isdigit() and 1900 <= value < 2100:
        return
    assert amount is not None
    assert abs(amount.value) == value * (10**6 if "million" in style else 1)
    assert amount.negative == _is_negative(style)
    assert amount.decimals == decimals
    assert style.format(printed)[slice(*amount.digits)] == printed


@given(st.lists(st.tuples(WHOLE, DECIMALS), min_size=1, max_size=6))
def test_amounts_in_a_sentence_are_found_in_order(numbers: list[tuple[int, int]]) -> None:
    printed = [_grouped(whole, decimals, ",") for whole, decimals in numbers]
    text = "We had " + " and then ".join(f"${figure}" for figure, _ in printed) + " left."
    amounts = find_amounts(text)
    assert [amount.value for amount in amounts] == [value for _, value in printed]
    assert [text[slice(*amount.digits)] for amount in amounts] == [figure for figure, _ in printed]


@given(st.integers(min_value=1, max_value=10**16 - 1))
def test_japanese_myriads_are_summed(number: int) -> None:
    parts, rest = [], number
    for scale, mark in ((10**12, "兆"), (10**8, "億"), (10**4, "万"), (1, "")):
        if rest // scale:
            parts.append(f"{rest // scale:,}{mark}")
            rest %= scale
    amount = read_amount("".join(parts) + "円")
    assert amount is not None
    assert (amount.value, amount.unit) == (number, "iso4217:JPY")


@given(st.text(alphabet="0123456789,.()-−–—△$€¥% 円万億百千株一二三年月日第※注abmKM'\xa0/:\n", max_size=40))
def test_no_text_breaks_the_reading_and_every_span_is_what_is_printed(text: str) -> None:
    single = read_amount(text)
    amounts = find_amounts(text)
    for amount in [*amounts, *([single] if single else [])]:
        assert text[slice(*amount.span)] == amount.text
        assert amount.span[0] <= amount.digits[0] < amount.digits[1] <= amount.span[1]
        assert amount.value.is_finite()
        assert "E" not in str(amount.value)
    for first, second in pairwise(amounts):
        assert first.span[1] <= second.span[0]


@given(st.integers(min_value=10**29, max_value=10**40))
def test_no_digit_is_rounded_away(number: int) -> None:
    amount = read_amount(f"({number:,}) million")
    assert amount is not None
    assert int(amount.value) == -number * 10**6


# ------------------------------------------------------------------------------------------------------------ hostile input

PIECES = [
    "1",
    "1,",
    "11,",
    ",",
    "(",
    "(1",
    "(1)",
    "1(",
    "$",
    "-",
    "—",
    ".",
    "1.",
    "1-",
    "1/",
    "1'",
    " ",
    "1 ",
    "1,000 ",
    "1\xa0234",
    "1億",
    "二円",
    "千",
]


@pytest.mark.parametrize("piece", [*PIECES, "one ", "one hundred million ", "Note 1, ", "a", "１", " ", "( "])
def test_a_long_hostile_line_takes_little_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    assert len(find_amounts(text)) <= 2 * MOST_AMOUNTS
    assert read_amount(text) is None
    assert time.process_time() - started < 2


def test_an_amount_is_small_and_cannot_be_changed() -> None:
    amount = read_amount("5")
    assert isinstance(amount, Amount)
    assert not hasattr(amount, "__dict__")
    with pytest.raises(AttributeError):
        amount.value = Decimal(6)  # type: ignore[misc]
