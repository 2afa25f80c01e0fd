"""What OCR spoils in tables, and the rest of the table puts right."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.engines.kpis import reports
from tieout.engines.kpis import KpiAnswer, kpis
from tieout.report import Report

MILLION = 1_000_000


def found(report: Report, year: int | None = None) -> dict[str, KpiAnswer]:
    return {answer.kpi: answer for answer in kpis(report, year)}


def with_income(head: str) -> Report:
    """Harrow Lane's report with another head over its income statement."""
    pages = list(reports.PAGES)
    pages[2] = pages[2].replace("<td>2024</td><td>2023</td><td>2022</td>", head)
    assert pages[2] != reports.PAGES[2]
    return reports.report(*pages)


@pytest.mark.parametrize(
    "head",
    [
        "<td>2023</td><td>2022</td><td></td>",  # moved to the left, so that the first is lost
        "<td></td><td>2024</td><td>2023</td>",  # moved to the right
        "<td>2824</td><td>2023</td><td>2022</td>",  # a digit read wrongly
        "<td>2028</td><td>2023</td><td>2022</td>",  # a year to come
    ],
)
def test_a_lost_head_is_told_by_its_neighbours(head):
    report = with_income(head)
    assert found(report)["operating_income"].value == Decimal("375.7") * MILLION
    assert found(report, 2023)["operating_income"].value == Decimal("329.7") * MILLION


def test_two_lost_heads_are_not_guessed():
    assert not found(with_income("<td></td><td></td><td>2022</td>"), 2021)["operating_income"].found


def test_a_column_that_is_headed_otherwise_is_no_year():
    report = with_income("<td>Change</td><td>2023</td><td>2022</td>")
    assert found(report)["gross_profit"].value != Decimal("888.3") * MILLION


def test_two_rows_in_one_are_parted():
    pages = list(reports.PAGES)
    rows = (
        "<tr><td>Selling, general and administrative expenses</td><td>512.6</td><td>489.4</td><td>466.0</td></tr>"
        "<tr><td>Operating income</td><td>375.7</td><td>329.7</td><td>275.8</td></tr>"
    )
    one = (
        "<tr><td>Selling, general and administrative expenses Operating income</td>"
        "<td>512.6 375.7</td><td>489.4 329.7</td><td>466.0 275.8</td></tr>"
    )
    assert rows in pages[2]
    pages[2] = pages[2].replace(rows, one)
    answers = found(reports.report(*pages))
    assert answers["sga_expense"].value == Decimal("512.6") * MILLION
    assert answers["operating_income"].value == Decimal("375.7") * MILLION
    place = answers["operating_income"].evidence
    assert place is not None
    assert place.quote == "375.7"


def test_a_row_joined_with_the_heading_above_it_is_known_by_its_name():
    pages = list(reports.PAGES)
    rows = (
        "<tr><td>Cash flows from financing activities:</td><td></td><td></td><td></td></tr>"
        "<tr><td>Repayments of long-term debt</td><td>(25.0)</td><td>(25.0)</td><td>(25.0)</td></tr>"
        "<tr><td>Dividends paid</td>"
    )
    assert rows in pages[5]
    pages[5] = pages[5].replace(rows, "<tr><td>Cash flows from financing activities: Dividends paid</td>")
    assert found(reports.report(*pages))["dividends_paid"].value == Decimal("98.6") * MILLION
