"""What the engine reads out of statements, and where it says that it finds nothing."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal

import pytest

import tieout
from tests.engines.kpis import reports
from tieout import samples
from tieout.engines.kpis import KpiAnswer, kpis
from tieout.engines.kpis.calendar import Calendar, own_year
from tieout.engines.kpis.tagging import agreement, tagged_kpis
from tieout.report import InputError, Report

MILLION = 1_000_000


def found(report: Report, year: int | None = None) -> dict[str, KpiAnswer]:
    return {answer.kpi: answer for answer in kpis(report, year)}


@pytest.fixture(scope="module")
def harrow() -> Report:
    return reports.report()


@pytest.mark.parametrize(
    ("kpi", "value", "page"),
    [
        ("revenue", "2418.5", 3), ("cost_of_revenue", "1530.2", 3), ("gross_profit", "888.3", 3), ("sga_expense", "512.6", 3),
        ("operating_income", "375.7", 3), ("interest_expense", "41.3", 3), ("income_tax_expense", "78.9", 3),
        ("net_income", "255.5", 3), ("total_assets", "1645.9", 4), ("total_liabilities", "950.4", 5),
        ("stockholders_equity", "695.5", 5), ("cash_and_equivalents", "198.4", 4), ("inventory", "305.7", 4),
        ("accounts_receivable", "240.2", 4), ("accounts_payable", "167", 5), ("long_term_debt_noncurrent", "610", 5),
        ("long_term_debt_current", "25", 5), ("operating_cash_flow", "344.1", 6), ("investing_cash_flow", "-120.4", 6),
        ("financing_cash_flow", "-202.2", 6), ("capex", "120.4", 6), ("depreciation_amortization", "96", 6),
        ("dividends_paid", "98.6", 6),
    ],
)  # fmt: skip
def test_amounts_are_in_full_with_the_sign_of_their_tag_and_the_page_of_the_statement(harrow, kpi, value, page):
    answer = found(harrow)[kpi]
    assert (answer.value, answer.unit, answer.fiscal_year) == (Decimal(value) * MILLION, "iso4217:USD", 2024)
    assert answer.evidence is not None and answer.evidence.page == page


def test_per_share_amounts_are_not_scaled_and_no_shares(harrow):
    answers = found(harrow)
    assert (answers["eps_basic"].value, answers["eps_diluted"].value) == (Decimal("6.21"), Decimal("6.15"))
    assert answers["eps_basic"].unit == "iso4217:USD/xbrli:shares"


def test_shares_outstanding_come_from_the_cover(harrow):
    answer = found(harrow)["shares_outstanding"]
    assert (answer.value, answer.unit, answer.how) == (Decimal(41_220_518), "xbrli:shares", "text")
    assert answer.evidence is not None and answer.evidence.quote == "41,220,518"


def test_what_the_report_does_not_have_is_not_found_with_a_reason(harrow):
    answer = found(harrow)["rd_expense"]
    assert not answer.found and answer.value is None and "no row or sentence" in answer.reason


def test_other_years_that_the_statements_show_are_found_and_those_they_do_not_are_not(harrow):
    assert found(harrow, 2022)["revenue"].value == Decimal("2104.7") * MILLION
    assert found(harrow, 2023)["total_assets"].value == Decimal("1584.2") * MILLION
    missing = found(harrow, 2019)["revenue"]
    assert not missing.found and missing.reason == "the report shows 2022, 2023, 2024, not 2019"


def test_evidence_points_at_the_printed_amount(harrow):
    place = found(harrow)["capex"].evidence
    assert place is not None and place.cell is not None and place.span is not None
    cell = harrow.cell(place.cell)
    assert cell.text[place.span[0] : place.span[1]] == place.quote == "(120.4)"
    assert cell.row_label == "Purchases of property, plant and equipment"


def test_international_statements_in_other_words_and_currencies():
    answers = found(reports.report(*reports.IFRS))
    expected = {
        "revenue": 3120, "cost_of_revenue": 2011, "operating_income": 707, "income_tax_expense": 150, "net_income": 480,
        "total_assets": 4800, "total_liabilities": 2500, "stockholders_equity": 2200, "stockholders_equity_incl_nci": 2300,
        "inventory": 410, "accounts_receivable": 520, "accounts_payable": 377, "cash_and_equivalents": 233,
    }  # fmt: skip
    assert {kpi: answers[kpi].value for kpi in expected} == {kpi: Decimal(v) * MILLION for kpi, v in expected.items()}
    assert answers["revenue"].unit == "iso4217:EUR"


def test_liabilities_that_are_not_printed_are_assets_less_equity():
    pages = [page.replace("Total liabilities | 950.4 | 963.1", "") for page in reports.PAGES]
    pages[4] = pages[4].replace("<tr><td>Total liabilities</td><td>950.4</td><td>963.1</td></tr>", "")
    answer = found(reports.report(*pages))["total_liabilities"]
    assert (answer.value, answer.how) == (Decimal("950.4") * MILLION, "sum")


def test_the_sample_filing_agrees_with_its_tags():
    report = tieout.read(samples.path("us_10k"))
    told = [agreement(text, tag) for text, tag in zip(kpis(report), tagged_kpis(report), strict=True)]
    assert told.count("same") >= 28 and "differs" not in told


def test_a_report_without_tags_has_nothing_to_check_against(harrow):
    with pytest.raises(InputError, match="has no tags"):
        tagged_kpis(harrow)


def test_a_report_without_statements_has_no_kpis():
    answers = kpis(reports.report("# Letter to shareholders\n\nIt was a good year, and we thank you."))
    assert not any(answer.found for answer in answers) and all(answer.reason for answer in answers)


NOTES = (
    "## Notes\n\nNote 9: Debt\n\n(in millions)\n\n"
    + reports.table(
        "December 31, | 2024 | 2023", "Senior notes | 635.0 | 660.0", "Less: current portion of long-term debt | (25) | (25)",
        "Long-term debt | 610.0 | 635.0",
    ),
    "## Note 10: Other\n\n(in millions)\n\n"
    + reports.table("Year ended December 31, | 2024 | 2023", "Interest expense | 44.9 | 41.0", "Interest income | (4) | (2)")
    + "\n\n(in millions)\n\n"
    + reports.table("December 31, | 2024 | 2023", "Accounts payable | 120.5 | 117.0", "Accrued wages | 46.5 | 41.8"),
)  # fmt: skip


def test_long_term_debt_as_a_whole_is_the_place_that_prints_the_sum_of_its_parts():
    printed = found(reports.report(*reports.PAGES, *NOTES))["long_term_debt_total"]
    assert (printed.value, printed.label) == (Decimal(635) * MILLION, "Senior notes")


def test_long_term_debt_that_no_place_prints_as_a_whole_is_not_made_up_from_its_parts():
    answer = found(reports.report())["long_term_debt_total"]
    assert not answer.found and "sure enough" in answer.reason
    unsure = {answer.kpi: answer for answer in kpis(reports.report(), least=0.1)}["long_term_debt_total"]
    assert (unsure.value, unsure.how) == (Decimal(635) * MILLION, "sum")


MATURITIES = (
    "## Notes\n\nNote 9: Debt\n\n(in millions)\n\n{told}\n\n"
    + reports.table("2025 | $ 25.0", "2026 | 25.0", "2027 | 90.0", "Thereafter | 502.0", "{total} | $ 642.0")
)  # fmt: skip


def test_where_no_place_prints_the_sum_the_maturities_of_the_debt_tell_the_whole():
    page = MATURITIES.format(told="Principal payments on our notes fall due as follows:", total="Total")
    answer = found(reports.report(*reports.PAGES, page))["long_term_debt_total"]
    assert (answer.value, answer.evidence.page) == (Decimal(642) * MILLION, len(reports.PAGES) + 1)
    page = MATURITIES.format(told="Future minimum payments under operating leases are:", total="Total lease payments")
    assert not found(reports.report(*reports.PAGES, page))["long_term_debt_total"].found


def test_a_notes_own_figure_is_taken_where_the_statement_shows_it_with_something_else():
    pages = [
        page.replace("<td>Interest expense</td>", "<td>Interest expense, net</td>").replace(
            "<td>Accounts payable</td>", "<td>Accounts payable and accrued liabilities</td>"
        )
        for page in reports.PAGES
    ]
    answers = found(reports.report(*pages, *NOTES))
    assert answers["interest_expense"].value == Decimal("44.9") * MILLION
    assert answers["accounts_payable"].value == Decimal("120.5") * MILLION


def test_a_sum_with_finance_leases_in_it_gives_way_to_the_maturities():
    note = "## Notes\n\n(in millions)\n\n" + reports.table(
        "December 31, | 2024 | 2023", "Senior notes | 615.0 | 640.0", "Finance leases | 20.0 | 20.0",
        "Total long-term debt | 635.0 | 660.0",
    )  # fmt: skip
    told = "Principal payments on our notes, excluding finance lease obligations, fall due as follows:"
    answer = found(reports.report(*reports.PAGES, note))["long_term_debt_total"]
    assert answer.value == Decimal(635) * MILLION
    page = MATURITIES.format(told=told, total="Total")
    assert found(reports.report(*reports.PAGES, note, page))["long_term_debt_total"].value == Decimal(642) * MILLION


def test_a_note_continued_on_the_next_page_keeps_the_years_of_columns_with_rates_between_them():
    pages = [page.replace("<td>Current portion of long-term debt</td>", "<td>Loans</td>") for page in reports.PAGES]
    first = "## Note 9: Debt\n\n(in millions)\n\n" + reports.table(
        "December 31, | 2024 | Effective rate | 2023 | Effective rate", "Senior notes | 435.0 | 4.2% | 445.0 | 4.2%"
    )
    second = reports.table("Term loan | 200.0 | 5.1% | 215.0 | 5.0%", "Less current portion | 25.0 | 5.1% | 26.0 | 5.0%")
    for year, value in ((2024, 25), (2023, 26)):
        assert found(reports.report(*pages, first, second), year)["long_term_debt_current"].value == value * MILLION


@pytest.mark.parametrize(
    ("kpi", "printed", "said", "value"),
    [
        ("capex", "Purchases of property, plant and equipment", "Property, plant and equipment, net", "120.4"),
        ("operating_income", "Operating income", "Income from operations before income taxes", "375.7"),
        ("cost_of_revenue", "Cost of products sold", "Total of costs of revenue", "1530.2"),
        (
            "accounts_receivable", "Accounts receivable, net",
            "Trade receivables, net of allowance of $3 and $2 (including $26 and $47 from related parties)", "240.2",
        ),
    ],
    ids=["property among investing activities", "before taxes alone", "total of costs", "with related parties' part"],
)  # fmt: skip
def test_rows_are_known_by_other_names_too(kpi, printed, said, value):
    pages = [page.replace(f"<td>{printed}</td>", f"<td>{said}</td>") for page in reports.PAGES]
    assert found(reports.report(*pages))[kpi].value == Decimal(value) * MILLION


def income_of(*rows, year=2024):
    cover = reports.COVER.replace("2025", str(year + 1)).replace("2024", str(year))
    page = "## Consolidated statements of income\n\n(in millions)\n\n" + reports.table(
        f"Year ended December 31, | {year} | {year - 1}",
        *rows,
        "Operating expenses | 700.0 | 690.0",
        "Net income | 91.0 | 88.0",
    )
    return [cover, page]


@pytest.mark.parametrize(
    ("between", "year", "revenue"),
    [
        ("Membership fees | 40.0 | 38.0", 2024, "1040.0"),
        ("Other income | 40.0 | 38.0", 2024, "1000.0"),
        ("Credit card revenues, net | 40.0 | 38.0", 2024, "1000.0"),
        ("Other income | 40.0 | 38.0", 2015, "1040.0"),
    ],
    ids=[
        "fees are revenue from contracts",
        "other income is not",
        "credit card revenue is not",
        "before ASC 606 the total was meant",
    ],
)
def test_what_is_added_to_net_sales_tells_which_of_sales_and_total_is_revenue(between, year, revenue):
    pages = income_of("Net sales | 1,000.0 | 950.0", between, "Total revenues | 1,040.0 | 988.0", year=year)
    # What other places say speaks for net sales.
    rows = (f"Year ended December 31, | {year} | {year - 1}", "Net sales | 1,000.0 | 950.0", "Gross profit | 410.0 | 400.0")
    pages += ["## Discussion\n\n(in millions)\n\n" + reports.table(*rows)] * 3
    assert found(reports.report(*pages))["revenue"].value == Decimal(revenue) * MILLION


def test_a_note_that_parts_all_revenue_tells_what_of_it_is_from_contracts_with_customers():
    pages = income_of("Total revenues | 1,040.0 | 988.0")
    note = "## Note 2: Revenue\n\n(in millions)\n\n" + reports.table(
        "Year ended December 31, | 2024 | 2023", "Revenue from contracts with customers (ASC 606) | 990.0 | 940.0",
        "Rental revenue (ASC 842) | 50.0 | 48.0", "Total revenue | 1,040.0 | 988.0",
    )  # fmt: skip
    assert found(reports.report(*pages, note))["revenue"].value == Decimal(990) * MILLION
    # A segment's own, with another total below it, says nothing of the group's.
    segment = note.replace("1,040.0", "1,030.0")
    assert found(reports.report(*pages, segment))["revenue"].value == Decimal(1040) * MILLION
    # Much of the revenue is outside of the standard's scope: the total is meant.
    half = note.replace("990.0", "540.0").replace("<td>50.0", "<td>500.0")
    assert found(reports.report(*pages, half))["revenue"].value == Decimal(1040) * MILLION


def test_interest_expense_is_not_what_a_sentence_calls_net_interest_expense():
    pages = [page.replace("<td>Interest expense</td>", "<td>Interest expense, net</td>") for page in reports.PAGES]
    said = "## Discussion\n\nWe recorded net interest expense of $41.3 million in 2024, compared to $38.8 million in 2023."
    answers = found(reports.report(*pages, said, *NOTES))
    assert answers["interest_expense"].value == Decimal("44.9") * MILLION


@pytest.mark.parametrize(
    "told",
    [
        reports.table("The number of shares of the registrant's Common Stock outstanding as of February 3, 2025: | 41,220,518"),
        "Number of shares of Common Stock outstanding as of February 3, 2025: 41,220,518 "
        "(excluding 3,592,422 shares held in the treasury).",
    ],
    ids=["in the cell beside the words", "less those in the treasury"],
)
def test_covers_tell_shares_outstanding(told):
    cover = reports.COVER.split("As of")[0] + told
    answer = found(reports.report(cover, *reports.PAGES[1:]))["shares_outstanding"]
    assert (answer.value, answer.evidence.page) == (Decimal(41_220_518), 1)


@pytest.mark.parametrize(("year", "shares"), [(2024, 2_199_005), (2023, 2_098_005)])
def test_shares_of_several_classes_in_one_label_are_added(year, shares):
    label = (
        "Common stock: 20,000,000 Class A shares authorized; 2,097,000 and 1,995,000 shares issued and outstanding; 2,700,000 "
        "Class B shares authorized; 101,000 and 102,000 shares issued and outstanding; and 1,005 Class F shares authorized, "
        "issued, and outstanding as of December 31, 2024 and 2023"
    )
    row = f"<tr><td>{label}</td><td>1.0</td><td>1.0</td></tr>"
    pages = [
        page.replace("<tr><td>Total stockholders' equity</td>", f"{row}<tr><td>Total stockholders' equity</td>")
        .replace("(in millions)", "(in thousands)")
        for page in reports.PAGES[1:]
    ]  # fmt: skip
    cover = reports.COVER.replace("41,220,518 shares", "2,110,901,985 shares of Class A and 100,826,007 shares of Class B")
    answer = found(reports.report(cover, *pages), year)["shares_outstanding"]
    assert answer.value == shares * 1_000


@pytest.mark.parametrize(
    ("before", "label", "tax", "net", "expense"),
    [("334.4", "Provision for income taxes", "(78.9)", "255.5", "78.9"), ("100.0", "Income taxes", "12.5", "112.5", "-12.5")],
)
def test_what_adds_up_tells_whether_a_tax_is_an_expense(before, label, tax, net, expense):
    rows = (f"Income before income taxes | {before}", f"{label} | {tax}", f"Net income | {net}")
    page = "## Consolidated statements of income\n\n(in millions)\n\n" + reports.table(
        "Year ended December 31, | 2024", "Net sales | 900.0", "Cost of sales | 400.0", "Operating income | 350.0", *rows
    )
    assert found(reports.report(reports.COVER, page))["income_tax_expense"].value == Decimal(expense) * MILLION


@pytest.mark.parametrize(
    "page",
    [
        "## Consolidated balance sheets\n\n"
        + reports.table("| 2024 | 2023", *(f"Long-term debt | {n} | {n + 1}" for n in range(2_900))),
        "## Consolidated balance sheets\n\n"
        + reports.table("| 2024 | 2023", *["current portion of long-term debt $ 1 " * 9 + "| 5 | 6"] * 900),
        "dividends paid " * 60_000 + "were $5 million in 2024.",
        "Exact name of registrant\n" * 50_000,
        "\n\n".join([reports.table("| 2024 | 2023", "Net sales | 1 | 2", "Total assets | 3 | 4")] * 1_500),
    ],
    ids=["one name in 2,900 rows", "long labels", "one long sentence", "one cover line", "1,500 tables"],
)
def test_reports_made_to_be_slow_take_seconds(page):
    start = time.process_time()
    kpis(reports.report(reports.COVER, page))
    assert time.process_time() - start < 12


def changed(*changes: tuple[str, str]) -> list[str]:
    """The pages of Harrow Lane's report with some words exchanged."""
    pages = list(reports.PAGES)
    for old, new in changes:
        pages = [page.replace(old, new) for page in pages]
    return pages


