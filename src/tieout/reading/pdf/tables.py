"""A table's true grid from where its words stand: columns, header, rows."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from tieout.reading.pdf.lines import Chunk, Line, join_words
from tieout.reading.pdf.regions import Region, is_period
from tieout.reading.pdf.words import Word
from tieout.report.layout import Box, Cell, Table

__all__ = ["box_of", "table_of"]

Rule = tuple[float, float, float]

# No report has a table of more columns, nor of so many places where numbers end.
_MOST_COLUMNS = 200

_LONGEST_HEAD = 200

# Headers that need something below them: they stand over several columns even where no line is drawn.
_SPREADS = re.compile(r"(?i)\b(?:end(?:ed|ing)|as of|as at|at|fiscal years?|years?|months|weeks|quarters?)\b[^0-9]*\d{0,2},?$")
_CONNECTS = re.compile(r"(?i)(?:\b(?:to|of|and|for|in|by|from|with|the|or|on|at|a|an|per|as|its|that|which)|[,(—–/-])$")


@dataclass(slots=True)
class _Column:
    """A column's extent; ``right`` is where its numbers end, None in a column of text."""

    x0: float
    x1: float
    right: float | None = None
    rows: set[int] = field(default_factory=set)
    solid: bool = True

    @property
    def centre(self) -> float:
        return (self.x0 + self.x1) / 2


@dataclass(slots=True)
class _Row:
    """Words by column, line by line; ``spans`` says how many columns a header's words cover."""

    cells: dict[int, list[list[Word]]] = field(default_factory=dict)
    spans: dict[int, int] = field(default_factory=dict)
    y0: float = 0.0
    y1: float = 0.0

    def add(self, column: int, words: list[Word]) -> None:
        self.cells.setdefault(column, []).append(words)


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
    columns = _columns(body)
    if columns is None:
        return None
    heads = _header_rows(head, columns, rules)
    rows = _merge_labels([_row(line, columns) for line in body], columns)
    used = [k for k in range(len(columns)) if any(k in r.cells for r in (*rows, *heads))]
    number = {k: n for n, k in enumerate(used)}
    labels = 0
    while labels < len(used) and columns[used[labels]].right is None:
        labels += 1
    if labels == len(used):
        return None
    left = columns[0].x0
    cells: list[Cell] = []
    for r, row in enumerate([*heads, *rows]):
        for k in sorted(row.cells):
            parts = row.cells[k]
            words = [w for part in parts for w in part]
            column = number[k]
            span = bisect_left(used, k + row.spans.get(k, 1)) - column
            cells.append(
                Cell(
                    id=f"{name}r{r}c{column}",
                    row=r,
                    column=column,
                    text=_text(parts),
                    column_span=max(span, 1),
                    header=r < len(heads) or column < labels,
                    origin=(r, column),
                    indent=round(max(parts[0][0].x0 - left, 0.0), 1) if k == 0 else 0.0,
                    box=box_of(words),
                )
            )
    return Table(
        id=name,
        page=page,
        rows=len(heads) + len(rows),
        columns=len(used),
        cells=cells,
        header_rows=len(heads),
        label_columns=labels,
        report=report,
        file=file,
    )


def _text(parts: list[list[Word]]) -> str:
    text = ""
    joins = True
    for part in parts:
        text += ("" if joins else " ") + join_words(part)
        joins = part[-1].joins
    return text


# Columns -----------------------------------------------------------------------------------------------------------


def _digits_left(chunk: Chunk) -> float:
    """Left edge of the number proper: a currency sign may stand far to the left of it."""
    for word in chunk.words:
        if any(c.isdigit() for c in word.text):
            return word.x0
    return chunk.x0


def _columns(body: list[Line]) -> list[_Column] | None:
    """The label column and the columns of numbers and text right of it, from left to right."""
    size = Counter(round(line.size, 1) for line in body).most_common(1)[0][0]
    numbers = _number_columns(body, size)
    if not numbers:
        return None
    left = min(line.x0 for line in body)
    if numbers[0].x0 - left < 0.5 * size:
        # No labels: a first column of years takes their place, any other is one of numbers.
        firsts = [line.chunks[0].text for line in body if line.chunks and line.chunks[0].x1 <= numbers[0].x1 + size]
        if sum(is_period(text) for text in firsts) * 2 >= len(firsts):
            label = _Column(left, numbers.pop(0).x1)
        else:
            label = _Column(left, left)
        if not numbers:
            return None
    else:
        label = _Column(left, numbers[0].x0)
    texts = _text_columns(body, numbers, label, size)
    columns = sorted([*numbers, *texts], key=lambda c: c.x0)
    label.x1 = min(label.x1, columns[0].x0)
    return [label, *columns]


