"""Segments: what belongs to one statement role across schema, linkbases and instance (the paper's 4.2.1).

Raw, they are the filing's own XML elements one after the other; compact, they are the lines that `solver.compact` describes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from lxml import etree

from tieout.benchmarks.finauditing.build.filing import XLINK, Filing, local_of, locators
from tieout.report import Fact, Network, Report, TypedMember

__all__ = ["compact_segment", "concepts_of", "raw_segment"]

_KINDS = ("presentation", "calculation", "definition")
_LABELS = ("/label", "/terseLabel", "/totalLabel", "/negatedLabel", "/periodStartLabel", "/periodEndLabel")
_LONGEST_FACT = 300


def concepts_of(filing: Filing, role: str) -> set[str]:
    """Local names of all concepts, axes and members in the role's networks."""
    return {name for kind in _KINDS for _, link in filing.links(kind, role) for name in locators(link).values()}


def raw_segment(filing: Filing, role: str) -> str:
    """The role's part of the filing as XML: role type, declarations, networks, labels, contexts, units and facts."""
    concepts = concepts_of(filing, role)
    pieces = [*_declarations(filing, role, concepts)]
    for kind in _KINDS:
        pieces.extend(_xml(link) for _, link in filing.links(kind, role))
    pieces.extend(_xml(link) for link in _label_links(filing, concepts))
    pieces.extend(_instance(filing, concepts))
    return "\n".join(pieces)


def _xml(element: etree._Element) -> str:
    return etree.tostring(element, encoding="unicode", with_tail=False).strip()


def _declarations(filing: Filing, role: str, concepts: set[str]) -> Iterator[str]:
    for _, root in filing.schemas():
        for role_type in root.iter("{*}roleType"):
            if role_type.get("roleURI") == role:
                yield _xml(role_type)
        for element in root.iterchildren("{*}element"):
            if element.get("name") in concepts:
                yield _xml(element)


def _label_links(filing: Filing, concepts: set[str]) -> Iterator[etree._Element]:
    """Label links cut to the concepts, and to labels short enough to be names (no documentation)."""
    for _, link in filing.links("label", ""):
        located = {label for label, concept in locators(link).items() if concept in concepts}
        arcs = [arc for arc in link.iterchildren("{*}labelArc") if arc.get(f"{XLINK}from") in located]
        targets = {arc.get(f"{XLINK}to") for arc in arcs}
        labels = [
            label
            for label in link.iterchildren("{*}label")
            if label.get(f"{XLINK}label") in targets and (label.get(f"{XLINK}role") or "").endswith(_LABELS)
        ]
        kept = {label.get(f"{XLINK}label") for label in labels}
        if not labels:
            continue
        cut = deepcopy(link)
        for child in list(cut):
            cut.remove(child)
        cut.extend(deepcopy(loc) for loc in link.iterchildren("{*}loc") if loc.get(f"{XLINK}label") in located)
        cut.extend(deepcopy(label) for label in labels)
        cut.extend(deepcopy(arc) for arc in arcs if arc.get(f"{XLINK}to") in kept)
        for child in cut:
            child.tail = "\n"
        yield cut


def _instance(filing: Filing, concepts: set[str]) -> Iterator[str]:
    """Contexts and units that are used, then the facts: those whose axes the role has, texts that are short."""
    for _, root in filing.instances():
        contexts = {c.get("id", ""): c for c in root.iterchildren("{*}context")}
        suits = {id_: _axes(context) <= concepts for id_, context in contexts.items()}
        facts = [
            element
            for element in root.iterchildren()
            if local_of(element) in concepts
            and suits.get(element.get("contextRef") or "", False)
            and len(element.text or "") <= _LONGEST_FACT
        ]
        used = {fact.get("contextRef") for fact in facts}
        units = {fact.get("unitRef") for fact in facts}
        yield from (_xml(context) for id_, context in contexts.items() if id_ in used)
        yield from (_xml(unit) for unit in root.iterchildren("{*}unit") if unit.get("id") in units)
        yield from (_xml(fact) for fact in facts)


def _axes(context: etree._Element) -> set[str]:
    return {
        (member.get("dimension") or "").rpartition(":")[2]
        for member in context.iter("{*}explicitMember", "{*}typedMember")
    }  # fmt: skip


def compact_segment(report: Report, role: str) -> str:
    """The role's part of a report in the compact form."""
    networks = [n for n in report.networks if n.role == role]
    title = next((n.definition for n in networks if n.definition), "") or ""
    lines = [f"Role: {role} | {title}"]
    lines.extend(_section("Presentation", (_presented(n) for n in networks if n.kind == "presentation")))
    lines.extend(_section("Calculation", (_summed(n) for n in networks if n.kind == "calculation")))
    lines.extend(_section("Definition", (_defined(n) for n in networks if n.kind == "definition")))
    concepts = {c for n in networks for c in n.concepts}
    lines.append("Facts:")
    lines.extend(_line(f) for f in report.facts if f.concept in concepts and f.dimensions.keys() <= concepts and _is_short(f))
    return "\n".join(lines)


def _section(head: str, parts: Iterator[Iterator[str]]) -> list[str]:
    lines = [line for part in parts for line in part]
    return [f"{head}:", *lines] if lines else []


def _presented(network: Network) -> Iterator[str]:
    totals = {a.child for a in network.arcs if "total" in (a.preferred_label or "").lower()}
    for depth, concept, _ in network.walk():
        yield f"{'  ' * depth}{concept}{' [total]' if concept in totals else ''}"


def _summed(network: Network) -> Iterator[str]:
    for parent in dict.fromkeys(a.parent for a in network.arcs):
        terms = " + ".join(f"{a.weight if a.weight is not None else 1} {a.child}" for a in network.children(parent))
        yield f"{parent} = {terms}"


def _defined(network: Network) -> Iterator[str]:
    for arc in network.arcs:
        yield f"{network.arcrole.rpartition('/')[2]} | {arc.parent} | {arc.child}"


def _is_short(fact: Fact) -> bool:
    return fact.error is None and (fact.number is not None or len(str(fact.value or "")) <= _LONGEST_FACT)


def _line(fact: Fact) -> str:
    period = fact.period
    when = str(period.instant) if period.instant is not None else f"{period.start}/{period.end}"
    members: Mapping[str, object] = fact.dimensions
    dims = "; ".join(f"{a}={m.text if isinstance(m, TypedMember) else m}" for a, m in members.items())
    value = format(fact.number, "f") if fact.number is not None else " ".join(str(fact.value or "").split())
    unit = fact.unit.name.rpartition(":")[2] if fact.unit else ""
    return f"{fact.concept} | {when} | {dims} | {unit} | {'' if fact.decimals is None else fact.decimals} | {value}"
