"""Mistakes that are put into filings are found, and what only looks like one is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

import tieout
import tieout.samples
from tests.engines.auditing.injections import Filing
from tieout.engines.auditing import Finding
from tieout.engines.auditing.arithmetic import unit_of
from tieout.engines.auditing.signs import cannot_be_negative, goes_both_ways
from tieout.engines.auditing.standard import known_children, known_sections
from tieout.engines.auditing.sums import Bound, bound_sums, disagrees, range_of
from tieout.engines.auditing.view import View, local

# Original filings with plain instances, as they were filed.
ORIGINAL = ("aapl-2010", "aapl-2023", "nflx-2010q3", "nflx-2024q1")
# Edits of one kind that are tried on one filing.
MOST = 6

Edit = tuple[Callable[[Filing], None], str]
"""What is done, and the concept that it is done to."""


@pytest.fixture(
    scope="module",
    params=["us_10k", *(pytest.param(name, marks=pytest.mark.corpus) for name in ORIGINAL)],
)
def filing(request: pytest.FixtureRequest) -> Filing:
    if request.param == "us_10k":
        return Filing.load(tieout.samples.path("us_10k"))
    return Filing.load(request.getfixturevalue("corpus") / "filings" / "xbrl-original" / request.param)


@pytest.fixture(scope="module")
def view(filing: Filing) -> View:
    return View(filing.report())


@pytest.fixture(scope="module")
def before(view: View) -> set[str]:
    return {f.message for f in tieout.audit(view.report)}


def new_findings(filing: Filing, edit: Callable[[Filing], None], before: set[str]) -> list[Finding]:
    edited = filing.copy()
    edit(edited)
    return [f for f in tieout.audit(edited.report()) if f.message not in before]


def spread(edits: Iterator[Edit]) -> list[Edit]:
    """A few of the edits, from all over the filing."""
    found = list(edits)
    return found[:: max(1, len(found) // MOST)][:MOST]


def _sound_sums(view: View) -> Iterator[Bound]:
    for statement in view.statements:
        for bound in bound_sums(view, statement.calculations):
            ranges = [range_of(bound.totals), *(range_of(fs) for _, fs in bound.parts)]
            sound = not any(isinstance(r, str) for r in ranges) and not disagrees(bound)
            if sound and len(bound.parts) > 1 and not bound.total.dimensions:
                yield bound


def _altered(bound: Bound, by: Decimal) -> Edit:
    contexts = {f.context.id for f in bound.totals}

    def edit(filing: Filing) -> None:
        for context in contexts:
            filing.set_number(bound.parent, context, (bound.total.number or Decimal(0)) + by)

    return edit, bound.parent


def test_a_total_beyond_every_tolerance_is_found(filing: Filing, view: View, before: set[str]) -> None:
    edits = spread(_altered(b, unit_of(b.total.decimals) * (len(b.parts) + 2)) for b in _sound_sums(view))
    assert edits
    for edit, concept in edits:
        findings = new_findings(filing, edit, before)
        assert any(f.concepts[0] == concept and f.rule == "calculation-consistency" for f in findings), concept


def test_a_total_within_tolerance_is_not(filing: Filing, view: View, before: set[str]) -> None:
    sums = (b for b in _sound_sums(view) if b.expected == b.total.number and unit_of(b.total.decimals))
    for edit, concept in spread(_altered(b, unit_of(b.total.decimals)) for b in sums):
        findings = new_findings(filing, edit, before)
        assert not any(f.concepts[0] == concept and f.rule in ("calculation-consistency", "statement-sum") for f in findings)


def _flipped(view: View, wanted: Callable[[str], bool]) -> Iterator[Edit]:
    for fact in view.facts:
        concept, context = fact.concept, fact.context.id
        positive = fact.number is not None and fact.number > 0 and not fact.dimensions
        if positive and concept.startswith("us-gaap:") and wanted(local(concept)):
            yield (lambda f, c=concept, x=context: f.flip_sign(c, x)), concept  # type: ignore[misc]


def test_a_sign_that_cannot_be_is_found(filing: Filing, view: View, before: set[str]) -> None:
    edits = spread(_flipped(view, cannot_be_negative))
    assert edits
    for edit, concept in edits:
        findings = new_findings(filing, edit, before)
        assert any(f.rule == "negative-value" and f.concepts == (concept,) for f in findings), concept


def test_a_legitimate_negative_is_not(filing: Filing, view: View, before: set[str]) -> None:
    for edit, concept in spread(_flipped(view, goes_both_ways)):
        findings = new_findings(filing, edit, before)
        assert not any(f.rule == "negative-value" and f.concepts == (concept,) for f in findings), concept


def test_a_total_and_its_part_that_change_places_are_found(filing: Filing, view: View, before: set[str]) -> None:
    edits = [
        (n.role, a.parent, a.child)
        for n in view.calculations
        for a in n.arcs
        if known_children().get(local(a.parent), {}).get(local(a.child), 0) >= 3 and a.parent.startswith("us-gaap:")
    ]
    assert edits
    for role, parent, child in edits[:: max(1, len(edits) // MOST)]:
        findings = new_findings(filing, lambda f, r=role, p=parent, c=child: f.reverse(r, p, c), before)  # type: ignore[misc]
        assert any(f.rule == "reversed-sum" and {parent, child} == set(f.concepts) for f in findings), (parent, child)


def test_a_cash_flow_line_in_another_section_is_found(filing: Filing, view: View, before: set[str]) -> None:
    abstracts = {s: f"us-gaap:NetCashProvidedByUsedIn{s.capitalize()}ActivitiesAbstract" for s in ("investing", "financing")}
    edits = []
    for statement in view.statements:
        for arc in statement.presentation.arcs:
            section, issuers = known_sections().get(local(arc.child), ("", 0))
            if arc.parent == abstracts.get(section) and issuers >= 3 and "NetCash" not in arc.child:
                other = abstracts["financing" if section == "investing" else "investing"]
                edits.append((statement.role, arc.parent, arc.child, other))
    if not edits:
        pytest.skip("this filing's cash flow statement has no section abstracts with lines that are known")
    for role, parent, child, other in edits[:MOST]:
        edit = lambda f, r=role, p=parent, c=child, o=other: f.move(r, p, c, o)  # noqa: E731
        findings = new_findings(filing, edit, before)
        assert any(f.rule == "cash-flow-section" and f.concepts[0] == child for f in findings), child


def test_a_member_on_a_foreign_axis_is_found_and_one_of_the_same_domain_is_not(
    filing: Filing, view: View, before: set[str]
) -> None:
    levels = "FairValueByFairValueHierarchyLevelAxis"
    proper = "us-gaap:FairValueInputsLevel1Member"
    context = next(
        (c.id for c in view.used_contexts for a, m in c.dimensions.items() if local(a) == levels and m == proper), None
    )
    if context is None:
        pytest.skip("this filing has no fair value levels")
    for member, wrong in (("us-gaap:MoneyMarketFundsMember", True), ("us-gaap:FairValueInputsLevel3Member", False)):
        edit = lambda f, m=member: f.put_member(context, levels, m)  # noqa: E731
        findings = [f for f in new_findings(filing, edit, before) if f.rule == "axis-member"]
        assert any(member in f.concepts for f in findings) is wrong


def test_a_line_that_is_dropped_from_the_calculation_is_found(filing: Filing, view: View, before: set[str]) -> None:
    periods = {"balance": True, "income": False, "cash": False}
    edits = []
    for s in view.statements:
        for n in s.calculations:
            for a in n.arcs:
                facts = [f for f in view.by_concept.get(a.child, ()) if not f.dimensions and f.number is not None and f.unit]
                money = facts and facts[0].unit is not None and facts[0].unit.name.startswith("iso4217:")
                usual = money and facts[0].unit is not None and not facts[0].unit.denominator
                is_line = a.child in s.concepts and not n.children(a.child) and "ExchangeRate" not in a.child
                if is_line and s.kind in periods and usual and (facts[0].period.instant is not None) == periods[s.kind]:
                    edits.append((n.role, a.child))
    assert edits
    for role, concept in edits[:: max(1, len(edits) // MOST)]:
        findings = new_findings(filing, lambda f, r=role, c=concept: f.drop(r, c), before)  # type: ignore[misc]
        assert any(f.rule == "line-without-sum" and concept in f.concepts for f in findings), concept