def _number_columns(body: list[Line], size: float) -> list[_Column]:
    found: list[_Column] = []
    bare = all(chunk.value for line in body for chunk in line.chunks[:1])
    for r, line in enumerate(body):
        for k, chunk in enumerate(line.chunks):
            if chunk.value and (
                bare or k > 0 or len(line.chunks) == 1 or chunk.x0 > line.chunks[-1].x1 * 0.5 or is_period(chunk.text)
            ):
                found.append(_Column(_digits_left(chunk), chunk.right, chunk.right, {r}, any(c.isdigit() for c in chunk.text)))
    found.sort(key=lambda c: (c.x1, c.x0))
    # Marks that there is no number join a column of numbers nearby; only where there is none are they a column.
    weak = [c for c in found if not c.solid]
    found = [c for c in found if c.solid]
    clusters: list[_Column] = []
    for c in found:
        if len(clusters) > _MOST_COLUMNS:
            return []
        if clusters and c.x1 - clusters[-1].x1 < 0.3 * size and not c.rows & clusters[-1].rows:
            _absorb(clusters[-1], c)
        else:
            clusters.append(c)
    _merge_overlapping(clusters)
    alone: list[_Column] = []
    for c in weak:
        if len(alone) > _MOST_COLUMNS:
            return []
        near = [k for k in clusters if not c.rows & k.rows and max(c.x0 - k.x1, k.x0 - c.x1) < 1.5 * size]
        if near:
            min(near, key=lambda k: abs(k.x1 - c.x1)).rows.update(c.rows)
        elif alone and c.x1 - alone[-1].x1 < size and not c.rows & alone[-1].rows:
            _absorb(alone[-1], c)
        else:
            alone.append(c)
    clusters.extend(alone)
    clusters.sort(key=lambda c: c.x0)
    solid = [c for c in clusters if len(c.rows) >= 2]
    if solid:
        # One number left of all columns, such as a year in a label, is no column.
        clusters = [c for c in clusters if len(c.rows) >= 2 or c.x0 > solid[0].x0]
    return clusters


def _merge_overlapping(clusters: list[_Column]) -> None:
    """Make one column of two that overlap and never have a number in the same row."""
    a = 0
    while a < len(clusters):
        # What a was merged with may fit one before it, else one after it.
        first = next((k for k in range(a) if _is_one(clusters[k], clusters[a])), None)
        if first is not None:
            _absorb(clusters[first], clusters.pop(a))
            a = first
            continue
        second = next((k for k in range(a + 1, len(clusters)) if _is_one(clusters[a], clusters[k])), None)
        if second is not None:
            _absorb(clusters[a], clusters.pop(second))
        else:
            a += 1


def _is_one(one: _Column, two: _Column) -> bool:
    over = min(one.x1, two.x1) - max(one.x0, two.x0)
    return over > 0.3 * min(one.x1 - one.x0, two.x1 - two.x0) and one.rows.isdisjoint(two.rows)


def _absorb(one: _Column, two: _Column) -> None:
    if one.right is not None and two.right is not None and len(two.rows) > len(one.rows):
        one.right = two.right
    one.x0, one.x1 = min(one.x0, two.x0), max(one.x1, two.x1)
    one.rows |= two.rows


def _text_columns(body: list[Line], numbers: list[_Column], label: _Column, size: float) -> list[_Column]:
    """Columns of text beside the labels: at least two chunks, in different rows, that begin at one x."""
    starts: list[_Column] = []
    taken = _union(numbers)
    for r, line in enumerate(body):
        for chunk in line.chunks[1:]:
            k = bisect_right(taken, chunk.x0, key=lambda t: t[1])
            if k < len(taken) and min(chunk.x1, taken[k][1]) > max(chunk.x0, taken[k][0]):
                continue
            starts.append(_Column(chunk.x0, chunk.x1, None, {r}))
    starts.sort(key=lambda c: c.x0)
    groups: list[_Column] = []
    anchor = -1e9
    for s in starts:
        if groups and s.x0 - anchor < 0.4 * size:
            _absorb(groups[-1], s)
        else:
            groups.append(s)
            anchor = s.x0
    groups = [g for g in groups if len(g.rows) >= 2]
    for g in groups:
        g.x1 = min([g.x1, *(c.x0 for c in numbers if c.x0 > g.x0)])
    kept: list[_Column] = []
    for g in groups:
        if kept and g.x0 < kept[-1].x1:
            _absorb(kept[-1], g)
        else:
            kept.append(g)
    return kept


def _union(columns: list[_Column]) -> list[tuple[float, float]]:
    """What the columns cover, as stretches from left to right."""
    stretches: list[tuple[float, float]] = []
    for c in sorted(columns, key=lambda c: c.x0):
        if stretches and c.x0 < stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(stretches[-1][1], c.x1))
        else:
            stretches.append((c.x0, c.x1))
    return stretches


def _overlap(x0: float, x1: float, column: _Column) -> float:
    return min(x1, column.x1) - max(x0, column.x0)


# Rows --------------------------------------------------------------------------------------------------------------


