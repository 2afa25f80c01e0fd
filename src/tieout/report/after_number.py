"""What stands after a number: its scale, unit and what it is per, or a letter that makes it no amount."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from tieout.report.before_number import Before
from tieout.report.lexicon import Lexicon

__all__ = ["KANJI_UNIT", "Reading", "beside", "end_of_identifier", "is_duration", "stands_free"]

KANJI_UNIT = re.compile("[円株人名社件%]|米?ドル|ユーロ")
"""Units that end a number in kanji and digits."""

_ERAS = ("明治", "大正", "昭和", "平成", "令和")
_IDENTIFIER = re.compile(r"(?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9])){0,40}|")
_ZERO = Decimal(0)


@dataclass(slots=True)
class Reading:
    """What is known of an amount so far; ``stop`` is where it ends, a closing parenthesis and a trailing minus left out."""

    stop: int
    value: Decimal = _ZERO
    decimals: int = 0
    digits: tuple[int, int] = (0, 0)
    unit: str | None = None
    per: str | None = None
    scale: int = 0


def beside(currency: str | None, after: re.Match[str] | None, words: Lexicon) -> Reading:
    """What the text after a number says of it; ``currency`` stands before the number and goes before a unit."""
    assert after is not None  # noqa: S101 - every part of the pattern is optional
    reading = Reading(stop=after.end("body") if after.end("body") > after.start("body") else after.start(), unit=currency)
    if after["money"] and currency is None and not after["code"] and not (after["unit"] or "").isupper():
        reading.stop = after.start()
        return reading
    scale, printed = (
        after["scale"] or after["money"],
        after["sign"] or after["symbol"] or after["times"] or after["unit"] or after["code"],
    )
    if scale:
        reading.scale = words.scales[scale]
    if printed and currency is None:
        reading.unit = words.units[printed.replace("\xa0", " ")]
    elif after["percent"]:
        reading.unit, reading.stop = currency or "percent", after.end("percent")
    per = after["per"] or after["slash"] or after["each"]
    reading.per = words.per[per] if per else None
    return reading


def stands_free(plain: str, start: int, end: int, before: Before, cell: bool) -> bool:
    """Whether a number without a unit isn't the beginning of a word, a reference or an item: 10-K, 1st, 401(k), [1], 1)."""
    if end == len(plain):
        return True
    following = plain[end : end + 3]
    if following[0].isascii() and (following[0].isalpha() or following[0] == "_"):
        return False
    if following[0] in "-." and following[1:2].isascii() and following[1:2].isalpha():
        return False
    if before.currency is not None or not plain[start:end].isdigit():
        return True
    if following[0] == "(" and following[1:2].isascii() and following[1:2].islower() and following[2:3] == ")":
        return False
    if following[0] == "]" and start > 0 and plain[start - 1] == "[":
        return False
    return not (end - start <= 2 and (following == "." if cell else following[0] == ")"))


def end_of_identifier(plain: str, end: int) -> int:
    """Where the identifier ends that the digits up to ``end`` are part of: A4-100b."""
    found = _IDENTIFIER.match(plain, end)
    return found.end() if found else end


def is_duration(plain: str, start: int, other: re.Match[str]) -> bool:
    """Whether 年 after these digits ends a number of years and not a date: no era before it, fewer than four digits."""
    return other[0] == "年" and other.start() - start < 4 and plain[max(0, start - 2) : start] not in _ERAS
