"""What training leaves for ranking: towers, habits, profiles, neighbours of concepts in tables, and a few counts of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.towers import Towers

__all__ = ["COUNTS", "Knowledge", "Pairs"]

COUNTS = ("issuers", "instant", "negative", "percent", "table", "dash", "member")
"""Columns of `Knowledge.counts`: log of the number of issuers, then shares of a concept's mentions."""

_MOST_OF_A_CONCEPT = 60


@dataclass(slots=True)
class Pairs:
    """For a concept, which others were seen with it in some relation, by how many issuers; rows as in a sparse matrix."""

    ends: NDArray[np.int32]
    others: NDArray[np.uint16]
    counts: NDArray[np.uint8]

    @classmethod
    def learn(cls, seen: Iterable[tuple[int, int, int]], size: int) -> Pairs:
        """From (issuer, concept, other); the commonest 60 others of each concept are kept."""
        issuers: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for issuer, concept, other in seen:
            issuers[concept][other].add(issuer)
        ends, others, counts = [0], [], []
        for concept in range(size):
            ranked = sorted(issuers.get(concept, {}).items(), key=lambda item: (-len(item[1]), item[0]))[:_MOST_OF_A_CONCEPT]
            others += [other for other, _ in ranked]
            counts += [min(len(who), 255) for _, who in ranked]
            ends.append(len(others))
        return cls(np.array(ends, dtype=np.int32), np.array(others, dtype=np.uint16), np.array(counts, dtype=np.uint8))

    def of(self, concept: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
        if concept + 1 >= len(self.ends):
            return self.others[:0], self.counts[:0]
        begin, end = self.ends[concept], self.ends[concept + 1]
        return self.others[begin:end], self.counts[begin:end]


@dataclass(slots=True)
class Knowledge:
    """All that ranking knows. ``together``: concepts of one table; ``below``: the concept of the next row with a fact."""

    names: Names
    towers: Towers
    habits: Habits
    profiles: Profiles
    together: Pairs
    below: Pairs
    counts: NDArray[np.float32]

    def widened(self, typed: Sequence[tuple[str, str]]) -> Knowledge:
        """With more concepts to choose from: pairs of local name and item type."""
        names = self.names.with_more(typed)
        more = np.full((len(names.names) - len(self.counts), len(COUNTS)), np.nan, dtype=np.float32)
        return Knowledge(
            names, self.towers, self.habits, self.profiles, self.together, self.below, np.concatenate([self.counts, more])
        )
