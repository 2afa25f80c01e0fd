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

__all__ = ["RECORD", "Record", "shares_by_issuer"]

RECORD = ("right_before", "issuers_before")
"""What is said of a first candidate: the share of such answers that were right, and of how many issuers they were."""

_SMOOTHING = 3.0
"""Issuers' worth of the mean of all concepts, which is what holds for one that never came first."""


def shares_by_issuer(answers: Iterable[tuple[str, str, bool]]) -> dict[str, dict[str, float]]:
    """Of answers (issuer, concept, whether it was right): by issuer and concept the share that was right.

    Each issuer counts once for a concept, however often it was the answer.
    """
    right: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for issuer, concept, one in answers:
        right[issuer][concept].append(one)
    return {
        issuer: {concept: sum(own) / len(own) for concept, own in by_concept.items()} for issuer, by_concept in right.items()
    }


@dataclass(frozen=True, slots=True)
class Record:
    """Rows (concepts x `RECORD`); ``usual`` is the share of a concept without any."""

    rows: NDArray[np.float32]
    usual: float

    @classmethod
    def of(cls, issuers: Iterable[Mapping[str, float]], names: Sequence[str]) -> Record:
        """From the shares of some issuers (of each a value of `shares_by_issuer`), for ``names``."""
        shares: dict[str, list[float]] = defaultdict(list)
        for own in issuers:
            for concept, share in own.items():
                shares[concept].append(share)
        usual = float(np.mean([share for own in shares.values() for share in own])) if shares else 0.5
        rows = np.tile(np.array([usual, 0], dtype=np.float32), (len(names), 1))
        for number, name in enumerate(names):
            found = shares.get(name)
            if found:
                rows[number] = (sum(found) + _SMOOTHING * usual) / (len(found) + _SMOOTHING), len(found)
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
