"""A filing without a document, as its issuer would print it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.statements.made import E23, E24, PER_SHARE, Y23, Y24, Maker
from tieout.benchmarks.ledger.build.pages import pages_of
from tieout.benchmarks.ledger.build.printing import Printed, as_year, print_filing
from tieout.benchmarks.ledger.texts import pages_of as split
from tieout.engines.kpis import kpis
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.tagged import TaggedReport
from tieout.reading.markdown import read_markdown
from tieout.report import Period, Report

ROLE = "http://saltmarsh.example/role/"
SIX_24, SIX_23 = Period("2024-07-01", "2024-12-31"), Period("2023-07-01", "2023-12-31")
THREE_24 = Period("2024-10-01", "2024-12-31")


def filing(flows: tuple[Period, ...] = (Y24, Y23), described: Period = Y24) -> Report:
    made = Maker()
    for name, text in {
        "EntityRegistrantName": "Saltmarsh Looms Inc.", "DocumentType": "10-K", "DocumentPeriodEndDate": "2024-12-31",
        "DocumentFiscalYearFocus": "2024", "EntityCentralIndexKey": "0000000303",
    }.items():  # fmt: skip
        made.text(f"dei:{name}", described, text)
    for place, period in enumerate(flows):
        made.number("us-gaap:Revenues", period, f"{5120 - 210 * place}000000")
        made.number("us-gaap:CostOfRevenue", period, f"{3000 - 100 * place}000000")
        made.number("us-gaap:EarningsPerShareBasic", period, ("0", "1.25", "0.4")[place], PER_SHARE, 2)
    for period in (E24, E23):
        made.number("us-gaap:Assets", period, "8410000000")
    note = (
        "<p>Sales were won <b>at fairs</b>.</p><table><tr><td>Revenues</td><td>$5,120</td></tr></table><p>Six months ended</p>"
    )
    made.text("us-gaap:RevenueFromContractWithCustomerTextBlock", described, note)
    made.present(
        "0000003 - Statement - Consolidated Statements of Operations", ROLE + "Income",
        [(0, "us-gaap:IncomeStatementAbstract"), (1, "us-gaap:Revenues"), (1, "us-gaap:CostOfRevenue", "negatedLabel"),
         (1, "us-gaap:EarningsPerShareBasic")],
    )  # fmt: skip
    made.present(
        "0000002 - Statement - Consolidated Balance Sheets", ROLE + "Balance",
        [(0, "us-gaap:StatementOfFinancialPositionAbstract"), (1, "us-gaap:Assets", "totalLabel")],
    )  # fmt: skip
    made.present(
        "0000004 - Disclosure - Revenue", ROLE + "Revenue",
        [(0, "us-gaap:RevenueAbstract"), (1, "us-gaap:RevenueFromContractWithCustomerTextBlock")],
    )  # fmt: skip
    made.label("us-gaap:Revenues", "Looms and parts sold")
    return made.report()


def printed(report: Report, days: tuple[int, int] = (340, 400)) -> tuple[Printed, list[str]]:
    made = print_filing(report, days, date(2024, 12, 31))
    return made, split(made.text)


def test_pages_are_a_cover_the_statements_and_the_notes() -> None:
    made, pages = printed(filing())
    assert "For the fiscal year ended December 31, 2024" in pages[0]
    assert "# Saltmarsh Looms Inc." in pages[0]
    assert "consolidated statements of operations" in pages[1].casefold()
    assert "(In millions, except share and per share amounts)" in pages[1]
    assert made.notes_from == 4
    assert "at fairs" in pages[3]
    assert "<tr><td>Revenues</td><td>$5,120</td></tr>" in pages[3]


def test_rows_have_the_issuers_labels_and_signs_and_no_dash_for_an_amount_a_share() -> None:
    _, pages = printed(filing())
    assert "<td>Looms and parts sold</td>" in pages[1]
    assert "(3,000)" in pages[1]
    assert "0.00" in pages[1]


def test_facts_know_the_pages_that_print_them() -> None:
    report = filing()
    made, _ = printed(report)
    on = {fact.concept: made.pages.get(fact.order) for fact in report.facts if fact.number is not None}
    assert on["us-gaap:Revenues"] == [2]
    assert on["us-gaap:Assets"] == [3]


def test_columns_of_another_length_are_left_out() -> None:
    report = filing((SIX_24, SIX_23, THREE_24), SIX_24)
    _, pages = printed(report, (172, 196))
    assert "5,120" in pages[1]
    assert "4,910" in pages[1]
    assert "4,700" not in pages[1]


def test_a_quarterly_report_is_asked_as_if_the_year_to_date_was_a_year() -> None:
    report = filing((SIX_24, SIX_23, THREE_24), SIX_24)
    assert "revenue" not in TaggedReport(report).values(2024)
    tagged = TaggedReport(report, interim=True)
    assert tagged.values(2024)["revenue"].value == 5_120_000_000
    assert tagged.values(2023)["revenue"].value == 4_910_000_000
    assert "Year ended" in split(print_filing(report, tagged.days, date(2024, 12, 31)).text)[3]


def test_notes_that_print_the_value_in_a_row_of_the_kpi_are_relevant_too() -> None:
    report = filing()
    tagged = TaggedReport(report)
    # Made-up reports have a page of tags; an instance has none.
    report.layout.pages.clear()
    pages = pages_of(report, tagged)
    value = tagged.value(catalogue()["revenue"], 2024)
    assert value is not None
    assert pages.judge(catalogue()["revenue"], value) == {2: 2, 4: 2}


def test_the_engine_reads_what_is_printed() -> None:
    made, _ = printed(filing())
    found = {answer.kpi: answer.value for answer in kpis(read_markdown(made.text.encode(), "made.mmd"))}
    assert found["cost_of_revenue"] == 3_000_000_000


@pytest.mark.parametrize(
    ("text", "days", "said"),
    [
        ("For the nine months ended May 31, 2025", 273, "For the year ended May 31, 2025"),
        ("THREE MONTHS ENDED", 91, "YEAR ENDED"),
        ("Thirty-nine weeks ended", 273, "Year ended"),
        ("three months ended", 181, "three months ended"),
        ("For the quarterly period ended June 30", 181, "For the fiscal year ended June 30"),
        ("six months ended", 365, "six months ended"),
    ],
)
def test_the_year_to_date_is_called_a_year_and_other_parts_of_it_are_not(text: str, days: int, said: str) -> None:
    assert as_year(text, days) == said
