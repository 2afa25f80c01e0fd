"""Rows as a person reads them."""

from __future__ import annotations

import pytest

from tieout.cli.reading_rows import page_words, readable, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain  text\n", "plain text"),
        ("a < b and c > d", "a < b and c > d"),
        ('<div class="x"><p>Revenue &amp; cost</p></div>', "Revenue & cost"),
        ("<p>" + "boat " * 1000 + "</p>", "boat " * 799 + "boa"),
        ('<p>North</p><span style="cut', "North"),
    ],
)
def test_a_text_block_is_shown_by_its_words(text: str, expected: str) -> None:
    assert words(text).startswith(expected[:3900])
    assert "<p" not in words(text) and "<span" not in words(text)


@pytest.mark.parametrize(
    ("page", "printed", "expected"), [(31, "29", "31 (printed 29)"), (4, "4", "4"), (4, None, "4"), (None, None, "")]
)
def test_a_page_is_told_as_counted_and_as_printed(page: int | None, printed: str | None, expected: str) -> None:
    assert page_words(page, printed) == expected


def test_the_member_stands_before_its_axis_and_a_period_is_one_text() -> None:
    row = {
        "value": "<p>Up</p>",
        "period": {"start": "2024-01-01", "end": "2024-12-31"},
        "dimensions": {"srt:ProductOrServiceAxis": "pw:BoatsMember", "pw:YardAxis": {"typed": "4"}},
        "evidence": {"page": 31, "printed_page": "29", "cell": "t1-r0c0"},
    }
    shown = readable(row)
    assert shown["value"] == "Up"
    assert shown["period"] == "2024-01-01/2024-12-31"
    assert shown["dimensions"] == "Boats (ProductOrServiceAxis); 4 (YardAxis)"
    assert shown["evidence"] == {"page": "31 (printed 29)", "printed_page": "29", "cell": "t1-r0c0"}
