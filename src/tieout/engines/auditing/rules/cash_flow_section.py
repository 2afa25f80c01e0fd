"""A line of the cash flow statement stands in a section that it doesn't belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.standard import known_sections
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, Network

_SECTIONS = ("operating", "investing", "financing")
_KNOWN_FROM = 3
_DISCONTINUED = re.compile(r"CashProvidedByUsedIn(Operating|Investing|Financing)ActivitiesDiscontinuedOperations")
# Totals and balances, and what filings add below the sections: they are in whatever section comes last.
_OUTSIDE = (
    *("NetCashProvidedByUsedIn", "CashProvidedByUsedIn", "Cash", "RestrictedCash", "EffectOfExchangeRate", "InterestPaid"),
    *("IncomeTaxesPaid", "Noncash", "CapitalExpendituresIncurred", "SupplementalCashFlow", "ProceedsFromIncomeTaxRefunds"),
)


@rule(
    id="cash-flow-section",
    dqc="DQC_0145",
    title="A line of the cash flow statement stands in the wrong section",
    category="presentation",
    severity=Severity.error,
    needs=("us-gaap", "presentation"),
    source="DQC_0145, Cash Flow Presentation; ASC 230-10-45",
)
def cash_flow_section(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a line: by where it is presented, or into which net cash flow it is summed.

    Changes in operating assets and liabilities under an income statement are found too.
    """
    standard = view.standard.sections if view.standard is not None else {}
    if view.standard is not None and standard:
        view.sharpened[rule.id] = f"cash flow statements of {view.standard.name}"
    told: set[tuple[str, str]] = set()
    for network, concept, section in (*_presented(view), *_summed(view)):
        right = _belongs(local(concept), standard) if concept.startswith("us-gaap:") else None
        if right is None or section in right or (concept, section) in told:
            continue
        told.add((concept, section))
        facts = [f for f in view.by_concept.get(concept, ()) if not f.dimensions]
        yield rule.finding(
            f"{view.label(concept)} stands under {section} activities in {network.definition or network.role}; it belongs to"
            f" {' or '.join(right)} activities.",
            *facts,
            concepts=(concept, *_total_of(view, section)),
            network=network,
            reported=section,
            expected=right[0],
        )
    yield from _in_income_statement(view, rule)


def _belongs(name: str, standard: object) -> tuple[str, ...] | None:
    """The sections a line may stand in; None where nothing tells."""
    if (discontinued := _DISCONTINUED.fullmatch(name)) is not None:
        return (discontinued[1].lower(),)
    if name.startswith(_OUTSIDE) or name.endswith("Abstract"):
        return None
    by_standard = standard.get(name, frozenset()) if isinstance(standard, dict) else frozenset()
    section, issuers = known_sections().get(name, (None, 0))
    known = {section} if section is not None and issuers >= _KNOWN_FROM else set()
    if not by_standard and not known:
        known = {s for s in (_by_name(name),) if s is not None}
        if not known or section not in (None, *known):
            return None
    return tuple(s for s in _SECTIONS if s in by_standard | known)


def _by_name(name: str) -> str | None:
    for row in table("cash_flows")["named"]:
        if name.endswith(tuple(row.get("ends", ()))) or name.startswith(tuple(row.get("begins", ()))):
            found: str = row["section"]
            return found
    return None


def _section_of(name: str, ends: tuple[str, ...]) -> str | None:
    for section in _SECTIONS:
        stem = f"NetCashProvidedByUsedIn{section.capitalize()}Activities"
        if name.startswith(stem) and name[len(stem) :] in ends:
            return section
    return None


def _presented(view: View) -> Iterator[tuple[Network, str, str]]:
    """(network, line, section) by the abstract that a line is presented under, the nearest one."""
    for network in view.presentations.values():
        path: list[tuple[str, str | None]] = []
        for depth, concept, _ in network.walk():
            del path[depth:]
            above = path[-1][1] if path else None
            section = _section_of(local(concept), ("Abstract", "ContinuingOperationsAbstract")) or above
            path.append((concept, section))
            if above is not None and not concept.endswith("Abstract"):
                yield network, concept, above


def _summed(view: View) -> Iterator[tuple[Network, str, str]]:
    """(network, line, section) by the net cash flow that a line is a part of."""
    for network in view.calculations:
        for top in {a.parent for a in network.arcs}:
            section = _section_of(local(top), ("", "ContinuingOperations"))
            if section is None:
                continue
            pending, seen = [top], {top}
            while pending:
                for arc in network.children(pending.pop()):
                    if arc.child not in seen:
                        seen.add(arc.child)
                        pending.append(arc.child)
                        yield network, arc.child, section


def _total_of(view: View, section: str) -> tuple[str, ...]:
    name = f"us-gaap:NetCashProvidedByUsedIn{section.capitalize()}Activities"
    return (name,) if name in view.by_concept or name in view.presented else ()


def _in_income_statement(view: View, rule: Rule) -> Iterator[Finding]:
    for statement in view.statements:
        if statement.kind != "income":
            continue
        for concept in sorted(statement.concepts):
            name = local(concept)
            if concept.startswith("us-gaap:IncreaseDecreaseIn") and known_sections().get(name, ("", 0))[0] == "operating":
                facts: list[Fact] = [f for f in view.by_concept.get(concept, ()) if not f.dimensions]
                yield rule.finding(
                    f"{view.label(concept)} is a change of working capital, which the cash flow statement has, but stands in"
                    f" {statement.title}.",
                    *facts,
                    concepts=(concept,),
                    network=statement.presentation,
                )
