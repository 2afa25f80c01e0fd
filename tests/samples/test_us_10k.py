"""The made-up 10-K: it reads clean, ties out, and is wrong only where `mistakes.toml` says so."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest
from lxml import etree

import tieout
from tieout import samples
from tieout.report import Fact, Report

KPI_CONCEPTS = """
    RevenueFromContractWithCustomerExcludingAssessedTax CostOfRevenue GrossProfit ResearchAndDevelopmentExpense
    SellingGeneralAndAdministrativeExpense OperatingIncomeLoss InterestExpense IncomeTaxExpenseBenefit NetIncomeLoss
    EarningsPerShareBasic EarningsPerShareDiluted Assets Liabilities StockholdersEquity
    StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest CashAndCashEquivalentsAtCarryingValue
    CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents LongTermDebt LongTermDebtNoncurrent LongTermDebtCurrent
    ShortTermBorrowings InventoryNet AccountsReceivableNetCurrent AccountsPayableCurrent CommonStockSharesOutstanding
    NetCashProvidedByUsedInOperatingActivities NetCashProvidedByUsedInInvestingActivities
    NetCashProvidedByUsedInFinancingActivities PaymentsToAcquirePropertyPlantAndEquipment
    DepreciationDepletionAndAmortization PaymentsOfDividends
""".split()  # noqa: SIM905
FEATURES = """
    ix:continuation ix:exclude ix:footnote ix:relationship continuedAt= sign="-" xsi:nil="true" escape="true" scale="6"
    scale="-2" -sec-ix-hidden: page-break-after:always ixt:fixed-zero ixt:num-dot-decimal ixt:date-monthname-day-year-en
    ixt:date-monthname-day-en ixt-sec:durwordsen ixt-sec:duryear ixt-sec:numwordsen ixt-sec:boolballotbox ixt-sec:exchnameen
    ixt-sec:stateprovnameen ixt-sec:entityfilercategoryen
