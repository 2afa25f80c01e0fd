"""From a raw table to its pieces: spans resolved to positions, fragments joined to their number.

Filings split one printed number over up to five cells: ``$``, ``(72``, ``)``, ``%``, ``(1)``. A piece is what a reader takes
for one cell: the number's cell together with its fragments, or any other cell alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tieout.reading.layout.numbers import DASH, EMPTY, FOOTNOTE, NUMBER, PREFIX, SUFFIX, TEXT, YEAR, is_mark, shape_of
from tieout.reading.layout.raw import ALL, BLANKS, RAISED, Bundle, Para, RawCell, RawTable, join_paras
from tieout.reading.limits import Limits, over

__all__ = ["Piece", "Placed", "flow_of", "join_row_fragments", "place"]

# No cell with a number, however its markup is indented, is longer.
LONGEST_NUMBER = 400
_COUNTED = frozenset((NUMBER, DASH))
# Raised digits are marks; joined to a number they could not be told from its digits, so they keep their own cell.
_RAISED_MARK = re.compile(r"\(?[\da-z]{1,2}\)?(?:\s*,\s*\(?[\da-z]{1,2}\)?)*")


@dataclass(slots=True, eq=False)
class Placed:
    """A raw cell at its position in the markup's own grid; spans are clipped so that no position is covered twice."""

    raw: RawCell
    row: int
    column: int
    row_span: int
    column_span: int
    para: Para
    shape: int = TEXT

    @property
    def end(self) -> int:
        return self.column + self.column_span


@dataclass(slots=True, eq=False)
class Piece:
    """One logical cell before columns are known: markup columns ``start`` to ``end`` (exclusive) of ``row``.

    ``main`` is the cell of the number (or the only cell); ``parts`` are all the cells, from the left.
    """

    row: int
    start: int
    end: int
    row_span: int
    shape: int
    main: Placed
    parts: list[Placed] = field(default_factory=list)
    text: str = ""
    marks: list[tuple[Any, int, int, bool]] = field(default_factory=list)
    raised: tuple[tuple[int, int], ...] = ()

    @property
    def counted(self) -> bool:
        """The piece prints an amount (a dash is one)."""
        return self.shape in _COUNTED

    @property
    def numeric(self) -> bool:
        return self.shape in _COUNTED or self.shape == YEAR


def flow_of(cell: RawCell) -> list[Para]:
    """The cell's own paragraphs in order, those of mere layout tables inside it too, those of nested tables with data not."""
    if len(cell.items) == 1 and isinstance(cell.items[0], Para):
        return [cell.items[0]]
    paras: list[Para] = []
    stack = [iter(cell.items)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, Para):
                paras.append(item)
            elif isinstance(item, Bundle):
                stack.append(iter(item.items))
                break
        else:
            stack.pop()
    return paras


def place(table: RawTable, limits: Limits, name: str, bundles: bool = True) -> tuple[list[list[Placed]], int]:
    """Each row's own cells at their positions (HTML 5.2, 4.9.12.1), and the number of markup columns.

    Without ``bundles`` the text of layout tables inside the cells is left out, so that a nested table is looked at only once.
    Raises LimitError when the table covers more positions than allowed.
    """
    rows: list[list[Placed]] = []
    columns = 0
    room = limits.cells
    count = len(table.rows)
    reaching: list[Placed] = []  # cells of earlier rows that reach into this one, by column
    for r, row in enumerate(table.rows):
        placed: list[Placed] = []
        if reaching:
            reaching = [cell for cell in reaching if cell.row + cell.row_span > r]
        at = index = 0
        longer = False
        for raw in row.cells:
            while index < len(reaching) and reaching[index].column <= at:
                at = max(at, reaching[index].end)
                index += 1
            width = raw.column_span
            if index < len(reaching):
                width = min(width, reaching[index].column - at)
            height = min(raw.row_span, count - r)
            room -= width * height
            if room < 0:
                raise over(limits, "cells", f"{name}: the table at line {table.line} covers more positions")
            para = join_paras(flow_of(raw) if bundles else [item for item in raw.items if isinstance(item, Para)])
            text = para.text
            shape = _shape(text)
            if shape in (NUMBER, TEXT) and para.emphasis & RAISED and para.emphasis != ALL and _RAISED_MARK.fullmatch(text):
                shape = FOOTNOTE
            cell = Placed(raw, r, at, height, width, para, shape)
            placed.append(cell)
            at += width
            longer = longer or height > 1
        columns = max(columns, at)
        rows.append(placed)
        if longer:
            reaching = sorted([*reaching, *(cell for cell in placed if cell.row_span > 1)], key=lambda cell: cell.column)
    return rows, columns


