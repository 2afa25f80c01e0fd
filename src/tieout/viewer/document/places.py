"""From evidence to the characters of a document.

Evidence counts code points of the stored text of a block or cell. That text is the document's own but for white space, so it is
found among the document's characters from where its element begins; where it is not (a head put together of several cells),
the element as a whole is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tieout.report import Evidence, Report
from tieout.report.layout import Block, Cell
from tieout.viewer.document.characters import squeeze
from tieout.viewer.document.document import Document, Span

__all__ = ["Places"]

# How far from its element's borders a text may stand: a currency sign in a cell before, a footnote mark in one after.
_BEFORE, _BEYOND = 64, 2_000
# How many times the length of a document may be searched in all for texts that don't stand where they should.
_MOST_SEARCHED = 100


class Places:
    """Where each block, cell and piece of evidence of a report stands in its documents."""

    def __init__(self, report: Report, documents: Sequence[Document]) -> None:
        self.report = report
        self.documents = tuple(documents)
        self._searched = 0
        self._by_file = {d.file: n for n, d in enumerate(self.documents)}

    def of(self, evidence: Evidence) -> list[dict[str, int]]:
        """The places of evidence, as JSON has them: ``{"document", "start", "end"}``; empty where it is not printed."""
        if evidence.twin is not None and not evidence.printed:
            evidence = evidence.twin
        found = self._span(evidence)
        return [] if found is None else [self.json(*found)]

    def json(self, document: int, start: int, end: int) -> dict[str, int]:
        """A place as JSON has it, in UTF-16 code units."""
        units = self.documents[document].units
        return {"document": document, "start": units(start), "end": units(end)}

    def item(self, id_: str | None) -> tuple[int, int, int] | None:
        """Document, start and end of a block or cell; None where it isn't shown."""
        return self._items.get(id_) if id_ is not None else None

    def within(self, item: Block | Cell, start: int, end: int) -> tuple[int, int, int] | None:
        """A span of the stored text of a block or cell; the whole where its text isn't one piece of the document."""
        found = self.item(item.id)
        if found is None:
            return None
        document, first, last = found
        before, inside = len(squeeze(item.text[:start])), len(squeeze(item.text[start:end]))
        if before + inside > last - first or item.id in self._loose:
            return found
        return document, first + before, first + before + inside

    def _span(self, evidence: Evidence) -> tuple[int, int, int] | None:
        layout = self.report.layout
        item = layout.cell_by_id(evidence.cell or "") or layout.block_by_id(evidence.block or "")
        if item is not None:
            start, end = evidence.span or (0, len(item.text))
            return self.within(item, start, end)
        document = self._by_file.get(evidence.file)
        if document is None or evidence.element is None:
            return None
        elements = self.documents[document].elements
        if elements is None or evidence.element >= len(elements[0]):
            return None
        start, end = elements[0][evidence.element], elements[1][evidence.element]
        return (document, start, end) if end > start else None

    @cached_property
    def _items(self) -> dict[str, tuple[int, int, int]]:
        self._loose: set[str] = set()
        found: dict[str, tuple[int, int, int]] = {}
        last: dict[tuple[int, Any], int] = {}
        for page in self.report.pages:
            document = self._by_file.get(page.file)
            if document is None:
                continue
            made = self.documents[document]
            for item in page.items:
                for one in [item] if isinstance(item, Block) else item.cells:
                    span = made.items.get(one.id) if made.elements is None else self._aligned(made, one, document, last)
                    if span is not None:
                        found.setdefault(one.id, (document, *span))
        return found

    def _aligned(self, made: Document, item: Block | Cell, document: int, last: dict[tuple[int, Any], int]) -> Span | None:
        """Of several blocks of one element each begins after the one before it; one without element after the item before."""
        if made.elements is None:
            return None
        if item.element is None or item.element >= len(made.elements[0]):
            first = end = last.get((document, None), 0)
        else:
            first, end = made.elements[0][item.element], made.elements[1][item.element]
        key = (document, item.element)
        at = max(first, last.get(key, 0))
        dense = squeeze(item.text)
        if not dense:
            return None
        begin = at if made.characters.startswith(dense, at) else -1
        if begin < 0 and isinstance(item, Cell):  # together with the sign in the cell before it, or the mark in the one after
            begin = made.characters.find(dense, max(0, first - len(dense) + 1), end + len(dense) - 1)
        if begin < 0 and self._searched < _MOST_SEARCHED * len(made.characters) + _BEYOND:
            self._searched += end + _BEYOND - at
            begin = made.characters.find(dense, at, end + _BEYOND)
        if begin < 0:
            begin = made.characters.find(dense, max(0, first - _BEFORE), first + len(dense) + _BEYOND)
        if begin < 0:
            self._loose.add(item.id)
            return (first, end) if end > first else None
        last[key] = last[document, None] = begin + len(dense)
        return begin, begin + len(dense)
