"""Retrieve concepts for an entity: BM25 over the words of their names, or (`--solver embed:…`) a server's embeddings.

BM25 as in Robertson and Zaragoza 2009. Any solver that ranks is a retriever: `tieout fintagging candidates` writes what a run
ranked beside the data, where any reranker finds it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tieout.benchmarks.fintagging.concepts import read_concepts, words_of
from tieout.benchmarks.fintagging.facts import TYPES
from tieout.evaluation import Retrieval, SampleInput

__all__ = ["NamesIndex", "embedding_retrieval", "names_index", "query_context"]

_K1, _B = 1.2, 0.75
_RANKED = 200
_CONTEXT = re.compile(r"<context>(.*)</context>", re.DOTALL)
_WORD = re.compile(r"[a-z]{2,}")
_STOP = frozenset(
    ("the", "of", "and", "in", "to", "for", "on", "at", "by", "as", "is", "are", "was", "were", "or", "an", "from", "with")
)


def query_context(sample: SampleInput) -> str:
    """The text between the query's context marks; empty where it is ``None``."""
    found = _CONTEXT.search(sample.fields["query"])
    text = found[1].strip() if found else ""
    return "" if text == "None" else text


def _terms(text: str) -> list[str]:
    return [_singular(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


class NamesIndex:
    """An inverted index over the words of the names of concepts that have one of the five types (others are never facts)."""

    def __init__(self, names: Sequence[str], types: Sequence[str], typed: bool = True) -> None:
        """``typed``: rank only concepts of the entity's type."""
        self.names = list(names)
        self.types = np.array(types)
        self._typed = typed
        documents = [Counter(_terms(words_of(name))) for name in names]
        lengths = np.array([sum(terms.values()) for terms in documents], dtype=float)
        norm = _K1 * (1 - _B + _B * lengths / max(1.0, lengths.mean() if len(lengths) else 1.0))
        postings: dict[str, list[tuple[int, int]]] = {}
        for place, terms in enumerate(documents):
            for term, count in terms.items():
                postings.setdefault(term, []).append((place, count))
        self._postings: dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
        for term, found in postings.items():
            places = np.array([place for place, _ in found])
            counts = np.array([count for _, count in found], dtype=float)
            idf = np.log(1 + (len(names) - len(found) + 0.5) / (len(found) + 0.5))
            self._postings[term] = places, idf * counts * (_K1 + 1) / (counts + norm[places])

    def rank(self, text: str, type_: str, most: int) -> list[str]:
        """The first ``most`` names that share a word with a text; equal scores in the list's order."""
        scores = np.zeros(len(self.names))
        for term, count in Counter(_terms(text)).items():
            if term in self._postings:
                places, weights = self._postings[term]
                scores[places] += weights * count
        if self._typed:
            scores[self.types != type_] = 0
        return [self.names[place] for place in np.argsort(-scores, kind="stable")[:most] if scores[place] > 0]


@lru_cache(maxsize=4)
def names_index(path: Path, typed: bool = True) -> NamesIndex:
    """The index over the concept list in ``path``, made once."""
    listed = [concept for concept in read_concepts(path).concepts if concept.type in TYPES]
    return NamesIndex([concept.name for concept in listed], [concept.type for concept in listed], typed)


def embedding_retrieval() -> Retrieval:
    """The paper's retrieval step (3.4.1): the query's context against the texts of all concepts, whatever their type."""
    return Retrieval(
        query=_nearest_text, candidates=_all_concepts, output=lambda names: json.dumps({"ranked": names[:_RANKED]})
    )


def _nearest_text(sample: SampleInput) -> str:
    return query_context(sample) or str(sample.fields.get("context", sample.fields["query"]))


def _all_concepts(sample: SampleInput) -> Sequence[tuple[str, str]]:
    path = sample.fields.get("concepts")
    return _texts(path) if path is not None else ()


@lru_cache(maxsize=4)
def _texts(path: Path) -> tuple[tuple[str, str], ...]:
    return tuple((concept.name, concept.text) for concept in read_concepts(path).concepts)
