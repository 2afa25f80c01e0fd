"""Digits as they are printed: characters that mean the same, and how digits are grouped."""

from __future__ import annotations

import re
from decimal import Context, Decimal

__all__ = ["LONGEST_NUMERAL", "NUMERAL", "add", "end_of_numeral", "level", "read_kanji", "read_numeral", "scaled"]

LONGEST_NUMERAL = 60
"""Characters of the longest run of digits and separators that is taken for a number."""

NUMERAL = r"[0-9]+(?:[,.'][0-9]+|\xa0[0-9]{3}(?![0-9])){0,40}"
"""Pattern of a number in levelled text. It takes a whole run of digits and separators, whether they make sense or not, so that
no digit is looked at twice; it begins with a character class, so that the search for it is fast."""

_MEANING = {
    " ": "\t\n\r\x0b\x0c\u3000\u200b\ufeff",
    "\xa0": "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f",
    "-": "\u2212\u2010\u2011\u2012\ufe63\uff0d",
    "—": "\u2015\u2e3a\u2500",
    "△": "▲▴▵∆",
    "'": "\u2019\u2018\u2032\uff07\u00b4`",
    "~": "〜～∼",
    "¥": "￥",
    "£": "￡",
}
_LEVEL = {ord(other): meant for meant, others in _MEANING.items() for other in others}
_LEVEL |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code not in _LEVEL}

_COMMA_GROUPS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_DOT_GROUPS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_SPACED_NUMERAL = re.compile(r"[0-9]{1,3}(?:\xa0[0-9]{3})+(?:\.[0-9]+|,[0-9]{1,2})?")
_OTHER_GROUPS = re.compile(r"[0-9]{1,3}(?:(?:'[0-9]{3})+|(?:\xa0[0-9]{3})+)")


_EXACT = Context(prec=200)  # wider than any numeral with any scale: nothing is ever rounded
_ONE = Decimal(1)


def scaled(value: Decimal, power: int) -> Decimal:
    """``value`` times ten to the power, exact and never in exponent notation."""
    if power == 0:
        return value
    result = _EXACT.scaleb(value, power)
    exponent = result.as_tuple().exponent
    return _EXACT.quantize(result, _ONE) if isinstance(exponent, int) and exponent > 0 else result


def add(first: Decimal, second: Decimal) -> Decimal:
    """The exact sum."""
    return _EXACT.add(first, second)


def level(text: str) -> str:
    """The text with one character for all that mean the same (digits and signs of any width, minus signs, spaces).

    It has as many code points as ``text``, so that spans hold for both.
    """
    if text.isascii() and not ("\n" in text or "\t" in text or "\r" in text or "`" in text):
        return text
    return text.translate(_LEVEL)


def end_of_numeral(run: str) -> int:
    """How much of a run is one number: all of it, unless a no-break space in it doesn't separate groups."""
    space = run.find("\xa0")
    return len(run) if space < 0 or _SPACED_NUMERAL.fullmatch(run) else space


def read_numeral(run: str, decimal_comma: bool = False) -> tuple[str, int] | None:
    """The plain decimal of a run of digits and separators, and how many decimals it prints; None where the grouping is wrong.

    Groups are of three, or Indian (12,34,567), separated by commas, apostrophes or no-break spaces; by dots where a decimal
    comma or a second group makes that plain (1.234,56 and 1.234.567). ``1,5`` is a number only with ``decimal_comma``.
    """
    if run.isdigit():
        return None if len(run) > LONGEST_NUMERAL or (run[0] == "0" and len(run) > 1) else (run, 0)
    if len(run) > LONGEST_NUMERAL:
        return None
    whole, point, decimals = run.rpartition(".")
    if decimals.isdigit() and "." not in whole:
        plain = _whole(whole) if whole else "0"
        return None if plain is None else (f"{plain}.{decimals}", len(decimals))
    whole, point, decimals = run.rpartition(",")
    if point and decimals.isdigit() and "," not in whole:
        if _DOT_GROUPS.fullmatch(whole) or (_OTHER_GROUPS.fullmatch(whole) and len(decimals) < 3):
            return f"{_joined(whole)}.{decimals}", len(decimals)
        if decimal_comma and whole.isdigit() and len(decimals) != 3:
            return f"{whole}.{decimals}", len(decimals)
    plain = _whole(run)
    if plain is None and _DOT_GROUPS.fullmatch(run):
        plain = _joined(run)
    return None if plain is None else (plain, 0)


def _whole(run: str) -> str | None:
    if run.isdigit():
        return run if run[0] != "0" or len(run) == 1 else None
    if _COMMA_GROUPS.fullmatch(run) or _OTHER_GROUPS.fullmatch(run):
        return _joined(run)
    return None


def _joined(run: str) -> str:
    return run.replace(",", "").replace(".", "").replace("'", "").replace("\xa0", "")


def read_kanji(text: str, digits: str, tens: dict[str, int], myriads: dict[str, int]) -> int | None:
    """The whole number that kanji numerals spell (二千三百, 二〇二四); None where they don't make one."""
    if all(character in digits for character in text):
        return int("".join(str(digits.index(character)) for character in text))
    total, section, digit = 0, 0, None
    last_myriad, last_ten = 99, 99
    for character in text:
        if character in digits:
            if digit is not None or character == digits[0]:
                return None
            digit = digits.index(character)
        elif character in tens:
            if tens[character] >= last_ten:
                return None
            section, digit, last_ten = section + (digit or 1) * 10 ** tens[character], None, tens[character]
        else:
            section += digit or 0
            if section == 0 or myriads[character] >= last_myriad:
                return None
            total, section, digit = total + section * 10 ** myriads[character], 0, None
            last_myriad, last_ten = myriads[character], 99
    return total + section + (digit or 0)
