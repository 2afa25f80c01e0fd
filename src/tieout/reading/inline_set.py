"""An Inline XBRL document set that has been read: it answers what its facts are asked later.

Section numbers in this module are those of the Inline XBRL 1.1 specification, part 1.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from lxml import etree

from tieout.reading.inline_document import InlineDocument
from tieout.reading.inline_names import tags
from tieout.reading.inline_text import escaped_markup, plain_text
from tieout.reading.limits import DEFAULT_LIMITS, Limits, Meter
from tieout.reading.names import Names
from tieout.report import Context, Evidence, Fact, Footnote, Notice, Unit

if TYPE_CHECKING:
    from tieout.report import Layout

__all__ = ["InlineSet"]

_count_within = etree.XPath("count(descendant::*)")
# What an element in the text of a fact weighs, in characters, and what a continuation does.
_WEIGHT, _PIECE_WEIGHT = 16, 100


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
    of_root: dict[etree._Element, InlineDocument] = field(default_factory=dict)
    _continuations: dict[str, etree._Element] | None = None
    _footnotes: dict[str, list[Footnote]] | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._meter = Meter(self.report, self.limits)

    def document_of(self, element: etree._Element) -> InlineDocument:
        if len(self.documents) == 1:
            return self.documents[0]
        return self.of_root[element.getroottree().getroot()]

    def language_of(self, fact: Fact) -> str | None:
        """xml:lang in scope of the fact's element."""
        return self.document_of(fact.node).languages.of(fact.node)

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
                    for e in document.root.iter(*tags("continuation")):
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
                from tieout.reading.inline_footnotes import footnote_table

                self._footnotes = footnote_table(self)
        found = list(self._footnotes.get(fact.id, ())) if fact.id else []
        for ref in (fact.node.get("footnoteRefs") or "").split():
            found.extend(self._footnotes.get("\0" + ref, ()))
        if found:
            self._meter.charge((fact.order, "footnotes"), sum(_WEIGHT + len(note.text) for note in found))
        return tuple(found)


def _elements_in(element: etree._Element) -> int:
    return int(cast("float", _count_within(element)))
