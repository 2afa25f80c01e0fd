"""Rows that their place in a statement tells, and amounts that belong together there."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from tests.engines.kpis import reports
from tieout.engines.kpis import KpiAnswer, kpis

MILLION = 1_000_000


def replaced(place: int, *changes: tuple[str, str]) -> dict[str, KpiAnswer]:
    """Harrow Lane's KPIs with a page changed."""
    pages = list(reports.PAGES)
    for old, new in changes:
        assert old in pages[place]
        pages[place] = pages[place].replace(old, new)
    return {answer.kpi: answer for answer in kpis(reports.report(*pages))}


def row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def test_both_sums_of_a_balance_sheet_may_be_without_a_name():
    page = "## CONSOLIDATED BALANCE SHEETS\n\n(in millions)\n\n" + reports.table(
        "December 31, | 2024 | 2023",
        "Cash and cash equivalents | 198.4 | 176.9",
        "Accounts receivable, net | 240.2 | 231.8",
        "Inventories | 305.7 | 298.3",
        "Property, plant and equipment, net | 901.6 | 877.2",
        " | 1,645.9 | 1,584.2",
        "Accounts payable | 167.0 | 158.8",
        "Long-term debt | 783.4 | 804.3",
        "Total stockholders' equity | 695.5 | 621.1",
        " | 1,645.9 | 1,584.2",
    )
    answers = {a.kpi: a for a in kpis(reports.report(*reports.PAGES[:3], page, reports.PAGES[5]))}
    assert answers["total_assets"].value == Decimal("1645.9") * MILLION
    assert answers["total_liabilities"].value == Decimal("950.4") * MILLION and answers["total_liabilities"].how == "sum"


@pytest.mark.parametrize(("cost", "found"), [("Medical costs", True), ("Cost of products sold", False)])
def test_operating_costs_beside_medical_costs_are_what_a_health_insurer_sells_and_administers_with(cost, found):
    answers = replaced(2, ("Cost of products sold", cost), ("Selling, general and administrative expenses", "Operating costs"))
    assert answers["sga_expense"].value == (Decimal("512.6") * MILLION if found else None)


def test_the_only_row_of_sales_is_revenue_however_it_is_called():
    answers = replaced(
        2,
        (
            row("Net sales", "$ 2,418.5", "$ 2,290.1", "$ 2,104.7"),
            row("Revenue", "", "", "") + row("Vehicle sales", "$ 2,418.5", "$ 2,290.1", "$ 2,104.7"),
        ),
    )
    assert answers["revenue"].value == Decimal("2418.5") * MILLION


def test_total_revenue_is_taken_where_the_statement_sums_up_several_kinds_of_sales():
    answers = replaced(
        2,
        (
            row("Net sales", "$ 2,418.5", "$ 2,290.1", "$ 2,104.7"),
            row("Revenue", "", "", "")
            + row("Services", "1,400.0", "1,300.0", "1,200.0")
            + row("Sales", "1,018.5", "990.1", "904.7")
            + row("Total revenue", "2,418.5", "2,290.1", "2,104.7"),
        ),
    )
    assert answers["revenue"].value == Decimal("2418.5") * MILLION


def test_earnings_per_share_stand_below_a_heading_that_another_heading_follows():
    answers = replaced(
        2,
        (
            row("Net income per share:", "", "", ""),
            row("Per share of common stock", "", "", "") + row("Net income attributable to Harrow Lane Foods", "", "", ""),
        ),
    )
    assert (answers["eps_basic"].value, answers["eps_diluted"].value) == (Decimal("6.21"), Decimal("6.15"))


def test_totals_below_basic_and_diluted_are_earnings_per_share():
    old = row("Basic", "$ 6.21", "$ 5.38", "$ 4.55") + row("Diluted", "6.15", "5.33", "4.51")
    new = "".join(
        row(f"{name}:", "", "", "")
        + row("Continuing operations", *parts)
        + row("Discontinued operations", "0.01", "0.00", "0.00")
        + row("Total", *whole)
        for name, parts, whole in (
            ("Basic", ("6.20", "5.38", "4.55"), ("6.21", "5.38", "4.55")),
            ("Assuming dilution", ("6.14", "5.33", "4.51"), ("6.15", "5.33", "4.51")),
        )
    )
    answers = replaced(2, (old, new))
    assert (answers["eps_basic"].value, answers["eps_diluted"].value) == (Decimal("6.21"), Decimal("6.15"))


