"""Formats of dates: Transformation Registries 1 to 5, and the SEC's end of a quarter.

Results are ``xs:date`` (2024-03-31), ``xs:gYearMonth`` (2024-03) or ``xs:gMonthDay`` (--03-31), by the parts that a format has.
A year of one or two digits is of this century.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from tieout.reading.transformations.errors import TransformError
from tieout.reading.transformations.numbers import SPACES

__all__ = ["cjk", "era", "named", "numeric", "quarter_end", "saka", "spaced"]

LONGEST = 200
"""Code points of the longest text that can be a date. It bounds the work on text that was tagged by mistake."""

_DIGITS = {ord(zero) + digit: ord("0") + digit for zero in "０०" for digit in range(10)}
_MONTH_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_PART = {"day": "(?P<day>[0-9]{1,2})", "month": "(?P<month>[0-9]{1,2})", "year": "(?P<year>[0-9]{4}|[0-9]{1,2})"}
_ANY = "[^0-9]+"


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


def _assemble(text: str, year: str | None, month: int, day: str | None) -> str:
    """The ISO form of the parts that are there; a day that its month doesn't have is an error."""
    if not 1 <= month <= 12:
        raise TransformError(text, "a date: it has no such month")
    if day is None:
        return f"{_full_year(year or '')}-{month:02}"
    number = int(day)
    if not 1 <= number <= _MONTH_LENGTHS[month - 1]:
        raise TransformError(text, "a date: the month has no such day")
    if year is None:
        return f"--{month:02}-{number:02}"
    full = _full_year(year)
    try:
        date(int(full), month, number)
    except ValueError:
        raise TransformError(text, "a date of the calendar") from None
    return f"{full}-{month:02}-{number:02}"


def _full_year(year: str) -> str:
    return year if len(year) == 4 else f"20{year:0>2}"


def _prepared(text: str, expected: str) -> str:
    if len(text) > LONGEST:
        raise TransformError(text, expected)
    value = text.strip(SPACES)
    return value if value.isascii() else value.translate(_DIGITS)


def _reader(pattern: str, expected: str, months: dict[str, int] | None = None) -> Callable[[str], str]:
    match = re.compile(pattern).fullmatch

    def read(text: str) -> str:
        found = match(_prepared(text, expected))
        if found is None:
            raise TransformError(text, expected)
        parts = found.groupdict()
        name = parts["month"]
        return _assemble(text, parts.get("year"), months[name] if months else int(name), parts.get("day"))

    return read


def numeric(layout: str) -> Callable[[str], str]:
    """Dates in digits. Parts joined by ``/`` or ``.`` have just that between them, by ``-`` anything but digits."""
    tokens = re.split("([-/.])", layout)
    separator = tokens[1]
    pattern = (_ANY if separator == "-" else re.escape(separator)).join(_PART[part] for part in tokens[::2])
    if separator == "-" and tokens[0] == "year":
        pattern += "[^0-9]*"
    elif layout == "month-day":
        pattern += "[A-Za-z]*"
    return _reader(pattern, f"a date of the form {layout}")


def spaced(layout: str, language: str) -> Callable[[str], str]:
    """Dates of registry 1 with the month's name: single spaces between the parts."""
    months = {name: number for number, name in enumerate(_data("months.toml")[language]["names"], 1)}
    parts = _PART | {"month": f"(?P<month>{'|'.join(months)})", "_": " ", ",": ",", "year": "(?P<year>[0-9]{2}|[0-9]{4})"}
    pattern = "".join(parts[token] for token in re.split("([_,])", layout) if token)
    return _reader(pattern, f"a date of the form {layout.replace('_', ' ')} with an English month", months)


def named(layout: str, language: str, also: str = "") -> Callable[[str], str]:
    """Dates with the month's name in one of the languages of months.toml; ``also`` numeric dates, for India (registry 3)."""
    rules = _data("months.toml")[language]
    months = _spellings(rules)
    by_name = _reader(_named_pattern(layout.split("-"), rules, months), f"a date of the form {layout} ({language})", months)
    if not also:
        return by_name
    by_number = numeric(layout)

    def read(text: str) -> str:
        try:
            return by_name(text)
        except TransformError:
            return by_number(text)

    return read


def _spellings(rules: dict[str, Any]) -> dict[str, int]:
    """Every accepted spelling, longest first, with its month."""
    spellings: dict[str, int] = {}
    for number, names in enumerate(rules["names"], 1):
        for name in names.split():
            spellings[name.upper()] = number
            if rules.get("lower", True):
                spellings[name] = number
            if rules.get("title", True):
                spellings[name[0].upper() + name[1:]] = number
    return dict(sorted(spellings.items(), key=lambda item: -len(item[0])))


def _named_pattern(layout: list[str], rules: dict[str, Any], months: dict[str, int]) -> str:
    parts = _PART | {"month": f"(?P<month>{'|'.join(months)})"}
    before = rules.get("before") or ("[^0-9]*[^0-9a-zA-Z]" if rules.get("word_start") else _ANY)
    pattern = parts[layout[0]]
    for previous, part in pairwise(layout):
        between = before if part == "month" else rules.get("rest", _ANY) if previous == "month" else _ANY
        pattern += between + parts[part]
    if layout[-1] == "month":
        return pattern + (rules.get("end") or f"[^0-9]{{0,{rules.get('tail', 0)}}}")
    # What may follow the last number is an ordinal's ending in English, and so for days only.
    ordinal = layout[-1] == "year" and not rules.get("close", "").startswith("[^")
    return pattern + ("" if ordinal else rules.get("close", ""))


