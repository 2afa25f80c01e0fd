"""Page-split Markdown: pages, blocks that are slices of the source, pipe tables, and HTML tables as OCR leaves them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reading import Limits
from tieout.reading.markdown import read_markdown, split_pages
from tieout.report import InputError, LimitError, Report


def read(text: str) -> Report:
    return read_markdown(text.encode(), "report.mmd")


@pytest.mark.parametrize("marker", ["<--- Page Split --->", "<!--- Page Split --->", "  <--- page split --->  "])
def test_pages_are_parted_by_marker_lines_and_blank_ones_count(marker: str) -> None:
    pages = read(f"one\n{marker}\n{marker}\n\nthree\n{marker}\nfour").pages
    assert [(p.number, [b.text for b in p.blocks]) for p in pages] == [(1, ["one"]), (2, []), (3, ["three"]), (4, ["four"])]


def test_a_marker_within_a_line_is_text() -> None:
    assert len(read("see <--- Page Split ---> here").pages) == 1


def test_blocks_are_slices_of_the_source() -> None:
    text = "# Annual report #\r\n\r\nSales rose\r\nby 5 %.\r\n\r\n* one\r\n* two\r\n\r\n**Chairman**\r\n"
    report = read(text)
    assert [(b.kind, b.level, b.text) for b in report.blocks] == [
        ("heading", 1, "Annual report"),
        ("paragraph", 0, "Sales rose\r\nby 5 %."),
        ("list_item", 0, "* one"),
        ("list_item", 0, "* two"),
        ("heading", 0, "Chairman"),
    ]
    assert all(b.text in text and b.element is None for b in report.blocks)


def test_byte_order_mark_pictures_comments_and_rules_are_no_text() -> None:
    report = read_markdown("\ufeff![](a.png)\n<!-- PageNumber -->\n---\nText".encode(), "r.md")
    assert [b.text for b in report.blocks] == ["Text"]


def test_pipe_tables() -> None:
    report = read(
        "(in thousands)\n\n| Item | 2023 | 2022 |\n|:---|---:|---:|\n"
        "| Sales \\| net | 1,000 | 900 |\n| Costs | (500) | |\n\nEnd"
    )
    (table,) = report.tables
    assert table.to_rows() == [["Item", "2023", "2022"], ["Sales \\| net", "1,000", "900"], ["Costs", "(500)", ""]]
    assert (table.header_rows, table.label_columns, table.caption, table.element) == (1, 1, "(in thousands)", None)
    assert [b.text for b in report.blocks] == ["(in thousands)", "End"]


def test_html_tables_in_the_text() -> None:
    report = read(
        "## Balance sheet\n<table><tr><td rowspan=2>Cash</td><td>1,000</td></tr><tr><td>2,000</td></tr></table> *after*\n"
    )
    (table,) = report.tables
    assert table.to_rows() == [["Cash", "1,000"], ["Cash", "2,000"]]
    assert table.headings == ("Balance sheet",)
    assert all(c.element is None for c in table.cells)
    assert report.blocks[-1].text == "*after*"


@pytest.mark.parametrize(
    "broken",
    [
        "<table><tr><td>Cash</td><td>1,000</td></tr><tr><td>Debt</td><td>2,000",
        "<table><td>Cash<td>1,000<tr><td>Debt<td>2,000</table>",
        "<table>\n<tbody><tr><th>Cash<td>1,000</th></tr>\n<tr><td>Debt</td>\n<td>2,000</td></table>",
        "<TABLE BORDER=1><TR><TD>Cash</TD><TD>1,000</TR><TR><TD>Debt</TD><TD>2,000</TD></TR></TABLE>",
    ],
)
def test_malformed_tables_are_read(broken: str) -> None:
    report = read(f"Before\n{broken}\n\nAfter")
    assert report.tables[0].to_rows() == [["Cash", "1,000"], ["Debt", "2,000"]]
    assert [b.text for b in report.blocks] == ["Before", "After"]


def test_a_table_that_is_never_closed_ends_where_the_next_one_begins() -> None:
    report = read(
        "<table><tr><td>Cash</td><td>1,000</td></tr><tr><td>Debt</td><td>2,000</td></tr>\n"
        "<table><tr><td>Sales</td><td>5,000</td></tr><tr><td>Costs</td><td>4,000</td></tr></table>"
    )
    assert [t.cell(0, 0).text for t in report.tables] == ["Cash", "Sales"]


def test_a_page_break_in_the_markup_of_a_table_makes_no_page() -> None:
    report = read("<table style='page-break-after:always'><tr><td>Cash</td><td>1,000</td></tr></table>\ntext")
    assert len(report.pages) == 1


def test_printed_page_numbers() -> None:
    report = read("text\n\n12\n<--- Page Split --->\nmore\n\n13\n")
    assert [p.printed for p in report.pages] == ["12", "13"]


def test_limits_and_empty_files_are_one_clear_error() -> None:
    with pytest.raises(InputError, match="empty"):
        read(" \n")
    with pytest.raises(LimitError, match="more pages than the limit of 2"):
        read_markdown(b"<--- Page Split --->\n" * 5, "r.md", Limits(pages=2))
    with pytest.raises(LimitError, match="--max file_size"):
        read_markdown(b"x" * 11, "r.md", Limits(file_size=10))
    table = b"\n\n<table>" + b"<tr><td>a</td><td>1</td></tr>" * 3 + b"</table>"
    with pytest.raises(LimitError, match="table at line 3 covers more positions than the limit of 5"):
        assert read_markdown(table, "r.md", Limits(cells=5)).pages


def test_one_huge_line_is_read() -> None:
    assert len(read("word " * 1_000_000).blocks[0].text) == 4_999_999


@given(st.lists(st.text("ab \r\n|<>#*-é", max_size=30), max_size=6))
def test_any_text_is_read_page_by_page(pieces: list[str]) -> None:
    text = "\n<--- Page Split --->\n".join(["x", *pieces])
    report = read(text)
    assert len(report.pages) == len(split_pages(text)) >= 1
    for block in report.blocks:
        assert block.text in text
