"""Inline XBRL 1.0 and 1.1: one document or a document set, read into facts in one pass.

Section numbers in this module are those of the Inline XBRL 1.1 specification, part 1.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, cast

from lxml import etree

from tieout.reading.contexts import CONTEXT, UNIT, missing_context, missing_unit, read_context, read_unit
from tieout.reading.detect import INLINE_NAMESPACES
from tieout.reading.inline_text import escaped_markup, plain_text
from tieout.reading.limits import DEFAULT_LIMITS, Limits, Meter, over
from tieout.reading.names import Names, Scope
from tieout.reading.numbers import parse_decimals, parse_number, quotient, scaled
from tieout.reading.transformations import TransformError, lookup
from tieout.reading.xml import elements, end_of_root_tag, parse_xml
from tieout.report import Context, Evidence, Fact, Footnote, InputError, Notice, Unit

if TYPE_CHECKING:
    from tieout.report import Layout

__all__ = ["InlineDocument", "InlineSet", "read_inline"]

_XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_HIDING = re.compile(r"display\s*:\s*none")
_HIDDEN_BY_STYLE = "//*[contains(@style, 'display') and contains(@style, 'none')]"
_TWIN = re.compile(r"-(?:sec|esef)-ix-hidden\s*:\s*([^\s;]+)")


def _tags(*names: str) -> tuple[str, ...]:
    return tuple(f"{{{ns}}}{name}" for ns in INLINE_NAMESPACES for name in names)


_NUMERIC = frozenset(_tags("nonFraction", "fraction"))
_FRACTION = frozenset(_tags("fraction"))
_FACTS = _tags("nonFraction", "nonNumeric", "fraction")
_FACT_SET = frozenset(_FACTS)
_HIDDEN = _tags("hidden")
_TRUE = frozenset(("true", "1"))
_count_within = etree.XPath("count(descendant::*)")
# What an element in the text of a fact weighs, in characters, and what a continuation does.
_WEIGHT, _PIECE_WEIGHT = 16, 100
# Elements within a number, and within a text that a format turns into a date or the like. Filings have at most five; what
# exceeds these ends in an error of that fact.
_MOST_WITHIN, _MOST_PIECES = 100, 10


class _Languages:
    """xml:lang in scope (XML 1.0, 2.12): the nearest declared on the element or around it."""

    def __init__(self) -> None:
        self._known: dict[etree._Element, str | None] = {}

    def of(self, node: etree._Element) -> str | None:
        path: list[etree._Element] = []
        language: str | None = None
        e: etree._Element | None = node
        while e is not None:
            if e in self._known:
                language = self._known[e]
                break
            path.append(e)
            if (language := e.get(_XML_LANG)) is not None:
                break
            e = e.getparent()
        self._known.update(dict.fromkeys(path, language))
        return language


@dataclass(eq=False)
class InlineDocument:
    """One file of a document set: its tree, and the names in scope."""

    file: str
    root: etree._Element
    scope: Scope
    languages: _Languages = field(default_factory=_Languages)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ordinals: dict[etree._Element, int] | None = None
    _unseen: frozenset[etree._Element] | None = None
    _twins: dict[str, etree._Element] | None = None

    def ordinal(self, element: etree._Element) -> int:
        """Position of the element among all elements of the file in document order; the root is 0."""
        with self._lock:
            if self._ordinals is None:
                self._ordinals = {e: n for n, e in enumerate(self.root.iter(etree.Element))}
            return self._ordinals[element]

    def is_unseen(self, element: etree._Element) -> bool:
        """Whether a ``display: none`` on the element or around it keeps it from being seen."""
        with self._lock:
            if self._unseen is None:
                unseen: set[etree._Element] = set()
                for top in elements(self.root, _HIDDEN_BY_STYLE):
                    # Within another one, as document order shows, it hides nothing more.
                    if top not in unseen and _HIDING.search(top.get("style", "")):
                        unseen.update(top.iter())
                self._unseen = frozenset(unseen)
            return element in self._unseen

    def twin(self, id_: str) -> etree._Element | None:
        """The displayed element whose style names a hidden fact (EDGAR Filer Manual's ``-sec-ix-hidden``)."""
        with self._lock:
            if self._twins is None:
                self._twins = {}
                for e in elements(self.root, "//*[contains(@style, 'ix-hidden')]"):
                    if m := _TWIN.search(e.get("style", "")):
                        self._twins.setdefault(m[1], e)
            return self._twins.get(id_)


@dataclass(eq=False)
class InlineSet:
    """The documents of one report; it also answers what facts are asked later (`tieout.report.FactSource`)."""

    report: str
    documents: list[InlineDocument]
    names: Names
    notices: list[Notice]
    contexts: dict[str, Context] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    layout: Callable[[], Layout] | None = None
    limits: Limits = DEFAULT_LIMITS
    _of_root: dict[etree._Element, InlineDocument] = field(default_factory=dict)
    _continuations: dict[str, etree._Element] | None = None
    _footnotes: dict[str, list[Footnote]] | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._meter = Meter(self.report, self.limits)

    def document_of(self, element: etree._Element) -> InlineDocument:
        if len(self.documents) == 1:
            return self.documents[0]
        return self._of_root[element.getroottree().getroot()]

    def text_of(self, fact: Fact) -> str:
        node = fact.node
        return self.joined(node, fact.order, escaped_markup if node.get("escape") in ("true", "1") else plain_text)

    def joined(self, node: etree._Element, key: Hashable, as_text: Callable[[etree._Element], str] = plain_text) -> str:
        """Text of an element and its continuations. Raises LimitError where all that was asked for, by key, is too much."""
        pieces = self.pieces(node)
        if len(pieces) == 1 and len(node) == 0:
            return as_text(node)
        self._meter.charge((key, "elements"), _PIECE_WEIGHT * len(pieces) + _WEIGHT * sum(map(_elements_in, pieces)))
        text = "".join(as_text(p) for p in pieces)
        self._meter.charge((key, "text"), len(text))
        return text

    def quote_of(self, fact: Fact) -> str:
        return self._quote(fact.node, fact.order)

    def _quote(self, element: etree._Element, order: int) -> str:
        if len(element) == 0:
            return element.text or ""
        self._meter.charge((order, element), _WEIGHT * _elements_in(element))
        quote = plain_text(element)
        self._meter.charge((order, "quote"), len(quote))
        return quote

    def pieces(self, node: etree._Element, most: int | None = None) -> list[etree._Element]:
        """The element and the ``ix:continuation`` elements that carry it on, in their order (11.4), the first ``most``."""
        pieces = [node]
        seen = {node}
        while (ref := pieces[-1].get("continuedAt")) is not None and len(pieces) != most:
            more = self._continuation_table().get(ref)
            if more is None or more in seen:
                break
            seen.add(more)
            pieces.append(more)
        return pieces

    def _continuation_table(self) -> dict[str, etree._Element]:
        with self._lock:
            if self._continuations is None:
                self._continuations = {}
                for document in self.documents:
                    for e in document.root.iter(*_tags("continuation")):
                        self._continuations.setdefault(e.get("id") or "", e)
            return self._continuations

    def evidence_of(self, fact: Fact, located: bool) -> Evidence:
        node = fact.node
        document = self.document_of(node)
        printed = not (fact.hidden or document.is_unseen(node))
        twin = None
        if not printed and fact.id and (element := document.twin(fact.id)) is not None:
            twin = self._pointer(document, element, fact.order, located, True, None)
        return self._pointer(document, node, fact.order, located and printed, printed, twin)

    def _pointer(
        self, document: InlineDocument, element: etree._Element, order: int, located: bool, printed: bool, twin: Evidence | None
    ) -> Evidence:
        page = printed_page = block = table = cell = None
        span: tuple[int, int] | None = None
        quote = None
        layout = self.layout() if located and self.layout is not None else None
        place = layout.places.get(element) if layout is not None else None
        if layout is not None and place is not None:
            page, block, table, cell, start, end = place
            printed_page = layout.printed_number(page)
            span = (start, end)
            quote = layout.stored_text(block, cell)[start:end]
            if len(element):
                self._meter.charge((order, "quote"), len(quote))
        return Evidence(
            report=self.report,
            file=document.file,
            element=document.ordinal(element),
            element_id=element.get("id"),
            page=page,
            printed_page=printed_page,
            block=block,
            table=table,
            cell=cell,
            span=span,
            quote=self._quote(element, order) if quote is None else quote,
            printed=printed,
            twin=twin,
        )

    def footnotes_of(self, fact: Fact) -> tuple[Footnote, ...]:
        with self._lock:
            if self._footnotes is None:
                self._footnotes = _footnote_table(self)
        found = list(self._footnotes.get(fact.id, ())) if fact.id else []
        for ref in (fact.node.get("footnoteRefs") or "").split():
            found.extend(self._footnotes.get("\0" + ref, ()))
        if found:
            self._meter.charge((fact.order, "footnotes"), sum(_WEIGHT + len(note.text) for note in found))
        return tuple(found)


def _elements_in(element: etree._Element) -> int:
    return int(cast("float", _count_within(element)))


def _footnote_table(inline: InlineSet) -> dict[str, list[Footnote]]:
    """Footnotes by fact id; those of Inline XBRL 1.0, which facts name themselves, under NUL + footnote id."""
    notes: dict[str, Footnote] = {}
    links: dict[str, list[Footnote]] = {}
    pairs = 0
    for document in inline.documents:
        for e in document.root.iter(*_tags("footnote")):
            id_ = e.get("id") or e.get("footnoteID") or ""
            language = document.languages.of(e)
            role = e.get("footnoteRole") or "http://www.xbrl.org/2003/role/footnote"
            notes[id_] = Footnote(inline.joined(e, ("footnote", id_)), role, language)
            links.setdefault("\0" + id_, []).append(notes[id_])
    for document in inline.documents:
        for e in document.root.iter(*_tags("relationship")):
            targets = [notes[t] for t in (e.get("toRefs") or "").split() if t in notes]
            sources = (e.get("fromRefs") or "").split()
            pairs += len(targets) * len(sources)
            if pairs > inline.limits.relations:
                raise over(inline.limits, "relations", f"{document.file}: its footnotes belong to more facts")
            for source in sources:
                links.setdefault(source, []).extend(targets)
    return links


def read_inline(
    files: Sequence[tuple[str, bytes]],
    report: str,
    limits: Limits = DEFAULT_LIMITS,
    names: Names | None = None,
    notices: list[Notice] | None = None,
    *,
    into: list[Fact],
) -> InlineSet:
    """One Inline XBRL document set; its facts are added to ``into`` in the order of the files and of their elements.

    ``files`` are (name, bytes) pairs. Every nonFraction, nonNumeric and fraction element becomes exactly one fact, of
    whatever target document; one that can't be evaluated keeps its place, with the reason in `Fact.error`.

    Raises `InputError` and `LimitError` as `parse_xml` does, and `InputError` when there is no inline element at all.
    """
    notices = [] if notices is None else notices
    names = names or Names()
    documents = []
    for file, data in files:
        root = parse_xml(data, file, limits, notices)
        documents.append(_document(file, data, root, names))
    inline = InlineSet(report, documents, names, notices, limits=limits)
    inline._of_root = {d.root: d for d in documents}
    parts = [_Parts(d) for d in documents]
    for d, found in zip(documents, parts, strict=True):
        _read_resources(d, found, inline)
    for d, found in zip(documents, parts, strict=True):
        _read_facts(d, found, inline, into)
    if not any(p.facts for p in parts) and not any(
        True for d in documents for _ in d.root.iter(*_tags("header", "hidden", "resources"))
    ):
        raise InputError(f"{report}: names the Inline XBRL namespace but has no Inline XBRL element")
    return inline


def _document(file: str, data: bytes, root: etree._Element, names: Names) -> InlineDocument:
    # A search for a string tells that no namespace is declared below the root, as in most filings; reading them costs more.
    declared_below = data.rfind(b"xmlns") >= end_of_root_tag(data)
    return InlineDocument(file, root, Scope(names, data if declared_below else None, root))


def _wanted(scope: Scope) -> tuple[str, ...]:
    """Tags to look for: every one costs a comparison with every element, so only those of the namespaces declared."""
    declared = tuple(f"{{{ns}}}" for ns in INLINE_NAMESPACES if scope.declares(ns))
    return tuple(tag for tag in (*_FACTS, *_HIDDEN) if tag.startswith(declared))


class _Parts:
    """The elements of one document that reading needs, sorted out in a single walk over its tree."""

    __slots__ = ("contexts", "facts", "hidden", "units")

    def __init__(self, document: InlineDocument) -> None:
        facts: list[etree._Element] = []
        self.facts = facts
        self.contexts: list[etree._Element] = []
        self.units: list[etree._Element] = []
        self.hidden: set[etree._Element] = set()
        for e in document.root.iter(*_wanted(document.scope), CONTEXT, UNIT):
            tag = e.tag
            if tag in _FACT_SET:
                facts.append(e)
            elif tag == CONTEXT:
                self.contexts.append(e)
            elif tag == UNIT:
                self.units.append(e)
            elif e not in self.hidden:  # else it stands in one that is known already
                self.hidden.update(e.iter(*_FACTS, *_HIDDEN))


def _read_resources(document: InlineDocument, parts: _Parts, inline: InlineSet) -> None:
    for e in parts.contexts:
        context = read_context(e, document.scope, inline.notices, document.file, inline.limits)
        known = inline.contexts.setdefault(context.id, context)
        # Targets of one set may each carry a copy (15.1.4): the first stands, a contradiction is told.
        if known is not context and known != context:
            inline.notices.append(
                Notice("context-twice", f"context {context.id!r} is defined twice, differently", document.file)
            )
    for e in parts.units:
        unit = read_unit(e, document.scope, inline.limits)
        inline.units.setdefault(unit.id, unit)


def _read_facts(document: InlineDocument, parts: _Parts, inline: InlineSet, into: list[Fact]) -> None:
    context_of, unit_of = inline.contexts.get, inline.units.get
    canonical, language_of, hidden = document.scope.canonical, document.languages.of, parts.hidden
    read_value = _ValueReader(document.scope)
    known_values = read_value.known
    for node in parts.facts:
        get = node.get
        error: str | None = None
        context = context_of(get("contextRef", ""))
        if context is None:
            context = missing_context(get("contextRef", ""))
            error = f"no context has the id {get('contextRef')!r}"
        text = node.text
        # Only an empty element may be nil (11.1.1), and a name with a namespace is slow to look up.
        nil = not text and get(_XSI_NIL) in _TRUE
        unit: Unit | None = None
        value: Decimal | str | None = None
        decimals: int | Literal["INF"] | None = None
        language = None
        if node.tag in _NUMERIC:
            unit = unit_of(get("unitRef", ""))
            if unit is None:
                unit = missing_unit(get("unitRef", ""))
                error = error or f"no unit has the id {get('unitRef')!r}"
            if not nil:
                text = (text or "") if len(node) == 0 else plain_text(node, _MOST_WITHIN)
                if node.tag in _FRACTION:
                    known = read_value.fraction(node)
                else:
                    key = (text, get("format"), get("scale"), get("sign"), get("decimals"))
                    known = known_values.get(key) or read_value(node, *key)
                value, decimals, fault = known
                error = error or fault
        else:
            language = language_of(node)
            if get("format") is not None and not nil:
                pieces = inline.pieces(node, _MOST_PIECES)
                value, fault = read_value.formatted(node, "".join(plain_text(p, _MOST_WITHIN) for p in pieces))
                error = error or fault
        id_, name = get("id"), get("name", "")
        into.append(
            Fact(
                inline,
                node,
                len(into),
                id_,
                canonical(name, node),
                context,
                unit,
                value,
                decimals,
                nil,
                node in hidden,
                language,
                get("target"),
                error,
            )
        )
        if error is not None:
            where = f"{document.file}, {name}" + (f" id={id_}" if id_ else "")
            inline.notices.append(Notice("fact-error", error, where))


_Value = tuple[Decimal | None, int | Literal["INF"] | None, str | None]
"""(value, decimals, error)"""


_decimals = lru_cache(maxsize=1_000)(parse_decimals)


class _ValueReader:
    """Values of numeric elements, and of text elements with a format.

    A report prints the same figures again and again, and many a dash: what the attributes make of a text is kept, as are
    the rules of its formats.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._rules: dict[str, Callable[[str], str] | None] = {}
        self.known: dict[tuple[str | None, ...], _Value] = {}

    def __call__(
        self, node: etree._Element, text: str, form: str | None, scale: str | None, sign: str | None, decimals: str | None
    ) -> _Value:
        value = self._evaluate(node, text, form, scale, sign, decimals)
        if self._scope.uniform:
            self.known[text, form, scale, sign, decimals] = value
        return value

    def _evaluate(
        self, node: etree._Element, text: str, form: str | None, scale: str | None, sign: str | None, decimals: str | None
    ) -> _Value:
        lexical = text
        if form is not None:
            rule = self._rule(form, node)
            if rule is None:
                return None, None, f"ixte:UnknownTransformation: no registry has {form!r}"
            try:
                lexical = rule(text)
            except TransformError as e:
                return None, None, f"{form}: {e}"
        number = parse_number(lexical)
        if number is None:
            how = f"{form} turned {text[:60]!r} into {lexical[:60]!r}" if form else f"{text[:60]!r} without a format"
            return None, None, f"ixe:InvalidNumber: {how}, which is no number"
        negative = sign == "-"
        if negative and number < 0:
            return None, None, f"ixe:InvalidNumber: {text[:60]!r} has a sign of its own and a sign attribute"
        value: Decimal | None = number
        if scale is not None or negative:
            try:
                value = scaled(number, int(scale) if scale else 0, negative)
            except ValueError as e:
                return None, None, f"ixe:InvalidScale: {e}"
        try:
            return value, _decimals(decimals), None
        except ValueError:
            return value, None, f"decimals {decimals!r} is neither a whole number nor INF"

    def formatted(self, node: etree._Element, text: str) -> tuple[str, str | None]:
        """Value of a text element with a format, and what kept the format from being applied: then the text is the value."""
        form = node.get("format", "")
        rule = self._rule(form, node)
        if rule is None:
            return text, f"ixte:UnknownTransformation: no registry has {form!r}"
        try:
            return rule(text), None
        except TransformError as e:
            return text, f"{form}: {e}"

    def _rule(self, form: str, node: etree._Element) -> Callable[[str], str] | None:
        if self._scope.uniform:
            if form not in self._rules:
                self._rules[form] = self._find(form, node)
            return self._rules[form]
        return self._find(form, node)

    def _find(self, form: str, node: etree._Element) -> Callable[[str], str] | None:
        prefix, _, local = form.strip().rpartition(":")
        namespace = self._scope.namespace(prefix or None, node)
        return lookup(namespace, local) if namespace else None

    def fraction(self, node: etree._Element) -> _Value:
        """A fraction is exact by nature (XBRL 2.1, 5.1.1): decimals INF; one without a finite decimal form is an error."""
        parts: Mapping[str, etree._Element] = {
            name: e for e in islice(node.iter(), _MOST_WITHIN) for name in ("numerator", "denominator") if e.tag in _tags(name)
        }
        if len(parts) != 2:
            return None, None, "ixe:InvalidFraction: lacks its numerator or denominator"
        top, _, error = self._part(parts["numerator"])
        bottom, _, error2 = self._part(parts["denominator"])
        if top is None or bottom is None:
            return None, None, error or error2
        if bottom == 0:
            return None, None, "ixe:InvalidFraction: the denominator is zero"
        value = quotient(top, bottom)
        if value is None:
            return None, None, f"{top}/{bottom} has no exact decimal form"
        return value, "INF", None

    def _part(self, node: etree._Element) -> _Value:
        return self(node, plain_text(node, _MOST_WITHIN), node.get("format"), node.get("scale"), node.get("sign"), None)
