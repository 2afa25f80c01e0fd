"""Tables of a PDF are grids: labels left, numbers in columns, headers above, told from where the words stand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.pdf_writer import BOLD, Sheet, pdf, width
from tieout.reading.pdf import read_pdf
from tieout.reading.pdf.lines import lines_of
from tieout.reading.pdf.regions import regions_of
from tieout.reading.pdf.tables import table_of
from tieout.reading.pdf.words import Word
from tieout.report.layout import Table


def only_table(*sheets: Sheet) -> Table:
    tables = read_pdf(pdf(*sheets), "made-up.pdf").tables
    assert len(tables) == 1
    return tables[0]


def balance_sheet() -> Sheet:
    page = Sheet()
    page.text(220, 60, "Consolidated Balance Sheets", font=BOLD).text(250, 74, "(in thousands)")
    page.text(380, 100, "December 31, 2023").text(480, 100, "December 31, 2022")
    rows = [
        ("Current assets:", None, None),
        ("Cash and cash equivalents", "1,204", "980"),
        ("Allowance for losses", "(17)", "(9)"),
        ("Total current assets", "1,187", "971"),
    ]
    for n, (label, now, before) in enumerate(rows):
        y = 120 + 16 * n
        page.text(60 + 10 * (n in (1, 2)), y, label)
        if now and before:
            if n != 2:
                page.text(395, y, "$").text(495, y, "$")
            page.right(450, y, now).right(550, y, before)
    return page


def test_numbers_are_cells_with_row_label_and_column_header() -> None:
    table = only_table(balance_sheet())
    assert table.to_rows() == [
        ["", "December 31, 2023", "December 31, 2022"],
        ["Current assets:", "", ""],
        ["Cash and cash equivalents", "$ 1,204", "$ 980"],
        ["Allowance for losses", "(17)", "(9)"],
        ["Total current assets", "$ 1,187", "$ 971"],
    ]
    cell = table.cell(2, 2)
    assert cell.row_label == "Cash and cash equivalents"
    assert cell.column_headers == ("December 31, 2022",)
    assert table.header_rows == 1
    assert table.label_columns == 1


def test_the_title_above_is_the_caption_and_no_header() -> None:
    assert only_table(balance_sheet()).caption == "Consolidated Balance Sheets (in thousands)"
    assert only_table(balance_sheet()).headings == ("Consolidated Balance Sheets",)


def test_cells_know_their_boxes_from_the_top_left_corner() -> None:
    table = only_table(balance_sheet())
    cell = table.cell(2, 1)
    assert cell.box is not None
    x0, y0, x1, y1 = cell.box
    assert 394 < x0 < 397 and 449 < x1 < 451
    assert y0 < 136 < y1 and y1 - y0 < 14


def test_the_evidence_of_a_cell_quotes_its_stored_text() -> None:
    evidence = only_table(balance_sheet()).cell(2, 1).evidence
    assert evidence.quote == "$ 1,204"
    assert (evidence.page, evidence.table, evidence.cell) == (1, "p1t0", "p1t0r2c1")


def test_indents_of_labels_are_kept() -> None:
    table = only_table(balance_sheet())
    assert table.cell(2, 0).indent > table.cell(1, 0).indent == 0


def test_a_header_over_several_columns_spans_them_as_its_rule_does() -> None:
    page = Sheet()
    page.text(330, 80, "Three months").rule(300, 84, 400).text(465, 80, "Nine months").rule(440, 84, 540)
    for x, year in ((320, "2023"), (390, "2022"), (460, "2023"), (530, "2022")):
        page.right(x, 100, year)
    for n, label in enumerate(("Revenue", "Cost of revenue")):
        page.text(60, 120 + 16 * n, label)
        for x in (320, 390, 460, 530):
            page.right(x, 120 + 16 * n, f"{x + n},000")
    table = only_table(page)
    assert table.header_rows == 2
    assert table.column_headers(1) == ("Three months", "2023")
    assert table.column_headers(2) == ("Three months", "2022")
    assert table.column_headers(4) == ("Nine months", "2022")
    assert table.cell(0, 1).column_span == 2


def test_a_header_over_two_lines_is_one_header() -> None:
    page = Sheet().text(395, 80, "June 30,").text(405, 91, "2023").text(490, 80, "June 30,").text(500, 91, "2022")
    for n in range(3):
        page.text(60, 110 + 16 * n, f"Item {'abc'[n]}").right(430, 110 + 16 * n, "7,001").right(525, 110 + 16 * n, "12")
    table = only_table(page)
    assert table.column_headers(1) == ("June 30, 2023",)
    assert table.column_headers(2) == ("June 30, 2022",)


def test_a_label_over_two_lines_is_one_row() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "2022")
    page.text(60, 100, "Net income").right(450, 100, "500").right(550, 100, "400")
    page.text(60, 116, "Common stock, 9,000,000 shares authorised and outstanding, of").text(60, 127, "a par value of 1 cent")
    page.right(450, 127, "90").right(550, 127, "90")
    page.text(60, 143, "Retained earnings").right(450, 143, "7").right(550, 143, "3")
    rows = only_table(page).to_rows()
    assert rows[2] == ["Common stock, 9,000,000 shares authorised and outstanding, of a par value of 1 cent", "90", "90"]
    assert len(rows) == 4


def test_section_rows_stay_rows_of_their_own() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "2022")
    page.text(60, 100, "Earnings per share")
    page.text(60, 116, "Basic").right(450, 116, "0.48").right(550, 116, "6.04")
    page.text(60, 132, "Diluted").right(450, 132, "0.47").right(550, 132, "5.93")
    assert [row[0] for row in only_table(page).to_rows()] == ["", "Earnings per share", "Basic", "Diluted"]


def test_totals_without_a_label_keep_their_row() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "2022")
    for n, label in enumerate(("Land", "Buildings", "")):
        page.text(60, 100 + 16 * n, label).right(450, 100 + 16 * n, f"{n + 1},100").right(550, 100 + 16 * n, f"{n + 1},200")
    assert only_table(page).to_rows()[3] == ["", "3,100", "3,200"]


def test_dot_leaders_are_no_text() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "2022")
    for n, label in enumerate(("Interest" + "." * 60, "Taxes " + ". " * 50)):
        page.text(60, 100 + 16 * n, label).right(450, 100 + 16 * n, "1,100").right(550, 100 + 16 * n, "1,200")
    assert only_table(page).to_rows()[1:] == [["Interest", "1,100", "1,200"], ["Taxes", "1,100", "1,200"]]


def test_words_for_no_number_stand_in_the_number_column() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "Change")
    for n, change in enumerate(("12%", "NM", "(3)%", "—")):
        page.text(60, 100 + 16 * n, f"Line {'abcd'[n]}").right(450, 100 + 16 * n, "1,100").right(550, 100 + 16 * n, change)
    assert [row[2] for row in only_table(page).to_rows()] == ["Change", "12%", "NM", "(3)%", "—"]


def test_a_footnote_mark_stays_with_its_number() -> None:
    page = Sheet().right(450, 80, "2023").right(550, 80, "2022")
    page.text(60, 100, "Securities").right(450, 100, "1.55").text(453, 100, "(g)").right(550, 100, "1.31")
    page.text(60, 116, "Loans").right(450, 116, "4.28").right(550, 116, "3.98")
    assert only_table(page).to_rows()[1] == ["Securities", "1.55 (g)", "1.31"]


def test_a_table_without_labels_has_none() -> None:
    page = Sheet()
    for n, x in enumerate((150, 250, 350)):
        page.right(x, 80, str(2018 + n)).right(x, 96, f"{n + 1},499")
    table = only_table(page)
    assert table.label_columns == 0
    assert table.to_rows() == [["2018", "2019", "2020"], ["1,499", "2,499", "3,499"]]
    assert table.cell(1, 0).column_headers == ("2018",)


def test_years_down_the_side_are_labels() -> None:
    page = Sheet().right(450, 80, "Operating").right(550, 80, "Finance")
    for n in range(3):
        y = 96 + 16 * n
        page.text(60, y, str(2024 + n)).right(450, y, f"{n + 1},100").right(550, y, f"{n + 1}7")
    table = only_table(page)
    assert table.cell(2, 1).row_label == "2025"
    assert [row[0] for row in table.to_rows()] == ["", "2024", "2025", "2026"]


def test_a_range_of_years_or_rates_is_one_value() -> None:
    page = Sheet().right(300, 80, "Due").right(450, 80, "Amount").right(550, 80, "Rate")
    for n in range(2):
        y = 96 + 16 * n
        page.text(60, y, f"Notes {'ab'[n]}").text(250, y, "2025 - 2029").right(450, y, "2,000").text(495, y, "0.86% - 1.09%")
    assert only_table(page).to_rows()[1] == ["Notes a", "2025 - 2029", "2,000", "0.86% - 1.09%"]


def test_a_second_header_begins_a_second_table() -> None:
    page = Sheet()
    for k, columns in enumerate((("First Quarter", "Second Quarter"), ("Third Quarter", "Fourth Quarter"))):
        top = 80 + 50 * k
        page.text(400, top, columns[0]).text(490, top, columns[1])
        for n in range(2):
            y = top + 16 * (n + 1)
            page.text(60, y, f"Line {'ab'[n]}").right(450, y, f"{n + 1},100").right(550, y, f"{n + 1},200")
    tables = read_pdf(pdf(page), "made-up.pdf").tables
    assert [t.column_headers(1) for t in tables] == [("First Quarter",), ("Third Quarter",)]


def test_prose_around_a_table_is_not_in_it() -> None:
    page = balance_sheet()
    page.text(60, 200, "The accompanying notes are an integral part of these statements, which were not audited by anybody.")
    report = read_pdf(pdf(page), "made-up.pdf")
    assert report.tables[0].rows == 5
    assert report.blocks[-1].text.startswith("The accompanying notes")


def test_numbers_in_prose_make_no_table() -> None:
    page = Sheet()
    for n in range(8):
        page.text(
            60,
            100 + 12 * n,
            f"In 2023 we sold {n + 3},200 units, against 2,900 units in 2022, at prices of $ 12 to $ 14 a unit.",
        )
    assert read_pdf(pdf(page), "made-up.pdf").tables == []


def test_prose_in_two_columns_is_read_column_by_column() -> None:
    page = Sheet()
    for n in range(6):
        page.text(50, 100 + 12 * n, f"left column line {n} goes on with words").text(
            320, 100 + 12 * n, f"right column line {n} goes on too"
        )
    text = read_pdf(pdf(page), "made-up.pdf").pages[0].text
    assert text.index("left column line 5") < text.index("right column line 0")


def test_a_table_printed_sideways_is_read() -> None:
    page = Sheet()
    for n, (label, now, before) in enumerate(
        (("", "2023", "2022"), ("Revenue", "4,000", "3,000"), ("Expense", "2,500", "2,400"))
    ):
        x = 100 + 16 * n
        page.text(x, 700, label, turn="0 1 -1 0").text(x, 300, now, turn="0 1 -1 0").text(x, 200, before, turn="0 1 -1 0")
    table = only_table(page)
    assert table.to_rows() == [["", "2023", "2022"], ["Revenue", "4,000", "3,000"], ["Expense", "2,500", "2,400"]]
    box = table.cell(1, 1).box
    assert box is not None
    assert box[0] < 116 < box[2] + 3 and box[3] <= 301 and box[1] > 260


numbers = st.integers(-99_999_999, 99_999_999).map(lambda n: f"({-n:,})" if n < 0 else f"{n:,}")


def word(right: float, y: float, text: str) -> Word:
    """A right-aligned word of ten-point type whose last digit ends at ``right``, its base line at y."""
    x0 = right - width(text.rstrip(")"), 10)
    return Word(text, x0, y - 9, x0 + width(text, 10), y + 2)


@settings(deadline=None)
@given(st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=2, max_size=12))
def test_every_right_aligned_number_is_found_in_its_row_and_column(rows: list[list[str]]) -> None:
    edges = (350, 450, 550)
    words = [word(x, 80, year) for x, year in zip(edges, ("2023", "2022", "2021"), strict=True)]
    for n, values in enumerate(rows):
        words.append(Word("Label" + "abcdefghijkl"[n], 60, 91 + 15 * n, 100, 102 + 15 * n))
        words.extend(word(x, 100 + 15 * n, value) for x, value in zip(edges, values, strict=True))
    lines = lines_of(words)
    (region,) = regions_of(lines)
    table = table_of(lines, region, [], 1, "t", "", "")
    assert table is not None
    assert [row[1:] for row in table.to_rows()[1:]] == rows


def three_years(dates: tuple[str, str, str], years: tuple[str, str, str]) -> Sheet:
    """Three columns of numbers, and over the middle one of them words that hold for all three."""
    page = Sheet()
    right = (350, 440, 530)
    page.text(440 - 12 - width("Years ended", 10) / 2, 100, "Years ended")
    for x, day, year in zip(right, dates, years, strict=True):
        if day:
            page.text(x - 12 - width(day, 10) / 2, 111, day)
        page.text(x - 12 - width(year, 10) / 2, 122 if dates[0] else 111, year)
    for n, label in enumerate(("Net sales", "Cost of sales", "Other income")):
        page.text(60, 136 + 13 * n, label)
        for x in right:
            page.right(x, 136 + 13 * n, f"{n + 1},{x}")
    return page


def test_a_head_below_the_middle_of_a_wide_one_stays_over_its_own_column() -> None:
    table = only_table(three_years(("March 24,", "March 26,", "March 27,"), ("2016", "2015", "2014")))
    heads = [table.column_headers(c) for c in (1, 2, 3)]
    assert heads == [("Years ended", "March 24, 2016"), ("Years ended", "March 26, 2015"), ("Years ended", "March 27, 2014")]


def test_years_with_a_note_are_a_head_and_no_row() -> None:
    table = only_table(three_years(("", "", ""), ("2017", "2016 (1)", "2015")))
    assert table.header_rows == 2
    assert [table.column_headers(c)[-1] for c in (1, 2, 3)] == ["2017", "2016 (1)", "2015"]
