"""Plain XBRL 2.1 instances: contexts, units and facts in one pass."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from lxml import etree

from tieout.reading.catalog import resolve
from tieout.reading.contexts import CONTEXT, UNIT, missing_context, missing_unit, read_context, read_unit
from tieout.reading.limits import DEFAULT_LIMITS, Limits, Meter, over
from tieout.reading.linkbase import fragment_of
from tieout.reading.names import XBRLI, Names, Scope
from tieout.reading.numbers import decimals_of, parse_decimals, parse_number, quotient
from tieout.reading.schema import LINK, XLINK, XML_BASE
from tieout.reading.xml import parse_xml
from tieout.report import Context, Evidence, Fact, Footnote, InputError, Notice, Unit

__all__ = ["Instance", "dts_references", "read_instance"]

_XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_VOCABULARY = (f"{{{XBRLI}}}", LINK)
_NUMERATOR, _DENOMINATOR = f"{{{XBRLI}}}numerator", f"{{{XBRLI}}}denominator"
_FACT_FOOTNOTE = "http://www.xbrl.org/2003/arcrole/fact-footnote"

Decimals = int | Literal["INF"] | None


@dataclass(eq=False)
class Instance:
    """One instance document; it also answers what facts are asked later (`tieout.report.FactSource`)."""

    report: str
    file: str
    root: etree._Element
    scope: Scope
    names: Names
    limits: Limits = DEFAULT_LIMITS
    contexts: dict[str, Context] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    _ordinals: dict[etree._Element, int] | None = None
    _footnotes: dict[str, dict[Footnote, None]] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._meter = Meter(self.report, self.limits)

    def text_of(self, fact: Fact) -> str:
        return self.quote_of(fact)

    def quote_of(self, fact: Fact) -> str:
        return _text(fact.node)

    def evidence_of(self, fact: Fact, located: bool) -> Evidence:
        """Instances are data, not print: the evidence is the element, and `Evidence.printed` is False."""
        with self._lock:
            if self._ordinals is None:
                self._ordinals = {e: n for n, e in enumerate(self.root.iter(etree.Element))}
            ordinal = self._ordinals[fact.node]
        return Evidence(
            self.report, self.file, ordinal, element_id=fact.node.get("id"), quote=self.quote_of(fact), printed=False
        )

    def footnotes_of(self, fact: Fact) -> tuple[Footnote, ...]:
        with self._lock:
            if self._footnotes is None:
                self._footnotes = _footnotes(self.root, self.limits)
        found = self._footnotes.get(fact.id, {}) if fact.id else {}
        self._meter.charge(fact.order, sum(len(note.text) for note in found))
        return tuple(found)


def read_instance(
    data: bytes,
    file: str,
    report: str,
    limits: Limits = DEFAULT_LIMITS,
    names: Names | None = None,
    notices: list[Notice] | None = None,
) -> tuple[Instance, list[Fact]]:
    """Facts of an instance in document order; the items of a tuple stand in its place (XBRL 2.1, 4.9).

    A fact that can't be evaluated keeps its place, with the reason in `Fact.error`. Raises `InputError` and `LimitError` as
    `parse_xml` does, and `InputError` when the root isn't ``xbrli:xbrl``.
    """
    notices = [] if notices is None else notices
    names = names or Names()
    root = parse_xml(data, file, limits, notices)
    if root.tag != f"{{{XBRLI}}}xbrl":
        raise InputError(f"{file}: is no XBRL 2.1 instance: its root is {str(root.tag)[:100]}, not xbrli:xbrl")
    instance = Instance(report, file, root, Scope(names, data, root), names, limits)
    for element in root.iterchildren(CONTEXT, UNIT):
        id_ = element.get("id") or ""
        if element.tag == CONTEXT:
            if id_ in instance.contexts:
                notices.append(Notice("context-twice", f"context {id_!r} is defined twice: the first one stands", file))
            else:
                instance.contexts[id_] = read_context(element, instance.scope, notices, file, limits)
        else:
            instance.units.setdefault(id_, read_unit(element, instance.scope, limits))
    return instance, _read_facts(instance, notices)


def dts_references(root: etree._Element, location: str) -> tuple[list[str], list[str]]:
    """Locations of the schemas and of the linkbases that an instance or inline document refers to (3.2, rules 1 and 2)."""
    schemas: list[str] = []
    linkbases: list[str] = []
    for element in root.iter(f"{LINK}schemaRef", f"{LINK}linkbaseRef"):
        href = element.get(f"{XLINK}href")
        if not href or not href.strip():
            continue
        base = location
        for ancestor in reversed([element, *element.iterancestors()]):
            if (own := ancestor.get(XML_BASE)) is not None:
                base = resolve(base, own)
        (schemas if element.tag == f"{LINK}schemaRef" else linkbases).append(resolve(base, href))
    return schemas, linkbases


def _items(root: etree._Element) -> Iterator[etree._Element]:
    """The items of an instance in document order, those inside tuples included."""
    stack = [iter(root)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
            continue
        tag = element.tag
        if not isinstance(tag, str) or tag.startswith(_VOCABULARY):
            continue
        if element.get("contextRef") is not None:
            yield element
        elif len(element):
            stack.append(iter(element))


def _read_facts(instance: Instance, notices: list[Notice]) -> list[Fact]:
    contexts, units = instance.contexts, instance.units
    concepts: dict[str, str] = {}
    top_language = instance.root.get(_XML_LANG)
    facts: list[Fact] = []
    for node in _items(instance.root):
        get = node.get
        tag: str = node.tag
        concept = concepts.get(tag)
        if concept is None:
            concept = concepts[tag] = instance.names.clark(tag, node.prefix)
        error: str | None = None
        context = contexts.get(get("contextRef", "").strip())
        if context is None:
            context = missing_context(get("contextRef", ""))
            error = f"no context has the id {get('contextRef')!r}"
        nil = get(_XSI_NIL) in ("true", "1")
        unit: Unit | None = None
        value: Decimal | None = None
        decimals: Decimals = None
        language = None
        if (ref := get("unitRef")) is not None:
            unit = units.get(ref.strip())
            if unit is None:
                unit = missing_unit(ref)
                error = error or f"no unit has the id {ref!r}"
            if not nil:
                value, decimals, fault = _number(node)
                error = error or fault
        else:
            language = get(_XML_LANG) or (top_language if node.getparent() is instance.root else _language(node))
        id_ = get("id")
        facts.append(
            Fact(instance, node, len(facts), id_, concept, context, unit, value, decimals, nil, False, language, None, error)
        )
        if error is not None:
            notices.append(Notice("fact-error", error, f"{instance.file}, {concept}" + (f" id={id_}" if id_ else "")))
    return facts


def _text(node: etree._Element) -> str:
    if len(node) == 0:
        return node.text or ""
    if any(child.tag == _NUMERATOR for child in node):
        return "/".join((node.findtext(part) or "").strip() for part in (_NUMERATOR, _DENOMINATOR))
    return str(node.xpath("string()"))


def _number(node: etree._Element) -> tuple[Decimal | None, Decimals, str | None]:
    """(value, decimals, error) of a numeric item."""
    if len(node) and any(child.tag in (_NUMERATOR, _DENOMINATOR) for child in node):
        return _fraction(node)
    text = _text(node)
    value = parse_number(text)
    if value is None:
        return None, None, f"{text.strip()[:60]!r} is no number"
    decimals, precision = node.get("decimals"), node.get("precision")
    try:
        if decimals is not None or precision is None:
            return value, parse_decimals(decimals), None
        return value, decimals_of(value, precision), None
    except ValueError:
        given = f"decimals {decimals[:40]!r}" if decimals is not None else f"precision {(precision or '')[:40]!r}"
        return value, None, f"{given} is neither a whole number nor INF"


def _fraction(node: etree._Element) -> tuple[Decimal | None, Decimals, str | None]:
    """A fraction is exact by nature (5.1.1); one without a finite decimal form is an error here, as values are Decimals."""
    top, bottom = (parse_number(node.findtext(part) or "") for part in (_NUMERATOR, _DENOMINATOR))
    if top is None or bottom is None:
        return None, None, "a fraction lacks its numerator or denominator, or one is no number"
    if bottom == 0:
        return None, None, "a fraction has the denominator zero"
    value = quotient(top, bottom)
    if value is None:
        return None, None, f"{top}/{bottom} has no exact decimal form"
    return value, "INF", None


def _language(node: etree._Element) -> str | None:
    return next((found for e in node.iterancestors() if (found := e.get(_XML_LANG)) is not None), None)


def _footnotes(root: etree._Element, limits: Limits) -> dict[str, dict[Footnote, None]]:
    """Footnotes, each once and in order, by the id of the fact they belong to (4.11)."""
    found: dict[str, dict[Footnote, None]] = {}
    pairs = 0
    for link in root.iterchildren(f"{LINK}footnoteLink"):
        ids: dict[str, list[str]] = {}
        notes: dict[str, list[Footnote]] = {}
        for child in link:
            label = child.get(f"{XLINK}label") or ""
            if child.tag == f"{LINK}loc":
                ids.setdefault(label, []).append(fragment_of(child.get(f"{XLINK}href") or ""))
            elif child.tag == f"{LINK}footnote":
                role = child.get(f"{XLINK}role") or "http://www.xbrl.org/2003/role/footnote"
                note = Footnote(_text(child).strip(), role, child.get(_XML_LANG) or _language(child))
                notes.setdefault(label, []).append(note)
        for arc in link.iterchildren(f"{LINK}footnoteArc"):
            if arc.get(f"{XLINK}arcrole") != _FACT_FOOTNOTE or arc.get("use") == "prohibited":
                continue
            targets = dict.fromkeys(notes.get(arc.get(f"{XLINK}to") or "", ()))
            sources = ids.get(arc.get(f"{XLINK}from") or "", ())
            pairs += len(targets) * len(sources)
            if pairs > limits.relations:
                raise over(limits, "relations", "its footnotes belong to more facts")
            for id_ in sources:
                found.setdefault(id_, {}).update(targets)
    return found
