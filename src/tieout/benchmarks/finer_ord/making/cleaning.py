"""The first three steps of the paper's Appendix D: borders of hand-made marks put right."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tieout.benchmarks.finer_ord.making.doccano import Mark

__all__ = ["clean"]

# What follows a name and is no part of it. A full stop is one only where it is not an abbreviation's.
_SUFFIX = re.compile(r"(?:['’]s|s['’](?=$)|['’]|[,;:!?)\]\"”])$")
_KEEPS_S = re.compile(r"s['’]$")


def clean(text: str, marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks without white space at their ends, extended to whole words, without a possessive ending; empty ones left out.

    Where two overlap after that, the one that begins first (the longer, if both do) stays.
    """
    kept: list[Mark] = []
    for mark in sorted((_cleaned(text, mark) for mark in marks), key=lambda mark: (mark.start, -mark.end)):
        if mark.end > mark.start and (not kept or mark.start >= kept[-1].end):
            kept.append(mark)
    return tuple(kept)


def _cleaned(text: str, mark: Mark) -> Mark:
    start, end = mark.start, mark.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        return Mark(start, end, mark.type)
    # A border within a word moves out to the word's end; hyphens and the like part words.
    while start > 0 and _within(text, start):
        start -= 1
    while end < len(text) and _within(text, end):
        end += 1
    while (suffix := _SUFFIX.search(text, start, end)) is not None and suffix.start() > start:
        end = suffix.start() + (1 if _KEEPS_S.search(suffix[0]) else 0)
    return Mark(start, end, mark.type)


def _within(text: str, border: int) -> bool:
    return text[border - 1].isalnum() and text[border].isalnum()
