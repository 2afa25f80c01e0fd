"""Rows made from presentations: an XBRL package without a printed page still says how its issuer names things.

Each concept with a fact becomes a row of the table that its role presents: the issuer's label, the headings above it, the
labels around it, the role's title as caption. Members of axes become rows too, as they are printed: label of the member at
the left, label of the concept in the header. A taxonomy's own presentations give rows for all that it knows, also what no
filing at hand used; where it has no labels, the words of names stand for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tieout.engines.tagging.examples import PREFIX, Example, ExampleContext, issuer_of, type_of_fact
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.numbers import TYPES

if TYPE_CHECKING:
    from tieout.report import Concept, Network, Report

__all__ = ["examples_of_presentation", "examples_of_taxonomy"]

_SUFFIX = re.compile(r"\s*\[(?:Abstract|Line Items|Table|Axis|Domain|Member|Roll Forward|Text Block)\]\s*$", re.IGNORECASE)
_ROLE = re.compile(r"^.*? - (?:Statement|Disclosure|Document|Schedule) - |\((?:Details?|Tables?|Parenthetical|Policies)[^)]*\)")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NAME_SUFFIX = re.compile(r" (?:Abstract|Line Items|Table|Axis|Domain|Member|Roll Forward|Text Block)$")
_WALK = 4_000


def examples_of_presentation(report: Report, types: Mapping[str, str] | None = None) -> Iterator[ExampleContext]:
    """One context for each presented role that has facts of the five types; the mentions have no evidence."""
    typed: dict[str, tuple[str, bool]] = {}
    members: dict[str, set[str]] = {}
    for fact in report.facts:
        type_ = type_of_fact(fact, types or {})
        if type_ is None:
            continue
        typed.setdefault(fact.concept, (type_, fact.context.period.instant is not None))
        for member in fact.context.dimensions.values():
            if isinstance(member, str):
                members.setdefault(fact.concept, set()).add(member)
    issuer = issuer_of(report)
    concepts = report.concepts
    for network in report.networks:
        if network.kind == "presentation":
            examples = _rows(network, concepts, typed, members)
            if examples:
                yield ExampleContext(issuer, tuple(examples))


def examples_of_taxonomy(taxonomy: Report) -> Iterator[ExampleContext]:
    """The same from a taxonomy package, for each us-gaap concept of the five types that a role of it presents."""
    typed = {
        concept.name: (concept.type.rpartition(":")[2], concept.period_type == "instant")
        for concept in taxonomy.concepts.values()
        if concept.name.startswith(PREFIX) and concept.type and concept.type.rpartition(":")[2] in TYPES
    }
    for network in taxonomy.networks:
        if network.kind == "presentation":
            examples = _rows(network, taxonomy.concepts, typed, {})
            if examples:
                yield ExampleContext(f"taxonomy {taxonomy.name}", tuple(examples))


def _rows(
    network: Network,
    concepts: Mapping[str, Concept],
    typed: Mapping[str, tuple[str, bool]],
    members: Mapping[str, set[str]],
) -> list[Example]:
    walked: list[tuple[str, str, tuple[str, ...]]] = []
    above: list[str] = []
    for depth, name, arc in network.walk(_WALK):
        label = _label(name, concepts.get(name), arc.preferred_label if arc is not None else None)
        del above[depth:]
        walked.append((name, label, tuple(above[-2:])))
        above.append(label)
    labels = tuple(label for name, label, _ in walked if label and name in typed)[:80]
    presented = {name for name, _, _ in walked}
    caption = _ROLE.sub("", network.definition or "").strip()
    found: list[Example] = []
    for name, label, sections in walked:
        if name not in typed or not label or not name.startswith(PREFIX):
            continue
        type_, instant = typed[name]
        header = "December 31, 2024" if instant else "Year Ended December 31, 2024"
        local = name.removeprefix(PREFIX)
        printed: list[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = [(label, sections, (header,), labels)]
        own = sorted(members.get(name, set()) & presented)
        member_labels = tuple(_label(m, concepts.get(m), None) for m in own)
        for member in member_labels[:3]:
            printed.append((member, sections[-1:], (header, label), member_labels))
            printed.append((member, (label,), (header,), member_labels))
        for row_label, section_rows, headers, table_labels in printed:
            mention = Mention(
                "1", "table", row_label=row_label, row=(row_label,), column_headers=headers, section_rows=section_rows,
                caption=caption, table_labels=table_labels, alone=True, type=type_,
            )  # fmt: skip
            found.append(Example(mention, local, type_, instant))
    return found


def _label(name: str, concept: Concept | None, role: str | None) -> str:
    text = concept and ((concept.label(role) if role else None) or concept.label())
    if not text:
        text = _NAME_SUFFIX.sub("", " ".join(_CAMEL.findall(name.rpartition(":")[2])))
    return _SUFFIX.sub("", text)[:300]