def _shape(text: str) -> int:
    """The shape of a cell's text, whose white space may be that of indented markup."""
    if len(text) > LONGEST_NUMBER:
        return TEXT if text.strip(BLANKS) else EMPTY
    return shape_of(" ".join(text.strip(BLANKS).split()))


def _mark_columns(rows: list[list[Placed]]) -> set[int]:
    """Markup columns that hold nothing but footnote marks and closing fragments, each right of something.

    ``(1)`` may also be a small loss. So the header must not name the column apart from the one whose marks it holds; and
    where there is no header, the marks have to touch what they belong to.
    """
    first = next((r for r, row in enumerate(rows) if any(c.shape in _COUNTED and c.column for c in row)), len(rows))
    header = [cell for row in rows[:first] for cell in row if cell.shape != EMPTY and cell.column]
    owners: dict[int, int] = {}  # column -> the column whose marks it holds, or -1
    for row in rows:
        before: Placed | None = None
        for cell in row:
            if cell.shape == EMPTY:
                continue
            if cell.shape != SUFFIX:
                marks = (cell.shape == FOOTNOTE or is_mark(cell.para.text)) and before is not None
                if marks and before is not None and (header or before.end == cell.column):
                    owners.setdefault(cell.column, before.column)
                elif cell.column_span == 1 or not header or cell not in header:
                    owners[cell.column] = -1
            before = cell
    for cell in header:
        for column in range(cell.column, cell.end):
            owner = owners.get(column, -1)
            if owner >= 0 and not cell.column <= owner < cell.end:
                owners[column] = -1
    return {column for column, owner in owners.items() if owner >= 0}


def join_row_fragments(rows: list[list[Placed]]) -> list[list[Piece]]:
    """The pieces of each row. Cells that carry an id of their own are never joined."""
    marks = _mark_columns(rows)
    joined: list[list[Piece]] = []
    for row in rows:
        pieces: list[Piece] = []
        waiting: list[Placed] = []
        reached = 0  # end of the cell to the left
        barred = False  # a cell of a row above stands between this cell and the last piece
        for cell in row:
            shape = cell.shape
            if cell.column > reached:
                barred = True
                pieces.extend(_piece([c], c) for c in waiting)
                waiting = []
            reached = cell.end
            if shape == EMPTY:
                continue
            alone, barred = barred, False
            if cell.raw.cell_id is not None or cell.row_span > 1:
                pieces.extend(_piece([c], c) for c in waiting)
                waiting = []
                pieces.append(_piece([cell], cell))
                continue
            if shape == PREFIX and not waiting:
                waiting.append(cell)
                continue
            if waiting and shape == PREFIX and len(waiting) < 3:
                waiting.append(cell)
                continue
            if waiting and shape in (NUMBER, DASH):
                pieces.append(_piece([*waiting, cell], cell))
                waiting = []
                continue
            if waiting:
                pieces.extend(_piece([c], c) for c in waiting)
                waiting = []
            last = pieces[-1] if pieces else None
            joinable = last is not None and not alone and last.main.raw.cell_id is None and last.row_span == 1
            if last is not None and joinable and _closes(last, cell, marks):
                _extend(last, cell, glue=" " if shape != SUFFIX else "")
                continue
            pieces.append(_piece([cell], cell))
        pieces.extend(_piece([c], c) for c in waiting)
        joined.append(pieces)
    return joined


def _closes(last: Piece, cell: Placed, marks: set[int]) -> bool:
    if cell.shape == SUFFIX:
        short = last.start > 0 and len(last.text) <= 4  # *, NM, N/A
        if not (last.numeric or short or "(" in last.text[-40:]):
            return False
        return cell.column - last.end <= 1 or ")" in cell.para.text
    if cell.shape == FOOTNOTE or cell.shape == NUMBER:
        raised = cell.para.emphasis & RAISED and cell.para.emphasis != ALL
        return is_mark(cell.para.text) and (cell.column in marks or (cell.column == last.end and bool(raised)))
    return False


def _piece(parts: list[Placed], main: Placed) -> Piece:
    piece = Piece(main.row, parts[0].column, parts[-1].end, main.row_span, main.shape, main, [parts[0]])
    piece.text = parts[0].para.text
    piece.marks = list(parts[0].para.marks)
    piece.raised = parts[0].para.raised
    for part in parts[1:]:
        _extend(piece, part, "")
    piece.shape = main.shape
    return piece


def _extend(piece: Piece, cell: Placed, glue: str) -> None:
    """Add a cell's text at the end: fragments directly, a footnote mark at a distance, or it would be read as digits."""
    shift = len(piece.text) + len(glue)
    piece.text = f"{piece.text}{glue}{cell.para.text}"
    piece.marks.extend((key, s + shift, e + shift, whole) for key, s, e, whole in cell.para.marks)
    piece.raised += tuple((s + shift, e + shift) for s, e in cell.para.raised)
    piece.parts.append(cell)
    piece.end = cell.end
