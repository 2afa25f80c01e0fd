"""What the walk has gathered so far: the open paragraph, the containers around it, open tables and the marks to place."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from lxml import etree

from tieout.reading.layout.raw import LINE, Item, Para, RawCell, RawRow, RawTable
from tieout.reading.layout.tags import BLOCK, CAPTION, CELL, HEAD_ROWS, ROW, ROWS, TABLE
from tieout.reading.limits import Limits

__all__ = ["Gatherer"]

_MARKUP_SPACE = " \n\t\r"


def _line(element: etree._Element) -> int | None:
    line = element.sourceline
    return line if isinstance(line, int) else None


class _Mark:
    __slots__ = ("done", "element", "para", "start")

    def __init__(self, element: Any, para: Para, start: int) -> None:
        self.element = element
        self.para = para
        self.start = start
        self.done = False


class _OpenTable:
    """A table under construction; its cells belong to it only at the container level on which it was opened."""

    __slots__ = ("head", "level", "raw", "row")

    def __init__(self, raw: RawTable, level: int) -> None:
        self.raw = raw
        self.level = level
        self.row: RawRow | None = None
        self.head = False


class Gatherer:
    """Holds the state of a walk; finished top-level items go to ``sink``.

    ``settle`` turns a finished raw table into the items that stand for it. ``marked`` holds the tags whose elements' places are
    wanted; they arrive as ``Para.marks``.
    """

    def __init__(
        self,
        sink: Callable[[Item], None],
        settle: Callable[[RawTable, bool], list[Item]],
        limits: Limits,
        marked: Container[str],
    ) -> None:
        self._sink = sink
        self._settle = settle
        self._limits = limits
        self._marked = marked
        self.para = Para()
        self.hidden = False
        self._items: list[Item] = []
        self._containers: list[tuple[list[Item], Para]] = []
        self._tables: list[_OpenTable] = []
        self._open_marks: list[_Mark] = []
        self._pending: list[_Mark] = []
        self._outside: list[_Mark] = []

    def add(self, text: str, emphasis: int, block: int | None, centred: bool, indent: float, level: int, item: bool) -> None:
        """Add text to the open paragraph; its first text gives the paragraph its nature."""
        para = self.para
        if not para.pieces:
            if text[0] in _MARKUP_SPACE and not self._open_marks and not text.strip(_MARKUP_SPACE):
                return
            para.ordinal = block
            para.centred = centred
            para.indent = indent
            para.level = level
            para.list_item = item
        para.add(text, emphasis)

    # ---- items and containers

    def put(self, item: Item) -> None:
        """Add a finished item to the innermost container."""
        if self.hidden:
            if isinstance(item, Para):
                self._items.append(item)
        elif self._containers:
            self._items.append(item)
        else:
            self._sink(item)

    def rule(self) -> None:
        """A line drawn between top-level items; one inside a table or its cells says nothing of pages."""
        if not self._containers and not self.hidden:
            self._sink(LINE)

    def flush(self) -> None:
        """End the open paragraph; marks that go on beyond it get their part of it, if it has text."""
        para = self.para
        if not para.pieces and not para.marks:
            return
        if self._pending and para.seen:
            for mark in self._pending:
                if not mark.done:
                    mark.done = True
                    para.marks.append((mark.element, mark.start if mark.para is para else 0, para.length, False))
            self._pending = []
        self.para = Para()
        if para.close():
            self.put(para)

    def _push(self) -> None:
        self._containers.append((self._items, self.para))
        self._items = []
        self.para = Para()

    def _pop(self) -> list[Item]:
        self.flush()
        items = self._items
        self._items, self.para = self._containers.pop()
        return items

    # ---- marks

    def open_mark(self, element: Any) -> None:
        mark = _Mark(element, self.para, self.para.length)
        self._open_marks.append(mark)
        self._pending.append(mark)

    def close_mark(self) -> None:
        mark = self._open_marks.pop()
        if not mark.done:
            mark.done = True
            here = mark.para is self.para
            self.para.marks.append((mark.element, mark.start if here else 0, self.para.length, here))
        if self._pending and self._pending[-1] is mark:
            self._pending.pop()

    # ---- what is not displayed

    def holds_marked(self, element: etree._Element) -> bool:
        """Something inside is marked, so that it needs a place though nobody sees it."""
        marked = self._marked
        return any(inner.tag in marked for inner in element.iter(etree.Element))

    def enter_hidden(self) -> None:
        """Gather what is not displayed apart, without ending the paragraph it stands in."""
        self._outside, self._pending = self._pending, []
        self._push()
        self.hidden = True

    def leave_hidden(self) -> None:
        """Of what is not displayed only paragraphs with a mark are kept, as hidden ones."""
        items = self._pop()
        self.hidden = False
        self._pending = self._outside
        for para in items:
            if para.marks:
                para.hidden = True
                self._sink(para)

    # ---- tables

    def _table_here(self) -> _OpenTable | None:
        if self._tables and self._tables[-1].level == len(self._containers):
            return self._tables[-1]
        return None

    def open_table_part(self, kind: int, element: etree._Element, ordinal: int | None, break_before: bool) -> int:
        """Open a table, row or cell; a part that stands outside its table is a mere block."""
        if kind == TABLE:
            self.flush()
            raw = RawTable(ordinal=ordinal, table_id=element.get("table-id"), line=_line(element))
            self._tables.append(_OpenTable(raw, len(self._containers)))
            return TABLE
        table = self._table_here()
        if table is None:
            return BLOCK
        if kind == CAPTION:
            self.flush()
            self._push()
            return CAPTION
        if kind in (ROWS, HEAD_ROWS):
            table.head = kind == HEAD_ROWS
            table.row = None
            return kind
        if kind == ROW or table.row is None:
            table.row = RawRow(head=table.head, break_before=break_before and kind == ROW)
            table.raw.rows.append(table.row)
            if kind == ROW:
                return ROW
        self.flush()
        table.row.cells.append(
            RawCell(
                column_span=self._span(element.get("colspan")),
                row_span=self._span(element.get("rowspan"), zero=self._limits.span),
                head=element.tag.endswith("th"),
                ordinal=ordinal,
                element_id=element.get("id"),
                cell_id=element.get("cell-id"),
            )
        )
        self._push()
        return CELL

    def _span(self, attribute: str | None, zero: int = 1) -> int:
        """A span as browsers take it: nonsense is 1, rowspan 0 goes to the end, everything up to the limit."""
        if attribute is None:
            return 1
        digits = attribute.strip()
        if not digits.isdecimal():
            return 1
        value = int(digits[:6])
        return min(value, self._limits.span) if value else zero

    def break_after_row(self) -> None:
        """The row just opened ends its page."""
        if self._tables and self._tables[-1].row is not None:
            self._tables[-1].row.break_after = True

    def close_table_part(self, kind: int) -> None:
        if kind == CELL:
            items = self._pop()
            row = self._tables[-1].row
            if row is not None:
                row.cells[-1].items = items
            return
        if kind == CAPTION:
            self._tables[-1].raw.caption.extend(self._pop())
            return
        table = self._tables[-1]
        if kind == ROW:
            table.row = None
        elif kind in (ROWS, HEAD_ROWS):
            table.head = False
            table.row = None
        elif kind == TABLE:
            self.flush()
            self._tables.pop()
            for item in self._settle(table.raw, bool(self._containers)):
                self.put(item)
