"""Linkbases (XBRL 2.1, 3.5 and 5.2): extended links, their locators, resources and arcs, and what remains of the arcs.

Nothing here opens another document: a locator's target is asked of a callable, so that a reader decides what it may see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar
from urllib.parse import unquote

from lxml import etree

from tieout.reading.catalog import resolve
from tieout.reading.limits import DEFAULT_LIMITS, Limits, over
from tieout.reading.numbers import parse_number
from tieout.reading.schema import LINK, XLINK, XML_BASE
from tieout.report import Arc, Label, Notice, Reference

__all__ = ["BaseSet", "Faults", "LinkReader", "Relation", "effective", "extended_links", "fragment_of"]

_TYPE, _ROLE, _ARCROLE = f"{XLINK}type", f"{XLINK}role", f"{XLINK}arcrole"
_LABEL, _HREF, _FROM, _TO = f"{XLINK}label", f"{XLINK}href", f"{XLINK}from", f"{XLINK}to"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_KINDS = {f"{LINK}{kind}Arc": kind for kind in ("presentation", "calculation", "definition")}
_OWN_FIELDS = frozenset(("order", "weight", "preferredLabel", "use", "priority", "id", "title", "show", "actuate"))
# Values that an attribute has where it is absent: writing them out makes no other relation (3.5.3.9.7.4; XDT 1.0, 2.3 and 2.4).
_DEFAULTS = frozenset((("usable", "true"), ("usable", "1"), ("closed", "false"), ("closed", "0")))

Target = Callable[[str, str], "str | None"]
BaseSet = tuple[str, str, str]
"""(kind, role, arcrole): the arcs that form one network."""


class Faults:
    """Notices about a file, one a kind of fault however often it occurs, so that a broken file can't flood the report."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[str, int]] = {}

    def add(self, code: str, where: str, message: str) -> None:
        first, count = self._found.get((code, where), (message, 0))
        self._found[code, where] = (first, count + 1)

    def take(self) -> list[Notice]:
        """The notices since the last call."""
        notices = [
            Notice(code, message if n == 1 else f"{message}; {n - 1:,} more like it", where)
            for (code, where), (message, n) in self._found.items()
        ]
        self._found.clear()
        return notices


@dataclass(slots=True)
class Relation:
    """An arc of a link, for one pair of its ends. ``source`` and ``target`` are concepts or, for labels, resources."""

    source: str
    target: str | etree._Element
    arc: etree._Element


@dataclass(slots=True)
class _Link:
    element: etree._Element
    base: str
    locators: dict[str, list[str]] = field(default_factory=dict)
    resources: dict[str, list[etree._Element]] = field(default_factory=dict)
    arcs: list[etree._Element] = field(default_factory=list)


def extended_links(linkbase: etree._Element) -> Iterator[etree._Element]:
    """The extended links of a linkbase element, in document order."""
    for child in linkbase:
        if child.get(_TYPE) == "extended":
            yield child


def fragment_of(href: str) -> str:
    """The id that an href points at: a bare name or ``element(id)``; empty where it is none (3.5.4)."""
    fragment = href.strip().partition("#")[2]
    if fragment.startswith("element(") and fragment.endswith(")"):
        fragment = fragment[len("element(") : -1]
        if "/" in fragment:
            return ""
    return unquote(fragment)


def base_set(link: etree._Element, arc: etree._Element) -> BaseSet:
    return _KINDS.get(arc.tag, "other"), link.get(_ROLE) or "", arc.get(_ARCROLE) or ""


