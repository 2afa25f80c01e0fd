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
