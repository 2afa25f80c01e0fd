"""Which strings of a text or a table cell may be a reported number: figures, number words and dashes that stand for zero.

A candidate is a bare number as an inline tag would hold it: no currency sign, no percent sign, no parentheses, no scale word.
Years, days of a month, and digits that are part of a name (``10-K``, ``F-1``, ``401(k)``, ``ASC 606``) are none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["TYPES", "Candidate", "candidates", "in_cell"]

TYPES = ("monetaryItemType", "percentItemType", "sharesItemType", "perShareItemType", "integerItemType")
"""The five item types of the FinTagging paper (section 3.1)."""

MOST = 20_000
"""No more candidates are taken from one text, so that no input keeps an engine busy for long."""

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]{0,6}\.?"
_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *(
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "no",
        "none",
    ),
)
_TOKEN = re.compile(
    r"(?P<number>(?<![A-Za-z0-9_.,/])(?<![A-Za-z]-)(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,12})?(?![\d])|(?<![\w.,])\.\d{1,8})"
    rf"|(?P<word>(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w])(?!\.\s?\d))"
    r"|(?P<dash>(?<=[$€£¥])[  ]?[—–―−-]{1,3}(?![\w$.])|(?<![\w$)—–―-])[—–―−][  ]?(?=%))",
    re.IGNORECASE,
)
_DASH_CELL = re.compile(r"[$€£¥\s(]*(?P<dash>[—–―−‒─]|-{1,3})[\s%)]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH_BEFORE = re.compile(rf"(?:{_MONTH}|{_MONTH[:-3]}[a-z]{{0,6}} \d{{1,2}} ?(?:and|to|-|–)) ?$")
_MONTH_AFTER = re.compile(rf" (?:{_MONTH}) ")
_NAME_BEFORE = re.compile(
    r"(?:Notes?|Topics?|ASC|ASU|Items?|Rules?|Sections?|Parts?|Exhibits?|Forms?|No\.|Nos\.|Page|Schedule|Level|Phase|Article|"
    r"Chapter|SFAS|FASB|Subtopics?|Appendix|Step|Table|Regulation|Class|Tier|Basel|Act of)[  ]?$"
)
_NAME_AFTER = re.compile(r"(?:[-–][A-Z]\b|\([a-z]\)|[A-Za-z]{2,}|[-/]\d|:\d\d)")


class Candidate(NamedTuple):
    """A number that may be a fact: its text, and where it stands (code points) in the text it was found in."""

    text: str
    start: int
    end: int
    form: str
    """``number``, ``word`` or ``dash``."""


def candidates(text: str, words: bool = True) -> list[Candidate]:
    """Candidates of running text, from left to right; ``words`` says whether number words count."""
    found: list[Candidate] = []
    for match in _TOKEN.finditer(text):
        form = match.lastgroup or "number"
        start, end = match.span(form)
        if form == "number":
            if _is_named(text, start, end):
                continue
        elif form == "word" and not words:
            continue
        elif form == "dash":
            start = end - len(match[0].lstrip())
        found.append(Candidate(text[start:end], start, end, form))
        if len(found) >= MOST:
            break
    return found


def in_cell(text: str) -> list[Candidate]:
    """Candidates of a table cell: a lone dash is one; number words are only where other words are too."""
    dash = _DASH_CELL.fullmatch(text) if len(text) < 24 else None
    if dash is not None:
        start, end = dash.span("dash")
        return [Candidate(text[start:end], start, end, "dash")]
    return candidates(text, words=len(text) > 24)


def _is_named(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 16) : start], text[end : end + 8]
    if (
        _YEAR.fullmatch(text, start, end)
        and not before.rstrip().endswith(("$", "€", "£"))
        and not after.lstrip().startswith("%")
    ):
        return True
    if _NAME_AFTER.match(after) and not re.match(r"(?:bps|bp|x|pts?)\b", after):
        return True
    if _NAME_BEFORE.search(before):
        return True
    return bool(end - start <= 2 and (_MONTH_BEFORE.search(before) or _MONTH_AFTER.match(after + " ")))