def cjk(layout: str) -> Callable[[str], str]:
    """Dates with 年, 月 and 日."""
    space = r"[\s\u3000]*"
    parts = [f"{space}{_PART[part]}{space}{mark}" for part, mark in zip(layout.split("-"), "年月日", strict=False)]
    return _reader("".join(parts) + space, f"a date with {'年月日'[: len(parts)]}")


def era(layout: str) -> Callable[[str], str]:
    """Japanese dates of an era: 令和６年３月31日. The era may be given by its first character, the first year as 元."""
    starts = dict(_data("calendars.toml")["eras"])
    starts |= {name[0]: year for name, year in starts.items()}
    space = r"[\s\u3000]*"
    pattern = f"{space}({'|'.join(starts)}){space}([0-9]{{1,2}}|元){space}年{space}([0-9]{{1,2}}){space}月"
    pattern += f"{space}([0-9]{{1,2}}){space}日{space}" if layout.endswith("day") else f"(){space}"
    match = re.compile(pattern).fullmatch
    expected = "a date of a Japanese era"

    def read(text: str) -> str:
        found = match(_prepared(text, expected))
        if found is None:
            raise TransformError(text, expected)
        name, year, month, day = found.groups()
        return _assemble(text, str(starts[name] + (1 if year == "元" else int(year))), int(month), day or None)

    return read


def saka() -> Callable[[str], str]:
    """Dates of the Indian national calendar, as Gregorian dates: 11 Pausha 1945 is 2024-01-01."""
    stems = [
        (stem, number) for number, names in enumerate(_data("calendars.toml")["saka"]["months"], 1) for stem in names.split()
    ]
    folded = [(_folded(stem), number) for stem, number in stems]
    match = re.compile("([0-9]{1,2})([^0-9]+)([0-9]{4}|[0-9]{2})").fullmatch
    expected = "a date of the Indian national calendar"

    def read(text: str) -> str:
        found = match(_prepared(text, expected))
        name = _folded(found[2]) if found else ""
        month = next((number for stem, number in folded if re.search(rf"(?<!\w){stem}", name)), None)
        if found is None or month is None:
            raise TransformError(text, expected)
        gregorian = _from_saka(_saka_year(found[3], month, int(found[1])), month, int(found[1]))
        if gregorian is None:
            raise TransformError(text, expected)
        return gregorian.isoformat()

    return read


def _folded(name: str) -> str:
    """Without accents and capitals, so that every transliteration of a name comes out alike."""
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if not unicodedata.combining(c))


def _saka_year(year: str, month: int, day: int) -> int:
    """Two digits mean the years from 1921 Pausha 11 (2000-01-01 in the Gregorian calendar) on (registry 3)."""
    if len(year) == 4:
        return int(year)
    late = year > "21" or (year == "21" and month >= 10 and day >= 11)
    return (1900 if late else 2000) + int(year)


def _from_saka(year: int, month: int, day: int) -> date | None:
    """The Gregorian date; None where the month has no such day.

    The year begins on 22 March, in a Gregorian leap year on 21 March; its first month then has 31 days instead of 30.
    Five months of 31 days and six of 30 follow.
    """
    start = year + 78
    leap = start % 4 == 0 and (start % 100 != 0 or start % 400 == 0)
    lengths = [31 if leap else 30, *[31] * 5, *[30] * 6]
    if not 1 <= day <= lengths[month - 1] or start > 9998:
        return None
    return date(start, 3, 21 if leap else 22) + timedelta(days=sum(lengths[: month - 1]) + day - 1)


_QUARTER = "(?P<{}>[1-4]|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ll]ast)"
_QUARTER_ENDS = {"1": "03-31", "2": "06-30", "3": "09-30", "4": "12-31"}
_QUARTER_ENDS |= dict(zip(("first", "second", "third", "fourth", "last"), (*_QUARTER_ENDS.values(), "12-31"), strict=True))


def quarter_end() -> Callable[[str], str]:
    """The last day of a calendar quarter: ``Q3 2023``, ``the fourth quarter of 2023``, ``2023, 1st quarter`` (ixt-sec)."""
    year_last = rf"(?:[^\W\d][^0-9]*)?{_QUARTER.format('before')}[^0-9]*(?P<last>[0-9]{{4}})"
    year_first = rf"(?P<first>[0-9]{{4}})[^0-9]*{_QUARTER.format('after')}(?:[^0-9]*\w)?"
    match = re.compile(f"{year_last}|{year_first}").fullmatch
    expected = "a calendar quarter with its year"

    def read(text: str) -> str:
        found = match(text.strip(SPACES)) if len(text) <= LONGEST else None
        if found is None:
            raise TransformError(text, expected)
        return f"{found['last'] or found['first']}-{_QUARTER_ENDS[(found['before'] or found['after']).lower()]}"

    return read
