"""Heads set as a table of their own, right above the table of the numbers, as producers of UK accounts do."""

from __future__ import annotations

import re

from tieout.reading.layout.grid import Grid, GridCell
from tieout.reading.layout.numbers import YEAR, shape_of
from tieout.report.layout import display

__all__ = ["is_heads", "put_heads"]

_MOST_ROWS = 4
_NOTE = re.compile(r"notes?\.?", re.I)
_NOTE_NUMBERS = re.compile(r"\d{1,2}[a-z]?(?:\s*[,&-]\s*\d{1,2})*")
_WITH_YEARS = re.compile(
    r"notes?\.?|(?:[$€£¥]|US\$)(?:\s*(?:000|m|million|thousand))?|['’]000|(?:as )?restated|unaudited|group|company", re.I
)


def is_heads(grid: Grid) -> bool:
    """The table has nothing but years, and what stands above or below them: ``Note``, ``£``, ``As restated``."""
    if grid.rows > _MOST_ROWS or grid.raw.annotated or grid.trailing:
        return False
    texts = [display(cell.text) for cell in grid.cells if cell.text]
    years = sum(shape_of(text) == YEAR for text in texts)
    return years > 0 and all(shape_of(text) == YEAR or _WITH_YEARS.fullmatch(text) for text in texts)


def put_heads(heads: Grid, body: Grid) -> bool:
    """Make the heads the header rows of the body; False, with nothing changed, where they don't fit.

    They fit where the body has no header, and for each year one column of numbers or two (an inner one that is summed up in
    the outer one). A column that holds numbers of notes goes to the head ``Note``.
    """
    years = sorted({cell.column for cell in heads.cells if shape_of(display(cell.text)) == YEAR})
    first = body.label_columns
    note = any(_NOTE.fullmatch(display(cell.text)) for cell in heads.cells) and _holds_notes(body, first)
    values = body.columns - first - note
    if body.header_rows or body.raw.annotated or values not in (len(years), 2 * len(years)):
        return False
    width = values // len(years)
    for cell in body.cells:
        cell.row += heads.rows
    for cell in heads.cells:
        covered = [n for n, year in enumerate(years) if cell.column <= year < cell.column + cell.column_span]
        cell.above = cell.header = True
        if not cell.text or (not covered and cell.column > years[0]):
            cell.row_span = cell.column_span = 0
        elif covered:
            cell.column, cell.column_span = first + note + covered[0] * width, len(covered) * width
        else:
            cell.column, cell.column_span = (first, 1) if note and _NOTE.fullmatch(display(cell.text)) else (0, 1)
    kept = [cell for cell in heads.cells if cell.row_span or cell.marks]
    body.cells[:0] = kept
    body.rows += heads.rows
    body.header_rows = heads.rows
    return True


def _holds_notes(body: Grid, column: int) -> bool:
    cells: list[GridCell] = [cell for cell in body.cells if cell.text and cell.column == column and cell.column_span == 1]
    return bool(cells) and all(_NOTE_NUMBERS.fullmatch(display(cell.text)) for cell in cells)
