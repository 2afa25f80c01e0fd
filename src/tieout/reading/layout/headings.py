"""Which paragraphs are headings, how they rank, and the chain of headings above a place."""

from __future__ import annotations

import re

from tieout.reading.layout.headers import names_unit
from tieout.reading.layout.raw import BOLD, ITALIC, LARGE, LINK, UNDERLINE, Para
from tieout.report.layout import display

__all__ = ["Chain", "heading_rank", "run_in_heading"]

_PART = re.compile(r"part\s+[ivx]+\b", re.I)
_ITEM = re.compile(r"item\s*\d+[a-z]?\b", re.I)
_PLAIN_PART = re.compile(r"PART\s+[IVX]+\b.{0,40}|Part\s+[IVX]+")
_PLAIN_ITEM = re.compile(r"(?:Item|ITEM)\s+\d+[A-C]?\s*[.:–—-]\s*[A-Z].*[^.,;]")
_NOTE = re.compile(r"(?:note\s*)?\d{1,2}\s*[.:)\-–—]\s*\S|note\s+\d+\b|[A-Z][.)]\s+[A-Z]", re.I)
_LETTER = re.compile(r"[^\W\d_]")
# EDINET: 第一部【企業情報】 > 第１【企業の概況】 > １【…】 > (1)【…】 > ①【…】 > イ/ａ (disclosure ordinance, form 3)
_JA_LEVELS = (
    (1, re.compile(r"第[一二三四五六七八九十]+部")),
    (2, re.compile(r"第\s*[0-9０-９]+\s*【")),
    (3, re.compile(r"[0-9０-９]+\s*[.．、]?\s*【")),
    (4, re.compile(r"[(（]\s*[0-9０-９]+\s*[)）]\s*【")),
    (5, re.compile(r"[①-⑳]\s*【|【")),
    (6, re.compile(r"[ア-ンａ-ｚa-z][.．]?\s*【")),
)
_JA_NOTE = re.compile(
    r"[（(](?:[^（）()。]{2,40}関係|セグメント情報等?|１株当たり情報|関連当事者情報|重要な後発事象|追加情報|会計方針の変更|表示方法の変更)[）)]"
)
_JA_NUMBERED = re.compile(
    r"(?:[0-9０-９]{1,2}[.．、　\s]|[(（][0-9０-９]{1,2}[)）]|[①-⑳]|[ア-ン][.．、　])\s*[^\d０-９\s].{1,38}"
)
_JAPANESE = re.compile(r"[぀-ヿ一-鿿]")
LONGEST = 200
LONGEST_SLANTED = 100
LONGEST_RUN_IN = 120


def heading_rank(para: Para) -> tuple[int, int] | None:
    """(rank, level) of a heading, None for any other paragraph.

    Rank orders headings for the chain, 1 is the highest. Level is 1-6 where the source says so (h1-h6, EDINET's numbering,
    Part and Item), else 0.
    """
    text = para.text
    if not text or len(text) > 2 * LONGEST:
        return None
    shown = display(text)
    if len(shown) > LONGEST or _LETTER.search(shown) is None:
        return None
    if _JAPANESE.search(shown):
        return _japanese_rank(para, shown)
    linked = bool(para.emphasis & LINK)
    if para.level:
        return None if linked else (para.level, para.level)
    if linked or (para.list_item and len(shown) > 80) or names_unit(shown):
        return None
    bold = bool(para.emphasis & BOLD)
    last = shown[-1]
    if shown[0] in "(（" and last in ")）":
        return None
    if (bold and _PART.match(shown)) or _PLAIN_PART.fullmatch(shown):
        return (1, 1)
    if (bold and _ITEM.match(shown)) or _PLAIN_ITEM.fullmatch(shown):
        return (2, 2)
    capitals = shown.isupper() and len(shown) > 3
    if bold:
        if last in ",;" or (last == "." and len(shown) > 120):
            return None
        if para.centred:
            return (3, 0)
        if _NOTE.match(shown) or capitals:
            return (4, 0)
        return (6 if para.emphasis & ITALIC else 5, 0)
    if last in ".,;:" or len(shown) > LONGEST_SLANTED or not shown[0].isupper():
        return None
    if para.centred and capitals:
        return (3, 0)
    if para.emphasis & LARGE:
        return (4, 0)
    if para.emphasis & (ITALIC | UNDERLINE):
        return (7, 0)
    return None


def _japanese_rank(para: Para, shown: str) -> tuple[int, int] | None:
    if shown[-1] in "。、":
        return None
    if "【" in shown and len(shown) <= 80:
        for level, pattern in _JA_LEVELS:
            if pattern.match(shown):
                return (level, level)
    if _JA_NOTE.match(shown) and len(shown) <= 60:
        return (6, 0)
    if para.level and not para.emphasis & LINK:
        return (para.level, para.level)
    if names_unit(shown):
        return None
    if _JA_NUMBERED.fullmatch(shown):
        return (8 if shown[0] in "(（①②③④⑤⑥⑦⑧⑨⑩" else 7, 0)
    if para.emphasis & BOLD and len(shown) <= 60 and not para.emphasis & LINK:
        return (7, 0)
    return None


def run_in_heading(para: Para) -> str | None:
    """The bold words with which a paragraph begins (``F. Earnings Per Share – …``), if they can serve as its heading."""
    if not 3 <= para.bold_lead <= LONGEST_RUN_IN:
        return None
    lead = display(para.text[: para.bold_lead])
    return lead if _LETTER.search(lead) and not lead[0].islower() else None


class Chain:
    """The headings above the current place, from the highest rank down."""

    def __init__(self) -> None:
        self._stack: list[tuple[int, str]] = []
        self._adjacent = False

    def heading(self, rank: int, level: int, text: str) -> None:
        """Enter a heading; it closes those of its own and lower rank. Lines of one title, without levels, stay together."""
        stack = self._stack
        if stack and self._adjacent and stack[-1][1] == display(text):
            return
        while stack and (stack[-1][0] > rank or (stack[-1][0] == rank and (level or not self._adjacent))):
            stack.pop()
        if len(stack) >= 20:
            del stack[0]
        stack.append((rank, display(text)))
        self._adjacent = True

    def other(self) -> None:
        """Something that is no heading came: the next heading of the same rank is not part of the same title."""
        self._adjacent = False

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._stack)