def test_one_loss_per_share_is_basic_and_diluted():
    old = (
        row("Net income per share:", "", "", "")
        + row("Basic", "$ 6.21", "$ 5.38", "$ 4.55")
        + row("Diluted", "6.15", "5.33", "4.51")
    )
    answers = replaced(2, (old, row("Net loss per share", "(0.21)", "(0.38)", "(0.55)")))
    assert answers["eps_basic"].value == answers["eps_diluted"].value == Decimal("-0.21")


def test_the_parents_equity_is_the_total_that_the_minority_is_added_to():
    answers = replaced(
        4,
        (
            row("Total stockholders' equity", "695.5", "621.1"),
            row("Total equity for controlling interests", "690.5", "616.1")
            + row("Noncontrolling interests", "5.0", "5.0")
            + row("Total shareowners' equity", "695.5", "621.1"),
        ),
    )
    assert answers["stockholders_equity"].value == Decimal("690.5") * MILLION
    assert answers["stockholders_equity_incl_nci"].value == Decimal("695.5") * MILLION


def test_receivables_are_net_of_the_allowance_printed_between():
    answers = replaced(
        3,
        (
            row("Accounts receivable, net", "240.2", "231.8"),
            row("Accounts receivable", "250.2", "240.8")
            + row("Less: Allowance for credit losses", "(10.0)", "(9.0)")
            + row("Accounts receivable, net", "240.2", "231.8"),
        ),
    )
    assert answers["accounts_receivable"].value == Decimal("240.2") * MILLION


def test_a_small_tax_has_the_sign_that_adds_up_better():
    """Both signs are within rounding of a loss that is a thousand times larger."""
    answers = replaced(
        2,
        ("Income before income taxes", "Loss before income tax benefit"),
        ("334.4", "(334.4)"),
        ("78.9", "0.4"),
        ("Provision for income taxes", "Income tax benefit/ (provision)"),
        ("255.5", "(334.0)"),
    )
    assert answers["income_tax_expense"].value == Decimal("-0.4") * MILLION


def test_current_debt_is_told_within_the_label_of_short_term_borrowings():
    label = "Short-term borrowings, including current portion of long-term debt: 2024—$25; 2023—$30"
    answers = replaced(4, (row("Current portion of long-term debt", "25.0", "25.0"), row(label, "60.0", "70.0")))
    assert answers["long_term_debt_current"].value == 25 * MILLION
    assert answers["long_term_debt_current"].evidence.quote == "25"


@pytest.mark.parametrize(
    "told",
    [
        "<table><tr><td>Class of common stock</td><td>Shares Outstanding as of February 3, 2025</td></tr>"
        "<tr><td>$0.25 par value</td><td>41,220,518</td></tr></table>",
        "At February 3, 2025, 41,220,518 shares of common stock were outstanding, less 8,739,361 shares held in treasury.",
        "<table><tr><td>Class</td><td>Outstanding as of February 3, 2025</td></tr>"
        "<tr><td>Common stock</td><td>41,220,518</td></tr></table>",
        "At February 3, 2025, there were 41.220518 million common shares outstanding.",
        "41,220,518\n\n(Number of shares of common stock\n\noutstanding as of February 3, 2025)",
    ],
)
def test_shares_on_the_cover_stand_in_a_table_beside_treasury_shares_or_alone_on_their_line(told):
    cover = reports.COVER[: reports.COVER.index("As of February")]
    answers = {a.kpi: a for a in kpis(reports.report(cover + told, *reports.PAGES[1:]))}
    assert answers["shares_outstanding"].value == 41_220_518


