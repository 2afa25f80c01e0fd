"""Inline XBRL 1.0 and 1.1: one document or a document set, read into facts in one pass.

Section numbers in this module are those of the Inline XBRL 1.1 specification, part 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from lxml import etree

from tieout.reading.contexts import CONTEXT, UNIT, missing_context, missing_unit, read_context, read_unit
from tieout.reading.detect import INLINE_NAMESPACES
from tieout.reading.inline_document import InlineDocument
from tieout.reading.inline_fact import InlineFact
from tieout.reading.inline_names import FACTS, FRACTION, HIDDEN, NUMERIC, tags
from tieout.reading.inline_set import InlineSet
from tieout.reading.inline_text import plain_text
from tieout.reading.inline_values import MOST_PIECES, MOST_WITHIN, ValueReader
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.names import Names, Scope
from tieout.reading.pause import CollectorPaused
from tieout.reading.xml import end_of_root_tag, parse_xml
from tieout.report import Fact, InputError, Notice, Unit

__all__ = ["InlineSet", "read_inline"]

_XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_TRUE = frozenset(("true", "1"))
_FACT_SET = frozenset(FACTS)


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
    inline.of_root = {d.root: d for d in documents}
    with CollectorPaused():
        parts = [_Parts(d) for d in documents]
        for d, found in zip(documents, parts, strict=True):
            _read_resources(d, found, inline)
        for d, found in zip(documents, parts, strict=True):
            _read_facts(d, found, inline, into)
    if not any(p.facts for p in parts) and not any(
        True for d in documents for _ in d.root.iter(*tags("header", "hidden", "resources"))
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
    return tuple(tag for tag in (*FACTS, *HIDDEN) if tag.startswith(declared))


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
                self.hidden.update(e.iter(*FACTS, *HIDDEN))


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
    canonical, hidden = document.scope.canonical, parts.hidden
    read_value = ValueReader(document.scope)
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
        tag = node.tag
        if tag in NUMERIC:
            unit = unit_of(get("unitRef", ""))
            if unit is None:
                unit = missing_unit(get("unitRef", ""))
                error = error or f"no unit has the id {get('unitRef')!r}"
            if not nil:
                text = (text or "") if len(node) == 0 else plain_text(node, MOST_WITHIN)
                if tag in FRACTION:
                    known = read_value.fraction(node)
                else:
                    key = (text, get("format"), get("scale"), get("sign"), get("decimals"))
                    known = known_values.get(key) or read_value(node, *key)
                value, decimals, fault = known
                error = error or fault
        elif not nil and get("format") is not None:
            pieces = inline.pieces(node, MOST_PIECES)
            value, fault = read_value.formatted(node, "".join(plain_text(p, MOST_WITHIN) for p in pieces))
            error = error or fault
        name = get("name", "")
        concept = canonical(name, node)
        into.append(InlineFact(inline, node, len(into), concept, context, unit, value, decimals, nil, node in hidden, error))
        if error is not None:
            id_ = get("id")
            where = f"{document.file}, {name}" + (f" id={id_}" if id_ else "")
            inline.notices.append(Notice("fact-error", error, where))
