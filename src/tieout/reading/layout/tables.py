"""What a table serves for: data, a list set with a table, or the mere layout of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tieout.reading.layout.grid import Analysis, Grid, analyse, build_grid
from tieout.reading.layout.numbers import NUMBER, YEAR
from tieout.reading.layout.pieces import Piece, flow_of, join_row_fragments, place
from tieout.reading.layout.raw import BREAK, Bundle, Item, Para, RawCell, RawTable, Signal, join_paras
from tieout.reading.limits import Limits

__all__ = ["settle"]

_BULLET = re.compile(
    r"[•●○◦■□▪▫◆◇►▸‣⁃·∙⚫➢✓✔❖§*†‡\-–—ooØ]|[(\[]?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,5})[)\].]{1,2}|[*†‡]{1,3}|※\s*\d*|[（(]注\s*\d*[）)]\s*\d*"
    r"|(?:item|note|part|exhibit)\s+[\dA-Z]+[A-Z]?\.?:?",
    re.I,
)
_PLAIN_INTEGER = re.compile(r"\d{1,4}")
# A layout table's content becomes one bundle above this many items, so that nesting never multiplies the work.
SMALL = 20


def settle(table: RawTable, nested: bool, limits: Limits, name: str) -> list[Item]:
    """The items that stand for a finished table: a Grid, or the paragraphs of a table that only served the layout.

    A table with ids of its own (``table-id``) is always a Grid. Page breaks between rows make several tables.
    """
    caption = [item for item in table.caption if isinstance(item, Para)]
    items: list[Item] = list(caption)
    for part in _parts(table):
        if isinstance(part, Signal):
            items.append(part)
        else:
            items.extend(_settle_part(part, limits, name))
    if nested and len(items) > SMALL:
        return [Bundle(items)]
    return items


def _parts(table: RawTable) -> Iterator[RawTable | Signal]:
    """The table, cut where a row begins a new page."""
    if table.annotated or not any(row.break_before or row.break_after for row in table.rows):
        yield table
        return
    start = 0
    for r, row in enumerate(table.rows):
        if row.break_before:
            if r > start:
                yield RawTable(table.rows[start:r], table.ordinal, None, [], table.line)
            yield BREAK
            start = r
        if row.break_after:
            yield RawTable(table.rows[start : r + 1], table.ordinal, None, [], table.line)
            yield BREAK
            start = r + 1
    if start < len(table.rows):
        yield RawTable(table.rows[start:], table.ordinal, None, [], table.line)


def _settle_part(table: RawTable, limits: Limits, name: str) -> list[Item]:
    nesting = any(_holds_table(cell) for row in table.rows for cell in row.cells)
    if nesting and not table.annotated and not _has_amounts_of_its_own(table, limits, name):
        return _dissolve(table)
    found = analyse(table, limits, name)
    if not table.annotated:
        pieces = [piece for row in found.pieces for piece in row]
        if found.columns.count <= 1:
            return _dissolve(table)
        if found.columns.count == 2 and _is_list(found):
            return _list_items(found)
        if sum(1 for row in found.pieces if row) == 1 and not _is_data_row(pieces):
            return _one_row(found)
    grid = build_grid(found)
    grid.trailing = [item for row in table.rows for cell in row.cells for item in _left_over(cell)]
    return [grid, *grid.trailing]


def _holds_table(cell: RawCell) -> bool:
    return any(isinstance(item, Grid | Bundle) for item in cell.items)


def _has_amounts_of_its_own(table: RawTable, limits: Limits, name: str) -> bool:
    """At least two rows print an amount beside a label, outside of the tables nested in it."""
    placed, _ = place(table, limits, name, bundles=False)
    return sum(1 for row in join_row_fragments(placed) if len(row) > 1 and any(piece.counted for piece in row[1:])) >= 2


def _left_over(cell: RawCell) -> Iterator[Item]:
    """What stands in a cell and is not its text: nested tables, breaks, images."""
    for item in cell.items:
        if isinstance(item, Grid | Signal):
            yield item
        elif isinstance(item, Bundle):
            stack = [iter(item.items)]
            while stack:
                for inner in stack[-1]:
                    if isinstance(inner, Bundle):
                        stack.append(iter(inner.items))
                        break
                    if not isinstance(inner, Para):
                        yield inner
                else:
                    stack.pop()


def _dissolve(table: RawTable) -> list[Item]:
    items: list[Item] = []
    for row in table.rows:
        if row.break_before:
            items.append(BREAK)
        for cell in row.cells:
            items.extend(cell.items)
    return items


def _is_list(found: Analysis) -> bool:
    """Each row is a bullet (or a number, letter, footnote mark) with its text."""
    pairs = 0
    for row in found.pieces:
        if not row:
            continue
        if len(row) > 2 or (len(row) == 1 and row[0].counted):
            return False
        if len(row) == 2:
            if not _BULLET.fullmatch(row[0].text) or row[1].numeric or row[1].text[:1] in "$€£¥":
                return False
            pairs += 1
    return pairs > 0


def _list_items(found: Analysis) -> list[Item]:
    items: list[Item] = []
    for row in found.pieces:
        if len(row) == 2:
            items.extend(_joined(row[0], row[1]))
        elif row:
            items.extend(_flow(row[0]))
    return items


def _flow(piece: Piece) -> list[Para]:
    """The paragraphs of a piece: its cell's own, or one of all its parts."""
    if len(piece.parts) == 1:
        return flow_of(piece.main.raw)
    para = join_paras([part.para for part in piece.parts])
    para.text, para.marks, para.length = piece.text, piece.marks, len(piece.text)
    para.raised = piece.raised
    return [para]


def _joined(bullet: Piece, text: Piece) -> list[Item]:
    """The bullet and the first paragraph as one list item; further paragraphs of the cell follow."""
    body = _flow(text)
    mark = join_paras(_flow(bullet))
    first = join_paras([mark, body[0]], glue=" ")
    first.emphasis = body[0].emphasis
    first.ordinal = body[0].ordinal
    first.centred = False
    first.list_item = True
    first.bold_lead = body[0].bold_lead + len(mark.text) + 1 if body[0].bold_lead else 0
    return [first, *body[1:]]


def _is_data_row(pieces: list[Piece]) -> bool:
    """A table of one row is data if it prints an amount; page numbers and years alone are none."""
    if any(piece.marks for piece in pieces if piece.shape == NUMBER):
        return True
    return any(piece.counted and not _PLAIN_INTEGER.fullmatch(piece.text) for piece in pieces) and pieces[0].shape not in (
        NUMBER,
        YEAR,
    )


def _one_row(found: Analysis) -> list[Item]:
    row = next(row for row in found.pieces if row)
    if len(row) == 2 and _BULLET.fullmatch(row[0].text):
        return _joined(row[0], row[1])
    return _dissolve(found.raw)
