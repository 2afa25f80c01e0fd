"""Statements from printed tables: as they stand on paper, with the concept of each line."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console

from tests.statements.made import E23, E24, Y23, Y24, Maker
from tieout.cli.output.grid import cell_len
from tieout.cli.statements import Statement, render, show, statements_of
from tieout.cli.statements.show import primary
from tieout.report import Cell, Table


def table(id: str, rows: Sequence[Sequence[str]], caption: str = "", headings: tuple[str, ...] = ()) -> Table:
    cells = [
        Cell(f"{id}-r{r}c{c}", r, c, text, header=r == 0) for r, row in enumerate(rows) for c, text in enumerate(row) if text
    ]
    return Table(id, 1, len(rows), len(rows[0]), cells, header_rows=1, caption=caption, headings=headings)


BALANCE = [
    ["", "2024", "2023"],
    ["Current assets:", "", ""],
    ["Total current assets", "2,100", "1,900"],
    ["Total assets", "8,410", "7,655"],
    ["Accumulated deficit", "(310)", "(402)"],
]


def made() -> tuple[Maker, list[Table]]:
    maker = Maker()
    for row, concept in ((2, "AssetsCurrent"), (3, "Assets"), (4, "RetainedEarningsAccumulatedDeficit")):
        maker.number(f"us-gaap:{concept}", E24, "1", cell=("t1", f"t1-r{row}c1"))
        maker.number(f"us-gaap:{concept}", E23, "1", cell=("t1", f"t1-r{row}c2"))
    for row in (1, 2, 3):
        maker.number("pw:BoatsSold", (Y24, Y23, E24)[row - 1], "1", cell=("t2", f"t2-r{row}c1"))
    boats = [["", "2024"], ["Dinghies", "12"], ["Yawls", "3"], ["Ketches", "1"]]
    tables = [table("t1", BALANCE, "(In millions)", ("Consolidated Balance Sheets",)), table("t2", boats, "Boats sold")]
    return maker, tables


def test_a_table_with_tagged_numbers_is_a_statement_as_printed() -> None:
    maker, tables = made()
    first, second = statements_of(maker.report(tables))
    assert (first.title, first.kind, first.note, first.page) == ("Consolidated Balance Sheets", "balance", "(In millions)", 1)
    assert first.columns == [("2024",), ("2023",)]
    assert [(r.label, r.cells, r.concept) for r in first.rows] == [
        ("Current assets:", [], None),
        ("Total current assets", ["2,100", "1,900"], "us-gaap:AssetsCurrent"),
        ("Total assets", ["8,410", "7,655"], "us-gaap:Assets"),
        ("Accumulated deficit", ["(310)", "(402)"], "us-gaap:RetainedEarningsAccumulatedDeficit"),
    ]
    assert (second.title, second.kind) == ("Boats sold", "other")
    assert primary([first, second]) == [first]
    assert primary([second]) == [second]


def test_a_title_inside_the_table_is_the_title_and_no_heading_of_a_column() -> None:
    maker, tables = made()
    inside = [["", "PINE WHARF", "PINE WHARF"], ["", "BALANCE SHEETS", "BALANCE SHEETS"], ["", "In millions", "In millions"]]
    cells = [
        Cell(f"t1-h{r}c{c}", r, c, text, header=True) for r, row in enumerate(inside) for c, text in enumerate(row) if text
    ]
    cells += [Cell(x.id, x.row + 3, x.column, x.text, header=x.header) for x in tables[0].cells]
    (statement, _) = statements_of(maker.report([Table("t1", 1, 8, 3, cells, header_rows=4), tables[1]]))
    assert (statement.title, statement.note) == ("BALANCE SHEETS", "In millions")
    assert statement.columns == [("2024",), ("2023",)]


def test_a_balance_sheet_over_two_tables_is_shown_whole() -> None:
    maker = Maker()
    upper, lower = ["Assets", "AssetsCurrent", "InventoryNet"], ["Liabilities", "LiabilitiesCurrent", "StockholdersEquity"]
    rows = [["", "2024"], ["One", "1"], ["Two", "2"], ["Three", "3"]]
    for id, concepts in (("t1", upper), ("t2", lower), ("t3", ["Assets", "Liabilities", "pw:Other"])):
        for row, concept in enumerate(concepts, 1):
            maker.number(concept if ":" in concept else f"us-gaap:{concept}", E24, "1", cell=(id, f"{id}-r{row}c1"))
    found = statements_of(maker.report([table("t1", rows), table("t2", rows), table("t9", rows), table("t3", rows)]))
    assert [s.kind for s in found] == ["balance", "balance", "other"]


def test_a_unit_line_under_the_years_leaves_the_years() -> None:
    maker, tables = made()
    heads = [["Year ended December 31,"] * 2, ["2024", "2023"], ["(in millions)"] * 2]
    cells = [Cell(f"t1-h{r}c{c}", r, c, text, header=True) for r, row in enumerate(heads) for c, text in enumerate(row, 1)]
    cells += [Cell(x.id, x.row + 2, x.column, x.text) for x in tables[0].cells if x.row]
    (statement, _) = statements_of(maker.report([Table("t1", 1, 7, 3, cells, header_rows=3), tables[1]]))
    assert statement.columns == [("Year ended December 31,", "2024"), ("Year ended December 31,", "2023")]
    assert statement.note == "(in millions)"


def test_equity_statements_are_known_by_their_movements_year_after_year() -> None:
    maker = Maker()
    movements = ["StockholdersEquity", "TreasuryStockValueAcquiredCostMethod", "DividendsCommonStockCash", "SharesOutstanding"]
    rows = [["", "Total"], ["Balance", "9"], ["Shares bought back", "(2)"], ["Dividends", "(1)"], ["Shares", "4"]]
    for id in ("t1", "t2", "t3"):
        for row, concept in enumerate(movements, 1):
            maker.number(f"us-gaap:{concept}", E24, "1", cell=(id, f"{id}-r{row}c1"))
    heading = ("Consolidated Statements of Changes in Shareholders’ Investment",)
    found = statements_of(maker.report([table(id, rows, headings=heading) for id in ("t1", "t2", "t3")]))
    assert [(s.kind, s.title) for s in found] == [("equity", heading[0])] * 3


def test_a_heading_that_names_another_statement_is_no_title() -> None:
    maker, tables = made()
    below_cash_flows = table("t1", BALANCE, headings=("Statements of Cash Flows",))
    assert statements_of(maker.report([below_cash_flows, tables[1]]))[0].title == "Balance sheet"


def screen(statement: Statement, width: int) -> list[str]:
    stream = io.StringIO()
    render(statement, Console(file=stream, width=width, highlight=False, markup=False))
    return stream.getvalue().splitlines()


def test_wide_screens_show_the_concepts_and_narrow_ones_the_figures() -> None:
    maker, tables = made()
    statement = statements_of(maker.report(tables))[0]
    wide = screen(statement, 120)
    assert any(line.split() == ["Total", "assets", "8,410", "7,655", "us-gaap:Assets"] for line in wide)
    narrow = screen(statement, 60)
    assert any(line.split() == ["Total", "assets", "8,410", "7,655"] for line in narrow)
    assert all(cell_len(line) <= 60 for line in narrow)
    digits = [line.index("10") + 2 for line in narrow if "8,410" in line or "(310)" in line]
    assert len(set(digits)) == 1


def test_japanese_labels_do_not_push_the_figures_out_of_line() -> None:
    rows = [["", "前期", "当期"], ["売上高", "1", "2"], ["Sales", "3", "4"], ["販売費及び一般管理費", "5", "6"]]
    maker = Maker()
    for r in (1, 2, 3):
        maker.number("jppfs_cor:NetSales", Y24, "1", cell=("t1", f"t1-r{r}c1"))
    statement = statements_of(maker.report([table("t1", rows)]))[0]
    lines = screen(statement, 60)[-3:]
    assert len({cell_len(line) for line in lines}) == 1


def test_a_filing_with_neither_networks_nor_tables_is_listed() -> None:
    maker = Maker()
    maker.number("us-gaap:Assets", E24, "8410000000")
    maker.text("dei:EntityRegistrantName", Y24, "Pine Wharf Boats plc")
    stream = io.StringIO()
    show(maker.report(), Console(file=stream, width=100, markup=False), "made.htm")
    shown = stream.getvalue()
    assert shown.startswith("Pine Wharf Boats plc · 2 facts, 1 of them numbers")
    assert "us-gaap:Assets  2024-12-31  8,410,000,000 iso4217:USD" in shown
