"""Amounts as printed: the one place where a number on paper becomes an exact value.

Two questions are answered here: which amount does a table cell hold (`read_amount`), and which amounts stand in running text
(`find_amounts`). They differ where a character means one thing in a column of figures and another in a sentence:

=================  =================================  ====================================================
printed            in a cell                          in running text
=================  =================================  ====================================================
``(1)``, ``(12)``  minus one, minus twelve, unless     a footnote or list mark, no amount
                   another number stands beside it
``(12 %)``         minus twelve percent                twelve percent, said in passing; ``(12) %`` is negative
``—``, ``-``       zero, printed as a dash             punctuation, unless a currency or % stands beside it
``- 72``           minus 72                            72
``(72``, ``72)``   minus 72: the parenthesis is split  72
=================  =================================  ====================================================

Years, dates, times, telephone numbers, ordinals, references (Note 5, Level 3, 第3期) and marks (※1, *1, 注1) are no amounts
anywhere. A bare number from 1900 to 2099 without a separator is taken for a year.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tieout.report.numerals import scaled

__all__ = ["MOST_AMOUNTS", "Amount", "find_amounts", "read_amount"]

MOST_AMOUNTS = 50_000
"""`find_amounts` looks at this many numbers of one text at most, so that no input keeps it busy for long."""

_LONGEST_CELL = 400


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it is printed, read.

    ``value`` is exact, with sign and every scale word that stands beside the number applied (``$1.2 billion``, ``3百万円``);
    in a range, ``$5 to $10 million``, the first amount has the scale and the unit of the second. ``unit`` is
    ``iso4217:USD``, ``xbrli:shares``, ``xbrli:pure`` (``2.5x``), ``percent``, ``percentage-point``, ``basis-point``,
    ``year``, ``month``, ``week``, ``day``, ``hour``, or None when the text does not say; a percentage keeps its printed value
    (``12.5 %`` is 12.5). ``per`` is the unit under the fraction line (``$1.23 per share``: ``xbrli:shares``). ``scale`` is
    the power of ten that was applied, the smallest where there are several (``3億2,500万円``: 4); number words are read
    whole and have none. ``decimals`` counts the digits printed after the decimal sign. ``negative`` tells that a minus, a
    triangle or parentheses are printed, ``dash`` that a dash stands for zero.

    ``span`` counts code points of the text it was read from and covers sign, parentheses, currency, scale and unit;
    ``digits`` covers the bare number, and ``text`` is what the span covers.
    """

    value: Decimal
    text: str
    span: tuple[int, int]
    digits: tuple[int, int]
    unit: str | None = None
    scale: int = 0
    decimals: int = 0
    negative: bool = False
    per: str | None = None
    dash: bool = False


# Nine cells in ten: one number with commas, perhaps with a currency sign, parentheses, a minus or a percent sign.
# White space stands only after something, so that a long run of it can be split in one way only.
_SIMPLE_CELL = re.compile(
    r"\s*(?:(\()\s*)?(?:([$€£¥])\s*)?(?:(\()\s*)?(?:([-−–△▲])\s*)?"
    r"((?:[0-9]{1,3}(?:,[0-9]{3})+|[1-9][0-9]{0,2}|0)(?:\.([0-9]+))?)(?:\s*(\)))?(?:\s*(%))?(?:\s*(\)))?\s*"
)
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_SIGNS = {"$": "iso4217:USD", "€": "iso4217:EUR", "£": "iso4217:GBP", "¥": "iso4217:JPY"}


def read_amount(text: str) -> Amount | None:
    """The single amount that ``text``, such as a table cell, holds.

    None where it holds no amount, several, or one among text that is more than half as long; footnote marks beside a number
    don't count (``※1 39,814``, ``1,234 (2)``).
    """
    simple = _SIMPLE_CELL.fullmatch(text) if len(text) <= _LONGEST_CELL else None
    if simple is not None:
        return _simple(text, simple)
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    if end - begin > _LONGEST_CELL or end <= begin or _YEAR.fullmatch(text, begin, end):
        return None
    from tieout.report.amount_scanner import scan_cell

    return scan_cell(text)


def _simple(text: str, found: re.Match[str]) -> Amount:
    outer, sign, inner, minus, number, decimals, close, percent, last = found.groups()
    value = Decimal(number.replace(",", ""))
    negative = bool(outer or inner or minus or close or last)
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return Amount(
        value.copy_negate() if negative else value,
        text[begin:end],
        (begin, end),
        found.span(5),
        "percent" if percent else _SIGNS[sign] if sign else None,
        0,
        len(decimals) if decimals else 0,
        negative,
    )


def find_amounts(text: str) -> list[Amount]:
    """Every amount in running text, from left to right; amounts do not overlap.

    The time it takes grows with the length of the text; no more than `MOST_AMOUNTS` numbers are looked at.
    """
    from tieout.report.amount_scanner import scan_text

    return scan_text(text)


def in_range(first: Amount, second: Amount) -> tuple[Amount, Amount]:
    """Two amounts of a range, each with the unit and the scale that is printed with the other only."""
    if first.unit is None and second.unit is not None:
        first = replace(first, unit=second.unit, per=second.per)
    elif second.unit is None and (first.unit or "").startswith("iso4217:"):
        second = replace(second, unit=first.unit)
    if first.scale == 0 and second.scale and first.value.copy_abs() <= scaled(second.value.copy_abs(), -second.scale):
        first = replace(first, value=scaled(first.value, second.scale), scale=second.scale)
    return first, second
