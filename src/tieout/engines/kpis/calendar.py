"""The fiscal year that a report is about, and how the report names its years, from its text alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tieout.engines.kpis.fiscal import fiscal_year_of, years_between
from tieout.engines.kpis.periods import Span, dates_in

__all__ = ["Calendar", "is_quarterly", "own_year", "read_calendar", "tells_only_quarters"]

_YEAR_ENDED = re.compile(
    r"(?:fiscal|financial)?\s*years?\s+(?:then\s+)?end(?:ed|ing|s)\b[\s:]*(?:on\s+)?|"
    r"(?:52|53|fifty-two|fifty-three)[\s-]+weeks?\s+ended\s*",
    re.I,
)
_COVER = re.compile(r"for\s+the\s+(?:fiscal\s+|financial\s+|transition\s+)?(?:year|period)\s+end(?:ed|ing)\b[\s:]*", re.I)
_NAMED = re.compile(r"\b(?:fiscal|financial)\s+(?:years?\s+)?(20[0-9]{2})\b|\bFY\s?'?((?:20)?[0-9]{2})\b", re.I)
_TITLE = re.compile(
    r"\b(20[0-9]{2})\s+annual\s+report|annual\s+report\s+(?:for\s+)?(?:fiscal\s+)?(20[0-9]{2})\b|form\s+10-k\s+(20[0-9]{2})",
    re.I,
)


_LEAST_NAMED = 3
"""Heads of columns that are only years, to go by them: one may be a date that was read wrongly."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """``end`` is the last day of the fiscal year called ``year``; either may be unknown where the report doesn't tell."""

    year: int | None
    end: date | None

    def year_of(self, span: Span) -> int | None:
        """The fiscal year that a column is about; None where it is about a part of one, or names none."""
        if span.end is None:
            return span.year
        if self.end is None or self.year is None:
            return fiscal_year_of(span.end)
        back = years_between(span.end, self.end)
        return None if back is None else self.year - back


_LAST_OF_EARLY_YEARS = 6


def own_year(calendar: Calendar, named: int) -> int:
    """The report's own fiscal year, where it is asked for by the other name that a year ending in its first half may go by.

    The year that ends in March 2025 is fiscal 2025 to some and fiscal 2024 to others, so that the name under which a report is
    kept (DocumentFiscalYearFocus) need not be the one it uses. Other years are given back as they are.
    """
    if calendar.year is None or calendar.end is None or calendar.end.month > _LAST_OF_EARLY_YEARS:
        return named
    return calendar.year if named in (calendar.end.year - 1, calendar.end.year) else named


def read_calendar(first_pages: Sequence[str], headers: Sequence[Span], texts: str) -> Calendar:
    """From the cover, else from the dates that stand above most columns.

    A year that ends in the first months is named as the report's own words (``fiscal 2024``) do more often.
    """
    if tells_only_quarters(first_pages):
        quarter = _quarter_end(first_pages)
        headers = [span for span in headers if span.end is None or quarter is None or years_between(span.end, quarter) is None]
    end = _cover_end(first_pages) or _usual_end(headers)
    if end is not None:
        return Calendar(_name(end, texts, headers), end)
    years = Counter(span.year for span in headers if span.year is not None and not span.change)
    if not years:
        titles = [int(y) for page in first_pages[:3] for m in _TITLE.findall(page) for y in m if y]
        return Calendar(titles[0] if titles else None, None)
    often = [year for year, count in years.items() if count * 4 >= max(years.values())]
    return Calendar(max(often), None)


_QUARTERLY = re.compile(
    r"\bform\s+10-?q\b|\bquarterly\s+report\s+(?:pursuant|under)|\bfor\s+the\s+quarterly\s+period\s+ended"
    r"|\b(?:interim|half-year(?:ly)?|quarterly)\s+(?:financial\s+)?report\b",
    re.I,
)
_ANNUAL = re.compile(
    r"\bform\s+(?:10-?k|20-?f|40-?f)\b|\bannual\s+report\s+(?:pursuant|under)|\bannual report 20[0-9]{2}", re.I
)


def is_quarterly(first_pages: Sequence[str]) -> bool:
    """Whether the cover says that the report is about a quarter or half a year."""
    told = [page[:6_000] for page in first_pages[:3]]
    return any(_QUARTERLY.search(page) for page in told) and not any(_ANNUAL.search(page) for page in told[:1])


_OF_QUARTER = re.compile(r"\bfor\s+the\s+quarter(?:ly\s+period)?\s+ended\b", re.I)


def tells_only_quarters(first_pages: Sequence[str]) -> bool:
    """Whether the cover says for which quarter the report is, and names no fiscal year that it is for."""
    told = [page[:6_000] for page in first_pages[:3]]
    of_year = any(found[0].lower().split()[-2] == "year" for page in told for found in _COVER.finditer(page))
    return is_quarterly(first_pages) and any(_OF_QUARTER.search(page) for page in told) and not of_year


def _quarter_end(first_pages: Sequence[str]) -> date | None:
    found = (
        dates_in(page[told.end() : told.end() + 40]) for page in first_pages[:3] for told in _OF_QUARTER.finditer(page[:6_000])
    )
    return next((days[0] for days in found if days), None)


def _cover_end(first_pages: Sequence[str]) -> date | None:
    for pattern in (_COVER, _YEAR_ENDED):
        for page in first_pages[:8]:
            for told in pattern.finditer(page[:20_000]):
                dates = dates_in(page[told.end() : told.end() + 40])
                if dates and 1990 < dates[0].year < 2100:
                    return dates[0]
    return None


def _usual_end(headers: Sequence[Span]) -> date | None:
    """The latest day among those above many columns."""
    ends = Counter(span.end for span in headers if span.end is not None and not span.part and not span.change)
    if not ends:
        return None
    most = max(ends.values())
    return max(end for end, count in ends.items() if count * 3 >= most)


def _name(end: date, texts: str, headers: Sequence[Span]) -> int:
    if end.month > 6:
        return end.year
    if end.month == 1 and end.day <= 7:  # the last week of a 52/53-week year
        return end.year - 1
    told = Counter(int(m[1] or (m[2] if len(m[2]) == 4 else f"20{m[2]}")) for m in _NAMED.finditer(texts))
    this, before = told[end.year], told[end.year - 1]
    if this + before >= 3:
        # Of years to come a report speaks now and then; of its own year it speaks most.
        return end.year if this * 1.25 >= before else end.year - 1
    named = Counter(span.year for span in headers if span.year is not None and span.end is None and not span.change)
    if named.total() >= _LEAST_NAMED:
        return end.year if named[end.year] * 2 >= max(named.values()) else end.year - 1
    # Retailers' years of 52 and 53 weeks end about the last day of January, a few of them in February.
    return end.year - 1 if end.month == 1 or (end.month == 2 and end.day <= 7) else end.year
