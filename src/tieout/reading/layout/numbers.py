"""A cheap test whether a cell's text looks like a number, and what the fragments around numbers look like.

Only the shape counts here; values are read in `tieout.report.amounts`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["DASH", "EMPTY", "FOOTNOTE", "NUMBER", "PREFIX", "SUFFIX", "TEXT", "YEAR", "shape_of"]

EMPTY, TEXT, NUMBER, DASH, YEAR, PREFIX, SUFFIX, FOOTNOTE = range(8)

_CURRENCY = (
    r"(?:(?:US|CA|C|A|AU|NZ|HK|S|R|NT|MX|Cdn|CAN)?\$|[€£¥￥₩₹₪]|Rs\.?"
    r"|CHF|EUR|USD|GBP|JPY|RMB|CNY|CAD|AUD|NZD|HKD|SGD|INR|BRL|MXN|KRW|SEK|NOK|DKK|PLN|ZAR|TRY|TWD|THB|MYR|IDR|PHP|ILS)"
)
_MINUS = r"[-+−‐–—△▲▴▵－]"
# Possessive and atomic throughout: runs such as ****** must not be split in every possible way. A group that is repeated stands
# in an atomic one instead of being possessive itself, which Python matches wrongly before 3.11.5 (python/cpython#106052).
_MARK = r"(?>\((?:\d{1,2}|[a-z]{1,2}|[ivx]{1,5})\)|\[(?:\d{1,2}|[a-z])\]|[*＊†‡§]++|[¹²³⁴-⁹]++|[（(]注\s?\d*+[）)]|※\s?\d*+)"
_MARKS = rf"(?>{_MARK}+)"
_ENDING = rf"(?>(?:\s*+{_MARK})*)"
_UNIT = (
    r"(?:%|％|x|pts?\.?|bps?|pp|million|billion|thousand|years?|months?|days?"
    r"|百万円|千円|億円|兆円|万円|円|百万|千株|百万株|株|人|名|倍|年|回|件|個|ポイント|カ月|か月|ヶ月)"
)
_BARE = rf"{_CURRENCY}?\s*+[(（]?{_MINUS}?(?:\d[\d,]*+(?>(?:\.\d++)?)|\.\d++|[—–-])\s*+%?[)）]?"
_RANGE = re.compile(rf"{_BARE}\s*+(?:-|−|–|—|~|～|〜|to)\s*+{_BARE}(?:\s*+{_UNIT})?{_ENDING}", re.I)
_NUMBER = re.compile(
    rf"(?>(?:{_MARKS}[,、，\s]++)*)"
    rf"{_CURRENCY}?\s*+[(（]?\s*+{_MINUS}?\s*+{_CURRENCY}?\s*+[(（]?\s*+{_MINUS}?\s*+"
    rf"(?:\d{{1,3}}(?:[,，]\s?\d{{3}})+|\d+)?(?:(?<=\d)[.．]|[.．](?=\d))?\d*(?<=[\d.．])"
    rf"\s*+[)）]?\s*+{_UNIT}?\s*+[)）]?{_ENDING}",
    re.I,
)
_DASH = re.compile(rf"{_CURRENCY}?\s*+[(（]?\s*+[-−‐–—―─ー－]{{1,3}}\s*+[)）]?\s*+[%％]?{_ENDING}")
_YEAR = re.compile(rf"(?:19|20)\d\d(?:年|年度)?(?:\s*+(?:[-–—~～〜/]|to|vs\.?)\s*+(?:19|20)\d\d(?:年|年度)?)?{_ENDING}")
_CODE = re.compile(r"0\d+-\d+|\d+-0\d*|\d+-\d{4,}|\d{4,}-\d+")
_PREFIX = re.compile(rf"{_CURRENCY}\s*+[(（]?\s*+{_MINUS}?|[(（]\s*+{_CURRENCY}?|[△▲▴▵]")
_SUFFIX = re.compile(r"[)）]\s*+(?:%|％|pts?\.?|bps?|pp|x)?\s*+|(?:%|％|pts?\.?|bps?|pp|x)\s*+[)）]?", re.I)
_FOOTNOTE = re.compile(rf"{_MARK}(?>(?:\s*+,?\s*+{_MARK})*)")
_DIGIT = re.compile(r"\d")
LONGEST: Final = 60


@lru_cache(maxsize=16_384)
def shape_of(text: str) -> int:
    """The shape of a cell's trimmed text: EMPTY, TEXT, NUMBER, DASH, YEAR, PREFIX, SUFFIX or FOOTNOTE.

    A range of two numbers is a NUMBER. So is ``(1)`` here: whether it is a footnote mark only its column can tell.
    """
    if not text:
        return EMPTY
    if len(text) > LONGEST:
        return TEXT
    if _DIGIT.search(text) is None:
        if _DASH.fullmatch(text):
            return DASH
        if _PREFIX.fullmatch(text):
            return PREFIX
        if _SUFFIX.fullmatch(text):
            return SUFFIX
        return FOOTNOTE if _FOOTNOTE.fullmatch(text) else TEXT
    if _YEAR.fullmatch(text):
        return YEAR
    if _NUMBER.fullmatch(text) or (_RANGE.fullmatch(text) and not _CODE.fullmatch(text)):
        return NUMBER
    return FOOTNOTE if _FOOTNOTE.fullmatch(text) else TEXT


@lru_cache(maxsize=1_024)
def is_mark(text: str) -> bool:
    """True for text that can be a footnote mark: ``(1)``, ``(a)``, ``*``, ``※1``."""
    return len(text) <= 20 and _FOOTNOTE.fullmatch(text) is not None
