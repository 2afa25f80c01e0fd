"""Pages: where the markup breaks them, and the number that is printed on them."""

from __future__ import annotations

import pytest

from tests.reading.layout.markup import layout_of, row
from tieout.reading import Limits
from tieout.report import LimitError

RULE = "<hr style='page-break-after:always'/>"


def texts(body: str) -> list[list[str]]:
    return [[b.text for b in p.blocks] for p in layout_of(body).pages]


@pytest.mark.parametrize(
    "between",
    [
        RULE,
        "<hr style='break-after: page'/>",
        "<div style='height:2pt;page-break-after:always'></div>",
        "<p style='PAGE-BREAK-BEFORE: ALWAYS'/>",
        "<div class='pageBreakAfter'/>",
        "<div class='x style_pb_before'/>",
        "<hr style='page-break-after:always'/><div style='page-break-before:always'/>",
    ],
)
def test_page_breaks(between: str) -> None:
    assert texts(f"<p>one</p>{between}<p>two</p>") == [["one"], ["two"]]


def test_break_before_and_after_an_element_with_text() -> None:
    assert texts("<p>one</p><p style='page-break-before:always'>two</p><p>three</p>") == [["one"], ["two", "three"]]
    assert texts("<p>one</p><p style='page-break-after:always'>two</p><p>three</p>") == [["one", "two"], ["three"]]


def test_avoid_is_no_break() -> None:
    assert texts("<p style='page-break-after:avoid'>one</p><p style='page-break-inside:avoid'>two</p>") == [["one", "two"]]


def test_a_page_with_nothing_but_a_picture_counts() -> None:
    assert texts(f"<p>one</p>{RULE}<img src='x'/>{RULE}<p>three</p>") == [["one"], [], ["three"]]


def test_every_file_begins_a_page() -> None:
    pages = layout_of("<p>one</p>", "<p>two</p>").pages
    assert [(p.number, p.file, p.blocks[0].text) for p in pages] == [(1, "file1.htm", "one"), (2, "file2.htm", "two")]


def test_a_table_over_a_page_break_is_two_tables() -> None:
    rows = row("Cash", "10") + row("Debt", "20")
    pages = layout_of(f"<table>{rows}<tr style='page-break-before:always'><td>Tax</td><td>5</td></tr>{rows}</table>").pages
    assert [[t.to_rows()[0] for t in p.tables] for p in pages] == [[["Cash", "10"]], [["Tax", "5"]]]


@pytest.mark.parametrize(
    ("footers", "numbers"),
    [
        (["45", "46", "47"], ["45", "46", "47"]),
        (["F-11", "F-12"], ["F-11", "F-12"]),
        (["- 12 -", "- 13 -"], ["12", "13"]),
        (["Page 7 of 90", "Page 8 of 90"], ["7", "8"]),
        (["Acme Ltd | Form 10-K | 21", "Acme Ltd | Form 10-K | 22"], ["21", "22"]),
        (["iv", "v"], ["iv", "v"]),
        (["As of 2024", "As of 2020"], [None, None]),
    ],
)
def test_printed_numbers(footers: list[str], numbers: list[str | None]) -> None:
    body = RULE.join(f"<p>Some text with 100 words.</p><p>{footer}</p>" for footer in footers)
    assert [p.printed for p in layout_of(body).pages] == numbers


def test_a_footer_set_as_a_table_is_read_too() -> None:
    body = RULE.join(f"<p>Text.</p><table><tr><td>Acme Ltd</td><td>{n}</td><td>Annual report</td></tr></table>" for n in (8, 9))
    pages = layout_of(body).pages
    assert [p.printed for p in pages] == ["8", "9"]


def test_too_many_pages_end_in_one_error() -> None:
    with pytest.raises(LimitError, match="more pages than the limit of 3"):
        layout_of(RULE.join(f"<p>{n}</p>" for n in range(5)), limits=Limits(pages=3))


def test_a_line_below_a_page_number_ends_the_page() -> None:
    layout = layout_of(
        "<p>One</p><p>2</p><hr/><p>Two</p><hr/><p>Notes</p><p>3</p><hr/><p>Three</p><p>1</p><hr/><p>still three</p>"
    )
    assert [[b.text for b in page.blocks] for page in layout.pages] == [
        ["One", "2"],
        ["Two", "Notes", "3"],
        ["Three", "1", "still three"],
    ]
