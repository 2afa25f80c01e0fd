"""The same statements as OCR, other layouts, other countries and other scales print them: every KPI stays what it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.engines.kpis import reports
from tieout.engines.kpis import kpis

VALUES = {
    "revenue": "2418.5",
    "cost_of_revenue": "1530.2",
    "gross_profit": "888.3",
    "sga_expense": "512.6",
    "operating_income": "375.7",
    "interest_expense": "41.3",
    "income_tax_expense": "78.9",
    "net_income": "255.5",
    "total_assets": "1645.9",
    "total_liabilities": "950.4",
    "stockholders_equity": "695.5",
    "cash_and_equivalents": "198.4",
    "inventory": "305.7",
    "accounts_receivable": "240.2",
    "accounts_payable": "167",
    "long_term_debt_noncurrent": "610",
    "long_term_debt_current": "25",
    "operating_cash_flow": "344.1",
    "investing_cash_flow": "-120.4",
    "financing_cash_flow": "-202.2",
    "capex": "120.4",
    "depreciation_amortization": "96",
    "dividends_paid": "98.6",
}
PER_SHARE = {"eps_basic": Decimal("6.21"), "eps_diluted": Decimal("6.15")}


def check(pages: list[str], scale: int = 6, unit: str = "USD") -> None:
    answers = {answer.kpi: answer for answer in kpis(reports.report(*pages))}
    expected = {kpi: Decimal(value).scaleb(scale) for kpi, value in VALUES.items()} | PER_SHARE
    assert {kpi: answers[kpi].value for kpi in expected} == expected
    assert answers["revenue"].unit == f"iso4217:{unit}"


def in_cells(change: Callable[[str], str]) -> list[str]:
    """The pages with the content of every cell changed."""
    return [re.sub(r"<td>([^<]*)</td>", lambda cell: f"<td>{change(cell[1])}</td>", page) for page in reports.PAGES]


def replaced(*changes: tuple[str, str]) -> list[str]:
    pages = list(reports.PAGES)
    for old, new in changes:
        pages = [page.replace(old, new) for page in pages]
    return pages


def year_as(pattern: str) -> list[str]:
    return in_cells(lambda text: pattern.format(year=text, short=text[2:]) if re.fullmatch("20[0-9]{2}", text) else text)


def parts(split: str) -> list[str]:
    """Amounts in three cells: currency sign, number, closing bracket, as HTML filings have them."""
    amount = re.compile(r"<td>(\$ )?(\(?)(?!20[0-9]{2}<)([0-9.,]+)(\)?)</td>")
    pages = [
        amount.sub(lambda m: f"<td>{(m[1] or '').strip()}</td><td>{m[2]}{m[3]}</td><td>{m[4]}</td>", p) for p in reports.PAGES
    ]
    return [re.sub(r"<td>(20[0-9]{2})</td>", split, page) for page in pages]


def cut(page: int, row: int) -> list[str]:
    """A statement that goes on overleaf, where its head is not repeated."""
    pages = list(reports.PAGES)
    rows = re.findall(r"<tr>.*?</tr>", pages[page])
    head = pages[page][: pages[page].index("<table>")]
    pages[page : page + 1] = [f"{head}<table>{''.join(rows[:row])}</table>", f"<table>{''.join(rows[row:])}</table>"]
    return pages


def account_form() -> list[str]:
    """Assets on the left, liabilities and equity on the right of one table."""
    left, right = (re.findall(r"<tr>(.*?)</tr>", reports.PAGES[place]) for place in (3, 4))
    blank = "<td></td>" * 3
    rows = max(len(left), len(right))
    sides = zip(left + [blank] * (rows - len(left)), right + [blank] * (rows - len(right)), strict=True)
    table = "<table>" + "".join(f"<tr>{one}{other}</tr>" for one, other in sides) + "</table>"
    return [*reports.PAGES[:3], f"## CONSOLIDATED BALANCE SHEETS\n\n(in millions)\n\n{table}", reports.PAGES[5]]


def with_notes() -> list[str]:
    pages = [re.sub(r"(<tr><td>[^<]*</td>)", r"\1<td>4</td>", page) for page in reports.PAGES]
    return [re.sub(r"(December 31,</td>)<td>4</td>", r"\1<td>Note</td>", page) for page in pages]


LAYOUTS = {
    "statements have other names": replaced(
        ("CONSOLIDATED STATEMENTS OF OPERATIONS", "Group results"),
        ("CONSOLIDATED BALANCE SHEETS", "Where we stood"),
        ("CONSOLIDATED STATEMENTS OF CASH FLOWS", "How our cash moved"),
    ),
    "statements have no headings": [re.sub(r"## CONSOL.*\n", "", page) for page in reports.PAGES],
    "amounts in three cells below a spanning year": parts(r'<td colspan="3">\1</td>'),
    "amounts in three cells": parts(r"<td></td><td>\1</td><td></td>"),
    "closing brackets in a cell": [re.sub(r"\(([0-9.,]+)\)</td>", r"(\1</td><td>)</td>", page) for page in reports.PAGES],
    "balance sheet in account form": account_form(),
    "income statement over two pages": cut(2, 6),
    "cash flow statement over two pages": cut(5, 7),
    "a column of notes": with_notes(),
    "minus signs": in_cells(lambda text: re.sub(r"^\((.*)\)$", "−\\1", text)),
    "dot leaders": in_cells(lambda text: f"{text} ........" if re.fullmatch("[A-Z][A-Za-z ,'&-]+", text) else text),
    "capitals": in_cells(str.upper),
    "thousands parted by spaces": in_cells(lambda text: re.sub("([0-9]),([0-9]{3})", r"\1 \2", text)),
    "FY2024": year_as("FY{year}"),
    "FY24": year_as("FY{short}"),
    "31.12.2024": year_as("31.12.{year}"),
    "Dec-24": year_as("Dec-{short}"),
    "Dec '24": year_as("Dec '{short}"),
    "earlier year first": [
        re.sub(
            r"<tr>(<td>[^<]*</td>)((?:<td>[^<]*</td>)+)</tr>",
            lambda m: f"<tr>{m[1]}{''.join(re.findall('<td>[^<]*</td>', m[2])[::-1])}</tr>",
            page,
        )
        for page in reports.PAGES
    ],
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    check(LAYOUTS[layout])


@pytest.mark.parametrize(
    ("told", "sign", "scale", "unit"),
    [
        ("(₹ in crores, except per share data)", "₹ ", 7, "INR"),
        ("(Rs. in lakhs)", "Rs. ", 5, "INR"),
        ("(₹ in lakh)", "₹ ", 5, "INR"),
        ("(Amounts in ₹ crore unless otherwise stated)", "₹ ", 7, "INR"),
        ("Rupees in '000", "", 3, "INR"),
        ("(in thousands of euros)", "€ ", 3, "EUR"),
        ("€m", "", 6, "EUR"),
        ("in Mio. EUR", "", 6, "EUR"),
        ("TEUR", "", 3, "EUR"),
        ("(£'000)", "£ ", 3, "GBP"),
        ("(£m)", "£ ", 6, "GBP"),
        ("RMB million", "", 6, "CNY"),
        ("HK$ million", "", 6, "HKD"),
        ("(in billions of yen)", "¥ ", 9, "JPY"),
        ("(CHF in millions)", "", 6, "CHF"),
        ("SEK m", "", 6, "SEK"),
        ("Millions of Canadian dollars", "", 6, "CAD"),
        ("(Thousands of U.S. dollars)", "$ ", 3, "USD"),
    ],
)
def test_scales_and_currencies(told, sign, scale, unit):
    changes = (
        ("$ ", sign),
        ("to $2.4 billion", "well"),
        ("(in millions, except per share data)", told),
        ("(in millions)", told),
    )
    check(replaced(*changes), scale, unit)


def test_decimal_commas():
    swapped = str.maketrans({",": ".", ".": ","})
    pages = in_cells(lambda text: text.removeprefix("$ ").translate(swapped) if re.search("[0-9]", text[-3:]) else text)
    pages = [page.replace("to $2.4 billion", "well").replace("(in millions", "(in € millions") for page in pages]
    check(pages, unit="EUR")


def rows_of(page: str) -> list[list[str]]:
    return [re.findall("<td[^>]*>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", page)]


def redrawn(draw: Callable[[list[list[str]]], str]) -> list[str]:
    """The pages with every table drawn anew from its rows of cells."""
    return [re.sub("<table>.*?</table>", lambda found: draw(rows_of(found[0])), page) for page in reports.PAGES]


def each_row(change: Callable[[int, list[str]], list[str]]) -> list[str]:
    return redrawn(lambda rows: reports.table(*(" | ".join(change(place, row)) for place, row in enumerate(rows))))


def has_amounts(row: list[str]) -> bool:
    return bool(re.search("[0-9]", "".join(row[1:])))


def with_pipes(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def in_latex(rows: list[list[str]]) -> str:
    lines = [" & ".join(row).replace("$", "\\$") + " \\\\\n\\hline" for row in rows]
    return "\n".join(["\\begin{tabular}{l" + "r" * (len(rows[0]) - 1) + "}", "\\hline", *lines, "\\end{tabular}"])


def below_a_row_of_units(rows: list[list[str]]) -> str:
    blank = [" | " * (len(rows[0]) - 1)]
    heads = [
        "For the years ended December 31," + blank[0],
        " | ".join(["", *rows[0][1:]]),
        " | ".join([""] + ["$m"] * (len(rows[0]) - 1)),
    ]
    return reports.table(*heads, *(" | ".join(row) for row in rows[1:]))


def with_changes(place: int, row: list[str]) -> list[str]:
    added = ["Change", "% change"] if not place else ["10.0", "1.5"] if has_amounts(row) else ["", ""]
    return row[:3] + added + row[3:]


def beside_quarters(place: int, row: list[str]) -> list[str]:
    if not place:
        return [row[0], "Q4 2024", "Q4 2023", *(f"FY {year}" for year in row[1:3])]
    return [row[0], *(("61.7", "59.9") if has_amounts(row) else ("", "")), *row[1:3]]


def in_one_table() -> list[str]:
    """All statements below each other in one table."""
    rows: list[str] = []
    for place, heading in ((2, "Income statement"), (3, "Assets"), (4, "Liabilities and equity"), (5, "Cash flows")):
        rows.append(f"{heading} | |")
        rows.extend(" | ".join(row[:3]) for row in rows_of(reports.PAGES[place]))
    return [*reports.PAGES[:2], "## Financial statements\n\n(in millions, except per share data)\n\n" + reports.table(*rows)]


def in_thousands(parted: str) -> list[str]:
    """Amounts as whole thousands, parted by a comma or a dot."""

    def told(cell: str) -> str:
        found = re.fullmatch(r"(?:\$ )?(\(?)([0-9,]+)\.([0-9])(\)?)", cell)
        if found is None:
            return cell.replace(".", ",") if parted == "." and re.fullmatch(r"(?:\$ )?[0-9]\.[0-9]{2}", cell) else cell
        return f"{found[1]}{int(found[2].replace(',', '') + found[3]) * 100:,}{found[4]}".replace(",", parted)

    return [page.replace("to $2.4 billion", "well").replace("(in millions", "(in TEUR") for page in in_cells(told)]


HIGHLIGHTS = "## Financial highlights\n\n(in billions, except per share)\n\n" + reports.table(
    "| 2024 | 2023", "Net sales | $ 2.4 | $ 2.3", "Adjusted operating income | 0.4 | 0.3", "Adjusted net income | 0.3 | 0.2",
    "Adjusted diluted earnings per share | 6.90 | 5.80", "Total assets | 1.6 | 1.6",
)  # fmt: skip
TWO_LINES = (
    ("<tr><td>Purchases of property, plant and equipment</td>",
     "<tr><td>Purchases of property, plant</td><td></td><td></td><td></td></tr><tr><td>and equipment</td>"),
    ("<tr><td>Net cash provided by operating activities</td>",
     "<tr><td>Net cash provided by</td><td></td><td></td><td></td></tr><tr><td>operating activities</td>"),
    ("<td>Selling, general and administrative expenses</td>", "<td>Selling, general and<br/>administrative expenses</td>"),
)  # fmt: skip

HARD = {
    "tables with pipes": redrawn(with_pipes),
    "tables in LaTeX": redrawn(in_latex),
    "a row of units below the years": redrawn(below_a_row_of_units),
    "changes between the years": each_row(with_changes),
    "quarters beside the years": each_row(beside_quarters),
    "numbered rows": each_row(lambda place, row: [f"{place}. {row[0]}" if place else row[0], *row[1:]]),
    "rows numbered in roman": each_row(
        lambda place, row: [f"({'iv' if place % 2 else 'vii'}) {row[0]}" if place else row[0], *row[1:]]
    ),
    "numbers of lines in a column": each_row(lambda place, row: [str(place or ""), *row]),
    "all statements in one table": in_one_table(),
    "rounded and adjusted highlights first": [reports.PAGES[0], HIGHLIGHTS, *reports.PAGES[1:]],
    "restated years": replaced(("<td>2023</td>", "<td>2023 (restated)</td>")),
    "12 months to": in_cells(lambda text: f"12 months to 31 Dec {text}" if re.fullmatch("20[0-9]{2}", text) else text),
    "years above the table alone": [
        re.sub(
            r"\n\n<table><tr><td>[^<]*</td>(?:<td>20[0-9]{2}</td>)+</tr>",
            lambda found: "\n\nfor the years " + ", ".join(re.findall("20[0-9]{2}", found[0])) + "\n\n<table>",
            page,
        )
        for page in reports.PAGES
    ],
    "labels over two rows": replaced(*TWO_LINES),
    "minus signs behind": in_cells(lambda text: re.sub(r"^\((.*)\)$", r"\1-", text)),
    "no separators": in_cells(
        lambda text: text.replace("$ ", "$").replace(",", "") if re.fullmatch(r"[$ (]*[0-9.,]+\)?", text) else text
    ),
}


@pytest.mark.parametrize("layout", HARD)
def test_hard_layouts(layout):
    check(HARD[layout])


@pytest.mark.parametrize("parted", [",", "."])
def test_whole_thousands_parted_by_commas_or_by_dots(parted):
    check(in_thousands(parted), scale=6, unit="EUR")
