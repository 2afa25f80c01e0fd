"""KPIs from tags: waterfall, fiscal years, and which facts count."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.benchmarks.ledger.filings import annual_report
from tieout import samples
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.fiscal import fiscal_year_of, years_between
from tieout.engines.kpis.tagged import TaggedReport
from tieout.reading import read, read_bytes


@pytest.mark.parametrize(
    ("end", "year"),
    [("2023-12-31", 2023), ("2023-09-30", 2023), ("2024-01-28", 2023), ("2024-02-03", 2024), ("2023-12-30", 2023)],
)
def test_a_year_that_ends_in_january_is_the_year_before(end: str, year: int) -> None:
    assert fiscal_year_of(date.fromisoformat(end)) == year


def test_years_of_52_and_53_weeks_are_whole_and_quarters_are_not() -> None:
    end = date(2024, 9, 28)
    assert years_between(date(2023, 9, 30), end) == 1
    assert years_between(date(2022, 9, 24), end) == 2
    assert years_between(date(2024, 6, 29), end) is None


def test_there_are_31_kpis_each_with_tags() -> None:
    kpis = catalogue()
    assert len(kpis) == 31
    assert all(kpi.tags for kpi in kpis.values())
    assert len({kpi.title for kpi in kpis.values()}) == 31


def test_the_sample_states_every_kpi() -> None:
    tagged = TaggedReport(read(samples.path("us_10k")))
    assert tagged.focus is not None
    assert set(tagged.values(tagged.focus.year)) == set(catalogue())


def test_segments_are_no_value_of_the_group_and_the_stated_year_wins() -> None:
    tagged = TaggedReport(read_bytes(annual_report(focus="2024"), "tnm.htm"))
    kpi = catalogue()["revenue"]
    values = {year: tagged.value(kpi, year) for year in (2024, 2023, 2022)}
    assert values[2024] is not None and values[2024].value == Decimal(1_250_000_000)
    assert values[2023] is not None and values[2023].value == Decimal(1_100_000_000)
    assert values[2022] is None


def test_without_a_stated_year_the_period_end_tells() -> None:
    tagged = TaggedReport(read_bytes(annual_report(focus=""), "tnm.htm"))
    assert tagged.focus is not None and (tagged.focus.year, tagged.focus.end) == (2023, date(2023, 12, 31))


def test_liabilities_that_are_not_stated_are_summed_from_what_is() -> None:
    tagged = TaggedReport(read_bytes(annual_report(), "tnm.htm"))
    found = tagged.value(catalogue()["total_liabilities"], 2023)
    assert found is not None
    assert (found.value, found.summed) == (Decimal(900_000_000), True)
    assert found.tag == "+us-gaap:Assets -us-gaap:StockholdersEquity"
