"""A table's true grid from where its words stand: columns, header, rows."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from tieout.reading.pdf.columns import columns_of
from tieout.reading.pdf.headers import Rule, header_rows
from tieout.reading.pdf.lines import Line, join_words
from tieout.reading.pdf.regions import Region
from tieout.reading.pdf.rows import Row, rows_of
from tieout.reading.pdf.words import Word
from tieout.report.layout import Box, Cell, Table

__all__ = ["box_of", "table_of"]


def box_of(words: list[Word]) -> Box:
    """The smallest box around the words."""
    return (min(w.x0 for w in words), min(w.y0 for w in words), max(w.x1 for w in words), max(w.y1 for w in words))


def table_of(
    lines: list[Line], region: Region, rules: list[Rule], page: int, name: str, report: str, file: str
) -> Table | None:
    """The table that the region's lines are; None where they have no column of numbers.

    Cells hold the words of their lines, joined by spaces; dot leaders are left out, as they are no text. Header lines that
    stand over the same columns are one header row; a header over several columns spans them.
    """
    body = lines[region.start + region.header : region.stop]
    head = lines[region.start : region.start + region.header]
    columns = columns_of(body)
    if columns is None:
        return None
    heads = header_rows(head, columns, rules)
    rows = rows_of(body, columns)
    used = [k for k in range(len(columns)) if any(k in r.cells for r in (*rows, *heads))]
    labels = next((n for n, k in enumerate(used) if columns[k].right is not None), None)
    if labels is None:
        return None
    grid = _Grid(name, used, columns[0].x0, len(heads), labels)
    return Table(
        id=name,
        page=page,
        rows=len(heads) + len(rows),
        columns=len(used),
        cells=[grid.cell(r, row, k) for r, row in enumerate([*heads, *rows]) for k in sorted(row.cells)],
        header_rows=len(heads),
        label_columns=labels,
        report=report,
        file=file,
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    """The table that cells are made for: the columns that are ``used``, and where the first begins."""

    name: str
    used: list[int]
    left: float
    header_rows: int
    label_columns: int

    def cell(self, r: int, row: Row, k: int) -> Cell:
        """What stands in column ``k`` of the row, which is row ``r`` of the table."""
        parts = row.cells[k]
        column = bisect_left(self.used, k)
        span = bisect_left(self.used, k + row.spans.get(k, 1)) - column
        return Cell(
            id=f"{self.name}r{r}c{column}",
            row=r,
            column=column,
            text=_text(parts),
            column_span=max(span, 1),
            header=r < self.header_rows or column < self.label_columns,
            origin=(r, column),
            indent=round(max(parts[0][0].x0 - self.left, 0.0), 1) if k == 0 else 0.0,
            box=box_of([w for part in parts for w in part]),
        )


def _text(parts: list[list[Word]]) -> str:
    text = ""
    joins = True
    for part in parts:
        text += ("" if joins else " ") + join_words(part)
        joins = part[-1].joins
    return text
