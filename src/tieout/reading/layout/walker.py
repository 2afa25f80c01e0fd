"""The walk through a tree: one pass, no recursion, into paragraphs, breaks and raw tables.

The walker decides only what the markup says: where a block begins and ends, what is not displayed, where a page breaks, and
which characters of which paragraph belong to a marked element. What a table or a heading is gets decided elsewhere.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Callable, Container
from typing import Any

from lxml import etree

from tieout.reading.layout import tags
from tieout.reading.layout.raw import (
    BOLD,
    BREAK,
    IMAGE,
    ITALIC,
    LARGE,
    LINK,
    RAISED,
    UNDERLINE,
    Item,
    Para,
    RawCell,
    RawRow,
    RawTable,
)
from tieout.reading.layout.styles import BLOCK as SHOWN_AS_BLOCK
from tieout.reading.layout.styles import INLINE as SHOWN_INLINE
from tieout.reading.layout.styles import NONE, PLAIN, StyleReader
from tieout.reading.layout.tags import (
    ANCHOR,
    BLOCK,
    CAPTION,
    CELL,
    CENTRE,
    HEAD_ROWS,
    HEADING,
    INLINE,
    LINE_BREAK,
    LINED,
    LIST_ITEM,
    PICTURE,
    RAISED_TEXT,
    ROW,
    ROWS,
    RULE,
    SKIP,
    SLANTED,
    STRONG,
    TABLE,
)
from tieout.reading.limits import Limits
from tieout.report.errors import LimitError

__all__ = ["Walker"]

_COUNT_INSIDE = etree.XPath("count(descendant::*)")

_BREAK_CLASS = re.compile(r"(?:page-?break-?|pb_)(before|after)", re.I)
_TABLE_PARTS = frozenset((TABLE, ROW, CELL, ROWS, HEAD_ROWS, CAPTION))
_BLOCK_KINDS = frozenset((BLOCK, HEADING, LIST_ITEM, CENTRE))
_EMPHASIS = {STRONG: BOLD, SLANTED: ITALIC, LINED: UNDERLINE, RAISED_TEXT: RAISED}
_MARKED, _HIDDEN, _BREAK_AFTER, _SKIPPED = 1, 2, 4, 8


def _count_inside(element: etree._Element) -> int:
    count = _COUNT_INSIDE(element)
    return int(count) if isinstance(count, float) else 0


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


class Walker:
    """Walks one tree after another and hands every finished top-level item to ``sink``.

    ``settle`` turns a finished raw table into the items that stand for it. ``marked`` holds the tags whose elements' places are
    wanted; they arrive as ``Para.marks``.
    """

    def __init__(
        self,
        sink: Callable[[Item], None],
        settle: Callable[[RawTable, bool], list[Item]],
        limits: Limits,
        marked: Container[str],
        numbered: bool = True,
    ) -> None:
        self._sink = sink
        self._settle = settle
        self._limits = limits
        self._marked = marked
        self._numbered = numbered
        self._styles = StyleReader()
        self._kinds: dict[str, int] = {}
        self._reset()

    def _reset(self) -> None:
        self.para = Para()
        self._items: list[Item] = []
        self._containers: list[tuple[list[Item], Para]] = []
        self._tables: list[_OpenTable] = []
        self._open_marks: list[_Mark] = []
        self._pending: list[_Mark] = []
        self._outside: list[_Mark] = []
        self._hidden = False

    # ---- the walk

    def walk(self, root: etree._Element, name: str) -> None:
        """Walk one tree; raises LimitError where it is nested too deeply."""
        self._reset()
        kinds, styles, marked, limit = self._kinds, self._styles, self._marked, self._limits.depth
        numbered = self._numbered
        frames: list[tuple[int, int, bool, float, float, int | None, int]] = []
        emphasis, centred, left, text_indent = 0, False, 0.0, 0.0
        block: int | None = None
        level, list_item = 0, False
        ordinal = -1
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event == "start":
                tag = element.tag
                if tag is etree.Entity:  # a reference that the parser was told not to resolve
                    frames.append((INLINE, emphasis, centred, left, text_indent, block, 0))
                    self._begin_if_new(block, centred, left + text_indent, level, list_item)
                    self.para.add(html.entities.html5.get(f"{element.name};", element.text), emphasis)
                    continue
                ordinal += 1
                kind = kinds.get(tag, -1)
                if kind < 0:
                    kind = kinds[tag] = tags.kind_of(tag)
                if len(frames) >= limit:
                    raise LimitError(
                        f"{name}: elements are nested deeper than the limit of {limit:,} (line {element.sourceline}); "
                        "raise it with --max-depth"
                    )
                flags = 0
                frame = (kind, emphasis, centred, left, text_indent, block, flags)
                if kind in (SKIP, PICTURE):
                    if kind == PICTURE and not self._hidden:
                        self._put(IMAGE)
                    if len(element):
                        ordinal += _count_inside(element)
                        walk.skip_subtree()
                    frames.append((SKIP, *frame[1:6], _SKIPPED))
                    continue
                css = element.get("style")
                style = styles.read(css) if css else PLAIN
                if style.display:
                    if style.display == SHOWN_INLINE:
                        if kind in _BLOCK_KINDS:
                            kind = INLINE
                    elif style.display == SHOWN_AS_BLOCK and kind in (INLINE, ANCHOR):
                        kind = BLOCK
                if (style.display == NONE or style.hidden or element.get("hidden") is not None) and not self._hidden:
                    if not self._holds_marked(element):
                        if len(element):
                            ordinal += _count_inside(element)
                            walk.skip_subtree()
                        frames.append((SKIP, *frame[1:6], _SKIPPED))
                        continue
                    self._enter_hidden()
                    flags |= _HIDDEN
                if self._hidden and kind in _TABLE_PARTS:
                    kind = BLOCK
                if style is not PLAIN:
                    if style.bold is not None:
                        emphasis = emphasis | BOLD if style.bold else emphasis & ~BOLD
                    if style.italic is not None:
                        emphasis = emphasis | ITALIC if style.italic else emphasis & ~ITALIC
                    if style.large is not None:
                        emphasis = emphasis | LARGE if style.large else emphasis & ~LARGE
                    if style.underline:
                        emphasis |= UNDERLINE
                    if style.raised and kind not in _TABLE_PARTS:
                        emphasis |= RAISED
                if kind == INLINE:
                    pass
                elif kind in _EMPHASIS:
                    emphasis |= _EMPHASIS[kind]
                elif kind == ANCHOR:
                    if element.get("href"):
                        emphasis |= LINK
                elif kind == LINE_BREAK:
                    self.para.add("\n", emphasis)
                else:
                    if kind in _TABLE_PARTS:
                        kind = self._open_table_part(kind, element, ordinal, style.before)
                        if kind == CELL:
                            left = text_indent = 0.0
                            emphasis &= ~RAISED
                            if element.tag.endswith("th") and style.bold is None:
                                emphasis |= BOLD
                    before, after = style.before, style.after
                    if kind != CELL and kind != ROW:
                        name_class = element.get("class")
                        if name_class and (found := _BREAK_CLASS.search(name_class)):
                            before, after = before or found[1].lower() == "before", after or found[1].lower() == "after"
                        self._flush()
                        if before:
                            self._put(BREAK)
                        if after:
                            flags |= _BREAK_AFTER
                    elif kind == ROW and after:
                        self._tables[-1].raw.rows[-1].break_after = True
                    align = element.get("align")
                    if style.centred is not None:
                        centred = style.centred
                    elif align is not None:
                        centred = align.lower() == "center"
                    elif kind == CENTRE:
                        centred = True
                    left += style.left
                    if style.text_indent is not None:
                        text_indent = style.text_indent
                    block = ordinal if numbered else None
                    if kind == HEADING:
                        level = int(element.tag[-1])
                    elif kind == LIST_ITEM:
                        list_item = True
                if tag in marked:
                    mark = _Mark(element, self.para, self.para.length)
                    self._open_marks.append(mark)
                    self._pending.append(mark)
                    flags |= _MARKED
                frames.append((kind, *frame[1:6], flags))
                text = element.text
                if text:
                    para = self.para
                    if not para.pieces:
                        if text[0] in " \n\t\r" and not self._open_marks and not text.strip(" \n\t\r"):
                            continue
                        self._begin(block, centred, left + text_indent, level, list_item)
                    para.add(text, emphasis)
                continue
            if event == "end":
                kind, emphasis, centred, left, text_indent, block, flags = frames.pop()
                if flags & _MARKED:
                    self._close_mark()
                if kind in (INLINE, SKIP):
                    pass
                elif kind in _TABLE_PARTS:
                    self._close_table_part(kind)
                elif kind in _BLOCK_KINDS or kind == RULE:
                    self._flush()
                    if kind == HEADING:
                        level = 0
                    elif kind == LIST_ITEM:
                        list_item = False
                if flags & _BREAK_AFTER:
                    self._put(BREAK)
                if flags & _HIDDEN:
                    self._leave_hidden()
                if not frames:
                    break
            text = element.tail
            if text:
                para = self.para
                if not para.pieces:
                    if text[0] in " \n\t\r" and not self._open_marks and not text.strip(" \n\t\r"):
                        continue
                    self._begin(block, centred, left + text_indent, level, list_item)
                para.add(text, emphasis)
        self._flush()

    def _begin_if_new(self, block: int | None, centred: bool, indent: float, level: int, list_item: bool) -> None:
        if not self.para.pieces:
            self._begin(block, centred, indent, level, list_item)

    def _begin(self, block: int | None, centred: bool, indent: float, level: int, list_item: bool) -> None:
        para = self.para
        para.ordinal = block
        para.centred = centred
        para.indent = indent
        para.level = level
        para.list_item = list_item

    # ---- items and containers

    def _put(self, item: Item) -> None:
        if self._hidden:
            if isinstance(item, Para):
                self._items.append(item)
        elif self._containers:
            self._items.append(item)
        else:
            self._sink(item)

    def _flush(self) -> None:
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
            self._put(para)

    def _push(self) -> None:
        self._containers.append((self._items, self.para))
        self._items = []
        self.para = Para()

    def _pop(self) -> list[Item]:
        self._flush()
        items = self._items
        self._items, self.para = self._containers.pop()
        return items

    # ---- marks

    def _close_mark(self) -> None:
        mark = self._open_marks.pop()
        if not mark.done:
            mark.done = True
            here = mark.para is self.para
            self.para.marks.append((mark.element, mark.start if here else 0, self.para.length, here))
        if self._pending and self._pending[-1] is mark:
            self._pending.pop()

    # ---- what is not displayed

    def _holds_marked(self, element: etree._Element) -> bool:
        marked = self._marked
        return any(inner.tag in marked for inner in element.iter(etree.Element))

    def _enter_hidden(self) -> None:
        """Gather what is not displayed apart, without ending the paragraph it stands in."""
        self._outside, self._pending = self._pending, []
        self._push()
        self._hidden = True

    def _leave_hidden(self) -> None:
        items = self._pop()
        self._hidden = False
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

    def _open_table_part(self, kind: int, element: etree._Element, ordinal: int, break_before: bool) -> int:
        """Open a table, row or cell; a part that stands outside its table is a mere block."""
        if kind == TABLE:
            self._flush()
            raw = RawTable(ordinal=ordinal if self._numbered else None, table_id=element.get("table-id"), line=_line(element))
            self._tables.append(_OpenTable(raw, len(self._containers)))
            return TABLE
        table = self._table_here()
        if table is None:
            return BLOCK
        if kind == CAPTION:
            self._flush()
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
        self._flush()
        table.row.cells.append(
            RawCell(
                column_span=self._span(element.get("colspan")),
                row_span=self._span(element.get("rowspan"), zero=self._limits.span),
                head=element.tag.endswith("th"),
                ordinal=ordinal if self._numbered else None,
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

    def _close_table_part(self, kind: int) -> None:
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
            self._flush()
            self._tables.pop()
            for item in self._settle(table.raw, bool(self._containers)):
                self._put(item)
