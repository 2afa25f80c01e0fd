"""Raised footnote marks that follow a word or number directly: ``Net income per share`` and a small 1 above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["add_raised", "raised_marks"]

Spans = tuple[tuple[int, int], ...]

# Numbers, single letters, signs; also several. Endings of ordinals (1st) and TM are none.
_ONE = r"(?:[(\[]?(?:\d{1,2}|[a-z])[)\]]?|[*†‡§]{1,3})"
_MARKS = re.compile(rf"{_ONE}(?:\s*[,;]?\s*{_ONE}){{0,3}}")
_ORDINAL = re.compile(r"st|nd|rd|th")
# What is raised after these is an exponent.
_POWER = re.compile(r"(?:^|[\s\d(/.])(?:10|k?m|cm|mm|ft|sq)$")
# More spans than these are no footnote marks.
_MOST = 50


def add_raised(spans: Spans, start: int, end: int) -> Spans:
    """The spans with one more; text raised in several pieces is one span."""
    if spans and spans[-1][1] == start:
        return (*spans[:-1], (spans[-1][0], end))
    return (*spans, (start, end)) if len(spans) < _MOST else spans


def raised_marks(text: str, spans: Sequence[tuple[int, int]]) -> Spans:
    """Those of the raised spans that are footnote marks with no space before them."""
    return tuple(
        (s, e)
        for s, e in spans
        if 0 < s < e
        and not text[s - 1].isspace()
        and e - s <= 20
        and _MARKS.fullmatch(text[s:e].strip())
        and not _ORDINAL.fullmatch(text[s:e].strip())
        and not _POWER.search(text[max(0, s - 4) : s])
    )
