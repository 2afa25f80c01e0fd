"""Formats of the SEC's registry for durations, numbers in words and ballot boxes.

Source: the SEC's transformation registry 2015-08-31. A month counts 30.4375 days, and what is smaller than the smallest
unit that a format may show is cut off, not rounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from tieout.reading.transformations.errors import TransformError
from tieout.reading.transformations.numbers import SPACES
from tieout.report.number_words import DASHES, read_number_words

__all__ = ["ballot_box", "duration", "duration_words", "number_words"]

_LONGEST = 200
_DAYS_PER_MONTH = Fraction("30.4375")
# The units that a duration spills into, each with how many of it make one of the unit before.
_SPILL: dict[str, list[tuple[str, Fraction]]] = {
    "year": [("Y", Fraction(1)), ("M", Fraction(12)), ("D", _DAYS_PER_MONTH)],
    "month": [("M", Fraction(1)), ("D", _DAYS_PER_MONTH)],
    "week": [("D", Fraction(7))],
    "day": [("D", Fraction(1)), ("TH", Fraction(24))],
    "hour": [("TH", Fraction(1))],
}
_DECIMAL = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


def duration(unit: str) -> Callable[[str], str]:
    """A number of years, months, weeks, days or hours as an ``xs:duration``: 2.5 years is P2Y6M."""
    spill = _SPILL[unit]
    expected = f"a number of {unit}s"

    def read(text: str) -> str:
        found = _DECIMAL.fullmatch(text.strip(SPACES)) if len(text) <= _LONGEST else None
        if found is None:
            raise TransformError(text, expected)
        rest = Fraction(found[2].rstrip(".") if found[2].endswith(".") else found[2])
        parts = []
        for letter, per_previous in spill:
            rest *= per_previous
            whole = int(rest)
            rest -= whole
            if whole:
                parts.append(_part(whole, letter))
        sign = "-" if found[1] == "-" and parts else ""
        return f"{sign}P{''.join(parts) or _part(0, spill[0][0])}"

    return read


def _part(number: int, letter: str) -> str:
    return f"T{number}H" if letter == "TH" else f"{number}{letter}"


_GAP = rf"(?:[{DASHES}]|\s+)"
_COUNT = rf"([^\W_][^,]*?){_GAP}"
_DURATION = re.compile(
    rf"(?:{_COUNT}[Yy]ears?(?:,?{_GAP}(?:and\s+)?|$))?(?:{_COUNT}[Mm]onths?(?:,?{_GAP}(?:and\s+)?|$))?(?:{_COUNT}[Dd]ays?)?"
)


def duration_words() -> Callable[[str], str]:
    """Years, months and days in words or digits: ``two years and six months`` is P2Y6M, ``364-day`` is P364D."""
    expected = "a duration in English words"

    def read(text: str) -> str:
        value = text.strip(SPACES)
        found = _DURATION.fullmatch(value) if value and len(text) <= _LONGEST else None
        if found is None:
            raise TransformError(text, expected)
        parts = []
        for count, letter in zip(found.groups(), "YMD", strict=True):
            number = 0 if count is None else _count(count)
            if number is None:
                raise TransformError(text, expected)
            if number:
                parts.append(f"{number}{letter}")
        return f"P{''.join(parts) or '0D'}"

    return read


def _count(text: str) -> int | None:
    if text.isdecimal():
        return int(text) if text.isascii() and len(text) <= 4 else None
    return read_number_words(text)


def number_words() -> Callable[[str], str]:
    """A whole number in English words, also ``no``, ``none``, ``nil`` and ``zero``."""

    def read(text: str) -> str:
        value = text.strip(SPACES)
        number = read_number_words(value) if len(text) <= _LONGEST else None
        if number is None or value != value.strip():
            raise TransformError(text, "a whole number in English words")
        return str(number)

    return read


def ballot_box(empty: str, ticked: str) -> Callable[[str], str]:
    """A ballot box, empty or ticked."""
    values = {"☐": empty, "☑": ticked, "☒": ticked}

    def read(text: str) -> str:
        value = values.get(text.strip(SPACES))
        if value is None:
            raise TransformError(text, "a ballot box (☐, ☑ or ☒)")
        return value

    return read
