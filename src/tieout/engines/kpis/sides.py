"""Balance sheets in account form: assets on the left of one table, liabilities and equity on its right."""

from __future__ import annotations

import re
from collections import Counter

from tieout.report.layout import Table

__all__ = ["halves"]

_LEFT = re.compile(r"total (?:current )?assets|current assets|non-?current assets", re.I)
_RIGHT = re.compile(
    r"total (?:current )?liabilities|current liabilities|(?:trade|accounts) payables?|total equity"
    r"|(?:share|stock)holders['’]?s? equity",
    re.I,
)
_LETTERS = re.compile(r"[A-Za-z]{3}")
_LEAST_ROWS, _LEAST_NAMES = 3, 2


def halves(table: Table) -> list[tuple[int, int]]:
    """Column ranges (from, before) of a table that are read as tables of their own: two in account form, else the whole."""
    whole = [(0, table.columns)]
    if table.columns < 4 or not _LEAST_ROWS <= table.rows <= 200:
        return whole
    begins: Counter[int] = Counter()
    left = 0
    right: Counter[int] = Counter()
    for r in range(table.rows):
        counted = False
        for c in range(table.columns):
            cell = table.get(r, c)
            if cell is None or cell.column != c or cell.row != r or not cell.text:
                continue
            if c == 0:
                left += _LEFT.search(cell.text) is not None
            elif cell.amount is not None:
                counted = True
            elif _LETTERS.search(cell.text):
                begins[c] += counted
                right[c] += _RIGHT.search(cell.text) is not None
    if not left or not begins:
        return whole
    column, often = max(begins.items(), key=lambda one: (one[1], right[one[0]]))
    if often < _LEAST_ROWS or right[column] < _LEAST_NAMES:
        return whole
    return [(0, column), (column, table.columns)]
