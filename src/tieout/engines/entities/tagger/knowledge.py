"""What the tagger knows of words before it is trained: clusters of word vectors, and lists of names.

It ships in ``tieout/models/entities/knowledge``; its card says where each part comes from.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.artefacts import ModelFiles, ModelKind, shipped_files

__all__ = ["KIND", "LISTS", "Knowledge", "PhraseList", "digest", "shipped_knowledge"]

KIND = ModelKind("entities", "tieout-entity-knowledge-1", largest=100_000_000)
LISTS = ("companies", "cities", "towns", "places", "institutions")
"""Lists of phrases, in the order in which features name them."""

_PIECES = re.compile(r"[\w.&'-]+|[^\w\s]")
PhraseList = Mapping[str, Sequence[tuple[str, ...]]]


def digest(text: str) -> int:
    """The hash by which words and features are known: CRC-32 of the text in UTF-8, lone surrogates and all."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Clusters by word, phrases by their first word, and words that mark persons and companies. Words are in lower case."""

    hashes: NDArray[np.uint32]
    rows: NDArray[np.uint16]
    clusters: NDArray[np.uint16]
    phrases: Mapping[str, PhraseList]
    given_names: frozenset[str]
    surnames: Mapping[str, int]
    company_words: frozenset[str]
    titles: frozenset[str]

    def row(self, word: str) -> int:
        """The word's row in ``clusters``, exactly as it is written; -1 for a word without."""
        key = np.uint32(digest(word))
        place = int(np.searchsorted(self.hashes, key))
        return int(self.rows[place]) if place < len(self.hashes) and self.hashes[place] == key else -1

    @classmethod
    def of(cls, files: ModelFiles) -> Knowledge:
        """Raises InputError where the files don't hold what it has to."""
        words: Any = files.json("words.json")
        surnames = files.text("surnames.txt").split("\n")
        return cls(
            hashes=files.array("hashes.npy", "uint32", 1),
            rows=files.array("rows.npy", "uint16", 1),
            clusters=files.array("clusters.npy", "uint16", 2),
            phrases={name: phrase_list(files.text(f"{name}.txt").split("\n")) for name in LISTS},
            given_names=frozenset(files.text("given_names.txt").split("\n")),
            surnames={name: min(place // 2_500, 3) for place, name in enumerate(surnames)},
            company_words=frozenset(words["company_words"]),
            titles=frozenset(words["titles"]),
        )


def phrase_list(names: Iterable[str]) -> PhraseList:
    """Names in lower case by their first word, the longest first."""
    by_first: dict[str, set[tuple[str, ...]]] = {}
    for name in names:
        pieces = tuple(_PIECES.findall(name.lower()))
        if pieces:
            by_first.setdefault(pieces[0], set()).add(pieces)
    return {first: sorted(found, key=lambda pieces: (-len(pieces), pieces)) for first, found in by_first.items()}


@cache
def shipped_knowledge() -> Knowledge:
    """The knowledge that ships with the package."""
    return Knowledge.of(shipped_files(KIND, "knowledge"))
