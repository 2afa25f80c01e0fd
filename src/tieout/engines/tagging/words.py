"""Words of labels, headers and sentences, and of concept names, in one form, so that they can be compared and counted."""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

__all__ = ["key", "name_words", "words"]

_WORD = re.compile(r"[a-z]+|\d[\d,.]*|[$%]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_WORDS = 120


@lru_cache(maxsize=50_000)
def words(text: str) -> tuple[str, ...]:
    """Lower-case words without plural endings; years become ``yyyy``, other numbers ``0``; at most 120 of them."""
    return tuple(_plain(w) for w in _WORD.findall(text.lower().replace("’", "'").replace("'s", ""))[:_MOST_WORDS])


@lru_cache(maxsize=50_000)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a concept's local name, in the form of `words`: ``OtherAssetsNoncurrent`` is other, asset, noncurrent."""
    return tuple(_plain(w.lower()) for w in _CAMEL.findall(name))


@lru_cache(maxsize=200_000)
def key(field: str, text: str) -> int:
    """A 32-bit number that stands for the text in that field; the same on every machine."""
    return crc32(f"{field}\x1f{text}".encode())


def _plain(word: str) -> str:
    if word[0].isdigit():
        return "yyyy" if _YEAR.fullmatch(word.rstrip(",.")) else "0"
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