def row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


TOTAL_REVENUE = row("Total revenues", "$ 2,430.1", "$ 2,300.8", "$ 2,114.2")


@pytest.mark.parametrize(
    ("added", "revenue"),
    [("Membership and other income", "2418.5"), ("Credit card revenues, net", "2418.5"), ("Service fees", "2430.1")],
)
def test_net_sales_are_the_revenue_where_the_total_adds_nothing_that_is_sold(added, revenue):
    sales = row("Net sales", "$ 2,418.5", "$ 2,290.1", "$ 2,104.7")
    pages = changed(
        (row("Gross profit", "888.3", "819.1", "741.8"), ""), (sales, sales + row(added, "11.6", "10.7", "9.5") + TOTAL_REVENUE)
    )
    assert found(reports.report(*pages))["revenue"].value == Decimal(revenue) * MILLION


def test_interest_on_debt_is_the_expense_where_the_statement_nets_it_of_income():
    expense = row("Interest expense", "(41.3)", "(38.8)", "(30.2)")
    parts = (
        row("Interest:", "", "", "") + row("Debt", "44.8", "41.0", "31.9") + row("Interest income", "(3.5)", "(2.2)", "(1.7)")
    )
    pages = changed((expense, parts + row("Interest, net", "41.3", "38.8", "30.2")))
    assert found(reports.report(*pages))["interest_expense"].value == Decimal("44.8") * MILLION


