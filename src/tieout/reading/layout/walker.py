"""The walk through a tree: one pass, no recursion, into paragraphs, breaks and raw tables.

The walker decides only what the markup says: where a block begins and ends, what is not displayed, where a page breaks, and
which characters of which paragraph belong to a marked element. What a table or a heading is gets decided elsewhere.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Callable, Container

from lxml import etree

from tieout.reading.layout import tags
from tieout.reading.layout.gather import Gatherer
from tieout.reading.layout.raw import BOLD, BREAK, IMAGE, ITALIC, LARGE, LINK, RAISED, UNDERLINE, Item, RawTable
from tieout.reading.layout.styles import BLOCK as SHOWN_AS_BLOCK
from tieout.reading.layout.styles import INLINE as SHOWN_INLINE
from tieout.reading.layout.styles import NONE, PLAIN, Style, StyleReader
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
from tieout.reading.limits import Limits, over

__all__ = ["walk_tree"]

_COUNT_INSIDE = etree.XPath("count(descendant::*)")
_BREAK_CLASS = re.compile(r"(?:page-?break-?|pb_)(before|after)", re.I)
_TABLE_PARTS = frozenset((TABLE, ROW, CELL, ROWS, HEAD_ROWS, CAPTION))
_BLOCK_KINDS = frozenset((BLOCK, HEADING, LIST_ITEM, CENTRE))
_EMPHASIS = {STRONG: BOLD, SLANTED: ITALIC, LINED: UNDERLINE, RAISED_TEXT: RAISED}
_MARKED, _HIDDEN, _BREAK_AFTER = 1, 2, 4


def walk_tree(
    root: etree._Element,
    name: str,
    sink: Callable[[Item], None],
    settle: Callable[[RawTable, bool], list[Item]],
    limits: Limits,
    marked: Container[str],
    numbered: bool = True,
) -> None:
    """Walk one tree and hand every finished top-level item to ``sink``; see `Gatherer` for ``settle`` and ``marked``.

    Blocks, tables and cells get their element's ordinal among all elements (the root is 0), but only if ``numbered``. Raises
    LimitError where the tree is nested too deeply.
    """
    gathered = Gatherer(sink, settle, limits, marked)
    add, styles = gathered.add, StyleReader()
    kinds: dict[str, int] = {}
    # What an element changes for its descendants is kept in locals, and put back from its frame when it ends.
    frames: list[tuple[int, int, bool, float, float, int | None, int]] = []
    emphasis, centred, left, text_indent = 0, False, 0.0, 0.0
    block: int | None = None
    level, list_item = 0, False
    ordinal = -1
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            before = (emphasis, centred, left, text_indent, block)
            tag = element.tag
            if tag is etree.Entity:  # a reference that the parser was told not to resolve
                frames.append((INLINE, *before, 0))
                text = html.entities.html5.get(f"{element.name};", element.text)
                add(text, emphasis, block, centred, left + text_indent, level, list_item)
                continue
            ordinal += 1
            if len(frames) >= limits.depth:
                raise over(limits, "depth", f"{name}: elements are nested deeper (line {element.sourceline})")
            kind = kinds.get(tag, -1)
            if kind < 0:
                kind = kinds[tag] = tags.kind_of(tag)
            css = element.get("style")
            style = styles.read(css) if css else PLAIN
            flags = 0
            unseen = kind == SKIP
            if not unseen and not gathered.hidden and _is_hidden(element, style):
                if gathered.holds_marked(element):
                    gathered.enter_hidden()
                    flags = _HIDDEN
                else:
                    unseen = True
            if kind == PICTURE and not unseen:
                gathered.put(IMAGE)
                unseen = True
            if unseen:
                if len(element):
                    ordinal += _count_inside(element)
                    walk.skip_subtree()
                frames.append((SKIP, *before, 0))
                continue
            if style is not PLAIN:
                kind = _shown_as(kind, style)
                emphasis = _emphasis(emphasis, kind, style)
            if gathered.hidden and kind in _TABLE_PARTS:
                kind = BLOCK
            if kind == INLINE:
                pass
            elif kind in _EMPHASIS:
                emphasis |= _EMPHASIS[kind]
            elif kind == ANCHOR:
                if element.get("href"):
                    emphasis |= LINK
            elif kind == LINE_BREAK:
                gathered.para.add("\n", emphasis)
            else:
                block = ordinal if numbered else None
                breaks_before, breaks_after = style.before, style.after
                if kind in _TABLE_PARTS:
                    kind = gathered.open_table_part(kind, element, block, breaks_before)
                if kind == CELL:
                    left = text_indent = 0.0
                    emphasis &= ~RAISED
                    if tag.endswith("th") and style.bold is None:
                        emphasis |= BOLD
                elif kind == ROW:
                    if breaks_after:
                        gathered.break_after_row()
                else:
                    gathered.flush()
                    if found := _BREAK_CLASS.search(element.get("class") or ""):
                        breaks_before = breaks_before or found[1].lower() == "before"
                        breaks_after = breaks_after or found[1].lower() == "after"
                    if breaks_before:
                        gathered.put(BREAK)
                    if breaks_after:
                        flags |= _BREAK_AFTER
                    if kind == RULE:
                        gathered.rule()
                centred = _is_centred(element, kind, style, centred)
                left += style.left
                if style.text_indent is not None:
                    text_indent = style.text_indent
                if kind == HEADING:
                    level = int(tag[-1])
                elif kind == LIST_ITEM:
                    list_item = True
            if tag in marked:
                gathered.open_mark(element)
                flags |= _MARKED
            frames.append((kind, *before, flags))
            text = element.text
        else:
            if event == "end":
                kind, emphasis, centred, left, text_indent, block, flags = frames.pop()
                if flags & _MARKED:
                    gathered.close_mark()
                if kind in _TABLE_PARTS:
                    gathered.close_table_part(kind)
                elif kind in _BLOCK_KINDS or kind == RULE:
                    gathered.flush()
                    if kind == HEADING:
                        level = 0
                    elif kind == LIST_ITEM:
                        list_item = False
                if flags & _BREAK_AFTER:
                    gathered.put(BREAK)
                if flags & _HIDDEN:
                    gathered.leave_hidden()
                if not frames:
                    break
            text = element.tail
        if text:
            add(text, emphasis, block, centred, left + text_indent, level, list_item)
    gathered.flush()


def _count_inside(element: etree._Element) -> int:
    count = _COUNT_INSIDE(element)
    return int(count) if isinstance(count, float) else 0


def _is_hidden(element: etree._Element, style: Style) -> bool:
    return style.display == NONE or style.hidden or element.get("hidden") is not None


def _is_centred(element: etree._Element, kind: int, style: Style, inherited: bool) -> bool:
    if style.centred is not None:
        return style.centred
    align = element.get("align")
    if align is not None:
        return align.lower() == "center"
    return inherited or kind == CENTRE


def _shown_as(kind: int, style: Style) -> int:
    """The kind after the style's display: a div set inline parts nothing, a span set as a block does."""
    if style.display == SHOWN_INLINE and kind in _BLOCK_KINDS:
        return INLINE
    if style.display == SHOWN_AS_BLOCK and kind in (INLINE, ANCHOR):
        return BLOCK
    return kind


def _emphasis(emphasis: int, kind: int, style: Style) -> int:
    """The emphasis flags inside an element with this style."""
    for flag, value in ((BOLD, style.bold), (ITALIC, style.italic), (LARGE, style.large)):
        if value is not None:
            emphasis = emphasis | flag if value else emphasis & ~flag
    if style.underline:
        emphasis |= UNDERLINE
    if style.raised and kind not in _TABLE_PARTS:
        emphasis |= RAISED
    return emphasis
