"""Texts as the rankers compare them: normalised keys, and vectors of hashed character bigrams."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tables.view import plain

__all__ = ["BUCKETS", "Array", "Strings", "bigrams", "collapsed", "key_hash", "unit_vector", "words_of"]

BUCKETS = 1 << 15
"""Bigrams are hashed to so many numbers."""

_MARKS = re.compile(r"[※*†]\(?\d{0,2}\)?(?:[,、]\(?\d{1,2}\)?)*|[(\[]?注\)?\]?\d{0,2}[)\]]?")
_UNIT = re.compile(r"[(\[〔](?:単位:?)?(?:兆|十億|億|百万|万|千|百)?(?:円|株|人|名|%|倍|米ドル|個|年)[)\]〕]")
_YEARS = re.compile(
    r"(?:19|20)\d\d年?(?:\d{1,2}月)?(?:\d{1,2}日)?|(?:令和|平成|昭和)(?:元|\d{1,2})年?(?:\d{1,2}月)?(?:\d{1,2}日)?|第\d{1,3}期"
)
_NUMBERS = re.compile(r"\d[\d,.]*")
_CAMEL = re.compile(r"[A-Z]{2,}(?=[A-Z][a-z]|\d|$)|[A-Z][a-z]+|[A-Z]|[a-z]+|\d+")
_LONGEST = 160

Array = NDArray[np.float32]


@lru_cache(maxsize=65536)
def collapsed(text: str) -> str:
    """A label without footnote marks and units; years become Y, other numbers 0, so that labels of two years are equal."""
    flat = _MARKS.sub("", plain(text))
    flat = _UNIT.sub("", flat)
    return _NUMBERS.sub("0", _YEARS.sub("Y", flat))[:_LONGEST]


@lru_cache(maxsize=65536)
def key_hash(text: str) -> int:
    """32 bits; what is learned of a text is kept under it."""
    return crc32(text.encode("utf-8", "replace"))


@lru_cache(maxsize=65536)
def bigrams(text: str) -> tuple[int, ...]:
    """Buckets of the text's character bigrams, with marks for its two ends; none for an empty text."""
    if not text:
        return ()
    marked = f"^{text}$"
    return tuple(sorted({crc32(marked[i : i + 2].encode("utf-8", "replace")) % BUCKETS for i in range(len(marked) - 1)}))


def words_of(member: str) -> tuple[str, ...]:
    """The words of a CamelCase member name, without the prefix and the final ``Member``."""
    return tuple(_CAMEL.findall(member.rpartition(":")[2].removesuffix("Member")))


class Strings:
    """Distinct texts with their bigram vectors, as rows of a sparse 0/1 matrix; index 0 is the empty text."""

    def __init__(self) -> None:
        self.texts: list[str] = [""]
        self._index: dict[str, int] = {"": 0}
        self._by_hash: dict[int, int] = {}
        self._columns = np.zeros(0, dtype=np.int64)
        self._rows = np.zeros(0, dtype=np.int64)
        self._norms: Array = np.ones(1, dtype=np.float32)

    def add(self, text: str) -> int:
        place = self._index.get(text)
        if place is None:
            place = self._index[text] = len(self.texts)
            self.texts.append(text)
        return place

    def __len__(self) -> int:
        return len(self.texts)

    def freeze(self) -> None:
        """Builds the matrix; `cosine` and `scattered` work from then on, and no text may be added."""
        grams = [bigrams(text) for text in self.texts]
        self._columns = np.fromiter((g for row in grams for g in row), dtype=np.int64)
        lengths = np.array([len(row) for row in grams], dtype=np.int64)
        self._rows = np.repeat(np.arange(len(grams)), lengths)
        self._norms = np.sqrt(np.maximum(lengths, 1)).astype(np.float32)
        self._by_hash = {key_hash(text): place for place, text in enumerate(self.texts) if text}

    def cosine(self, vector: Array) -> Array:
        """Cosine of every text with a vector over the buckets that has length 1."""
        sums = np.bincount(self._rows, weights=vector[self._columns], minlength=len(self.texts))
        return (sums / self._norms).astype(np.float32)

    def scattered(self, counts: Mapping[int, float]) -> Array:
        """An array with each text's value from ``counts`` (by `key_hash`), 0 for the others."""
        values = np.zeros(len(self.texts), dtype=np.float32)
        for key, count in counts.items():
            place = self._by_hash.get(key)
            if place is not None:
                values[place] = count
        return values


def unit_vector(grams: Sequence[int]) -> Array:
    """The bigrams' 0/1 vector, scaled to length 1."""
    vector = np.zeros(BUCKETS, dtype=np.float32)
    if grams:
        vector[list(grams)] = 1 / np.sqrt(len(grams))
    return vector
