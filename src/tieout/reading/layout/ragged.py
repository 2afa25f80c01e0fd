"""Rows whose empty cells were lost: numbers go back to their columns by their order.

Some producers drop every empty cell, spans and all. Then ``$`` and ``)`` cells push the numbers of some rows to the right, and
one markup column holds the first number of one row and the second of another.
"""

from __future__ import annotations

from itertools import pairwise

from tieout.reading.layout.numbers import EMPTY
from tieout.reading.layout.pieces import Piece, Placed

__all__ = ["realign"]


def realign(pieces: list[list[Piece]], placed: list[list[Placed]], width: int) -> int:
    """Move the pieces of a table that lost its empty cells to one column each; returns the number of markup columns.

    Nothing moves unless rows end at different columns *and* two rows with the most numbers contradict each other. Rows with
    fewer numbers are taken by their order too, counting the empty cells they still have.
    """
    first = next((r for r, row in enumerate(pieces) if len(_values(row)) > 1), None)
    if first is None or any(piece.row_span > 1 for row in pieces for piece in row):
        return width
    count = max(len(_values(row)) for row in pieces[first:])
    full = [_values(row) for row in pieces[first:] if len(_values(row)) == count]
    ends = {placed[r][-1].end for r, row in enumerate(pieces) if r >= first and row}
    if len(ends) < 2 or not _contradict(full, count):
        return width
    if any(len(_slots(row)) > count for row in pieces[first:]) or any(
        len(_heads(row, count)) > count for row in pieces[:first]
    ):
        return width
    for r, row in enumerate(pieces):
        if r < first:
            _place_header(row, count)
        else:
            _place_values(row, placed[r], count)
    return max(width, count + 1)


def _labelled(row: list[Piece]) -> bool:
    return bool(row) and not row[0].numeric


def _slots(row: list[Piece]) -> list[Piece]:
    """What stands right of the label."""
    return row[1:] if _labelled(row) else row


def _values(row: list[Piece]) -> list[Piece]:
    """The pieces right of the label if each of them is an amount; else none."""
    values = _slots(row)
    return values if all(piece.counted for piece in values) else []


def _contradict(full: list[list[Piece]], count: int) -> bool:
    """The n-th number of some row reaches over where the next one of another row begins."""
    reach = [(min(row[n].start for row in full), max(row[n].end for row in full)) for n in range(count)]
    return any(after[0] < before[1] for before, after in pairwise(reach))


def _place_values(row: list[Piece], cells: list[Placed], count: int) -> None:
    label = row[0] if _labelled(row) else None
    values = _slots(row)
    if label is not None:
        label.start, label.end = 0, 1 if values else min(label.end, count + 1)
    taken = {id(part) for piece in row for part in piece.parts}
    blanks = [cell.column for cell in cells if cell.shape == EMPTY and id(cell) not in taken and cell.column > 0]
    exact = len(blanks) + len(values) == count
    for n, piece in enumerate(values):
        column = 1 + n + (sum(blank < piece.start for blank in blanks) if exact else 0)
        piece.start, piece.end = column, column + 1


def _heads(row: list[Piece], count: int) -> list[Piece]:
    """The headers of a row that stand over numbers; the others, at most one on the left, stand over the labels."""
    spans = [piece.end - piece.start for piece in row]
    if len(row) == count + 1 or (row and spans[0] == 1 and all(span > 1 for span in spans[1:])):
        return row[1:]
    return row


def _place_header(row: list[Piece], count: int) -> None:
    """Headers share the columns as their spans are to each other."""
    heads = _heads(row, count)
    if len(heads) < len(row):
        row[0].start, row[0].end = 0, 1
    total = sum(piece.end - piece.start for piece in heads)
    low = left = 0
    for n, piece in enumerate(heads, 1):
        left += piece.end - piece.start
        high = max(low + 1, min(round(left * count / total), count - len(heads) + n))
        piece.start, piece.end = 1 + low, 1 + high
        low = high
