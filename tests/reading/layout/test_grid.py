"""The true grid: spans, fragments, spacer columns, and the promise that two numbers of one row never share a column."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.layout.markup import layout_of, row, table_of
from tieout.reading import Limits
from tieout.reading.layout.numbers import DASH, NUMBER, shape_of
from tieout.report import LimitError, Table


def test_currency_number_and_parenthesis_are_one_cell() -> None:
    table = table_of(
        row("", "3*2024", "3*2023")
        + row("Revenue", "$", "1,250", "", "$", "990", "")
        + row("Loss", "", "(72", ")", "", "(8", ")")
        + row("Margin", "2*12.5", "%", "2*9", "%")
    )
    assert table.to_rows() == [
        ["", "2024", "2023"],
        ["Revenue", "$1,250", "$990"],
        ["Loss", "(72)", "(8)"],
        ["Margin", "12.5%", "9%"],
    ]
    assert (table.header_rows, table.label_columns) == (1, 1)


def test_spacer_columns_and_empty_rows_are_dropped_and_the_markups_own_position_is_kept() -> None:
    table = table_of(row("Item", "", "2024", "", "2023") + row("", "", "", "", "") + row("Cash", "", "10", "", "20"))
    assert (table.rows, table.columns) == (2, 3)
    assert table.cell(1, 2).origin == (2, 4)


def test_a_column_of_footnote_marks_goes_with_its_numbers_at_a_distance() -> None:
    table = table_of(
        row("", "3*Fair value", "3*Cost")
        + row("Bonds", "$", "120", "(1)", "$", "110", "")
        + row("Swaps", "", "45", "(2)", "", "40", "")
    )
    assert table.to_rows()[1:] == [["Bonds", "$120 (1)", "$110"], ["Swaps", "45 (2)", "40"]]


def test_a_column_of_small_losses_under_a_header_of_its_own_is_not_taken_for_footnote_marks() -> None:
    table = table_of(row("", "Gain", "Loss") + row("Bonds", "120", "(1)") + row("Swaps", "45", "(2)"))
    assert table.to_rows()[1:] == [["Bonds", "120", "(1)"], ["Swaps", "45", "(2)"]]
    assert table.column_headers(2) == ("Loss",)


def test_a_number_alone_and_one_with_a_currency_cell_stand_in_one_column() -> None:
    table = table_of(row("", "2*2024", "2*2023") + row("Sales", "$", "5", "$", "4") + row("Costs", "2*3", "2*2"))
    assert table.columns == 3
    assert [table.cell(2, c).text for c in range(3)] == ["Costs", "3", "2"]


def test_headers_over_several_columns_span_them() -> None:
    table = table_of(
        row("", "4*Three months", "4*Six months")
        + row("", "2*2024", "2*2023", "2*2024", "2*2023")
        + row("Sales", "$", "5", "$", "4", "$", "9", "$", "8")
    )
    assert table.header_rows == 2
    assert table.column_headers(3) == ("Six months", "2024")
    assert table.cell(0, 1).column_span == 2


def test_row_spans_cover_the_rows_below() -> None:
    table = table_of(
        '<tr><td rowspan="2">Segment</td><td colspan="2">Year</td></tr>'
        + row("2024", "2023")
        + '<tr><td rowspan="2">North</td><td>1,100</td><td>900</td></tr>'
        + row("(50)", "(40)")
    )
    assert table.cell(1, 0).text == "Segment"
    assert table.cell(3, 0) is table.cell(2, 0)
    assert table.row_label(3) == "North"
    assert table.column_headers(2) == ("Year", "2023")


def test_numbers_in_different_rows_that_never_overlap_stay_in_columns_of_their_own() -> None:
    table = table_of(row("Fixed assets", "", "500") + row("Stock", "120", "") + row("Debtors", "80", "") + row("", "", "700"))
    assert table.columns == 3
    assert [c.column for c in table.cells if c.text in ("500", "700")] == [2, 2]


def test_narrow_columns_that_only_indent_make_one_label_column() -> None:
    table = table_of(
        row("", "", "", "2024")
        + row("3*Assets", "")
        + row("", "2*Current", "")
        + row("", "", "Cash", "12")
        + row("3*Total", "12")
    )
    assert table.columns == 2
    indents = {c.text: c.indent for c in table.cells if c.text}
    assert indents["Assets"] < indents["Current"] < indents["Cash"]


def test_a_header_over_the_currency_column_names_the_numbers_beside_it() -> None:
    table = table_of(row("", "2024", "", "2023", "") + row("Sales", "", "5", "", "4") + row("Costs", "", "3", "", "2"))
    assert table.to_rows()[0] == ["", "2024", "2023"]


def test_indent_comes_from_padding_margin_text_indent_and_no_break_spaces() -> None:
    table = table_of(
        "<tr><td style='padding:2px 1pt 2px 13pt'>Cash</td><td>1,000</td></tr>"
        "<tr><td><p style='margin-left:3em;text-indent:-1em'>Bonds</p></td><td>2,000</td></tr>"
        "<tr><td>&#160;&#160;Total</td><td>3,000</td></tr>"
        "<tr><td>Net</td><td>4,000</td></tr>"
    )
    assert [table.cell(r, 0).indent for r in range(4)] == [13.0, 20.0, 5.0, 0.0]


def test_section_rows_are_known_with_what_they_hold() -> None:
    table = table_of(
        row("", "2024", "2023")
        + row("Assets", "", "")
        + "<tr><td style='padding-left:8pt'>Current:</td><td/><td/></tr>"
        + "<tr><td style='padding-left:16pt'>Cash</td><td>10</td><td>20</td></tr>"
        + row("Liabilities", "", "")
        + "<tr><td style='padding-left:8pt'>Debt</td><td>5</td><td>6</td></tr>"
    )
    assert table.is_section(1) and not table.is_section(3)
    assert table.sections(3) == ("Assets", "Current:")
    assert table.sections(5) == ("Liabilities",)


def test_white_space_between_a_mark_and_its_number_in_one_cell_is_kept() -> None:
    table = table_of(row("売上原価", "※１ 39,814", "※１ 40,002") + row("売上総利益", "1,200", "1,300"))
    assert table.cell(0, 1).text == "※１ 39,814"


def test_ids_of_annotated_tables_are_kept_for_empty_cells_too() -> None:
    layout = layout_of(
        '<table table-id="D1-tab1">'
        '<tr><td cell-id="D1-tab1-r1c1"/><td cell-id="D1-tab1-r1c2"/><td cell-id="D1-tab1-r1c3">当期</td></tr>'
        '<tr><td cell-id="D1-tab1-r2c1">売上高</td><td cell-id="D1-tab1-r2c2"/><td cell-id="D1-tab1-r2c3">5</td></tr>'
        '<tr><td cell-id="D1-tab1-r3c1"/><td cell-id="D1-tab1-r3c2"/><td cell-id="D1-tab1-r3c3"/></tr>'
        "</table>"
    )
    table = layout.table_by_id("D1-tab1")
    assert table is not None and (table.rows, table.columns) == (2, 2)
    for r, c in itertools.product((1, 2, 3), repeat=2):
        cell = layout.cell_by_id(f"D1-tab1-r{r}c{c}")
        assert cell is not None and cell.table is table
    assert layout.cell_by_id("D1-tab1-r2c3") is table.cell(1, 1)


def test_annotated_cells_are_never_joined() -> None:
    table = table_of(
        '<tr><td cell-id="a">現金</td><td cell-id="b">※1</td><td cell-id="c">△</td><td cell-id="d">39,814</td></tr>',
        'table-id="t"',
    )
    assert [c.text for c in table.cells] == ["現金", "※1", "△", "39,814"]


def test_a_table_of_one_cell_or_one_column_is_no_table() -> None:
    page = layout_of("<table><tr><td><p>First</p><p>Second</p></td></tr><tr><td>Third</td></tr></table>").pages[0]
    assert not page.tables
    assert [b.text for b in page.blocks] == ["First", "Second", "Third"]


def test_a_bullet_list_set_as_a_table_is_a_list() -> None:
    page = layout_of("<table>" + row("", "•", "We may lose money.") + row("", "•", "We may lose more.") + "</table>").pages[0]
    assert [(b.kind, b.text) for b in page.blocks] == [
        ("list_item", "• We may lose money."),
        ("list_item", "• We may lose more."),
    ]


def test_a_table_in_a_layout_table_comes_out_and_what_stands_around_it_stays_in_order() -> None:
    page = layout_of(
        "<table><tr><td>Before<table>" + row("Cash", "10") + row("Debt", "20") + "</table>After</td></tr></table>"
    ).pages[0]
    assert [type(item).__name__ for item in page.items] == ["Block", "Table", "Block"]


def test_a_layout_table_inside_a_data_cell_is_just_that_cells_text() -> None:
    table = table_of(row("Cash", "<table><tr><td>1,000</td></tr></table>") + row("Debt", "2,000"))
    assert table.cell(0, 1).text == "1,000"


def test_spans_that_claim_too_much_end_in_one_error() -> None:
    rows = "".join('<tr><td colspan="900">1</td><td rowspan="900">2</td></tr>' for _ in range(50))
    with pytest.raises(LimitError, match="covers more positions than the limit of 5,000"):
        layout_of(f"<table>{rows}</table>", limits=Limits(cells=5_000))


def test_spans_that_are_no_numbers_count_as_one() -> None:
    table = table_of("<tr><td colspan='x'>Cash</td><td rowspan='-1'>1,000</td></tr>" + row("Debt", "2,000"))
    assert (table.rows, table.columns) == (2, 2)


cells = st.tuples(
    st.sampled_from(["", "", "1,234", "(72", ")", "$", "%", "—", "Cash", "2024", "(1)", "12.5%", "*", "a longer label"]),
    st.integers(1, 4),
    st.integers(1, 3),
)
tables = st.lists(st.lists(cells, min_size=1, max_size=7), min_size=1, max_size=8)


def _built(rows: list[list[tuple[str, int, int]]]) -> Table:
    markup = "".join(
        "<tr>" + "".join(f'<td colspan="{w}" rowspan="{h}">{text}</td>' for text, w, h in cells) + "</tr>" for cells in rows
    )
    return table_of(markup, 'table-id="t"')


def _free(rows: list[list[tuple[str, int, int]]]) -> list[Table]:
    markup = "".join(
        "<tr>" + "".join(f'<td colspan="{w}" rowspan="{h}">{text}</td>' for text, w, h in cells) + "</tr>" for cells in rows
    )
    return [t for p in layout_of(f"<table>{markup}</table>").pages for t in p.tables]


@settings(max_examples=300, deadline=None)
@given(tables)
def test_every_position_is_covered_at_most_once_and_lies_in_the_grid(rows: list[list[tuple[str, int, int]]]) -> None:
    for table in [_built(rows), *_free(rows)]:
        covered: set[tuple[int, int]] = set()
        for cell in table.cells:
            for at in itertools.product(
                range(cell.row, cell.row + cell.row_span), range(cell.column, cell.column + cell.column_span)
            ):
                assert at not in covered
                covered.add(at)
                assert at[0] < table.rows and at[1] < table.columns


@settings(max_examples=300, deadline=None)
@given(tables)
def test_no_text_is_lost_and_numbers_are_never_merged(rows: list[list[tuple[str, int, int]]]) -> None:
    wanted = sorted("".join(text.replace(" ", "") for cells in rows for text, _, _ in cells))
    layout = layout_of(
        "<table>"
        + "".join(
            "<tr>" + "".join(f'<td colspan="{w}" rowspan="{h}">{t}</td>' for t, w, h in cells) + "</tr>" for cells in rows
        )
        + "</table>"
    )
    found = [b.text for p in layout.pages for b in p.blocks] + [c.text for p in layout.pages for t in p.tables for c in t.cells]
    assert sorted("".join(found).replace(" ", "")) == wanted
    for text in found:
        # A cell holds at most one of the row's numbers: none of the samples is a range or a sentence with two.
        numbers = [word for word in text.replace("(1)", "").split() if shape_of(word) in (NUMBER, DASH)]
        assert len(numbers) <= 1 or "•" in text


def test_the_indentation_of_the_markup_does_not_hide_a_number() -> None:
    pad = "\n" + " " * 40
    table = table_of(row("", "当期") + row("売上高", f"{pad}※２{pad}93,239{pad}"))
    assert (table.header_rows, table.cell(1, 1).display) == (1, "※２ 93,239")


def test_a_list_item_made_of_fragments_keeps_them_all() -> None:
    page = layout_of("<table>" + row("(1)", "(1,234", ")") + "</table>").pages[0]
    assert [b.text for b in page.blocks] == ["(1) (1,234)"]


def test_rows_that_lost_their_empty_cells_are_set_right_by_the_order_of_their_numbers() -> None:
    table = table_of(
        row("4*Three months ended June 30,", "4*Six months ended June 30,")
        + row("2*2024", "2*2023", "2*2024", "2*2023")
        + row("Premiums", "$", "852", "$", "831", "$", "2,538", "$", "2,477")
        + row("Ceded", "(412", ")", "(411", ")", "(1,249", ")", "(1,241", ")")
        + row("Net", "439", "420", "1,288", "1,236")
    )
    assert table.to_rows()[2:] == [
        ["Premiums", "$852", "$831", "$2,538", "$2,477"],
        ["Ceded", "(412)", "(411)", "(1,249)", "(1,241)"],
        ["Net", "439", "420", "1,288", "1,236"],
    ]
    assert [table.column_headers(c) for c in range(1, 5)] == [
        ("Three months ended June 30,", "2024"),
        ("Three months ended June 30,", "2023"),
        ("Six months ended June 30,", "2024"),
        ("Six months ended June 30,", "2023"),
    ]


def test_rows_without_contradiction_stay_where_the_markup_has_them() -> None:
    table = table_of(
        row("", "2024", "", "2023", "")
        + row("Stocks", "3", "", "4", "")
        + row("Debtors", "6", "", "8")
        + row("Net", "", "9", "", "12")
    )
    assert table.to_rows()[1:] == [["Stocks", "3", "", "4", ""], ["Debtors", "6", "", "8", ""], ["Net", "", "9", "", "12"]]


def test_a_raised_mark_stands_apart_in_what_is_shown_and_in_no_amount() -> None:
    table = table_of(
        "<tr><td></td><td>2024<sup>1</sup></td></tr>"
        '<tr><td>Net income per share<span style="position:relative;top:-3pt">(a)</span></td><td>$1.25<sup>2</sup></td></tr>'
        "<tr><td>Area in m<sup>2</sup>, 1<sup>st</sup> quarter</td><td>12</td></tr>"
    )
    assert table.to_rows() == [["", "2024 1"], ["Net income per share (a)", "$1.25 2"], ["Area in m2, 1st quarter", "12"]]
    cell = table.cell(1, 1)
    assert cell.text == "$1.252"
    assert cell.amount is not None and str(cell.amount.value) == "1.25"


def test_heads_set_as_a_table_of_their_own_are_the_header_of_the_table_below() -> None:
    heads = "<table>" + row("", "2024", "", "2023") + row("Note", "£", "", "£") + "</table>"
    body = "<table>" + row("Stocks", "", "370", "", "357", "") + row("Debtors", "6", "41", "", "36", "")
    body += row("Net current assets", "", "", "411", "", "393") + "</table>"
    (table,) = [t for page in layout_of(heads + body).pages for t in page.tables]
    assert (table.header_rows, table.columns) == (2, 6)
    assert [table.column_headers(c) for c in range(6)] == [
        (),
        ("Note",),
        ("2024", "£"),
        ("2024", "£"),
        ("2023", "£"),
        ("2023", "£"),
    ]
    assert table.to_rows()[4] == ["Net current assets", "", "", "411", "", "393"]
    assert len({cell.id for cell in table.cells}) == len(table.cells)


def test_heads_without_a_table_that_they_fit_stay_a_table() -> None:
    heads = "<table>" + row("", "2024", "2023") + row("Note", "£", "£") + "</table>"
    body = "<table>" + row("Stocks", "1,370", "357", "35") + row("Debtors", "1,241", "242", "36") + "</table>"
    assert [len(page.tables) for page in layout_of(heads + body).pages] == [2]
    assert [len(page.tables) for page in layout_of(heads + "<p>Of which:</p>" + body).pages] == [2]
