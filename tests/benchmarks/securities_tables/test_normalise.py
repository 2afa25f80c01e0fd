"""Which values are the same: the official normalisation, case by case."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.securities_tables.normalise import normalise

CASES = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("one", "other"), CASES["same"])
def test_the_same_value(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), CASES["different"])
def test_different_values(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


def test_numbers_have_four_decimals_and_zero_has_no_sign() -> None:
    assert normalise("△1,234") == "-1234.0000"
    assert normalise("△0.00") == "0.0000"


@given(st.text(max_size=40))
def test_any_text_has_a_normal_form(text: str) -> None:
    assert isinstance(normalise(text), str)


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=2))
def test_separators_and_triangles_change_nothing(number: object) -> None:
    written = f"{number:,}"
    assert normalise(written.replace("-", "△")) == normalise(str(number))
