from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.engines.tagging.numbers import candidates, in_cell


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Revenue was $1.2 billion and $ 46 million.", ["1.2", "46"]),
        ("2.5% notes, 1,323,088 shares at $.01 par", ["2.5", "1,323,088", ".01"]),
        ("We have two lines of business", ["two"]),
        ("a range of $5 to $10 million, or 5%-6%", ["5", "10", "5", "6"]),
        ("amounts of $ — and $5 in 2024", ["—", "5"]),
        ("As of December 31, 2024 and 30 September 2023", []),
        ("See Note 14, Form 10-K, Item 7, Topic 606, page F-4 and the 401(k) plan of Exhibit No. 10.2", []),
        ("the facility's $2024 million", ["2024"]),
    ],
)
def test_numbers_of_prose(text: str, found: list[str]) -> None:
    assert [c.text for c in candidates(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("$ 8.7", ["8.7"]), ("( 72 )", ["72"]), ("—", ["—"]), ("$ —", ["—"]), ("— %", ["—"]), ("2024", []), ("One", []), ("", [])],
)
def test_numbers_of_a_cell(text: str, found: list[str]) -> None:
    assert [c.text for c in in_cell(text)] == found


@given(st.text(alphabet="0123456789,.$%()— -NoteKtw\xa0", max_size=60))
def test_each_candidate_is_the_text_at_its_place(text: str) -> None:
    for found in (candidates(text), in_cell(text)):
        assert all(text[c.start : c.end] == c.text and c.text for c in found)
        assert all(a.end <= b.start for a, b in pairwise(found))
