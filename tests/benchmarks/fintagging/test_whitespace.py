"""White space that shows where tags were: taken out, and places kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.fintagging.whitespace import Tidy, tidy


@pytest.mark.parametrize(
    ("official", "wanted"),
    [
        ("repaid $ 46 million", "repaid $46 million"),
        ("bore 4.5 % interest", "bore 4.5% interest"),
        ("a loss of $( 108 )\xa0million", "a loss of $(108) million"),
        ("granted in 2031 , the payout", "granted in 2031, the payout"),
        ("a ten -year term", "a ten-year term"),
        ("ten - year", "ten - year"),
        ("at .50 a share", "at .50 a share"),
        ("<tr><td>( 72 )</td><td>43,275 </td><td>\u200b \u200b</td></tr>", "<tr><td>(72)</td><td>43,275</td><td></td></tr>"),
        ("untouched $46, 4.5% and (72).", "untouched $46, 4.5% and (72)."),
    ],
)
def test_tagged_and_untagged_numbers_look_alike(official: str, wanted: str) -> None:
    assert tidy(official) == wanted


@given(st.text(alphabet="a1 $%(),.-<>t\xa0\u200b\n", max_size=60))
def test_tidying_only_takes_white_space_out_and_places_follow(text: str) -> None:
    done = Tidy(text)
    assert done.text == tidy(text)
    assert "".join(done.text.split()) == "".join(text.replace("\u200b", "").split())
    for at, character in enumerate(text):
        if not character.isspace() and character != "\u200b":
            assert done.text[done.place(at)] == character