class LinkReader:
    """Reads the links of many linkbases of one report; counts what it makes against `Limits.relations`."""

    def __init__(self, target_of: Target, limits: Limits = DEFAULT_LIMITS, faults: Faults | None = None) -> None:
        self._target_of = target_of
        self._limits = limits
        self.faults = faults or Faults()
        self._made = 0
        self._numbers: dict[str, Decimal | None] = {}
        self._targets: dict[tuple[str, str], str | None] = {}

    def relations(self, link: etree._Element, base: str, wanted: BaseSet | None = None) -> Iterator[tuple[BaseSet, Relation]]:
        """Relations of an extended link with the network each belongs to; only of the ``wanted`` network if given.

        Every ``from`` end is combined with every ``to`` end of an arc, as several locators may share a label (3.5.3.9).
        """
        read = self._read(link, base)
        resources, locators = read.resources, read.locators
        for arc in read.arcs:
            key = base_set(link, arc)
            if wanted is not None and key != wanted:
                continue
            sources, label = locators.get(arc.get(_FROM) or ""), arc.get(_TO) or ""
            targets: list[str] | list[etree._Element] | None = locators.get(label)
            if label in resources:
                targets = [*(targets or ()), *resources[label]]
            if not sources or not targets:
                self.faults.add("arc-end", base, f"an arc leads from or to {label!r}, which no locator or resource is called")
                continue
            self._made += len(sources) * len(targets)
            if self._made > self._limits.relations:
                raise over(self._limits, "relations", f"{base}: its linkbases hold more relations")
            for source in sources:
                for target in targets:
                    yield key, Relation(source, target, arc)

    def _read(self, link: etree._Element, base: str) -> _Link:
        read = _Link(link, _based(link, base))
        generic = not link.tag.startswith(LINK)
        for child in link:
            match child.get(_TYPE):
                case "locator":
                    target = self._located(child, read.base, generic)
                    if target is not None:
                        ends = read.locators.setdefault(child.get(_LABEL) or "", [])
                        if target not in ends:
                            ends.append(target)
                case "resource":
                    read.resources.setdefault(child.get(_LABEL) or "", []).append(child)
                case "arc":
                    read.arcs.append(child)
        return read

    def _located(self, locator: etree._Element, base: str, generic: bool) -> str | None:
        href = locator.get(_HREF) or ""
        base = _based(locator, base)
        key = (base, href)
        if key not in self._targets:
            fragment = fragment_of(href)
            self._targets[key] = self._target_of(resolve(base, href), fragment) if fragment else None
        target = self._targets[key]
        # Generic links may point at anything that has an id, role types for one; the others only at concepts (5.2.2 and on).
        if target is None and not generic:
            self.faults.add("locator", base, f"a locator points at {href[:200]!r}, where no element is declared")
        return target

    # What an arc says -----------------------------------------------------------------------------------------------

    def arc(self, relation: Relation, kind: str, where: str) -> Arc | None:
        """The Arc of a relation between concepts; None, with a notice, for a calculation arc without a usable weight."""
        get = relation.arc.get
        order = self._number(get("order"))
        if order is None:
            if get("order") is not None:
                self.faults.add("arc-number", where, f"order {_short(get('order'))} of an arc is no number; read as 1")
            order = Decimal(1)
        weight = None
        if kind == "calculation":
            weight = self._number(get("weight"))
            if weight is None or weight == 0:
                self.faults.add("arc-number", where, f"a calculation arc is left out: its weight is {_short(get('weight'))}")
                return None
        others = {
            str(k).rpartition("}")[2]: str(v)
            for k, v in relation.arc.items()
            if k not in _OWN_FIELDS and not str(k).startswith(XLINK)
        }
        assert isinstance(relation.target, str)  # noqa: S101  (resources make labels and references, not arcs)
        return Arc(relation.source, relation.target, order, weight, get("preferredLabel"), others)

    def standing(self, arc: etree._Element, where: str) -> tuple[int, bool]:
        """Priority of an arc, and whether it prohibits (3.5.3.9.7.1 and 3.5.3.9.7.2)."""
        text = arc.get("priority")
        priority = 0
        if text is not None:
            try:
                priority = int(text)
            except ValueError:
                self.faults.add("arc-number", where, f"priority {_short(text)} of an arc is no whole number; read as 0")
        return priority, arc.get("use") == "prohibited"

    def _number(self, text: str | None) -> Decimal | None:
        if text is None:
            return None
        if text not in self._numbers:
            self._numbers[text] = parse_number(text)
        return self._numbers[text]


def _short(text: str | None) -> str:
    return "missing" if text is None else repr(text[:40])


def _based(element: etree._Element, base: str) -> str:
    own = element.get(XML_BASE)
    return resolve(base, own) if own else base


T = TypeVar("T")


def effective(candidates: Iterable[tuple[Hashable, T, int, bool]]) -> list[T]:
    """What remains after prohibition and override (3.5.3.9.7.5), in the order of first appearance.

    Candidates are (equivalence key, relation, priority, prohibited). Of equivalent relations those of the highest
    priority decide: if one of them prohibits, none remains, else the first of them does.
    """
    best: dict[Hashable, tuple[int, bool, T]] = {}
    for key, relation, priority, prohibited in candidates:
        known = best.get(key)
        if known is None or priority > known[0]:
            best[key] = (priority, prohibited, relation)
        elif priority == known[0] and prohibited:
            best[key] = (priority, True, known[2])
    return [relation for _, prohibited, relation in best.values() if not prohibited]


def equivalence(arc: Arc) -> Hashable:
    """Equal for equivalent relations (3.5.3.9.7.4): the same ends, and the same values of all attributes that count."""
    attributes = frozenset(item for item in arc.attributes.items() if item not in _DEFAULTS)
    return arc.parent, arc.child, arc.order, arc.weight, arc.preferred_label, attributes


def label_of(resource: etree._Element) -> Label:
    """Label of a label resource; without a language it is tagged ``und`` (5.2.2.2.1 makes the language mandatory)."""
    language = resource.get(_LANG)
    parent: etree._Element | None = resource
    while language is None and (parent := parent.getparent() if parent is not None else None) is not None:
        language = parent.get(_LANG)
    text = str(resource.xpath("string()")).strip() if len(resource) else (resource.text or "").strip()
    return Label(text, resource.get(_ROLE) or "http://www.xbrl.org/2003/role/label", language or "und")


def reference_of(resource: etree._Element) -> Reference:
    parts = tuple((part.tag.rpartition("}")[2], (part.text or "").strip()) for part in resource if isinstance(part.tag, str))
    return Reference(resource.get(_ROLE) or "http://www.xbrl.org/2003/role/reference", parts)
