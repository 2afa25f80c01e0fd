"""Which words issuers have around numbers of a concept: for each field, how likely a concept is by the field's keys.

For a key and a concept it is known how many issuers had that key around a number of that concept. A field's score is the mean
over its keys of log P(key | concept) / P(key), smoothed: naive Bayes (Maron 1961), one field at a time, so that a reranker can
weigh the fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.fields import Keys
from tieout.engines.tagging.tallies import rows_fit

__all__ = ["Profiles"]

Floats = NDArray[np.float32]
_SMOOTHING = 1.0


@dataclass(slots=True)
class Profiles:
    """Entries of ``keys[i]`` (sorted) are ``ends[i]`` to ``ends[i + 1]`` of ``concepts`` and ``counts`` (of issuers).

    ``sizes``: by concept, how many issuers used it.
    """

    keys: NDArray[np.uint32]
    ends: NDArray[np.int32]
    concepts: NDArray[np.uint16]
    counts: NDArray[np.uint8]
    sizes: NDArray[np.uint8]

    @classmethod
    def learn(
        cls, keys: NDArray[np.uint32], concepts: NDArray[np.int64], issuers: NDArray[np.int64], size: int, least: int = 2
    ) -> Profiles:
        """From key, concept and issuer of every occurrence; keys that fewer than ``least`` issuers have are left out."""
        known, place = np.unique(keys, return_inverse=True)
        many = int(issuers.max(initial=0)) + 1
        owners = np.unique(place.ravel() * many + issuers)
        kept = np.bincount(owners // many, minlength=len(known)) >= least
        place, concepts_, issuers_ = (a[kept[place.ravel()]] for a in (place.ravel(), concepts, issuers))
        triples = np.unique((place * size + concepts_) * many + issuers_)
        pairs, counts = np.unique(triples // many, return_counts=True)
        used, first = np.unique(pairs // size, return_index=True)
        sizes = np.bincount(np.unique(concepts * many + issuers) // many, minlength=size)
        return cls(
            known[used].astype(np.uint32),
            np.append(first, len(pairs)).astype(np.int32),
            (pairs % size).astype(np.uint16),
            np.minimum(counts, 255).astype(np.uint8),
            np.minimum(sizes, 255).astype(np.uint8),
        )

    def check(self) -> None:
        """Raises ValueError where the arrays don't fit each other."""
        if not rows_fit(len(self.keys), self.ends, self.concepts, self.counts, len(self.sizes)):
            raise ValueError("profiles: arrays of other sizes than they should have")


class ProfileScorer:
    """Scores by field, as vectors over the concepts of training; those of one text are computed once."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        sizes = profiles.sizes.astype(np.float32)
        each = np.diff(profiles.ends)
        owners = np.repeat(np.arange(len(each)), each)
        counts = profiles.counts.astype(np.float32)
        share = (np.bincount(owners, weights=counts, minlength=len(each)) / max(float(sizes.sum()), 1.0))[owners]
        self._gains = np.log1p(counts / (_SMOOTHING * share)).astype(np.float32)
        self._without = np.log(_SMOOTHING / (sizes + _SMOOTHING)).astype(np.float32)

    def field(self, groups: Sequence[Keys]) -> Floats | None:
        """The score of every concept for one field's keys; None where none of them is known."""
        known = self._profiles.keys
        keys = groups[0] if len(groups) == 1 else np.concatenate(groups)
        places = np.searchsorted(known, keys)
        places[places == len(known)] = 0
        places = places[known[places] == keys]
        if not len(places):
            return None
        ends = self._profiles.ends
        scores = self._without * np.float32(len(places))
        for begin, end in zip(ends[places].tolist(), ends[places + 1].tolist(), strict=True):
            scores[self._profiles.concepts[begin:end]] += self._gains[begin:end]
        result: Floats = scores / np.float32(len(places))
        return result
