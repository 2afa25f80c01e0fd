"""Sufficient statistics: what each sample adds to the sums that every metric is computed from.

A scorer turns a sample into a few named numbers (``tp/ORG``, ``correct``, ``n``). Every metric is a function of their sums,
written for arrays, so that the same function gives the value of a run and, from resampled sums, its interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Scored", "Sums", "document_totals", "ratio"]

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """One sample's statistics. ``repeat`` counts from 0 when a run asks each sample several times."""

    id: str
    document: str
    repeat: int
    statistics: Mapping[str, float]


class Sums:
    """Named sums; each is an array of any one shape (a single value, or one for each resample)."""

    __slots__ = ("_columns", "_values")

    def __init__(self, columns: Mapping[str, int], values: Array) -> None:
        """``values`` has shape (..., K); ``columns`` gives each statistic's place on the last axis."""
        self._columns = columns
        self._values = values

    def __getitem__(self, name: str) -> Array:
        """The sums of one statistic; zeros where no sample had it."""
        column = self._columns.get(name)
        if column is None:
            return np.zeros(self._values.shape[:-1])
        sums: Array = self._values[..., column]
        return sums

    def names(self, prefix: str) -> list[str]:
        """What follows ``prefix`` in the names that begin with it, sorted: the classes of a family such as ``tp/``."""
        return sorted(name.removeprefix(prefix) for name in self._columns if name.startswith(prefix))

    def family(self, prefix: str, members: Sequence[str]) -> Array:
        """The sums of ``prefix`` + each member, shape (..., len(members))."""
        if not members:
            return np.zeros((*self._values.shape[:-1], 0))
        return np.stack([self[prefix + member] for member in members], axis=-1)


def ratio(numerator: Array, denominator: Array) -> Array:
    """``numerator / denominator``, and 0 where the denominator is 0 (the convention of all five benchmarks)."""
    out: Array = np.divide(
        numerator, denominator, out=np.zeros(np.broadcast(numerator, denominator).shape), where=denominator != 0
    )
    return out


def document_totals(scored: Iterable[Scored], documents: Mapping[str, int], columns: Mapping[str, int], repeats: int) -> Array:
    """Statistics summed by document, shape (repeats, documents, statistics)."""
    totals = np.zeros((repeats, len(documents), len(columns)))
    for one in scored:
        row = totals[one.repeat, documents[one.document]]
        for name, value in one.statistics.items():
            row[columns[name]] += value
    return totals
