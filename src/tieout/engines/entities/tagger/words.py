"""Attributes of a word by itself, each as a hash: form, shape, affixes, clusters, lists of names it is in."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.engines.entities.tagger.knowledge import Knowledge, digest

__all__ = ["WORD_ATTRIBUTES", "Lexicon", "case"]

WORD_ATTRIBUTES = (
    *("word", "lower", "shape", "short_shape"),
    *("prefix1", "prefix2", "prefix3", "prefix4", "suffix1", "suffix2", "suffix3", "suffix4"),
    *("cluster64", "cluster256", "cluster1k", "cluster4k", "vector", "lower_cluster"),
    *("name", "mark", "case", "known_as"),
)

_UPPER, _LOWER, _DIGIT = re.compile("[A-Z]"), re.compile("[a-z]"), re.compile(r"\d")
_RUN = re.compile(r"(.)\1+")
_LONGEST = 60  # characters of a word that are looked at
_MOST_WORDS = 200_000  # remembered; then the memory is emptied


class Lexicon:
    """Attributes by word, worked out once and remembered. Safe to use from several threads."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._known: dict[str, list[int]] = {}

    def attributes(self, words: Sequence[str]) -> NDArray[np.uint64]:
        """An array of len(words) by len(WORD_ATTRIBUTES)."""
        known = self._known
        if len(known) > _MOST_WORDS:
            self._known = known = {}
        rows = []
        for word in words:
            row = known.get(word)
            if row is None:
                row = known[word] = _attributes(word[:_LONGEST] or " ", self.knowledge)
            rows.append(row)
        return np.array(rows, np.uint64).reshape(-1, len(WORD_ATTRIBUTES))


def case(word: str) -> str:
    """``l`` lower, ``X`` begins with a capital, ``A`` all capitals, ``m`` a capital within, ``N`` no letter."""
    if not any(character.isalpha() for character in word):
        return "N"
    if len(word) > 1 and word.isupper():
        return "A"
    if word[0].isupper():
        return "X"
    return "l" if word == word.lower() else "m"


def _attributes(word: str, knowledge: Knowledge) -> list[int]:
    lower, capitalised, upper = word.lower(), word.title(), word.upper()
    rows = [knowledge.row(form) for form in (word, lower, capitalised, upper)]
    row = next((found for found in rows[:3] if found >= 0), -1)
    clusters = [str(cluster) for cluster in knowledge.clusters[row]] if row >= 0 else ["-"] * knowledge.clusters.shape[1]
    # What the word is as a common word tells names from words in headlines.
    as_common = str(knowledge.clusters[rows[1], 2]) if rows[1] >= 0 else "-"
    shape = _LOWER.sub("x", _UPPER.sub("X", _DIGIT.sub("d", word)))
    rank = knowledge.surnames.get(lower)
    name = ("given" if lower in knowledge.given_names else "") + (f"sur{rank}" if rank is not None else "")
    bare = lower.rstrip(".")
    mark = ("company" if bare in knowledge.company_words else "") + ("title" if bare in knowledge.titles else "")
    known_as = f"{word == lower} {[found >= 0 for found in rows]}"
    texts = (
        *(word, lower, shape, _RUN.sub(r"\1+", shape)),
        *(word[:length] if len(word) >= length else "_" for length in (1, 2, 3, 4)),
        *(lower[-length:] if len(lower) >= length else "_" for length in (1, 2, 3, 4)),
        *(*clusters, str(row), as_common),
        *(name, mark, case(word), known_as),
    )
    return [digest(text) for text in texts]
