"""The business year that a free wording's 年度 means.

In Japanese usage the 2023年度 is the business year that begins in 2023, of most companies the one from April 2023 to March
2024; the shared tasks' grammar, and a report's cover, know it by the year in which it ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from tieout.engines.tables.view import ReportView, plain
from tieout.engines.tables.years import western, years_in

__all__ = ["ending_year", "names_fiscal_year"]

_YEAR = r"((?:19|20)\d\d|(?:令和|平成)(?:元|\d{1,2}))"
_DATE = rf"{_YEAR}年(\d{{1,2}})月(\d{{1,2}})日"
_SPAN = re.compile(rf"自.{{0,6}}?{_DATE}.{{0,6}}?至.{{0,6}}?{_DATE}")
_FISCAL = re.compile(rf"{_YEAR}年度")
_WHOLE_YEAR = range(350, 380)  # days: of 52 weeks, of 53, or of a calendar year
_LATE = 15
"""From this day of December on, a year that begins is the next one's: weeks don't end with the calendar's year."""


def names_fiscal_year(flat: str) -> int | None:
    """The year of the first 年度 in a text without white space; None where it names none, or another year first."""
    found = _FISCAL.search(flat)
    year = western(found[1]) if found else None
    return year if year is not None and years_in(flat)[:1] == [year] else None


def ending_year(report: ReportView, fiscal: int) -> int | None:
    """The year in which the ``fiscal`` year ends in this report; None where it doesn't say when its business year begins."""
    if report.year is None:
        return None
    begins = Counter(first for first, last in _business_years(report) if last.year == report.year)
    if not begins:
        return None
    first = begins.most_common(1)[0][0]
    named = first.year + (first.month == 12 and first.day >= _LATE)
    return fiscal + report.year - named


def _business_years(report: ReportView) -> Iterator[tuple[date, date]]:
    """First and last day of the whole years (自…至…) that stand above tables, in their headers and on the cover."""
    for place, table in enumerate(report.tables):
        heads = (cell.text for cell in table.cells if cell.row < table.header_rows or place < 3)
        for text in (*table.above, *heads):
            found = _SPAN.search(plain(text)) if "自" in text else None
            first, last = (_date(*found.groups()[:3]), _date(*found.groups()[3:])) if found else (None, None)
            if first is not None and last is not None and (last - first).days in _WHOLE_YEAR:
                yield first, last


def _date(year: str, month: str, day: str) -> date | None:
    number = western(year)
    try:
        return None if number is None else date(number, int(month), int(day))
    except ValueError:
        return None
