"""A table's header: which columns each of its words stands over."""

from __future__ import annotations

import re
from itertools import pairwise

from tieout.reading.pdf.columns import Column, overlap
from tieout.reading.pdf.lines import Chunk, Line
from tieout.reading.pdf.rows import Row

__all__ = ["Rule", "header_rows"]

Rule = tuple[float, float, float]
"""A line that is drawn from left to right: x0, y, x1."""

_LONGEST_HEAD = 200

# Headers that need something below them: they stand over several columns even where no line is drawn.
_SPREADS = re.compile(r"(?i)\b(?:end(?:ed|ing)|as of|as at|at|fiscal years?|years?|months|weeks|quarters?)\b[^0-9]*\d{0,2},?$")


def header_rows(head: list[Line], columns: list[Column], rules: list[Rule]) -> list[Row]:
    """Rows whose words span the columns that they stand over, by the lines drawn below them and by how they are set."""
    rows: list[Row] = []
    for line in head:
        row = _place_header(line, columns, rules, rows[-1] if rows else None)
        if rows and _stack(rows[-1], row):
            last = rows[-1]
            for k, parts in row.cells.items():
                last.cells.setdefault(k, []).extend(parts)
                last.spans.setdefault(k, row.spans[k])
            last.y1 = row.y1
        else:
            rows.append(row)
    return rows


def _stack(above: Row, below: Row) -> bool:
    """Do two header lines make one header row? Yes if no column spans differently in them, and they are set closely."""
    if below.y0 - above.y1 > 0.9 * (below.y1 - below.y0):
        return False
    covered: dict[int, tuple[int, int]] = {}
    for k, n in above.spans.items():
        for c in range(k, k + n):
            covered[c] = (k, n)
    return all(covered.get(c, (k, n)) == (k, n) for k, n in below.spans.items() for c in range(k, k + n))


def _place_header(line: Line, columns: list[Column], rules: list[Rule], above: Row | None) -> Row:
    row = Row(y0=line.y0, y1=line.y1)
    chunks = [part for chunk in line.chunks for part in _split_header(chunk, columns)]
    spans = [_covered(chunk, columns, line.size) for chunk in chunks]
    for i, chunk in enumerate(chunks):
        if spans[i][0] > 0:
            taken = {c for j, (k, n) in enumerate(spans) if j != i for c in range(k, k + n)}
            spans[i] = (
                _ruled(chunk, chunks, columns, rules, line)
                or _second_line(chunk, taken, line, above)
                or _spread(chunk, spans[i], taken, columns)
            )
    for chunk, (k, n) in zip(chunks, spans, strict=True):
        if k in row.cells:
            row.cells[k][-1].extend(chunk.words)
        else:
            row.add(k, list(chunk.words))
        row.spans[k] = max(row.spans.get(k, 1), n)
    return row


def _split_header(chunk: Chunk, columns: list[Column]) -> list[Chunk]:
    """Cut a header between two columns where its widest spaces fall there."""
    words = chunk.words
    if len(words) < 2:
        return [chunk]
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    usual = min(gaps)
    cuts: list[int] = []
    for n, gap in enumerate(gaps, 1):
        middle = (words[n - 1].x1 + words[n].x0) / 2
        if gap > 1.35 * usual + 0.5 and any(a.x1 - 2 < middle < b.x1 - 2 for a, b in pairwise(columns)):
            cuts.append(n)
    edges = [0, *cuts, len(words)]
    return [Chunk(words[a:b]) for a, b in pairwise(edges)]


def _covered(chunk: Chunk, columns: list[Column], size: float) -> tuple[int, int]:
    """(first column, how many) that a header chunk stands over."""
    if chunk.x1 <= columns[1].x0 - 0.5 * size and chunk.x0 < columns[0].x0 + 0.6 * (columns[0].x1 - columns[0].x0):
        return 0, 1
    hit = [
        k for k, c in enumerate(columns[1:], 1) if overlap(chunk.x0, chunk.x1, c) > 0.5 * min(c.x1 - c.x0, chunk.x1 - chunk.x0)
    ]
    if not hit:
        near = min(range(1, len(columns)), key=lambda k: max(-overlap(chunk.x0, chunk.x1, columns[k]), 0.0))
        return near, 1
    return hit[0], hit[-1] - hit[0] + 1


def _ruled(chunk: Chunk, chunks: list[Chunk], columns: list[Column], rules: list[Rule], line: Line) -> tuple[int, int] | None:
    """Columns above which a drawn line right below the header runs, if it belongs to this header alone."""
    below = sorted(r for r in rules if -0.3 * line.size < r[1] - chunk.y1 < 0.6 * line.size)
    joined: list[list[float]] = []
    for x0, _, x1 in below:
        if joined and x0 - joined[-1][1] < 1.5:
            joined[-1][1] = max(joined[-1][1], x1)
        else:
            joined.append([x0, x1])
    for x0, x1 in joined:
        if not x0 - 3 <= chunk.centre <= x1 + 3 or any(c is not chunk and x0 < c.centre < x1 for c in chunks):
            continue
        over = [
            k for k, c in enumerate(columns) if k > 0 and c.right is not None and x0 - 3 < c.right <= x1 + 3 and c.centre > x0
        ]
        if over and x0 > columns[0].x0 + 5:
            return over[0], over[-1] - over[0] + 1
    return None


def _second_line(chunk: Chunk, taken: set[int], line: Line, above: Row | None) -> tuple[int, int] | None:
    """The span of the header above, where the chunk goes on with it: centred under it, and alone over its columns."""
    if above is None or line.y0 - above.y1 > 0.6 * line.size:
        return None
    for k, n in above.spans.items():
        words = above.cells[k][-1]
        middle = (words[0].x0 + words[-1].x1) / 2
        if n > 1 and taken.isdisjoint(range(k, k + n)) and abs(chunk.centre - middle) < 0.5 * line.size:
            return k, n
    return None


def _spread(chunk: Chunk, span: tuple[int, int], taken: set[int], columns: list[Column]) -> tuple[int, int]:
    """A header such as ``Years ended`` stands over all columns around it that no other header of its line stands over."""
    k, n = span
    if len(chunk.text) > _LONGEST_HEAD or not _SPREADS.search(chunk.text):
        return span
    low, high = k, k + n - 1
    while low > 1 and low - 1 not in taken and columns[low - 1].right is not None:
        low -= 1
    while high + 1 < len(columns) and high + 1 not in taken and columns[high + 1].right is not None:
        high += 1
    middle = (columns[low].x0 + columns[high].x1) / 2
    return (low, high - low + 1) if abs(middle - chunk.centre) < 0.25 * (columns[high].x1 - columns[low].x0) else span