def test_the_current_part_of_long_term_debt_is_taken_out_of_short_term_debt():
    pages = changed((row("Current portion of long-term debt", "25.0", "25.0"), row("Short-term debt", "65.0", "40.0")))
    note = "## Note 9: Debt\n\n(in millions)\n\n" + reports.table(
        "December 31, | 2024 | 2023", "Commercial paper | $ 40.0 | $ 15.0", "Current portion of long-term debt | 25.0 | 25.0",
        "Total short-term debt | $ 65.0 | $ 40.0",
    )  # fmt: skip
    assert found(reports.report(*pages, note))["long_term_debt_current"].value == Decimal(25) * MILLION


def test_the_debt_is_what_it_is_carried_at_and_not_the_principal_that_falls_due():
    note = "## Note 9: Debt\n\n(in millions)\n\n" + reports.table(
        "December 31, | 2024 | 2023", "Senior notes, net of issuance costs | 636.0 | 660.0",
        "Total long-term debt | 636.0 | 660.0",
    )  # fmt: skip
    page = MATURITIES.format(told="Principal payments on our notes fall due as follows:", total="Total")
    assert found(reports.report(*reports.PAGES, note, page))["long_term_debt_total"].value == Decimal(636) * MILLION


def test_cash_at_the_first_day_of_the_year_is_not_that_at_its_end():
    pages = changed(
        ("Cash and cash equivalents at beginning of year", "Cash, cash equivalents and restricted cash at January 1"),
        ("Cash and cash equivalents at end of year", "Cash, cash equivalents and restricted cash at December 31"),
    )
    assert found(reports.report(*pages))["cash_incl_restricted"].value == Decimal("198.4") * MILLION


