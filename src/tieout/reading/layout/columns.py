"""Logical columns: which markup columns together make one column that a reader sees.

A boundary between two markup columns is kept unless a number's piece runs across it; where two pieces of one row would then
share a column, the boundary is put back. So a number and its fragments stand in one column, and two numbers of one row never
do. Columns in which nothing stands are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from tieout.reading.layout.pieces import Piece

__all__ = ["Columns", "find_columns"]


@dataclass(slots=True)
class Columns:
    """``first[c]`` is the first logical column at or right of markup column c; ``starts`` are their first markup columns."""

    first: list[int]
    starts: list[int]

    @property
    def count(self) -> int:
        return len(self.starts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Logical columns [first, last) that markup columns [start, end) cover; empty where all of them were dropped."""
        last = self.first[end - 1]
        return self.first[start], last + 1 if last < len(self.starts) and self.starts[last] < end else last


@dataclass(slots=True)
class _Group:
    start: int
    end: int
    head: set[int] = field(default_factory=set)  # header rows in which a piece stands in this group alone
    body: set[int] = field(default_factory=set)
    numbers: bool = False

    def beside(self, other: _Group) -> bool:
        """The two stand side by side in some row."""
        return not (self.head.isdisjoint(other.head) and self.body.isdisjoint(other.body))

    def absorb(self, other: _Group) -> None:
        self.start, self.end = min(self.start, other.start), max(self.end, other.end)
        self.head |= other.head
        self.body |= other.body
        self.numbers = self.numbers or other.numbers


def find_columns(rows: list[list[Piece]], width: int, header_rows: int) -> Columns:
    """Group ``width`` markup columns; ``rows`` holds for each row the pieces that stand in it, also those from rows above."""
    if width == 0:
        return Columns([0], [])
    bounds = _boundaries(rows, width, header_rows)
    group_of = [0] * width
    spans: list[tuple[int, int]] = []
    start = 0
    for c in range(1, width + 1):
        if c == width or bounds[c]:
            spans.append((start, c))
            start = c
        if c < width:
            group_of[c] = len(spans)
    groups = _kept(rows, group_of, spans)
    _fill(groups, rows, header_rows, width)
    columns = _index(_merge_label_groups(_merge_header_only(groups)), width)
    if _collide(rows, columns):
        columns = _index(_touched(rows, group_of, spans), width)
    return columns


def _index(groups: list[_Group], width: int) -> Columns:
    first: list[int] = []
    index = 0
    for c in range(width + 1):
        while index < len(groups) and c >= groups[index].end:
            index += 1
        first.append(index)
    return Columns(first, [g.start for g in groups])


def _collide(rows: list[list[Piece]], columns: Columns) -> bool:
    """Two pieces of one row would share a column (tables whose rows contradict each other)."""
    for pieces in rows:
        free = 0
        for piece in pieces:
            low, high = columns.span(piece.start, piece.end)
            if low < free or low == high:
                return True
            free = high
    return False


def _touched(rows: list[list[Piece]], group_of: list[int], spans: list[tuple[int, int]]) -> list[_Group]:
    """Every stretch between boundaries on which something stands, as a column of its own: never a collision."""
    touched = {g for pieces in rows for p in pieces for g in range(group_of[p.start], group_of[p.end - 1] + 1)}
    return [_Group(*spans[g]) for g in sorted(touched)]


def _boundaries(rows: list[list[Piece]], width: int, header_rows: int) -> list[bool]:
    crossing = [0] * (width + 2)
    for r, pieces in enumerate(rows):
        if r < header_rows:
            continue
        for piece in pieces:
            if piece.counted and piece.end - piece.start > 1:
                crossing[piece.start + 1] += 1
                crossing[piece.end] -= 1
    bounds = [False] * (width + 1)
    running = 0
    for c in range(1, width):
        running += crossing[c]
        bounds[c] = running == 0
    upto = [0] * (width + 2)  # how many boundaries lie left of a position
    for c in range(width + 1):
        upto[c + 1] = upto[c] + bounds[c]
    gaps: set[tuple[int, int]] = set()
    for pieces in rows:
        for before, after in pairwise(pieces):
            if upto[after.start + 1] == upto[before.end]:
                gaps.add((after.start, before.end))
    last = -1
    for right, left in sorted(gaps):
        if last < left:
            last = right
            bounds[last] = True
    return bounds


def _kept(rows: list[list[Piece]], group_of: list[int], spans: list[tuple[int, int]]) -> list[_Group]:
    """The stretches that become columns: those in which a piece stands alone, and joined ones for wider pieces."""
    owner = [-1] * len(spans)
    wide: set[tuple[int, int]] = set()
    for pieces in rows:
        for piece in pieces:
            first, last = group_of[piece.start], group_of[piece.end - 1]
            if first == last:
                owner[first] = first
            else:
                wide.add((last - first, first))
    # A piece that no kept stretch lies under makes one of all it covers; narrow pieces choose first.
    for extent, first in sorted(wide):
        covered = range(first, first + extent + 1)
        if all(owner[g] < 0 for g in covered):
            for g in covered:
                owner[g] = first
    groups: list[_Group] = []
    for g, (start, end) in enumerate(spans):
        if owner[g] < 0:
            continue
        if g and owner[g - 1] == owner[g]:
            groups[-1].end = end
        else:
            groups.append(_Group(start, end))
    return groups


def _fill(groups: list[_Group], rows: list[list[Piece]], header_rows: int, width: int) -> None:
    columns = _index(groups, width)
    for r, pieces in enumerate(rows):
        for piece in pieces:
            low, high = columns.span(piece.start, piece.end)
            if high - low != 1:
                continue
            group = groups[low]
            if r < header_rows:
                group.head.add(r)
            else:
                group.body.add(r)
                group.numbers = group.numbers or piece.counted


def _merge_label_groups(groups: list[_Group]) -> list[_Group]:
    """Left of the numbers, columns that never stand side by side in a row are one column with steps of indentation."""
    limit = next((i for i, g in enumerate(groups) if g.numbers), 0)
    merged: list[_Group] = []
    for i, group in enumerate(groups):
        if merged and i < limit and not merged[-1].beside(group):
            merged[-1].absorb(group)
        else:
            merged.append(group)
    return merged


def _merge_header_only(groups: list[_Group]) -> list[_Group]:
    """A header that stands over a spacer belongs to the number column beside it, if that has no header in those rows."""
    merged: list[_Group] = []
    waiting: _Group | None = None
    for group in groups:
        if waiting is not None:
            if group.numbers and not waiting.beside(group):
                group.absorb(waiting)
            elif merged and merged[-1].numbers and not merged[-1].beside(waiting):
                merged[-1].absorb(waiting)
            else:
                merged.append(waiting)
            waiting = None
        if group.body:
            merged.append(group)
        else:
            waiting = group
    if waiting is not None:
        if merged and merged[-1].numbers and not merged[-1].beside(waiting):
            merged[-1].absorb(waiting)
        else:
            merged.append(waiting)
    return merged