@pytest.mark.parametrize(
    ("kpi", "label"),
    [
        ("operating_cash_flow", "Net cash and cash equivalents provided by (used in) operating activities"),
        ("capex", "Capital expenditures – excluding equipment leased to others"),
        ("dividends_paid", "Cash used to pay dividends"),
        ("eps_diluted", "Earnings per share of common stock—assuming dilution"),
        ("cost_of_revenue", "Purchased crude oil and products"),
        ("short_term_borrowings", "Commercial paper and other short-term borrowings"),
        ("sga_expense", "Marketing, selling and administrative"),
        ("long_term_debt_noncurrent", "Corporate borrowings"),
        ("long_term_debt_current", "Current maturities of corporate borrowings"),
        ("long_term_debt_current", "Current maturities of long-term debt, commercial paper and finance leases"),
        ("eps_basic", "Earnings (loss) per share attributable to 3H common shareholders — basic"),
        ("net_income", "Net income available for Harrow Lane common stockholders"),
        ("eps_basic", "Profit per common share"),
        ("inventory", "Inventories, net of allowance of $3 and $4"),
    ],
)
def test_names_of_rows_that_filers_use(kpi, label):
    from tieout.engines.kpis.labels import matches, normalise

    assert dict(matches(normalise(label))).get(kpi, 0) >= 0.65


def test_trade_receivables_stand_below_their_heading():
    heading = row("Accounts and notes receivable:", "", "")
    parts = row("Trade (net of allowance - 2024: $1; 2023: $2)", "240.2", "231.8") + row("Other", "31.0", "30.0")
    answers = replaced(3, (row("Accounts receivable, net", "240.2", "231.8"), heading + parts))
    assert answers["accounts_receivable"].value == Decimal("240.2") * MILLION


def test_borrowings_below_the_current_liabilities_are_noncurrent():
    current = (row("Current portion of long-term debt", "25.0", "25.0"), row("Current portion of borrowings", "25.0", "25.0"))
    later = (row("Long-term debt, less current portion", "610.0", "635.0"), row("Borrowings", "610.0", "635.0"))
    answers = replaced(4, current, later)
    assert answers["long_term_debt_noncurrent"].value == 610 * MILLION
    assert answers["long_term_debt_current"].value == 25 * MILLION


def test_shares_outstanding_are_dated_within_the_balance_sheets_lines():
    told = row("Shares outstanding - December 31, 2024: 41,220,700", "", "") + row(
        "Shares outstanding - December 31, 2023: 41,220,800", "", ""
    )
    answers = replaced(
        4, (row("Total stockholders' equity", "695.5", "621.1"), told + row("Total stockholders' equity", "695.5", "621.1"))
    )
    assert answers["shares_outstanding"].value == 41_220_700


def test_a_head_that_names_months_in_words_is_no_row_of_amounts():
    head = row("", "Three months ended", "Three months ended", "Year ended", "Year ended") + row(
        "", "2024", "2023", "2024", "2023"
    )
    rows = [
        ("Net sales", "600.1", "590.2", "2,418.5", "2,290.1"),
        ("Cost of sales", "400.0", "390.0", "1,530.2", "1,471.0"),
        ("Operating income", "90.0", "80.0", "375.7", "329.7"),
        ("Income before income taxes", "80.0", "70.0", "334.4", "290.9"),
        ("Provision for income taxes", "20.0", "18.0", "78.9", "68.2"),
        ("Net income", "60.0", "52.0", "255.5", "222.7"),
    ]
    table = f"<table>{head}{''.join(row(*cells) for cells in rows)}</table>"
    page = f"## CONSOLIDATED STATEMENTS OF INCOME\n\n(in millions)\n\n{table}"
    answers = {a.kpi: a for a in kpis(reports.report(*reports.PAGES[:2], page, *reports.PAGES[3:]))}
    assert answers["revenue"].value == Decimal("2418.5") * MILLION and answers["net_income"].value == Decimal("255.5") * MILLION


def test_tables_headed_by_a_line_of_months_are_of_a_part_of_the_year():
    quarter = reports.INCOME.replace(
        "(in millions, except per share data)", "Millions, for the three months ended December 31,"
    )
    quarter = quarter.replace("Year ended December 31,", "").replace("2,418.5", "600.1").replace("255.5", "60.0")
    answers = {a.kpi: a for a in kpis(reports.report(*reports.PAGES[:2], quarter, *reports.PAGES[2:]))}
    assert answers["revenue"].value == Decimal("2418.5") * MILLION and answers["net_income"].value == Decimal("255.5") * MILLION


