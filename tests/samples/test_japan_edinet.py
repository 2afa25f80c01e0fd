"""The EDINET package of the made-up securities report: reads clean, ties out, and says what the annotated HTML says."""

from __future__ import annotations

import json
from collections import defaultdict
from decimal import Decimal

import pytest
from lxml import etree

import tieout
from tieout import samples
from tieout.report import Report


@pytest.fixture(scope="module")
def report() -> Report:
    return tieout.read(samples.path("japan_edinet"))


def test_every_document_of_the_folder_is_in_the_manifest_and_well_formed():
    folder = samples.path("japan_edinet") / "XBRL" / "PublicDoc"
    listed = etree.parse(folder / "manifest_PublicDoc.xml").xpath("//*[local-name()='ixbrl']/text()")
    assert sorted(listed) == sorted(p.name for p in folder.glob("*_ixbrl.htm"))
    for name in listed:
        assert etree.parse(folder / name).xpath("//*[namespace-uri()='http://www.xbrl.org/2008/inlineXBRL']"), name


def test_every_tag_becomes_a_fact_without_an_error(report):
    assert report.kind == "edinet"
    assert len(report.facts) > 500
    assert [f for f in report.facts if f.error] == []


def test_contexts_are_in_the_header_file_alone():
    for path in (samples.path("japan_edinet") / "XBRL" / "PublicDoc").glob("*_ixbrl.htm"):
        assert ("<xbrli:context" in path.read_text(encoding="utf-8")) == path.name.startswith("0000000_header")


@pytest.mark.parametrize(
    ("concept", "context", "value"),
    [
        ("jppfs_cor:CashAndDeposits", "CurrentYearInstant", 10_356_000_000),
        ("jppfs_cor:CashAndDeposits", "CurrentYearInstant_NonConsolidatedMember", 5_103_420_000),
        ("jppfs_cor:TreasuryStock", "Prior1YearInstant", -412_000_000),
        ("jppfs_cor:CashAndCashEquivalents", "Prior2YearInstant", 8_459_000_000),
        ("jpcrp_cor:EquityToAssetRatioSummaryOfBusinessResults", "Prior4YearInstant", Decimal("0.497")),
        ("jpcrp_cor:InterimDividendPaidPerShareSummaryOfBusinessResults", "CurrentYearDuration_NonConsolidatedMember", 20),
        ("jpcrp_cor:AverageNumberOfTemporaryWorkers", "Prior4YearDuration", 205),
    ],
)
def test_figures_have_the_unit_and_the_sign_of_their_table(report, concept, context, value):
    assert {f.value for f in report.facts.where(concept=concept) if f.context.id == context} == {value}


def test_a_dash_is_nil_and_a_note_mark_is_a_footnote(report):
    gains = {f.context.id: f for f in report.facts.where(concept="jppfs_cor:ForeignExchangeGainsNOI")}
    assert gains["CurrentYearDuration"].nil and not gains["Prior1YearDuration"].nil
    [cash] = [f for f in report.facts.where(concept="jppfs_cor:CashAndDeposits") if f.context.id == "CurrentYearInstant"]
    assert [n.text for n in cash.footnotes] == ["※２"]


def test_officers_are_members_of_an_axis(report):
    titles = report.facts.where(concept="jpcrp_cor:OfficialTitleOrPositionInformationAboutDirectorsAndCorporateAuditors")
    members = {str(m).partition(":")[2] for f in titles for m in f.dimensions.values()}
    assert len(titles) == len(members) == 5 and "AkariHoshimigawaMember" in members


def test_every_sum_of_its_calculation_linkbase_holds(report):
    values: dict[str, dict[str, Decimal]] = defaultdict(dict)
    for f in report.facts:
        if isinstance(f.value, Decimal):
            values[f.context.id][f.concept] = f.value
    checked = 0
    for network in (n for n in report.networks if n.kind == "calculation"):
        own = not network.role.rpartition("_")[2].startswith("Consolidated")
        for context, known in values.items():
            if context.endswith("_NonConsolidatedMember") != own:
                continue
            for parent in network.concepts & known.keys():
                parts = [a.weight * known[a.child] for a in network.children(parent) if a.child in known]
                if parts:
                    checked += 1
                    assert sum(parts) == known[parent], f"{network.role} {context} {parent}"
    assert checked > 60


def test_it_agrees_with_the_gold_of_the_questions(report):
    gold = json.loads((samples.path("japan") / "table_qa" / "valid" / "questions.json").read_text(encoding="utf-8"))
    values = {f.value for f in report.facts if isinstance(f.value, Decimal)}
    asked = [q for q in gold.values() if "-01010" in q["cell_id"] or "-0105010" in q["cell_id"] or "-01053" in q["cell_id"]]
    assert len(asked) > 10
    for q in asked:
        assert Decimal(q["value"]) in values, q
