"""Whole numbers in English words."""

from __future__ import annotations

import re

__all__ = ["DASHES", "read_number_words"]

DASHES = "\\-\u058a\u05be\u2010-\u2015\ufe58\ufe63\uff0d"
"""Characters that may stand for a hyphen, for use inside a character class."""

ONES = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
    "quintillion": 10**18,
}
_NOTHING = frozenset(("no", "none", "nil", "zero"))
_TOKEN = re.compile(rf"\s*([A-Za-z]+|,|[{DASHES}])")


def read_number_words(text: str) -> int | None:
    """The number that ``text`` spells, such as ``twenty-five`` or ``two hundred and five million``; None where it spells none.

    ``no``, ``none``, ``nil`` and ``zero`` are 0. Words are in small letters, the first letter may be a capital.
    """
    words = _words(text)
    if words is None or not words:
        return None
    if len(words) == 1 and words[0] in _NOTHING:
        return 0
    total, last_scale, position = 0, 10**21, 0
    while position < len(words):
        group, position = _below_thousand(words, position)
        if group is None:
            return None
        scale = SCALES.get(words[position], 0) if position < len(words) else 1
        if scale == 0 or scale >= last_scale:
            return None
        total += group * scale
        last_scale = scale
        position = _after_scale(words, position + 1)
        if position < 0:
            return None
    return total


def _words(text: str) -> list[str] | None:
    """Words, commas and hyphens (as ``-``); None where there is anything else."""
    words = []
    position, end = 0, len(text.rstrip())
    while position < end:
        found = _TOKEN.match(text, position, end)
        if found is None:
            return None
        word = found[1]
        if not word.isalpha():
            words.append("," if word == "," else "-")
        elif word[1:].islower() or len(word) == 1:
            words.append(word[0].lower() + word[1:])
        else:
            return None
        position = found.end()
    return words


def _below_thousand(words: list[str], position: int) -> tuple[int | None, int]:
    """A number from 1 to 999 (up to nineteen hundred, too), and where it ends."""
    number, after = _below_hundred(words, position)
    if number is None or number > 19 or after >= len(words) or words[after] != "hundred":
        return number, after
    hundreds, after = number * 100, after + 1
    rest = after + 1 if after < len(words) and words[after] == "and" else after
    number, end = _below_hundred(words, rest)
    return (hundreds, after) if number is None else (hundreds + number, end)


def _below_hundred(words: list[str], position: int) -> tuple[int | None, int]:
    if position >= len(words):
        return None, position
    number = ONES.get(words[position])
    if number:
        return number, position + 1
    tens = TENS.get(words[position])
    if tens is None:
        return None, position
    after = position + 1
    ones = after + 1 if after < len(words) and words[after] == "-" else after
    number = ONES.get(words[ones], 10) if ones < len(words) else 10
    return (tens + number, ones + 1) if 0 < number < 10 else (tens, after)


def _after_scale(words: list[str], position: int) -> int:
    """Skips the comma or the *and* after a scale word; -1 where nothing follows it."""
    if position < len(words) and words[position] in (",", "and"):
        position += 1
        return position if position < len(words) else -1
    return position
