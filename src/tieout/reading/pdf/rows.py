"""A table's rows: words by column, line by line, and lines that are one row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from tieout.reading.pdf.columns import Column, digits_left, overlap
from tieout.reading.pdf.lines import Chunk, Line, join_words
from tieout.reading.pdf.words import Word

__all__ = ["Row", "rows_of"]

_CONNECTS = re.compile(r"(?i)(?:\b(?:to|of|and|for|in|by|from|with|the|or|on|at|a|an|per|as|its|that|which)|[,(—–/-])$")


@dataclass(slots=True)
class Row:
    """Words by column, line by line; ``spans`` says how many columns a header's words cover."""

    cells: dict[int, list[list[Word]]] = field(default_factory=dict)
    spans: dict[int, int] = field(default_factory=dict)
    y0: float = 0.0
    y1: float = 0.0

    def add(self, column: int, words: list[Word]) -> None:
        self.cells.setdefault(column, []).append(words)


def rows_of(body: list[Line], columns: list[Column]) -> list[Row]:
    """The body's rows: a label over several lines has its numbers on the first, the last or between two of them."""
    return _merge_labels([_row(line, columns) for line in body])


def _row(line: Line, columns: list[Column]) -> Row:
    row = Row(y0=line.y0, y1=line.y1)
    placed: dict[int, list[Word]] = {}
    labelled = columns[0].x1 > columns[0].x0
    for n, chunk in enumerate(line.chunks):
        for part in _split_tail(chunk, columns):
            k = _place(part, columns)
            if n == 0 and part.x0 < columns[0].x0 + 1 and not (part.value and (len(line.chunks) == 1 or not labelled)):
                k = 0
            # Two numbers never share a cell: the second goes to the next column that is still free.
            while part.value and k in placed and k + 1 < len(columns):
                k += 1
            placed.setdefault(k, []).extend(part.words)
    for k, words in placed.items():
        row.add(k, words)
    return row


def _split_tail(chunk: Chunk, columns: list[Column]) -> list[Chunk]:
    """Cut numbers off a label that comes so close to them that the space does not tell."""
    if chunk.value or len(chunk.words) < 2:
        return [chunk]
    parts: list[Chunk] = []
    words = chunk.words
    while len(words) > 1:
        cut = len(words) - 1
        while cut > 1 and words[cut - 1].text in ("$", "(", "$(", "€", "£"):
            cut -= 1
        tail = Chunk(words[cut:])
        near = any(c.right is not None and abs(tail.right - c.right) < 2.0 for c in columns[1:])
        if not (tail.value and near):
            break
        parts.insert(0, tail)
        words = words[:cut]
    return [Chunk(words), *parts] if parts else [chunk]


def _place(chunk: Chunk, columns: list[Column]) -> int:
    """Index of the column that the chunk stands in."""
    if chunk.value:
        left = digits_left(chunk)
        best, least = 1, _distance(chunk, left, columns[1])
        for k in range(2, len(columns)):
            apart = _distance(chunk, left, columns[k])
            if apart < least:
                best, least = k, apart
        return 0 if chunk.x1 <= columns[0].x1 and least > 0 else best
    x0, x1 = chunk.x0, chunk.x1
    if x0 < columns[1].x0 - 1 and x1 <= columns[1].x0 + (x1 - x0) * 0.6:
        return 0
    over = [max(overlap(x0, x1, c), 0.0) for c in columns]
    if max(over) > 0:
        return over.index(max(over))
    return min(
        range(len(columns)), key=lambda k: min(abs(x0 - columns[k].x1), abs(columns[k].x0 - x1), abs(x0 - columns[k].x0))
    )


def _distance(chunk: Chunk, digits_left: float, column: Column) -> float:
    if column.right is not None:
        apart = abs(chunk.right - column.right)
        if apart > 2.0 and column.x0 < chunk.right and digits_left < column.x1 and digits_left < chunk.right:
            return 2.0
        return apart
    return max(0.0, -overlap(chunk.x0, chunk.x1, column)) + 1.0


def _merge_labels(rows: list[Row]) -> list[Row]:
    """Lines that are one row, as one."""
    right = max((w.x1 for r in rows for part in r.cells.get(0, []) for w in part), default=0.0)
    edge = min((part[0].x0 for r in rows for k, parts in r.cells.items() if k > 0 for part in parts), default=right)
    gaps = [b.y0 - a.y1 for a, b in pairwise(rows) if len(a.cells) > 1 and len(b.cells) > 1]
    fit = _Fit(right, edge, median(gaps) if gaps else 0.0)
    merged: list[Row] = []
    for row in rows:
        if merged and _same_row(merged[-1], row, fit):
            last = merged[-1]
            for k, parts in row.cells.items():
                last.cells.setdefault(k, []).extend(parts)
            last.y1 = max(last.y1, row.y1)
        else:
            merged.append(row)
    return merged


@dataclass(frozen=True, slots=True)
class _Fit:
    """Where labels end at most, where the columns right of them begin, and the usual gap between two rows."""

    right: float
    edge: float
    gap: float


def _same_row(last: Row, row: Row, fit: _Fit) -> bool:
    height = row.y1 - row.y0
    gap = row.y0 - last.y1
    if gap > 0.6 * height:
        return False
    above, below = last.cells.get(0), row.cells.get(0)
    last_values, row_values = len(last.cells) > (above is not None), len(row.cells) > (below is not None)
    if above is None or below is None:
        # Numbers set between, or a little off, the lines of their label.
        return gap < -0.35 * height and not (last_values and row_values)
    if last_values and row_values:
        return False
    end, start = above[-1], below[0]
    text = join_words(end)
    if text.endswith((":", "：")) or _bold(end) != _bold(start):
        return False
    if start[0].text[:1].islower() or (_CONNECTS.search(text) and not last_values):
        return True
    # A capital letter begins a row, unless its word did not fit on the line above, and lines are closer than rows.
    word = start[0].x1 - start[0].x0 + 0.2 * height
    tight = gap < fit.gap - 0.1 * height
    if last_values:
        return tight and end[-1].x1 + word > fit.right and start[0].x0 > above[0][0].x0 + 0.3 * height
    if start[0].x0 < above[0][0].x0 - 1:
        return False
    return end[-1].x1 + word > fit.edge or (tight and end[-1].x1 + word > fit.right)


def _bold(words: list[Word]) -> bool:
    return all(w.bold for w in words)
