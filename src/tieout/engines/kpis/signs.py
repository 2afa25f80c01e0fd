"""With which sign a printed tax amount is meant: statements print an expense plain or in parentheses; what adds up tells."""

from __future__ import annotations

import re
from decimal import Decimal

from tieout.engines.kpis.view import Row, TableView

__all__ = ["tax_sign"]

_BEFORE_TAX = re.compile(r".*before.{0,40}\btax.*|pre-?tax (?:income|earnings|profit|loss).*")
_ROWS_AFTER = 8
_CLOSE = Decimal("0.005")


def tax_sign(table: TableView, row: Row, year: int) -> int | None:
    """1 where the amount printed in ``row`` is an expense as it stands, -1 where it is a benefit; None where nothing adds up.

    Income before tax, less the expense, is one of the next rows: net income, or income from continuing operations.
    """
    tax = _amount(row, year)
    at = next((i for i, one in enumerate(table.rows) if one is row), None)
    if at is None or not tax:
        return None
    before = next(
        (v for one in reversed(table.rows[:at]) if _BEFORE_TAX.fullmatch(one.name) and (v := _amount(one, year))), None
    )
    if before is None:
        return None
    close = max(abs(before), abs(tax)) * _CLOSE
    for one in table.rows[at + 1 : at + 1 + _ROWS_AFTER]:
        after = _amount(one, year)
        if after is None:
            continue
        # A tax that is small beside the income leaves both within what rounding allows: the nearer one is meant.
        plain, turned = abs(before - tax - after), abs(before + tax - after)
        if min(plain, turned) <= close and plain != turned:
            return 1 if plain < turned else -1
    return None


def _amount(row: Row, year: int) -> Decimal | None:
    found = row.value(year)
    return found.amount.value if found is not None else None
