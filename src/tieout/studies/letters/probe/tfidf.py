"""TF-IDF: words of a text weighed by how rare they are in the texts it was fitted on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["MOST_WORDS", "Tfidf"]

MOST_WORDS = 20_000
_LEAST_TEXTS = 2
# Words of letters alone: a figure tells the company and the year, not the tone.
_WORD = re.compile(r"[^\W\d_]{2,}")


class Tfidf:
    """Sublinear counts (1 + ln tf), smoothed idf (ln((1 + n) / (1 + df)) + 1), rows of length 1."""

    def __init__(self, texts: Sequence[str], least_texts: int = _LEAST_TEXTS, most_words: int = MOST_WORDS) -> None:
        """Takes the words that ``least_texts`` of the texts have, the most frequent ones first, then by the alphabet."""
        frequency: Counter[str] = Counter()
        for text in texts:
            frequency.update(set(words(text)))
        kept = sorted((w for w, n in frequency.items() if n >= least_texts), key=lambda w: (-frequency[w], w))[:most_words]
        self.places = {word: place for place, word in enumerate(kept)}
        self.idf = np.array([np.log((1 + len(texts)) / (1 + frequency[w])) + 1 for w in kept])

    def matrix(self, texts: Sequence[str]) -> Any:
        """A sparse matrix, shape (texts, words); a text without any known word is a row of zeros."""
        from scipy.sparse import csr_matrix

        rows, columns = [0], list[int]()
        values = list[float]()
        for text in texts:
            counted = Counter(self.places[word] for word in words(text) if word in self.places)
            weighed = {place: (1 + np.log(count)) * self.idf[place] for place, count in counted.items()}
            length = float(np.sqrt(sum(value * value for value in weighed.values()))) or 1.0
            columns.extend(weighed)
            values.extend(value / length for value in weighed.values())
            rows.append(len(columns))
        return csr_matrix((np.array(values, dtype=np.float64), columns, rows), shape=(len(texts), len(self.places)))


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