@pytest.mark.parametrize(("year", "shares"), [(2024, 41_180_000), (2023, 41_466_000)])
def test_shares_that_the_balance_sheet_dates_are_those_of_the_year(year, shares):
    told = "Common stock, $0.01 par value; 41,180 shares issued and outstanding as of December 31, 2024; 41,466 shares issued "
    equity = row("Total stockholders' equity", "695.5", "621.1")
    pages = changed((equity, row(told + "and outstanding as of December 31, 2023", "0.4", "0.4") + equity))
    answer = found(reports.report(*pages), year)["shares_outstanding"]
    assert answer.value == Decimal(shares)


def test_earnings_a_share_may_be_called_net_income_per_share_below_diluted():
    pages = changed(
        (row("Basic", "$ 6.21", "$ 5.38", "$ 4.55"), row("Diluted", "", "", "")),
        (row("Diluted", "6.15", "5.33", "4.51"), row("Net income attributable to owners per share", "6.15", "5.33", "4.51")),
    )  # fmt: skip
    assert found(reports.report(*pages))["eps_diluted"].value == Decimal("6.15")


def test_a_quarterly_report_gives_the_last_years_end_and_no_flows():
    pages = changed(
        ("FORM 10-K", "FORM 10-Q"), ("ANNUAL REPORT PURSUANT", "QUARTERLY REPORT PURSUANT"),
        ("For the fiscal year ended December 31, 2024", "For the quarterly period ended June 30, 2025"),
        ("<td>Year ended December 31,</td>", "<td>Six months ended June 30,</td>"), ("<td>2022</td>", "<td>2023</td>"),
        ("<td>December 31,</td><td>2024</td><td>2023</td>", "<td></td><td>June 30, 2025</td><td>December 31, 2024</td>"),
    )  # fmt: skip
    answers = found(reports.report(*pages), 2024)
    assert answers["total_assets"].value == Decimal("1584.2") * MILLION
    assert not any(answers[kpi].found for kpi in ("revenue", "net_income", "capex", "operating_cash_flow"))
    assert "quarterly" in answers["revenue"].reason


@pytest.mark.parametrize(
    ("end", "own", "named", "year"),
    [
        (date(2025, 3, 31), 2025, 2024, 2025), (date(2025, 3, 31), 2025, 2025, 2025), (date(2025, 1, 31), 2024, 2025, 2024),
        (date(2025, 3, 31), 2025, 2023, 2023), (date(2024, 12, 31), 2024, 2023, 2023),
    ],
)  # fmt: skip
def test_a_year_that_ends_early_may_go_by_the_name_of_the_one_before(end, own, named, year):
    assert own_year(Calendar(own, end), named) == year


def test_debt_that_is_all_paid_is_no_reason_to_fail():
    pages = changed(
        (
            row("Long-term debt, less current portion", "610.0", "635.0"),
            row("Long-term debt, less current portion", "—", "635.0"),
        ),
        (row("Current portion of long-term debt", "25.0", "25.0"), row("Other current debts", "25.0", "25.0")),
    )
    page = MATURITIES.format(told="Principal payments on our notes fall due as follows:", total="Total")
    assert found(reports.report(*pages, page))["total_assets"].found