def _place(chunk: Chunk, columns: list[_Column]) -> int:
    """Index of the column that the chunk stands in."""
    if chunk.value:
        left = _digits_left(chunk)
        best, least = 1, _distance(chunk, left, columns[1])
        for k in range(2, len(columns)):
            apart = _distance(chunk, left, columns[k])
            if apart < least:
                best, least = k, apart
        return 0 if chunk.x1 <= columns[0].x1 and least > 0 else best
    x0, x1 = chunk.x0, chunk.x1
    if x0 < columns[1].x0 - 1 and x1 <= columns[1].x0 + (x1 - x0) * 0.6:
        return 0
    over = [max(_overlap(x0, x1, c), 0.0) for c in columns]
    if max(over) > 0:
        return over.index(max(over))
    return min(
        range(len(columns)), key=lambda k: min(abs(x0 - columns[k].x1), abs(columns[k].x0 - x1), abs(x0 - columns[k].x0))
    )


def _distance(chunk: Chunk, digits_left: float, column: _Column) -> float:
    if column.right is not None:
        apart = abs(chunk.right - column.right)
        if apart > 2.0 and column.x0 < chunk.right and digits_left < column.x1 and digits_left < chunk.right:
            return 2.0
        return apart
    return max(0.0, -_overlap(chunk.x0, chunk.x1, column)) + 1.0


def _row(line: Line, columns: list[_Column]) -> _Row:
    row = _Row(y0=line.y0, y1=line.y1)
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


def _split_tail(chunk: Chunk, columns: list[_Column]) -> list[Chunk]:
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


def _merge_labels(rows: list[_Row], columns: list[_Column]) -> list[_Row]:
    """Lines that are one row: a label over several lines has its numbers on the first, the last or between two of them."""
    right = max((w.x1 for r in rows for part in r.cells.get(0, []) for w in part), default=0.0)
    edge = min((part[0].x0 for r in rows for k, parts in r.cells.items() if k > 0 for part in parts), default=right)
    gaps = [b.y0 - a.y1 for a, b in pairwise(rows) if len(a.cells) > 1 and len(b.cells) > 1]
    fit = _Fit(right, edge, median(gaps) if gaps else 0.0)
    merged: list[_Row] = []
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


def _same_row(last: _Row, row: _Row, fit: _Fit) -> bool:
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


# Header ------------------------------------------------------------------------------------------------------------


def _header_rows(head: list[Line], columns: list[_Column], rules: list[Rule]) -> list[_Row]:
    rows: list[_Row] = []
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


def _stack(above: _Row, below: _Row) -> bool:
    """Do two header lines make one header row? Yes if no column spans differently in them, and they are set closely."""
    if below.y0 - above.y1 > 0.9 * (below.y1 - below.y0):
        return False
    covered: dict[int, tuple[int, int]] = {}
    for k, n in above.spans.items():
        for c in range(k, k + n):
            covered[c] = (k, n)
    return all(covered.get(c, (k, n)) == (k, n) for k, n in below.spans.items() for c in range(k, k + n))


def _place_header(line: Line, columns: list[_Column], rules: list[Rule], above: _Row | None) -> _Row:
    row = _Row(y0=line.y0, y1=line.y1)
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


def _split_header(chunk: Chunk, columns: list[_Column]) -> list[Chunk]:
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


def _covered(chunk: Chunk, columns: list[_Column], size: float) -> tuple[int, int]:
    """(first column, how many) that a header chunk stands over."""
    if chunk.x1 <= columns[1].x0 - 0.5 * size and chunk.x0 < columns[0].x0 + 0.6 * (columns[0].x1 - columns[0].x0):
        return 0, 1
    hit = [
        k for k, c in enumerate(columns[1:], 1) if _overlap(chunk.x0, chunk.x1, c) > 0.5 * min(c.x1 - c.x0, chunk.x1 - chunk.x0)
    ]
    if not hit:
        near = min(range(1, len(columns)), key=lambda k: max(-_overlap(chunk.x0, chunk.x1, columns[k]), 0.0))
        return near, 1
    return hit[0], hit[-1] - hit[0] + 1


def _ruled(chunk: Chunk, chunks: list[Chunk], columns: list[_Column], rules: list[Rule], line: Line) -> tuple[int, int] | None:
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


def _second_line(chunk: Chunk, taken: set[int], line: Line, above: _Row | None) -> tuple[int, int] | None:
    """The span of the header above, where the chunk goes on with it: centred under it, and alone over its columns."""
    if above is None or line.y0 - above.y1 > 0.6 * line.size:
        return None
    for k, n in above.spans.items():
        words = above.cells[k][-1]
        middle = (words[0].x0 + words[-1].x1) / 2
        if n > 1 and taken.isdisjoint(range(k, k + n)) and abs(chunk.centre - middle) < 0.5 * line.size:
            return k, n
    return None


def _spread(chunk: Chunk, span: tuple[int, int], taken: set[int], columns: list[_Column]) -> tuple[int, int]:
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
