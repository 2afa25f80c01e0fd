"""Header rows, label columns and the line that names the unit."""

from __future__ import annotations

import re

from tieout.reading.layout.columns import Columns
from tieout.reading.layout.numbers import YEAR, is_mark
from tieout.reading.layout.pieces import Piece
from tieout.reading.layout.raw import BOLD, RawTable
from tieout.report.layout import display

__all__ = ["count_header_rows", "count_label_columns", "names_unit", "unit_within"]

_UNIT_LINE = re.compile(
    r"[(（\[]?\s*(?:(?:u\.?s\.?\s+)?dollars?|\$|amounts?|all|tabular|in|thousands|millions|billions|except|expressed|figures|unaudited[;,]|shares|单位|単位|（?金額)"
    r"[^.]{0,160}?(?:thousands?|millions?|billions?|円|株|percent|dollars|except|％|%)[^.]{0,120}[)）\]]?\.?\s*",
    re.I | re.S,
)
_PLAINLY_AMOUNT = re.compile(r"[^-–—]*(?:\d[,，]\d{3}|[$€£¥])[^-–—]*")
_UNIT_PART = re.compile(
    r"\((?:(?:u\.?s\.?\s+)?dollars?\s+|\$\s*|amounts\s+|figures\s+|all\s[^()]{0,40})?(?:(?:expressed|stated)\s+)?in\s+"
    r"(?:(?:thousands|millions|billions)\b[^()]{0,120}|[^()]{0,60}\b(?:thousands|millions|billions))\)"
    r"|[(（]\s*単位\s*[:：][^()（）]{1,40}[)）]",
    re.I,
)
LONGEST_UNIT_LINE = 240


def names_unit(text: str) -> bool:
    """True for a line that says in what the amounts below are given: ``(in millions)``, ``(単位：千円)``."""
    if len(text) > 4 * LONGEST_UNIT_LINE:
        return False
    shown = display(text)
    return len(shown) <= LONGEST_UNIT_LINE and _UNIT_LINE.fullmatch(shown) is not None


def unit_within(text: str) -> str:
    """The words that name the unit: the whole of such a line, or the part in parentheses of another one; else empty."""
    if len(text) > 4 * LONGEST_UNIT_LINE:
        return ""
    shown = display(text)
    part = _UNIT_PART.search(shown)
    if part is not None and len(part[0]) < len(shown):
        return part[0]
    return shown if names_unit(shown) else ""


def count_header_rows(rows: list[list[Piece]], table: RawTable) -> int:
    """How many rows from the top are header rows; ``rows`` are each row's own pieces, empty rows too.

    Rows of thead or of th alone are. Else the header ends with the last row, before the first row of amounts, in which
    something stands over the number columns. Rows with a label alone that follow (``ASSETS``) are sections, not headers.
    """
    marked = 0
    for r, row in enumerate(rows):
        if table.rows[r].head or (row and all(piece.main.raw.head for piece in row)):
            marked = r + 1
        elif row:
            break
    data = next((r for r, row in enumerate(rows) if r >= marked and _amounts(row)), None)
    if marked:
        return marked if data is None else max(marked, _header_end(rows, data))
    if data is None:
        return _text_header(rows)
    return _header_end(rows, data)


def _amounts(row: list[Piece]) -> list[Piece]:
    """The amounts of a row that are not its label: a number before other text, as of an exhibit or a note, is one."""
    return [p for i, p in enumerate(row) if p.counted and p.start > 0 and (i or all(q.numeric for q in row))]


def _header_end(rows: list[list[Piece]], data: int) -> int:
    labels_end = min(
        (p.start for row in rows[data:] for p in _amounts(row)),
        default=1,
    )
    header = 0
    for r in range(data):
        if any(p.start >= labels_end or (p.start > 0 and p.end > labels_end) for p in rows[r]) or (
            header == r and len(rows[r]) == 1 and names_unit(rows[r][0].text)
        ):
            header = r + 1
    return header


def _text_header(rows: list[list[Piece]]) -> int:
    """A table without amounts: the first row is a header if it alone is bold, or names three or more columns briefly."""
    filled = [row for row in rows if row]
    if len(filled) < 2 or len(filled[0]) < 2:
        return 0
    first = filled[0]
    bold = all(p.main.para.emphasis & BOLD for p in first) and not all(p.main.para.emphasis & BOLD for p in filled[1])
    years = any(p.shape == YEAR for p in first[1:])
    widest = max(len(row) for row in filled)
    brief = len(first) >= 3 and len(first) == widest and all(len(p.text) <= 40 and not is_mark(p.text) for p in first)
    if bold or years or brief:
        return next(r for r, row in enumerate(rows) if row) + 1
    return 0


def count_label_columns(rows: list[list[Piece]], columns: Columns, header_rows: int) -> int:
    """How many logical columns from the left hold labels: the ones before the first column of amounts, at most three."""
    amounts = [0] * columns.count
    words = [0] * columns.count
    length = [0] * columns.count
    for row in rows[header_rows:]:
        for piece in row:
            low, high = columns.span(piece.start, piece.end)
            if high - low != 1:
                continue
            if piece.counted:
                amounts[low] += 1
            else:
                words[low] += 1
                length[low] += len(piece.text)
    if columns.count <= 1:
        return columns.count if not sum(amounts) else 0
    if amounts[0] > words[0] and any(_PLAINLY_AMOUNT.fullmatch(r[0].text) for r in rows[header_rows:] if r and r[0].counted):
        return 0
    first = next((c for c in range(1, columns.count) if amounts[c]), None)
    if first is None or first > 3:
        return 1
    for c in range(1, first):
        if words[c] and length[c] / words[c] > 60:
            return c
    return first
