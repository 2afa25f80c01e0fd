"""A report finds its tables, cells and blocks by the ids that evidence names, and says which page number is printed."""

from __future__ import annotations

import pytest

from tieout.report import Block, Cell, Layout, Page, Parts, Report, Table


def report() -> Report:
    table = Table("t1", 2, 1, 2, [Cell("t1-r0c0", 0, 0, "Cash"), Cell("t1-r0c1", 0, 1, "1,250")])
    pages = [Page(1, [Block("b1", "heading", "Boats", 1)]), Page(2, [table], printed="F-2")]
    return Report("made.htm", "html", ("made.htm",), Parts(layout=lambda: Layout(pages)))


def test_what_evidence_names_can_be_asked_for() -> None:
    made = report()
    where = made.cell("t1-r0c1").evidence
    assert made.table(where.table or "").cell(0, 0).text == "Cash"
    assert made.block("b1").text == "Boats"
    for missing in (made.table, made.cell, made.block):
        with pytest.raises(KeyError, match=r"made.htm has no .* with the id 'x9'"):
            missing("x9")


def test_evidence_has_the_page_that_is_counted_and_the_number_that_is_printed() -> None:
    where = report().cell("t1-r0c1").evidence
    assert (where.page, where.printed_page) == (2, "F-2")
    assert where.to_dict()["printed_page"] == "F-2"
    assert [report().layout.printed_number(n) for n in (1, 2, 3)] == [None, "F-2", None]
