"""How often each concept was right where it was the first candidate, on issuers that no model had seen.

Some concepts are nearly always meant where they come first; of others issuers have two for the same words. That is not told by
one number's surroundings, but by how such answers fared before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["RECORD", "Record"]

RECORD = ("right_before", "issuers_before")
"""What is said of a first candidate: the share of such answers that were right, and of how many issuers they were."""

_SMOOTHING = 3.0
"""Issuers' worth of the mean of all concepts, which is what holds for one that never came first."""


@dataclass(frozen=True, slots=True)
class Record:
    """Rows (concepts x `RECORD`); ``usual`` is the share of a concept without any."""

    rows: NDArray[np.float32]
    usual: float

    @classmethod
    def of(cls, answers: Iterable[tuple[str, str, bool]], names: Sequence[str]) -> Record:
        """From answers (concept, issuer, whether it was right), for ``names``; each issuer counts once for a concept."""
        shares: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
        for concept, issuer, right in answers:
            shares[concept][issuer].append(right)
        means: Mapping[str, list[float]] = {
            concept: [float(np.mean(own)) for own in by_issuer.values()] for concept, by_issuer in shares.items()
        }
        usual = float(np.mean([share for own in means.values() for share in own])) if means else 0.5
        rows = np.tile(np.array([usual, 0], dtype=np.float32), (len(names), 1))
        for number, name in enumerate(names):
            own = means.get(name, [])
            if own:
                rows[number] = (sum(own) + _SMOOTHING * usual) / (len(own) + _SMOOTHING), len(own)
        return cls(rows, usual)

    @classmethod
    def of_array(cls, array: NDArray[np.floating], concepts: int) -> Record:
        """Of what `array` gave for so many concepts; raises ValueError where it has another form or holds what is no number."""
        if array.shape != (concepts + 1, len(RECORD)) or not np.isfinite(array).all():
            raise ValueError("the record of concepts has another form")
        return cls(array[:-1].astype(np.float32), float(array[-1, 0]))

    def array(self) -> NDArray[np.float16]:
        """For storage: the rows, and one of a concept without a record."""
        return np.concatenate([self.rows, [[self.usual, 0]]]).astype(np.float16)

    def at(self, concepts: NDArray[np.integer]) -> NDArray[np.float32]:
        """Rows of concept numbers; those beyond the known ones have no record."""
        found = np.tile(np.array([self.usual, 0], dtype=np.float32), (len(concepts), 1))
        known = concepts < len(self.rows)
        found[known] = self.rows[concepts[known]]
        return found
