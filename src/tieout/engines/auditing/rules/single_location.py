"""A location axis with a single member says less than the element made for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import names
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.standard import Standard
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, TypedMember

_AXES = ("BalanceSheetLocationAxis", "IncomeStatementLocationAxis")


@rule(
    id="single-location",
    dqc="DQC_0137",
    title="A location axis has a single member, though the taxonomy has an element to say where an amount is included",
    category="location",
    severity=Severity.warning,
    needs=("us-gaap",),
    source="DQC_0137, Location Axis with a Single Member",
)
def single_location(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept and axis: all its facts on the axis have the same member, and a list element exists for it."""
    standard = view.standard
    twins = _twins(standard) if standard is not None else frozenset()
    if twins and standard is not None:
        view.sharpened[rule.id] = f"elements of {standard.name} that say where an amount is included"
    for concept, facts in view.by_concept.items():
        if local(concept) not in twins and local(concept) not in names("locations", "concepts"):
            continue
        on_axis: dict[str, dict[str, list[Fact]]] = {}
        for f in facts:
            for axis, member in f.dimensions.items():
                if local(axis) in _AXES and not isinstance(member, TypedMember):
                    on_axis.setdefault(axis, {}).setdefault(member, []).append(f)
        for axis, members in on_axis.items():
            if len(members) == 1:
                member, found = next(iter(members.items()))
                yield rule.finding(
                    f"{view.label(concept)} stands on {axis} with {member} alone: leave the axis out, and say where the amount"
                    " is included with the element whose name ends in ExtensibleList or ExtensibleEnumeration.",
                    *found,
                    concepts=(concept, axis, member),
                    dimensions=found[0].dimensions,
                )


@cache
def _twins(standard: Standard) -> frozenset[str]:
    """Concepts for which the taxonomy has an element that lists the lines they are included in."""
    pairs = standard.pairs("/concept-extensibleEnumerationLineItemLocation")
    return frozenset(
        n for a, bs in pairs.items() for n in (a, *bs) if not n.endswith(("ExtensibleList", "ExtensibleEnumeration"))
    )