def test_a_tax_told_in_brackets_elsewhere_has_the_sign_of_the_statement():
    page = "## Non-operating items\n\n(in millions)\n\n" + reports.table(
        "| 2024 | 2023", "Income tax expense | (78.9) | (68.2)"
    )
    changes = (
        row("Provision for income taxes", "78.9", "68.2", "55.4"),
        row("Income tax expense", "(78.9)", "(68.2)", "(55.4)"),
    )
    income = reports.INCOME.replace(*changes)
    answers = {a.kpi: a for a in kpis(reports.report(reports.COVER, page, page, income, *reports.PAGES[3:]))}
    assert answers["income_tax_expense"].value == Decimal("78.9") * MILLION


EQUITY = "## CONSOLIDATED STATEMENTS OF STOCKHOLDERS' EQUITY\n\n(in millions)\n\n" + reports.table(
    " | Stock | Paid-in capital | Retained earnings | Total stockholders' equity | Noncontrolling interest | Total equity",
    "Balance at December 31, 2021 | 1.0 | 200.0 | 250.4 | 451.4 | 9.0 | 460.4",
    "Net income | | | 190.2 | 190.2 | 1.0 | 191.2",
    "Balance at December 31, 2022 | 1.0 | 204.0 | 356.2 | 561.2 | 10.0 | 571.2",
)


def test_equity_of_a_day_that_no_balance_sheet_shows_stands_in_the_statement_of_its_changes():
    answers = {a.kpi: a for a in kpis(reports.report(*reports.PAGES, EQUITY), 2022)}
    assert answers["stockholders_equity"].value == Decimal("561.2") * MILLION
    assert answers["stockholders_equity"].evidence is not None
    assert answers["stockholders_equity"].evidence.page == 7
    assert answers["stockholders_equity_incl_nci"].value == Decimal("571.2") * MILLION


def test_statements_without_a_scale_are_in_full_though_a_note_is_in_millions():
    def full(page: str) -> str:
        page = re.sub(r"\(in millions[^)]*\)", "", page)
        return re.sub(r">(\(?)(\$ )?([0-9,]+)\.([0-9])(\)?)<", lambda m: f">{m[1]}{m[2] or ''}{m[3]},{m[4]}00,417{m[5]}<", page)

    pages = [full(page) if "CONSOLIDATED" in page else page for page in reports.PAGES]
    answers = {a.kpi: a for a in kpis(reports.report(*pages))}
    assert answers["total_assets"].value == 1_645_900_417


def test_shares_in_a_label_are_in_the_scale_that_suits_the_cover():
    liabilities = reports.LIABILITIES.replace(
        "<td>Total stockholders' equity</td>",
        "<td>Common stock, 9,000,000 authorized, 4,120,000 and 4,080,000 shares outstanding</td><td>4.1</td><td>4.1</td></tr>"
        "<tr><td>Total stockholders' equity</td>",
    )
    cover = reports.COVER.replace("41,220,518", "4,122,051")
    pages = (cover, *reports.PAGES[1:4], liabilities, reports.CASH_FLOW)
    answers = {a.kpi: a for a in kpis(reports.report(*pages))}
    assert answers["shares_outstanding"].value == 4_120_000


def test_small_amounts_in_the_prose_of_a_report_in_thousands_are_in_thousands_too():
    pages = [page.replace("(in millions", "(in thousands") for page in reports.PAGES]
    note = "## Research\n\nEngineering, research and development costs were $9,334 and $9,604 in 2024 and 2023, respectively."
    answers = {a.kpi: a for a in kpis(reports.report(*pages, note))}
    assert answers["rd_expense"].value == 9_334_000


