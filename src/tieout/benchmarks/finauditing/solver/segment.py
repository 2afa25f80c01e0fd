"""Segment: what a prompt shows of a filing, read leniently, as facts, contexts and relations.

Concepts are told apart by their local names: a segment may bear one prefix in its locators, another in its instance, and none
that is declared. `Segment.names` gives back the name as it is usually written, ``us-gaap:Assets``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from tieout.benchmarks.finauditing.solver.markup import Element, elements
from tieout.reading.names import canonical_prefix

__all__ = ["Arc", "Context", "Fact", "Segment", "read_segment", "walk"]

_KINDS = {
    "presentationarc": "presentation",
    "calculationarc": "calculation",
    "definitionarc": "definition",
    "labelarc": "label",
}
_HASH = re.compile(r"[_-](?:[0-9a-f]{8,}(?:-[0-9a-f]{4,}){0,4}|\d+)$", re.IGNORECASE)
_DIGITS = re.compile(r"[-+]?\d")
_LONGEST_NUMBER = 100
_DEEPEST = 60
_STANDARD = ("us-gaap:", "srt:")


@dataclass(frozen=True, slots=True)
class Context:
    """``members`` by axis, both local names; ``start`` is None for an instant."""

    id: str
    start: str | None
    end: str | None
    members: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fact:
    """``text`` is the value as the segment writes it."""

    concept: str
    context: Context
    value: Decimal | None
    text: str
    decimals: int | str | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class Arc:
    kind: str
    arcrole: str
    role: str
    parent: str
    child: str
    order: float
    weight: Decimal
    preferred: str


@dataclass(slots=True)
class Segment:
    """All that could be read; relations in the order of the text."""

    facts: list[Fact] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)
    definitions: list[str] = field(default_factory=list)
    units: dict[str, str] = field(default_factory=dict)
    _children: dict[str, dict[str, list[Arc]]] = field(default_factory=dict, repr=False)

    def of_kind(self, kind: str) -> list[Arc]:
        return [arc for arc in self.arcs if arc.kind == kind]

    def children(self, kind: str) -> dict[str, list[Arc]]:
        """Parent to its arcs, each child once, in order; to be asked for when all arcs are there."""
        if kind in self._children:
            return self._children[kind]
        found: dict[str, dict[str, Arc]] = {}
        for arc in sorted(self.of_kind(kind), key=lambda one: one.order):
            found.setdefault(arc.parent, {}).setdefault(arc.child, arc)
        self._children[kind] = {parent: list(arcs.values()) for parent, arcs in found.items()}
        return self._children[kind]

    def by_concept(self, concept: str) -> list[Fact]:
        return [fact for fact in self.facts if fact.concept == concept]

    def descendants(self, kind: str, top: str) -> list[str]:
        """All below ``top``, each once, nearest first."""
        below = self.children(kind)
        found: dict[str, None] = {}
        pending = [top]
        while pending:
            following: list[str] = []
            for parent in pending:
                for arc in below.get(parent, ()):
                    if arc.child not in found and arc.child != top:
                        found[arc.child] = None
                        following.append(arc.child)
            pending = following
        return list(found)

    def name(self, local: str) -> str:
        return self.names.get(local, local)


def read_segment(text: str) -> Segment:
    """Whatever fragments ``text`` holds; never raises."""
    reader = _Reader()
    for element, local in elements(text):
        reader.take(element, local.lower())
    return reader.done()


class _Reader:
    """Gathers elements in one pass; what needs all of them is put together at the end."""

    def __init__(self) -> None:
        self.segment = Segment()
        self._namespaces: dict[str, str] = {}
        self._contexts: dict[str, dict[str, object]] = {}
        self._context: dict[str, object] | None = None
        self._axis: str | None = None
        self._unit: list[str] | None = None
        self._unit_id = ""
        self._role = ""
        self._link = 0
        self._locators: dict[tuple[int, str], list[str]] = {}
        self._resources: dict[tuple[int, str], str] = {}
        self._loose: list[tuple[int, str, Element]] = []
        self._facts: list[tuple[str, Element]] = []
        self._open: list[str] = []

    def take(self, element: Element | None, local: str) -> None:
        if element is None:
            self._close(local)
            return
        for key, value in element.attributes.items():
            if key.startswith("xmlns"):
                self._namespaces.setdefault(key.partition(":")[2], value)
        handler = getattr(self, f"_on_{local}", None)
        if handler is not None and not (element.get("contextRef")):
            handler(element)
        elif local.endswith("link") and element.get("role"):
            self._role = element.get("role") or ""
            self._link += 1
        elif local in _KINDS or (local.endswith("arc") and element.get("from")):
            self._loose.append((self._link, self._role, element))
        elif element.get("contextRef"):
            self._facts.append((element.name, element))
        elif self._axis is not None and self._context is not None:
            self._members()[self._axis] = element.text or element.local

    def _close(self, local: str) -> None:
        if local == "context":
            self._context = None
        elif local in ("typedmember", "explicitmember"):
            self._axis = None
        elif local == "unit" and self._unit is not None:
            self.segment.units[self._unit_id] = "/".join(self._unit)
            self._unit = None

    def _members(self) -> dict[str, str]:
        assert self._context is not None  # noqa: S101  (callers look)
        members = self._context.setdefault("members", {})
        assert isinstance(members, dict)  # noqa: S101  (made one line above)
        return members

    # Instance -------------------------------------------------------------------------------------------------------

    def _on_context(self, element: Element) -> None:
        self._context = self._contexts.setdefault(element.get("id") or "", {})
        self._axis = None

    def _on_startdate(self, element: Element) -> None:
        if self._context is not None:
            self._context["start"] = element.text[:10]

    def _on_enddate(self, element: Element) -> None:
        if self._context is not None:
            self._context["end"] = element.text[:10]

    _on_instant = _on_enddate

    def _on_explicitmember(self, element: Element) -> None:
        if self._context is not None:
            self._members()[self._local(element.get("dimension") or "")] = self._local(element.text)

    def _on_typedmember(self, element: Element) -> None:
        self._axis = self._local(element.get("dimension") or "")
        if self._context is not None:
            self._members()[self._axis] = element.text

    def _on_unit(self, element: Element) -> None:
        self._unit, self._unit_id = [], element.get("id") or ""

    def _on_measure(self, element: Element) -> None:
        if self._unit is not None:
            self._unit.append(element.text.rpartition(":")[2])
            self.segment.units[self._unit_id] = "/".join(self._unit)

    # Schema ---------------------------------------------------------------------------------------------------------

    def _on_element(self, element: Element) -> None:
        name = element.get("name")
        if name:
            self._local(element.get("id") or name)
            self.segment.types[name] = (element.get("type") or "").rpartition(":")[2]

    def _on_definition(self, element: Element) -> None:
        if element.text:
            self.segment.definitions.append(element.text)

    # Links ----------------------------------------------------------------------------------------------------------

    def _on_loc(self, element: Element) -> None:
        href = element.get("href") or ""
        label = element.get("label") or ""
        concept = self._local(href.rpartition("#")[2] or label)
        self._locators.setdefault((self._link, label), []).append(concept)

    def _on_label(self, element: Element) -> None:
        self._resources[self._link, element.get("label") or ""] = element.text

    # Names ----------------------------------------------------------------------------------------------------------

    def _local(self, name: str, written: bool = False) -> str:
        """The local name in ``us-gaap:Assets``, ``us-gaap_Assets`` or ``Assets``; notes how it is to be written.

        ``written``: the name stands in the instance, whose prefix counts more than that of an element's id.
        """
        name = name.strip()
        prefix, mark, local = name.partition(":")
        if not mark:
            prefix, mark, local = name.partition("_")
            if not mark or not local:
                prefix, local = "", name
        if prefix:
            namespace = self._namespaces.get(prefix)
            prefix = (canonical_prefix(namespace) if namespace else None) or prefix
            full = f"{prefix}:{local}"
            known = self.segment.names.get(local)
            if known is None or (not known.startswith(_STANDARD) and (written or full.startswith(_STANDARD))):
                self.segment.names[local] = full
        return local

    # The end --------------------------------------------------------------------------------------------------------

    def done(self) -> Segment:
        contexts = {id_: self._finished(id_, found) for id_, found in self._contexts.items()}
        for name, _ in self._facts:
            self._local(name, written=True)
        for name, element in self._facts:
            context = contexts.get(element.get("contextRef") or "")
            if context is None:
                context = Context(element.get("contextRef") or "", None, None, {})
            self.segment.facts.append(self._fact(name, element, context))
        by_label: dict[str, list[str]] = {}
        for (_, label), concepts in self._locators.items():
            by_label.setdefault(label, []).extend(concepts)
        for link, role, element in self._loose:
            self._relate(link, role, element, by_label)
        return self.segment

    def _finished(self, id_: str, found: Mapping[str, object]) -> Context:
        start, end, members = found.get("start"), found.get("end"), found.get("members")
        return Context(
            id_,
            start if isinstance(start, str) and start else None,
            end if isinstance(end, str) and end else None,
            dict(members) if isinstance(members, dict) else {},
        )

    def _fact(self, name: str, element: Element, context: Context) -> Fact:
        text = element.text
        value: Decimal | None = None
        if len(text) <= _LONGEST_NUMBER and _DIGITS.match(text) and element.get("nil") not in ("true", "1"):
            try:
                value = Decimal(text.replace(",", ""))
            except InvalidOperation:
                value = None
        decimals: int | str | None = element.get("decimals")
        if isinstance(decimals, str) and re.fullmatch(r"-?\d{1,3}", decimals):
            decimals = int(decimals)
        unit = element.get("unitRef")
        return Fact(self._local(name), context, value, text, decimals, self.segment.units.get(unit or "", unit))

    def _relate(self, link: int, role: str, element: Element, by_label: Mapping[str, list[str]]) -> None:
        kind = _KINDS.get(element.local.lower(), "other")
        source, target = element.get("from") or "", element.get("to") or ""
        parents = self._located(link, source, by_label)
        if kind == "label" or (link, target) in self._resources:
            text = self._resources.get((link, target))
            for parent in parents:
                if text:
                    self.segment.labels.setdefault(parent, []).append(text)
            return
        arcrole = element.get("arcrole") or ""
        if kind == "other":
            kind = (
                "calculation" if "summation-item" in arcrole else "presentation" if "parent-child" in arcrole else "definition"
            )
        if element.get("use") == "prohibited":
            return
        for parent in parents:
            for child in self._located(link, target, by_label):
                self.segment.arcs.append(
                    Arc(
                        kind, arcrole, role, parent, child, _float(element.get("order")),
                        _decimal(element.get("weight")), element.get("preferredLabel") or "",
                    )
                )  # fmt: skip

    def _located(self, link: int, label: str, by_label: Mapping[str, list[str]]) -> list[str]:
        """The concepts that a locator label stands for: in its own link, in any other, or by what the label itself says."""
        found = self._locators.get((link, label)) or by_label.get(label)
        if found:
            return list(dict.fromkeys(found))
        bare = label.removeprefix("loc_").removeprefix("lab_")
        bare = _HASH.sub("", bare)
        return [self._local(bare)] if bare else []


def _float(text: str | None) -> float:
    try:
        return float(text) if text else 0.0
    except ValueError:
        return 0.0


def _decimal(text: str | None) -> Decimal:
    try:
        found = Decimal(text) if text and len(text) < _LONGEST_NUMBER else Decimal(1)
    except InvalidOperation:
        return Decimal(1)
    return found if found.is_finite() else Decimal(1)


def walk(segment: Segment) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """(depth, concept, those above it) of the presentation trees, in order; each place once, cycles cut."""
    below = segment.children("presentation")
    children = {arc.child for arcs in below.values() for arc in arcs}
    pending = [(0, top, ()) for top in reversed([parent for parent in below if parent not in children])]
    stack: list[tuple[int, str, tuple[str, ...]]] = list(pending)
    seen: set[tuple[str, str]] = set()
    while stack:
        depth, concept, path = stack.pop()
        yield depth, concept, path
        if depth >= _DEEPEST or concept in path:
            continue
        for arc in reversed(below.get(concept, [])):
            if (concept, arc.child) not in seen:
                seen.add((concept, arc.child))
                stack.append((depth + 1, arc.child, (*path, concept)))
