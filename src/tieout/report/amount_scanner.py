"""Finds printed amounts, in digits, words and kanji, each place once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from decimal import Decimal

from tieout.report.amounts import Amount, in_range
from tieout.report.digit_amounts import in_digits
from tieout.report.lexicon import Lexicon, lexicon
from tieout.report.numerals import level
from tieout.report.worded_amounts import dashes, in_kanji, in_words

__all__ = ["scan_cell", "scan_text"]

_BETWEEN_RANGE = re.compile(r"[ \xa0]?[-–—~][ \xa0]?|[ \xa0]to[ \xa0]|から")
# Two groups after a plain space are one number in a cell; "12 345" may well be two.
_SPACED_GROUPS = re.compile(r"(?<![0-9.,'])[0-9]{1,3}(?: [0-9]{3}){2,}(?![0-9])")


def scan_text(text: str) -> list[Amount]:
    """The amounts of running text."""
    plain = level(text)
    return _in_ranges(plain, _all_amounts(text, plain, cell=False))


def scan_cell(text: str) -> Amount | None:
    """The one amount of a cell; see `tieout.report.amounts.read_amount`."""
    plain = _SPACED_GROUPS.sub(lambda number: number[0].replace(" ", "\xa0"), level(text))
    words = lexicon()
    dash = words.dash_cell.fullmatch(plain.strip())
    if dash is not None and (not dash["before"] or dash["before"] in words.currencies):
        return _cell_dash(text, len(plain) - len(plain.lstrip()), dash, words)
    if plain.strip() in ("nil", "Nil"):
        begin = plain.lower().index("nil")
        return Amount(Decimal(0), text[begin : begin + 3], (begin, begin + 3), (begin, begin + 3))
    found = _all_amounts(text, plain, cell=True)
    if len(found) > 1:
        found = [amount for amount in found if not _is_mark(plain, amount)]
    if len(found) != 1:
        return None
    amount = found[0]
    begin, end = amount.span
    beside = sum(character.isalnum() for character in plain[:begin] + plain[end:])
    return amount if 2 * beside <= end - begin else None


def _is_mark(plain: str, amount: Amount) -> bool:
    """Whether it is a number of one or two digits in parentheses: beside another number, a footnote mark."""
    begin, end = amount.span
    return plain[begin] == "(" and plain[end - 1] == ")" and plain[begin + 1 : end - 1].isdigit() and end - begin <= 4


def _cell_dash(text: str, offset: int, dash: re.Match[str], words: Lexicon) -> Amount:
    begin, end = offset + dash.start(), offset + dash.end()
    unit = words.currencies.get(dash["before"]) or words.units.get(dash["after"])
    span = (offset + dash.start("dash"), offset + dash.end("dash"))
    return Amount(Decimal(0), text[begin:end], (begin, end), span, unit, dash=True)


def _all_amounts(text: str, plain: str, cell: bool) -> list[Amount]:
    found = list(in_digits(text, plain, cell))
    if not plain.isascii():
        found = _merged(found, in_kanji(text, plain, cell))
        found = _merged(found, dashes(text, plain))
    elif "-" in plain and "$" in plain:
        found = _merged(found, dashes(text, plain))
    return _merged(found, in_words(text, plain, cell))


def _merged(found: list[Amount], others: Iterator[Amount]) -> list[Amount]:
    """Both, in order, without those of ``others`` that overlap an amount already found."""
    starts = [amount.span[0] for amount in found]
    added = []
    for amount in others:
        after = bisect_left(starts, amount.span[1])
        if after == 0 or found[after - 1].span[1] <= amount.span[0]:
            added.append(amount)
    return sorted(found + added, key=lambda amount: amount.span) if added else found


def _in_ranges(plain: str, found: list[Amount]) -> list[Amount]:
    for index in range(len(found) - 1):
        first, second = found[index], found[index + 1]
        gap = second.span[0] - first.span[1]
        if 0 < gap <= 4 and _BETWEEN_RANGE.fullmatch(plain, first.span[1], second.span[0]):
            found[index], found[index + 1] = in_range(first, second)
    return found
