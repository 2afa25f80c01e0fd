"""What training leaves for ranking: towers, habits, profiles, neighbours of concepts in tables, and a few counts of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.tallies import rows_fit, tally
from tieout.engines.tagging.towers import Towers

__all__ = ["COUNTS", "LOOKS", "Knowledge", "Pairs"]

LOOKS = ("instant", "negative", "percent", "table", "dash")
"""What is counted of a concept's examples: about a day, printed as negative, in per cent, in a table, a dash."""

COUNTS = ("issuers", *LOOKS, "member")
"""Columns of `Knowledge.counts`: log of the number of issuers, then shares of a concept's mentions."""

_MOST_OF_A_CONCEPT = 60


@dataclass(slots=True)
class Pairs:
    """For a concept, which others were seen with it in some relation, by how many issuers; rows as in a sparse matrix."""

    ends: NDArray[np.int32]
    others: NDArray[np.uint16]
    counts: NDArray[np.uint8]

    @classmethod
    def learn(cls, rows: NDArray[np.integer], size: int) -> Pairs:
        """From rows of concept, other and issuer; the commonest 60 others of each of ``size`` concepts are kept."""
        found = tally(rows, _MOST_OF_A_CONCEPT)
        ends = found.ends[np.searchsorted(found.groups, np.arange(size + 1))]
        return cls(ends, found.items, found.counts)

    def check(self, size: int) -> None:
        """Raises ValueError where they are not those of ``size`` concepts."""
        if not rows_fit(size, self.ends, self.others, self.counts, size):
            raise ValueError("pairs of concepts: arrays of other sizes than they should have")

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
