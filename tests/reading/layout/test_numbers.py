"""The cheap test of a cell's shape."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reading.layout.headers import names_unit, unit_within
from tieout.reading.layout.numbers import DASH, FOOTNOTE, NUMBER, PREFIX, SUFFIX, TEXT, YEAR, is_mark, shape_of


@pytest.mark.parametrize(
    ("shape", "texts"),
    [
        (
            NUMBER,
            "1,234|(72|(72)|$46|$ (46)|-5.2%|.5|△ 2,495|▲12|※１ , ※３ 3,300|1,234百万円|25.3％|46 (1)|0.1-2.0|12.5x",
        ),
        (DASH, "—|-|$—|–%|－|(—)"),
        (YEAR, "2023|2023 (1)|2022-2023|2023年"),
        (PREFIX, "$|US$|(|$(|€|HKD"),
        (SUFFIX, ")|)%|%|) %|bps"),
        (FOOTNOTE, "(a)|*|**|※1|(iv)"),
        (TEXT, "Cash|第90期|2019年３月|12/31/2023|8-K|001-36743|７,36|Dec. 31|1 234"),
    ],
)
def test_shapes(shape: int, texts: str) -> None:
    assert [t for t in texts.split("|") if shape_of(t) != shape] == []


def test_a_small_number_in_parentheses_may_be_a_mark() -> None:
    assert is_mark("(1)") and is_mark("*") and not is_mark("(72")


@pytest.mark.parametrize(
    "text",
    [
        "(in millions)",
        "(In millions, except per share data)",
        "($ in thousands)",
        "Dollars in millions",
        "（単位：百万円）",
        "(Millions, except %)",
    ],
)
def test_lines_that_name_the_unit(text: str) -> None:
    assert names_unit(text)


@pytest.mark.parametrize("text", ["In 2023 we sold millions of pumps. We sold more in 2022.", "Cash", "(unaudited)"])
def test_lines_that_do_not(text: str) -> None:
    assert not names_unit(text)


@given(st.text("$ (1,.)%-—*※ax\u3000", max_size=70))
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    shape_of(text)
    names_unit(text)
    assert time.process_time() - started < 0.2


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("(in thousands, except per share data)", "(in thousands, except per share data)"),
        ("Years ended (In Millions)", "(In Millions)"),
        ("Sales by region were as follows (dollars in millions):", "(dollars in millions)"),
        ("連結貸借対照表（単位：百万円）", "（単位：百万円）"),
        ("Sales fell in the year (see the table in note 3).", ""),
    ],
)
def test_the_unit_is_found_within_a_line(text: str, unit: str) -> None:
    assert unit_within(text) == unit