def test_earnings_a_share_are_net_income_over_the_shares():
    income = reports.INCOME.replace("<td>Basic</td><td>$ 6.21</td>", "<td>Basic</td><td>$ 6.27</td>")
    note = "## Earnings per share\n\n(in millions, except per share data)\n\n" + reports.table(
        " | 2024 | 2023", "Net income | 255.5 | 222.7", "Basic net income per share | $ 6.22 | $ 5.38"
    )
    pages = (*reports.PAGES[:2], income, *reports.PAGES[3:], note)
    answers = {a.kpi: a for a in kpis(reports.report(*pages))}
    assert answers["eps_basic"].value == Decimal("6.22")


def test_a_quarterly_report_says_that_it_is_one():
    cover = (
        "# FORM 10-Q\n\nQUARTERLY REPORT PURSUANT TO SECTION 13\n\nFor the quarterly period ended June 30, 2024\n\nHarrow Lane"
    )
    income = reports.table(
        "Three months ended June 30, | 2024 | 2023", *("Net sales | 610.2 | 580.4", "Net income | 61.0 | 55.1")
    )
    answers = {a.kpi: a for a in kpis(reports.report(cover, "## STATEMENTS OF OPERATIONS\n\n" + income), 2024)}
    assert not answers["net_income"].found
    assert "quarterly report" in answers["net_income"].reason


def test_a_net_loss_is_negative_though_it_is_printed_plain():
    answers = replaced(
        2,
        ("<td>Net income</td><td>255.5</td>", "<td>Net loss</td><td>255.5</td>"),
        ("<td>Net income per share:</td>", "<td>Net loss per share:</td>"),
        ("<td>$ 6.21</td>", "<td>$ (6.21)</td>"),
        ("<td>6.15</td>", "<td>(6.15)</td>"),
    )
    assert answers["net_income"].value == Decimal("-255.5") * MILLION


def test_a_note_in_millions_says_nothing_of_statements_that_state_no_scale():
    pages = [re.sub(r"\(in millions[^)]*\)", "", page) for page in reports.PAGES]
    notes = "## Notes\n\n" + "\n\n".join(
        reports.table("Item | 2024", *(f"Item {i} | {i},400" for i in range(6))) for _ in range(9)
    )
    leases = "## Leases (in millions)\n\n" + reports.table("Years | 2024", *(f"Year {i} | 1.{i}" for i in range(6)))
    answers = {a.kpi: a for a in kpis(reports.report(*pages, notes, leases))}
    assert answers["total_assets"].value == Decimal("1645.9")


@pytest.mark.parametrize(("end", "year"), [("February 3, 2024", 2023), ("February 28, 2025", 2025), ("January 28, 2024", 2023)])
def test_years_of_retailers_that_end_about_the_last_of_january_are_the_year_before(end, year):
    from datetime import date

    from tieout.engines.kpis.calendar import read_calendar

    calendar = read_calendar([f"For the fiscal year ended {end}"], [], "")
    assert calendar.year == year
    assert calendar.end is not None
    assert calendar.end > date(2024, 1, 1)


@pytest.mark.parametrize(
    ("kpi", "label"),
    [
        ("operating_income", "(Loss) from operations"), ("financing_cash_flow", "Net Cash - Financing activities"),
        ("income_tax_expense", "Less: income tax provision"), ("net_income", "Net income allocable to Harrow shareholders"),
        ("capex", "Purchase of property, equipment and leasehold improvements"),
        ("cash_incl_restricted", "Cash balances at end of year"),
        ("stockholders_equity", "Members' equity (1,000 units issued)"),
        ("eps_basic", "Net income per limited partner unit, basic"),
        ("net_income", "Net loss and comprehensive loss"), ("dividends_paid", "Distributions to unitholders"),
        ("long_term_debt_noncurrent", "Loans payable, less current portion"), ("cost_of_revenue", "Cost of natural gas"),
        ("operating_cash_flow", "Cash Provided by (Used in) Operating Activity, Including Discontinued Operation"),
    ],
)  # fmt: skip
def test_names_that_small_issuers_and_the_taxonomy_use(kpi, label):
    from tieout.engines.kpis.labels import matches, normalise

    assert dict(matches(normalise(label))).get(kpi, 0) >= 0.8
