"""A line of the cash flow statement stands in a section that it doesn't belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.mending import Mending
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sections import OUTSIDE, SECTIONS, section_named, sections_of
from tieout.engines.auditing.standard import known_sections
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, Network

_OPENER = re.compile(
    r"(?:Net)?Cash(?:Flows?)?(?:ProvidedByUsedIn|UsedInProvidedBy|ProvidedBy|UsedIn|UsedFor|From|For|Generated\w*)*"
    r"(Operating|Investing|Financing)Activit(?:ies|y)(?:ContinuingOperations)?(?:RollUp|Rollforward)?Abstract"
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
    told: set[str] = set()
    shown, summed = list(_presented(view)), list(_summed(view))
    for network, concept, section in (*shown, *summed):
        is_standard = concept.startswith("us-gaap:")
        right = sections_of(local(concept), standard) if is_standard else section_named(local(concept))
        if right is None or section in right or concept in told:
            continue
        told.add(concept)
        why = f"it belongs to {' or '.join(right)} activities"
        yield _finding(view, rule, network, concept, section, right[0], why, None if is_standard else Severity.warning)
    for network, concept, section, other, why in (*_at_odds(shown, summed), *_moved(view, summed)):
        if concept not in told:
            told.add(concept)
            yield _finding(view, rule, network, concept, section, other, why, Severity.warning)
    yield from _in_income_statement(view, rule)


def _finding(
    view: View,
    rule: Rule,
    network: Network,
    concept: str,
    section: str,
    right: str | None,
    why: str,
    severity: Severity | None = None,
) -> Finding:
    facts = [f for f in view.by_concept.get(concept, ()) if not f.dimensions]
    return rule.finding(
        f"{view.label(concept)} stands under {section} activities in {network.definition or network.role}; {why}.",
        *facts,
        concepts=(concept, *_total_of(view, section)),
        network=network,
        reported=section,
        expected=right,
        severity=severity,
    )


_Place = tuple[Network, str, str]
_Suspect = tuple[Network, str, str, str | None, str]


def _at_odds(shown: Sequence[_Place], summed: Sequence[_Place]) -> Iterator[_Suspect]:
    """Lines that one statement presents in one section and sums into another."""
    sections: dict[tuple[str, str], set[str]] = {}
    for network, concept, section in summed:
        sections.setdefault((network.role, concept), set()).add(section)
    for network, concept, section in shown:
        others = sections.get((network.role, concept), set())
        if len(others) == 1 and section not in others and not local(concept).startswith(OUTSIDE):
            other = next(iter(others))
            yield network, concept, section, other, f"it is summed into {other} activities"


def _moved(view: View, summed: Sequence[_Place]) -> Iterator[_Suspect]:
    """Lines whose section agrees only without them, while another section is short of exactly them."""
    mending = Mending(view.books)
    sections = {(network.role, concept): section for network, concept, section in summed}
    failing: dict[str, bool] = {}
    for network, concept, section in summed:
        if local(concept).startswith(OUTSIDE):
            continue
        parents = {a.parent for a in network.arcs if a.child == concept}
        for parent in parents:
            if parent not in failing:
                failing[parent] = any(not one.agrees for one in mending.sums(parent))
        if any(failing[parent] for parent in parents) and mending.moved(concept) is False:
            other = _short_of(view, mending, network, concept, section, sections)
            if other is not None:
                yield network, concept, section, other, f"the sum of {other} activities agrees with it, and this one without it"


def _short_of(
    view: View,
    mending: Mending,
    network: Network,
    concept: str,
    section: str,
    sections: Mapping[tuple[str, str], str],
) -> str | None:
    """The other section whose total, or a total below it, the line mends."""
    weight = next((a.weight for a in network.arcs if a.child == concept and a.weight is not None), Decimal(1))
    for _, parent, weights in view.sums([network]):
        other = _section_of(local(parent), ("", "ContinuingOperations")) or sections.get((network.role, parent))
        if other in (None, section) or concept in weights:
            continue
        if mending.mends(parent, weights, {**weights, concept: weight}, concept):
            return other
    return None


def _opens(abstract: str) -> str | None:
    """The section that an abstract opens, the taxonomy's or a filer's own (``CashFlowsFromOperatingActivitiesAbstract``)."""
    found = _OPENER.fullmatch(abstract)
    return found[1].lower() if found is not None else None


def _section_of(name: str, ends: tuple[str, ...]) -> str | None:
    for section in SECTIONS:
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
            section = _opens(local(concept)) or above
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
