"""Which fiscal year a period belongs to."""

from __future__ import annotations

from datetime import date

__all__ = ["LONGEST_YEAR", "SHORTEST_YEAR", "fiscal_year_of", "years_between"]

SHORTEST_YEAR, LONGEST_YEAR = 340, 400
"""Days that a flow over a fiscal year may span: years of 52 and 53 weeks are in, quarters are not."""

_FEW_DAYS = 20


def fiscal_year_of(end: date) -> int:
    """The fiscal year that ends on a day, by LEDGER's rule: one that ends in January is the year before's."""
    return end.year - 1 if end.month == 1 else end.year


def years_between(earlier: date, later: date) -> int | None:
    """Whole years from one fiscal year's end to another's, 52/53-week years allowed for; None if it is not whole."""
    years = round((later - earlier).days / 365.25)
    return years if abs((later - earlier).days - years * 365.25) <= _FEW_DAYS else None
