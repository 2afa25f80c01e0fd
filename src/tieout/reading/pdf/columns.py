"""A table's columns, from where its numbers end and its texts begin."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field

from tieout.reading.pdf.lines import Chunk, Line
from tieout.reading.pdf.regions import is_period

__all__ = ["Column", "columns_of", "digits_left", "overlap"]

# No report has a table of more columns, nor of so many places where numbers end.
_MOST_COLUMNS = 200


@dataclass(slots=True)
class Column:
    """A column's extent; ``right`` is where its numbers end, None in a column of text."""

    x0: float
    x1: float
    right: float | None = None
    rows: set[int] = field(default_factory=set)
    solid: bool = True

    @property
    def centre(self) -> float:
        return (self.x0 + self.x1) / 2


def columns_of(body: list[Line]) -> list[Column] | None:
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
            label = Column(left, numbers.pop(0).x1)
        else:
            label = Column(left, left)
        if not numbers:
            return None
    else:
        label = Column(left, numbers[0].x0)
    texts = _text_columns(body, numbers, label, size)
    columns = sorted([*numbers, *texts], key=lambda c: c.x0)
    label.x1 = min(label.x1, columns[0].x0)
    return [label, *columns]


def digits_left(chunk: Chunk) -> float:
    """Left edge of the number proper: a currency sign may stand far to the left of it."""
    for word in chunk.words:
        if any(c.isdigit() for c in word.text):
            return word.x0
    return chunk.x0


def overlap(x0: float, x1: float, column: Column) -> float:
    """How much of the stretch from ``x0`` to ``x1`` the column covers; less than 0 is the space between them."""
    return min(x1, column.x1) - max(x0, column.x0)


def _number_columns(body: list[Line], size: float) -> list[Column]:
    found: list[Column] = []
    bare = all(chunk.value for line in body for chunk in line.chunks[:1])
    for r, line in enumerate(body):
        for k, chunk in enumerate(line.chunks):
            if chunk.value and (
                bare or k > 0 or len(line.chunks) == 1 or chunk.x0 > line.chunks[-1].x1 * 0.5 or is_period(chunk.text)
            ):
                found.append(Column(digits_left(chunk), chunk.right, chunk.right, {r}, any(c.isdigit() for c in chunk.text)))
    found.sort(key=lambda c: (c.x1, c.x0))
    # Marks that there is no number join a column of numbers nearby; only where there is none are they a column.
    weak = [c for c in found if not c.solid]
    found = [c for c in found if c.solid]
    clusters: list[Column] = []
    for c in found:
        if len(clusters) > _MOST_COLUMNS:
            return []
        if clusters and c.x1 - clusters[-1].x1 < 0.3 * size and not c.rows & clusters[-1].rows:
            _absorb(clusters[-1], c)
        else:
            clusters.append(c)
    _merge_overlapping(clusters)
    alone: list[Column] = []
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


def _merge_overlapping(clusters: list[Column]) -> None:
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


def _is_one(one: Column, two: Column) -> bool:
    over = min(one.x1, two.x1) - max(one.x0, two.x0)
    return over > 0.3 * min(one.x1 - one.x0, two.x1 - two.x0) and one.rows.isdisjoint(two.rows)


def _absorb(one: Column, two: Column) -> None:
    if one.right is not None and two.right is not None and len(two.rows) > len(one.rows):
        one.right = two.right
    one.x0, one.x1 = min(one.x0, two.x0), max(one.x1, two.x1)
    one.rows |= two.rows


def _text_columns(body: list[Line], numbers: list[Column], label: Column, size: float) -> list[Column]:
    """Columns of text beside the labels: at least two chunks, in different rows, that begin at one x."""
    starts: list[Column] = []
    taken = _union(numbers)
    for r, line in enumerate(body):
        for chunk in line.chunks[1:]:
            k = bisect_right(taken, chunk.x0, key=lambda t: t[1])
            if k < len(taken) and min(chunk.x1, taken[k][1]) > max(chunk.x0, taken[k][0]):
                continue
            starts.append(Column(chunk.x0, chunk.x1, None, {r}))
    starts.sort(key=lambda c: c.x0)
    groups: list[Column] = []
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
    kept: list[Column] = []
    for g in groups:
        if kept and g.x0 < kept[-1].x1:
            _absorb(kept[-1], g)
        else:
            kept.append(g)
    return kept


def _union(columns: list[Column]) -> list[tuple[float, float]]:
    """What the columns cover, as stretches from left to right."""
    stretches: list[tuple[float, float]] = []
    for c in sorted(columns, key=lambda c: c.x0):
        if stretches and c.x0 < stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(stretches[-1][1], c.x1))
        else:
            stretches.append((c.x0, c.x1))
    return stretches
