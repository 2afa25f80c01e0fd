"""The true grid of one table: logical rows and columns, header rows, label columns, cells with spans resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tieout.reading.layout.columns import Columns, find_columns
from tieout.reading.layout.headers import count_header_rows, count_label_columns, unit_within
from tieout.reading.layout.numbers import EMPTY
from tieout.reading.layout.pieces import Piece, Placed, join_row_fragments, place
from tieout.reading.layout.ragged import realign
from tieout.reading.layout.raw import RawTable
from tieout.reading.limits import Limits

__all__ = ["Grid", "GridCell", "build_grid"]

# A step to the right in the label columns counts as much indentation as a typical padding.
STEP = 10.0


@dataclass(slots=True, eq=False)
class GridCell:
    """A cell of the logical grid. Spans of 0 by 0 mean that it was dropped from the grid and is kept for its id alone.

    ``above`` says that it comes from a table of heads right above, whose markup has a grid of its own.
    """

    row: int
    column: int
    row_span: int
    column_span: int
    text: str
    placed: Placed
    header: bool = False
    indent: float = 0.0
    marks: list[tuple[Any, int, int, bool]] = field(default_factory=list)
    ids: tuple[str, ...] = ()
    raised: tuple[tuple[int, int], ...] = ()
    above: bool = False


@dataclass(slots=True, eq=False)
class Grid:
    """A table that is one, ready to be given its page and ids. ``trailing`` are items that stood inside and follow it."""

    raw: RawTable
    rows: int
    columns: int
    cells: list[GridCell]
    header_rows: int
    label_columns: int
    unit_line: str = ""
    trailing: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Analysis:
    """What is known of a table before it is decided what it serves for."""

    raw: RawTable
    placed: list[list[Placed]]
    pieces: list[list[Piece]]
    covering: list[list[Piece]]
    header_rows: int
    columns: Columns


def analyse(raw: RawTable, limits: Limits, name: str) -> Analysis:
    """Place the cells, join fragments, find header rows and logical columns. Raises LimitError for oversized tables."""
    placed, width = place(raw, limits, name)
    pieces = join_row_fragments(placed)
    if not raw.annotated:
        width = realign(pieces, placed, width)
    covering = _with_rows_above(pieces)
    header = count_header_rows(pieces, raw)
    return Analysis(raw, placed, pieces, covering, header, find_columns(covering, width, header))


def _with_rows_above(rows: list[list[Piece]]) -> list[list[Piece]]:
    """For each row all pieces that stand in it, those that reach down from rows above too, from the left."""
    covering: list[list[Piece]] = []
    reaching: list[Piece] = []
    for r, row in enumerate(rows):
        reaching = [piece for piece in reaching if piece.row + piece.row_span > r]
        covering.append(sorted([*reaching, *row], key=lambda piece: piece.start) if reaching else row)
        reaching.extend(piece for piece in row if piece.row_span > 1)
    return covering


def build_grid(found: Analysis) -> Grid:
    """The logical grid: rows without text are dropped, every raw cell that lies in it has its place, empty ones too."""
    columns = found.columns
    row_of: list[int] = []
    rows = header = 0
    for r, row in enumerate(found.pieces):
        row_of.append(rows)
        if row:
            rows += 1
        if r + 1 == found.header_rows:
            header = rows
    row_of.append(rows)
    labels = count_label_columns(found.pieces, columns, found.header_rows)
    steps = _label_steps(found, labels)
    cells: list[GridCell] = []
    taken: set[tuple[int, int]] = set()
    unit_line = ""
    for row in found.pieces:
        for piece in row:
            low, high = columns.span(piece.start, piece.end)
            top = row_of[piece.row]
            bottom = max(row_of[min(piece.row + piece.row_span, len(found.pieces))], top + 1)
            indent = piece.main.para.indent
            if low < labels:
                indent += STEP * steps[low].index(piece.start)
            cell = GridCell(top, low, bottom - top, high - low, piece.text, piece.main, indent=indent, marks=piece.marks)
            cell.raised = piece.raised
            cell.header = top < header or piece.main.raw.head
            cell.ids = tuple(p.raw.cell_id for p in piece.parts if p.raw.cell_id)
            cells.append(cell)
            taken.update((r, c) for r in range(top, bottom) for c in range(low, high))
            if not unit_line and top < header:
                unit_line = unit_within(piece.text)
    _add_empty(found, row_of, cells, taken, header)
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return Grid(found.raw, rows, columns.count, cells, header, labels, unit_line)


def _label_steps(found: Analysis, labels: int) -> list[list[int]]:
    """For each label column the different markup columns at which its labels begin: narrow columns that only indent."""
    starts: list[set[int]] = [set() for _ in range(labels)]
    for row in found.pieces:
        for piece in row:
            low, _ = found.columns.span(piece.start, piece.end)
            if low < labels:
                starts[low].add(piece.start)
    return [sorted(column) for column in starts]


def _add_empty(found: Analysis, row_of: list[int], cells: list[GridCell], taken: set[tuple[int, int]], header: int) -> None:
    """Empty raw cells take the positions that are still free; where there is none they stay only if they have an id."""
    for r, row in enumerate(found.placed):
        for placed in row:
            if placed.shape != EMPTY:
                continue
            top = row_of[r]
            bottom = row_of[min(r + placed.row_span, len(found.pieces))]
            low, high = found.columns.span(placed.column, placed.end)
            free = (
                top < bottom and low < high and not any((y, x) in taken for y in range(top, bottom) for x in range(low, high))
            )
            cell_id = placed.raw.cell_id
            if not free and not cell_id and not placed.para.marks:
                continue
            if free:
                taken.update((y, x) for y in range(top, bottom) for x in range(low, high))
            cell = GridCell(top, low, bottom - top if free else 0, high - low if free else 0, placed.para.text, placed)
            cell.header = free and top < header
            cell.marks = placed.para.marks
            cell.ids = (cell_id,) if cell_id else ()
            cells.append(cell)
