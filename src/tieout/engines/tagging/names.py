"""Concepts that can be an answer: their names, item types and words; those that training saw, and those that a user names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.numbers import TYPES
from tieout.engines.tagging.words import name_words

__all__ = ["TYPE_CODES", "Names"]

TYPE_CODES: Mapping[str, int] = {type_: code for code, type_ in enumerate(TYPES)}
_MOST_WORDS = 24


@dataclass(slots=True)
class Names:
    """Local names of concepts with their types, and the words of the names as rows of a padded matrix.

    ``words`` lists all words; ``padded`` (concepts x 24) holds word numbers + 1, and 0 where a name has no more.
    """

    names: list[str]
    types: NDArray[np.int8]
    words: list[str]
    padded: NDArray[np.int32] = field(init=False, repr=False)
    idf: NDArray[np.float32] = field(init=False, repr=False)
    number: dict[str, int] = field(init=False, repr=False)
    word_number: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.number = {name: i for i, name in enumerate(self.names)}
        self.word_number = {word: i + 1 for i, word in enumerate(self.words)}
        self.padded = np.zeros((len(self.names), _MOST_WORDS), dtype=np.int32)
        for i, name in enumerate(self.names):
            found = [self.word_number[w] for w in dict.fromkeys(name_words(name)) if w in self.word_number][:_MOST_WORDS]
            self.padded[i, : len(found)] = found
        counts = np.bincount(self.padded.ravel(), minlength=len(self.words) + 1)
        self.idf = np.log((1 + len(self.names)) / (1.0 + counts)).astype(np.float32)
        self.idf[0] = 0

    @classmethod
    def of(cls, typed: Iterable[tuple[str, str]], words: Sequence[str] | None = None) -> Names:
        """From pairs of local name and item type; ``words`` fixes the list of words, others are then left out."""
        pairs = list(dict(typed).items())
        if words is None:
            words = sorted({w for name, _ in pairs for w in name_words(name)})
        types = np.array([TYPE_CODES[type_] for _, type_ in pairs], dtype=np.int8)
        return cls([name for name, _ in pairs], types, list(words))

    def with_more(self, typed: Iterable[tuple[str, str]]) -> Names:
        """These names first, in their order, then those of ``typed`` that are new."""
        known = [(name, TYPES[code]) for name, code in zip(self.names, self.types.tolist(), strict=True)]
        fresh = [(name, type_) for name, type_ in typed if name not in self.number and type_ in TYPE_CODES]
        more = sorted({w for name, _ in fresh for w in name_words(name)} - self.word_number.keys())
        return Names.of([*known, *fresh], [*self.words, *more])
