"""How the numbers of one table agree: whether a candidate fits what the rest of its row, column and table seem to be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.knowledge import Knowledge, Pairs
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.words import words

__all__ = ["AGREEMENT", "agreement"]

Floats = NDArray[np.float32]

AGREEMENT = (
    *("row_mean", "column_mean", "section_mean", "table_mean", "column_best", "row_rivals"),
    *("together", "together_best", "after_above", "before_below"),
)
"""Mean probability of the concept among the others of the row, the column, the section, the table; the highest in the column;
numbers whose first candidate it is; and support by issuers who had it in one table with, below and above the others' first."""

_LOOKED_AT = 12


def agreement(knowledge: Knowledge, mentions: Sequence[Mention], chosen: NDArray[np.int64], belief: Floats) -> Floats:
    """Features (mentions x candidates x `AGREEMENT`); ``belief`` are the candidates' probabilities so far."""
    n, c = chosen.shape
    table = np.full((n, c, len(AGREEMENT)), np.nan, dtype=np.float32)
    if n < 2:
        return table
    union, where = np.unique(chosen, return_inverse=True)
    where = where.reshape(chosen.shape)
    q = np.zeros((n, len(union)), dtype=np.float32)
    np.put_along_axis(q, where, belief, axis=1)
    columns = _codes([m.place.column if m.kind == "table" else 0 for m in mentions])
    rows = _codes([m.place.row if m.kind == "table" else m.run.first for m in mentions])
    for number, code in enumerate((rows, columns, _sections(mentions), None)):
        code = np.zeros(n, dtype=np.int64) if code is None else code
        sums = np.zeros((int(code.max()) + 1, len(union)), dtype=np.float32)
        np.add.at(sums, code, q)
        sizes = np.bincount(code)[code]
        mean = (sums[code] - q) / np.maximum(sizes - 1, 1)[:, None]
        mean[sizes < 2] = np.nan
        table[:, :, number] = np.take_along_axis(mean, where, axis=1)
    table[:, :, 4] = np.take_along_axis(_best_other(q, columns), where, axis=1)
    first = belief.argmax(axis=1)
    best = np.take_along_axis(chosen, first[:, None], axis=1)[:, 0]
    votes = np.bincount(np.searchsorted(union, best), minlength=len(union))
    table[:, :, 5] = votes[where] - (chosen == best[:, None])
    sure = np.take_along_axis(belief, first[:, None], axis=1)[:, 0]
    _neighbouring(table[:, :, 6:], knowledge, chosen, best, sure, columns, union, where)
    return table


def _neighbouring(
    table: Floats,
    knowledge: Knowledge,
    chosen: NDArray[np.int64],
    best: NDArray[np.int64],
    sure: Floats,
    columns: NDArray[np.int64],
    union: NDArray[np.int64],
    where: NDArray[np.int64],
) -> None:
    pairs, below = knowledge.together, knowledge.below
    dense = np.zeros(len(knowledge.names.names), dtype=np.float32)
    tops = np.unique(best)
    support = np.zeros((len(tops), len(union)), dtype=np.float32)
    for i, concept in enumerate(tops.tolist()):
        others, counts = pairs.of(concept)
        dense[others] = counts
        support[i] = np.log1p(dense[union])
        dense[others] = 0
    weight = np.zeros(len(tops), dtype=np.float32)
    np.add.at(weight, np.searchsorted(tops, best), sure)
    weight /= max(float(weight.sum()), 1e-6)
    table[:, :, 0] = (weight @ support)[where]
    table[:, :, 1] = support.max(axis=0)[where]
    for column in range(int(columns.max()) + 1):
        for a, b in pairwise(np.flatnonzero(columns == column).tolist()):
            followers, counts = below.of(int(best[a]))
            dense[followers] = counts
            table[b, :, 2] = np.log1p(dense[chosen[b]])
            dense[followers] = 0
            # From the row below upwards: which candidates of this row are followed by what the next row seems to be.
            table[a, :_LOOKED_AT, 3] = [_count(below, int(concept), int(best[b])) for concept in chosen[a, :_LOOKED_AT]]


def _count(pairs: Pairs, concept: int, other: int) -> float:
    others, counts = pairs.of(concept)
    hit = counts[others == other]
    return float(np.log1p(hit[0])) if len(hit) else 0.0


def _sections(mentions: Sequence[Mention]) -> NDArray[np.int64]:
    """Numbers whose section and header have the same words, as rows of members are about one concept; or of one sentence."""
    seen: dict[tuple[tuple[str, ...], ...], int] = {}
    codes = []
    for m in mentions:
        last = (m.section_rows[-1:], m.column_headers[-1:]) if m.kind == "table" else ((m.sentence,), ())
        codes.append(seen.setdefault(tuple(words(text[0]) if text else () for text in last), len(seen)))
    return np.array(codes, dtype=np.int64)


def _codes(values: Sequence[int]) -> NDArray[np.int64]:
    return np.unique(np.array(values), return_inverse=True)[1].ravel()


def _best_other(q: Floats, code: NDArray[np.int64]) -> Floats:
    """For each mention and concept, the highest of the other mentions of its group."""
    groups = int(code.max()) + 1
    first = np.zeros((groups, q.shape[1]), dtype=np.float32)
    np.maximum.at(first, code, q)
    second = np.zeros_like(first)
    np.maximum.at(second, code, np.where(q < first[code], q, 0))
    return np.where(q >= first[code], second[code], first[code])
