"""Attributes of a word in its sentence: names from lists that cover it, and how the sentence uses capitals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tieout.engines.entities.tagger.knowledge import LISTS, Knowledge, PhraseList, digest

__all__ = ["CONTEXT_ATTRIBUTES", "context_attributes"]

CONTEXT_ATTRIBUTES = ("lists", "company_list", "place_lists", "capitals", "place", "end")


def context_attributes(words: Sequence[str], knowledge: Knowledge) -> NDArray[np.uint64]:
    """An array of len(words) by len(CONTEXT_ATTRIBUTES), for one sentence."""
    lower = [word.lower() for word in words]
    companies, cities, towns, places, institutions = (_covered(words, lower, knowledge.phrases[name]) for name in LISTS)
    capitals = _capitals(words)
    last = len(words) - 1
    rows = [
        [
            _hash(companies[at] + cities[at] + towns[at] + places[at] + institutions[at]),
            _hash(companies[at]),
            _hash(places[at] + cities[at]),
            _hash(capitals),
            _hash(f"{min(at, 2)}{capitals[0]}"),
            _hash(str(min(last - at, 1))),
        ]
        for at in range(len(words))
    ]
    return np.array(rows, np.uint64).reshape(-1, len(CONTEXT_ATTRIBUTES))


@lru_cache(maxsize=4096)
def _hash(text: str) -> int:
    return digest(text)


def _covered(words: Sequence[str], lower: Sequence[str], phrases: PhraseList) -> list[str]:
    """``S`` a whole phrase, ``B`` the first and ``I`` a further word of one, ``O`` none; longest phrases, from the left."""
    found = ["O"] * len(words)
    at = 0
    while at < len(words):
        length = 0
        if words[at][:1].isupper() and (candidates := phrases.get(lower[at])) is not None:
            length = next((len(p) for p in candidates if tuple(lower[at : at + len(p)]) == p), 0)
        if length == 1:
            found[at] = "S"
        elif length:
            found[at : at + length] = ["B", *["I"] * (length - 1)]
        at += max(1, length)
    return found


def _capitals(words: Sequence[str]) -> str:
    """``H`` for a headline (most words begin with a capital), ``h`` half of one, ``l`` prose; ``U`` behind: all capitals."""
    with_letters = [word for word in words if word[:1].isalpha()]
    count = max(1, len(with_letters))
    begun = sum(word[0].isupper() for word in with_letters) / count
    all_capitals = sum(word.isupper() for word in with_letters) / count
    level = "H" if begun > 0.6 and count > 3 else "h" if begun > 0.35 else "l"
    return level + ("U" if all_capitals > 0.6 else "")
