"""Dates, years and lengths of time as column headers print them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

__all__ = ["Span", "dates_in", "span_of", "years_in"]

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"), 1
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:19[5-9]|20[0-9])[0-9]"
_DATE = re.compile(
    rf"\b({_MONTH})\.?\s*([0-9]{{1,2}})(?:st|nd|rd|th)?\s*,?\s*({_YEAR})\b|"
    rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[\s.-]*({_MONTH})\.?\s*,?[\s-]*({_YEAR})\b|"
    rf"\b({_YEAR})-([01][0-9])-([0-3][0-9])\b|\b([0-3]?[0-9])[/.]([0-3]?[0-9])[/.]({_YEAR}|[0-9]{{2}})\b|"
    rf"\b({_MONTH})\.?,?[\s-]+({_YEAR})\b|\b({_MONTH})\.?\s?[-–'’]\s?([0-9]{{2}})\b(?!\s?[-–/,.]?\s?[0-9])",
    re.I,
)
_DAY = re.compile(rf"\b({_MONTH})\.?\s*([0-9]{{1,2}})(?:st|nd|rd|th)?\b(?!\s*,?\s*{_YEAR})", re.I)
_DAY_FIRST = re.compile(rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)?\s+({_MONTH})\b(?!\s*,?\s*{_YEAR})", re.I)
_ONE_YEAR = re.compile(rf"(?<![0-9$,.]){_YEAR}(?![0-9]|,[0-9]|\.[0-9])")
_SHORT_YEAR = re.compile(r"\bF\.?Y\.?\s?['’]?([0-9]{2})\b(?![0-9])|(?<![0-9a-z])['’]([0-9]{2})\b", re.I)
_PAIR = re.compile(rf"\b({_YEAR})\s?[/-]\s?([0-9]{{2}})\b(?!\s?[/-])")
_PART = re.compile(
    r"\b(?:three|six|nine|3|6|9)[\s-]+months?|\bquarters?\b|\bq[1-4]\b|\b(?:13|26|39|thirteen|twenty-six|thirty-nine)[\s-]+weeks?\b|\b[1-4]q\b|"
    r"\b(?:first|second|third|fourth)\s+(?:quarter|half)\b|\bhalf[\s-]year|\bsix[\s-]month",
    re.I,
)
_CHANGE = re.compile(
    r"%|\bpercent|\bchange|\bincrease|\bdecrease|\bvariance|\bvs\.?\b|\bversus\b|\bgrowth|\bcompared|\bbps\b|\bnote\b|\bnotes\b|"
    r"\badjust|\bpro[\s-]?forma|\bnon-gaap|\bcurrency|\bforeign exchange|\bbudget|\btarget|\bforecast|\boutlook|\bguidance",
    re.I,
)
_LAST_DAY = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class Span:
    """What a column header tells: the day it ends on, or only a year's name; whether it is a part of a year, or a change."""

    end: date | None
    year: int | None
    part: bool
    change: bool

    @property
    def dated(self) -> bool:
        return self.end is not None or self.year is not None


@lru_cache(maxsize=20_000)
def span_of(header: str) -> Span:
    """The period that the texts above a column, joined from the top, name; dates of months without years are put together."""
    text = header[:600]
    change = _CHANGE.search(text) is not None
    part = _PART.search(text) is not None and re.search(r"\btwelve|\b12 months|\byear", text, re.I) is None
    dates = dates_in(text)
    if dates:
        return Span(dates[-1], None, part, change or len({d.year for d in dates}) > 1)
    years = years_in(text)
    if not years:
        return Span(None, None, part, change)
    change = change or len(set(years)) > 1
    day = _DAY.search(text)
    first = None if day else _DAY_FIRST.search(text)
    if day or first:
        month, number = (day[1], day[2]) if day else (first[2], first[1]) if first else ("", "")
        end = _date(years[-1], _MONTHS[month.lower()], int(number))
        if end is not None:
            return Span(end, None, part, change)
    return Span(None, years[-1], part, change)


def years_in(text: str) -> list[int]:
    """Years that a text names, four digits or ``FY24``; of ``2023-24`` and ``2023/24`` the later."""
    found = [int(m[1][:2] + m[2]) for m in _PAIR.finditer(text) if int(m[2]) == (int(m[1]) + 1) % 100]
    if found:
        return found
    found = [int(m[0]) for m in _ONE_YEAR.finditer(text)]
    if found:
        return found
    return [2000 + int(m[1] or m[2]) for m in _SHORT_YEAR.finditer(text)]


def dates_in(text: str) -> list[date]:
    """Dates that a text names with day (or only month: its last day) and year, in order."""
    found = []
    for m in _DATE.finditer(text):
        one: date | None
        if m[1]:
            one = _date(int(m[3]), _MONTHS[m[1].lower()], int(m[2]))
        elif m[5]:
            one = _date(int(m[6]), _MONTHS[m[5].lower()], int(m[4]))
        elif m[7]:
            one = _date(int(m[7]), int(m[8]), int(m[9]))
        elif m[10]:
            year = int(m[12]) + (2000 if len(m[12]) == 2 else 0)
            one = _date(year, int(m[10]), int(m[11])) or _date(year, int(m[11]), int(m[10]))
        else:
            month = _MONTHS[(m[13] or m[15]).lower()]
            one = _date(int(m[14]) if m[14] else 2000 + int(m[16]), month, _LAST_DAY[month - 1])
        if one is not None:
            found.append(one)
    return found


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