""".split()  # noqa: SIM905
ELEMENT_NAMESPACES = {
    "us-gaap": "us-gaap-2025/elts/us-gaap-2025.xsd",
    "srt": "sec-and-base-2025/https/xbrl.fasb.org/srt/2025/elts/srt-2025.xsd",
    "dei": "sec-and-base-2025/https/xbrl.sec.gov/dei/2025/dei-2025.xsd",
    "country": "sec-and-base-2025/https/xbrl.sec.gov/country/2025/country-2025.xsd",
}


@pytest.fixture(scope="module")
def report() -> Report:
    return tieout.read(samples.path("us_10k.htm"))


@pytest.fixture(scope="module")
def mistakes() -> list[dict]:
    return tomllib.loads(samples.path("mistakes.toml").read_text(encoding="utf-8"))["mistake"]


def by_id(report: Report) -> dict[str | None, Fact]:
    return {f.id: f for f in report.facts}


def test_every_tag_becomes_one_fact_and_none_has_an_error(report):
    tags = etree.parse(samples.path("us_10k.htm")).xpath("//*[local-name()='nonFraction' or local-name()='nonNumeric']/@id")
    assert [f.id for f in report.facts] == tags
    assert len(set(tags)) == len(tags) > 500
    assert [f for f in report.facts if f.error] == []


def test_the_file_stays_small():
    assert samples.path("us_10k.htm").stat().st_size < 300_000


def test_it_shows_what_inline_xbrl_can_do(report):
    raw = samples.path("us_10k.htm").read_text(encoding="ascii")
    for feature in FEATURES:
        assert feature in raw, feature
    nested = report.facts.where(concept="us-gaap:NumberOfReportableSegments")
    assert nested[0].value == report.facts.where(concept="us-gaap:NumberOfOperatingSegments")[0].value == 2


@pytest.mark.parametrize("concept", KPI_CONCEPTS)
def test_every_kpi_of_both_balance_sheet_years_is_tagged(report, concept):
    for last_day in ("2025-09-30", "2024-09-30"):
        found = report.facts.where(concept=f"us-gaap:{concept}", period=last_day, dimensions={}, nil=False)
        assert len({f.value for f in found}) == 1, f"{concept} {last_day}"


def test_every_concept_is_presented_and_labelled(report):
    presented = {c for n in report.networks if n.kind == "presentation" for c in n.concepts}
    assert {f.concept for f in report.facts} <= presented
    assert [c for c in presented if not report.concepts[c].label()] == []


def inconsistencies(report: Report) -> set[tuple[str, str, str, Decimal, Decimal]]:
    """Role, concept, last day, reported and computed value of each sum that is off by more than rounding."""
    values: dict[tuple[str, str], dict[str, Decimal]] = defaultdict(dict)
    for f in report.facts:
        if isinstance(f.value, Decimal):
            values[f.context.id, f.unit.name].setdefault(f.concept, f.value)
    found = set()
    for network in report.networks:
        if network.kind != "calculation":
            continue
        for (context, _), known in values.items():
            for parent in network.concepts & known.keys():
                parts = [(a.weight, known[a.child]) for a in network.children(parent) if a.child in known]
                total = sum((weight * value for weight, value in parts), Decimal(0))
                if parts and abs(total - known[parent]) > 500 * (len(parts) + 1):
                    day = report.contexts[context].period.last_day
                    found.add((network.role.rpartition("/")[2], parent, day, known[parent], total))
    return found


def test_sums_are_off_only_where_the_list_of_mistakes_says_so(report, mistakes):
    listed = set()
    for m in mistakes:
        if m["family"] == "calculation":
            listed.add((m["role"], m["concept"], m["period"], Decimal(m["reported"]), Decimal(m["right"])))
        for f in m.get("finding", ()):
            if f["family"] == "calculation":
                listed.add((f["role"], f["concept"], m["period"], Decimal(f["reported"]), Decimal(f["expected"])))
    assert inconsistencies(report) == listed


def test_each_mistake_points_at_elements_that_say_what_it_says(report, mistakes):
    facts = by_id(report)
    assert {m["family"] for m in mistakes} == {
        "calculation", "sign", "dimension-sum", "presentation", "dates", "duplicate", "concentration", "member",
    }  # fmt: skip
    for m in mistakes:
        fact = facts[m["elements"][0]]
        assert (fact.concept, str(fact.period)) == (m["concept"], m["period"])
        assert dict(fact.dimensions) == m.get("dimensions", {})
        if m["family"] == "dates":
            assert m["reported"] == fact.period.instant
        else:
            assert Decimal(m["reported"]) == fact.value
        assert m["reported"] != m.get("right")


def test_members_sum_to_their_total_but_for_the_listed_one(report, mistakes):
    off = set()
    for axis in ("srt:ProductOrServiceAxis", "srt:StatementGeographicalAxis", "us-gaap:StatementBusinessSegmentsAxis"):
        for concept in ("us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax", "us-gaap:CostOfRevenue"):
            for whole in report.facts.where(concept=concept, dimensions={}):
                parts = report.facts.where(concept=concept, period=whole.period, test=lambda f, a=axis: a in f.dimensions)
                if parts and sum(p.value for p in parts) != whole.value:
                    off.add((axis, concept, str(whole.period)))
    [listed] = [m for m in mistakes if m["family"] == "dimension-sum"]
    assert off == {(next(iter(listed["dimensions"])), listed["concept"], listed["period"])}


def test_repeated_facts_agree_within_their_rounding_but_for_the_listed_one(report, mistakes):
    first: dict[tuple, Fact] = {}
    off = set()
    for f in report.facts:
        if not isinstance(f.value, Decimal):
            continue
        known = first.setdefault((f.concept, f.context.id), f)
        accuracy = max(Decimal(1).scaleb(-x.decimals) if isinstance(x.decimals, int) else Decimal(0) for x in (known, f))
        if abs(known.value - f.value) > accuracy:
            off.add(f.concept)
    assert off == {m["concept"] for m in mistakes if m["family"] == "duplicate"}


def test_a_footnote_belongs_to_the_three_figures_of_its_row(report):
    noted = report.facts.where(test=lambda f: bool(f.footnotes))
    assert len(noted) == 6
    assert {n.text for f in noted for n in f.footnotes} == {
        "(1) Revenue is stated net of sales and value-added taxes collected from customers.",
        "(1) Includes the hire of instruments.",
    }


def test_the_debt_note_leaves_out_the_page_number_that_it_runs_over(report):
    [note] = report.facts.where(concept="us-gaap:DebtDisclosureTextBlock")
    assert "revolving line of credit" in note.value and ">16<" not in note.value
    [policies] = report.facts.where(concept="us-gaap:SignificantAccountingPoliciesTextBlock")
    assert "Nature of business" in policies.value and "useful lives" in policies.value and ">14<" not in policies.value


@pytest.mark.corpus
def test_standard_elements_exist_in_the_2025_taxonomies(report, corpus: Path):
    known = set()
    for prefix, place in ELEMENT_NAMESPACES.items():
        for element in etree.parse(corpus / "taxonomy" / place).iter("{http://www.w3.org/2001/XMLSchema}element"):
            known.add(f"{prefix}:{element.get('name')}")
    used = {c for n in report.networks for c in n.concepts} | {f.concept for f in report.facts}
    used |= {name for c in report.contexts.values() for pair in c.dimensions.items() for name in pair}
    assert {c for c in used if not c.startswith("mrw:")} - known == set()
