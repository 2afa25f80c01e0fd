"""BM25 over the pages of a report, with nothing learned: the lexical baseline of the paper's Table 2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

__all__ = ["Bm25", "words"]

_K1, _B = 1.2, 0.75  # Robertson and Zaragoza 2009, section 3.2
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*", re.UNICODE)
_TAG = re.compile(r"<[^<>]{0,1000}>")


def words(text: str) -> list[str]:
    """Words and numbers in lower case; the tags of a table's HTML are left out."""
    return _WORD.findall(_TAG.sub(" ", text).lower())


class Bm25:
    """An index over texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._documents = [Counter(words(text)) for text in texts]
        lengths = [sum(terms.values()) for terms in self._documents]
        mean = sum(lengths) / max(1, len(lengths))
        self._norms = [_K1 * (1 - _B + _B * length / mean) if mean else _K1 for length in lengths]
        self._frequency = Counter(term for terms in self._documents for term in terms)

    def rank(self, query: str) -> list[int]:
        """Places of the texts that share a word with the query, best first; equal ones stay in their order."""
        scores = [0.0] * len(self._documents)
        for term in dict.fromkeys(words(query)):
            frequency = self._frequency[term]
            weight = log(1 + (len(self._documents) - frequency + 0.5) / (frequency + 0.5))
            for place, terms in enumerate(self._documents):
                if term in terms:
                    scores[place] += weight * terms[term] * (_K1 + 1) / (terms[term] + self._norms[place])
        return sorted((place for place, score in enumerate(scores) if score > 0), key=lambda place: (-scores[place], place))
