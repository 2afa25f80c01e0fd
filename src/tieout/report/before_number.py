"""What stands before a number: its sign and currency, or a word that makes it no amount."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tieout.report.lexicon import Lexicon

__all__ = ["SPACES", "Before", "before_number", "belongs_to_word", "is_reference", "is_year_or_code"]

SPACES = " \xa0"
_MARKS = "※*注第#@/\\&_'"
_SYMBOLS = "$€£¥₩₹₽₺₪฿₫₱"
_BETWEEN_REFERENCES = re.compile(r"\)?(?:,|、|,?[ \xa0](?:and|or|through|to|&)|-|–|及び|から)[ \xa0]?")


@dataclass(slots=True)
class Before:
    """What belongs to a number and stands before it; ``inner`` is the beginning without the parenthesis."""

    begin: int
    inner: int
    minus: bool = False
    opened: bool = False
    currency: str | None = None
    inner_currency: str | None = None


def before_number(plain: str, start: int, floor: int, cell: bool, words: Lexicon) -> Before:
    """Walks from a number to the left over at most one sign, one currency and one opening parenthesis, in any order."""
    before = Before(start, start)
    while True:
        at = before.begin
        while at > floor and before.begin - at < 3 and plain[at - 1] in SPACES:
            at -= 1
        if at == floor:
            return before
        character = plain[at - 1]
        if character == "(" and not before.opened:
            before.inner, before.inner_currency, before.opened = before.begin, before.currency, True
            before.begin = at - 1
        elif character in "-–△+" and not before.minus:
            touching = at == before.begin or character == "△"
            if not (touching or cell) or not _is_sign(plain, at - 1, floor):
                return before
            before.begin = at - 1
            if character == "+":
                return before
            before.minus = True
        elif before.currency is None and (length := _currency(plain, at, floor, words)):
            before.begin = at - length
            before.currency = words.currencies[plain[at - length : at]]
        else:
            return before
        if not before.opened:
            before.inner, before.inner_currency = before.begin, before.currency


def _is_sign(plain: str, at: int, floor: int) -> bool:
    """Whether the dash at ``at`` may be a sign: what joins two numbers or two words is none."""
    if at == floor or plain[at] == "△":
        return at == 0 or floor == 0 or plain[at] == "△" or plain[at - 1] in SPACES
    return plain[at - 1] in " \xa0([{$€£¥\"':;,|~/=" or (not plain[at - 1].isascii() and plain[at - 1] not in "–—")


def _currency(plain: str, end: int, floor: int, words: Lexicon) -> int:
    """Length of the currency sign or code that ends at ``end``; 0 where there is none."""
    last = plain[end - 1]
    if last not in _SYMBOLS and not (last.isascii() and (last.isalpha() or last == ".")):
        return 0
    for length in (6, 5, 4, 3, 2, 1):
        begin = end - length
        if begin < floor or plain[begin:end] not in words.currencies:
            continue
        if plain[begin].isalpha() and begin > 0 and plain[begin - 1].isalnum() and plain[begin - 1].isascii():
            continue
        return length
    return 0


def belongs_to_word(plain: str, start: int) -> bool:
    """Whether the digits are part of a word, a mark or an identifier: Q3, COVID-19, ※1, 第3, (注)1, ’23."""
    if start == 0:
        return False
    last = plain[start - 1]
    if last in _MARKS or (last.isascii() and (last.isalpha() or last == ".")):
        return True
    if last == "-":
        return start > 1 and plain[start - 2].isascii() and plain[start - 2].isalpha()
    return last == ")" and plain[start - 3 : start - 1] == "(注"


def is_reference(plain: str, start: int, previous: int, words: Lexicon) -> bool:
    """Whether a word before it makes the number a reference (Note 5, Notes 5 and 6) or part of a date (March 31)."""
    if 0 <= previous < start and start - previous <= 10 and _BETWEEN_REFERENCES.fullmatch(plain, previous, start):
        return True
    end = start
    while end > 0 and start - end < 3 and plain[end - 1] in " \xa0.(":
        end -= 1
    begin = end
    while (
        begin > 0
        and end - begin < 12
        and (plain[begin - 1].isalpha() or plain[begin - 1] in "&.")
        and plain[begin - 1].isascii()
    ):
        begin -= 1
    word = plain[begin:end]
    if not word or end == start:
        return False
    small = word.lower()
    if small in ("no", "nos"):
        return word[0] == "N" or plain[end] == "."
    return small in words.references or (small in words.months and word[0].isupper())


def is_year_or_code(plain: str, start: int, end: int) -> bool:
    """Whether a bare number is a year (1900 to 2099) or the ZIP code after an American state's two letters."""
    length = end - start
    if length == 4:
        return plain[start:end].isdigit() and plain[start : start + 2] in ("19", "20")
    return (
        length == 5
        and start > 3
        and plain[start - 1] == " "
        and plain[start - 3 : start - 1].isupper()
        and plain[start - 4] in " ,"
    )
