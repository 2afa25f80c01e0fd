"""How many issuers did what where: the counting that habits and pairs of concepts have in common."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Tally", "rows_fit", "tally"]


class Tally(NamedTuple):
    """Of each of ``groups`` (sorted), ``items`` from ``ends[i]`` to ``ends[i + 1]``, those of most issuers first, and how many
    issuers these are (255 at most)."""

    groups: NDArray[np.int64]
    ends: NDArray[np.int32]
    items: NDArray[np.uint16]
    counts: NDArray[np.uint8]


def tally(rows: NDArray[np.integer], most: int) -> Tally:
    """From rows of group, item (below 65,536) and issuer, repeated or not; of each group the ``most`` common items are kept.

    Each issuer counts once for a group and an item; of equally common items the lower numbers come first.
    """
    ordered = rows[np.lexsort(rows.T[::-1])].astype(np.int64)
    unique = ordered[_new(ordered)][:, :2]
    starts = np.flatnonzero(_new(unique))
    pairs, counts = unique[starts], np.diff(starts, append=len(unique))
    order = np.lexsort((pairs[:, 1], -counts, pairs[:, 0]))
    groups, items, counts = pairs[order, 0], pairs[order, 1], counts[order]
    known, first = np.unique(groups, return_index=True)
    place = np.arange(len(groups)) - np.repeat(first, np.diff(first, append=len(groups)))
    kept = place < most
    sizes = np.bincount(np.searchsorted(known, groups[kept]), minlength=len(known))
    return Tally(
        known,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        items[kept].astype(np.uint16),
        np.minimum(counts[kept], 255).astype(np.uint8),
    )


def rows_fit(rows: int, ends: NDArray[np.integer], items: NDArray[np.integer], counts: NDArray[np.integer], below: int) -> bool:
    """Whether entries of ``rows`` rows (row i has those from ``ends[i]`` to ``ends[i + 1]``) fit each other, and all items are
    lower than ``below``."""
    return (
        len(ends) == rows + 1
        and int(ends[0]) == 0
        and bool((np.diff(ends) >= 0).all())
        and int(ends[-1]) == len(items) == len(counts)
        and int(items.max(initial=0)) < max(below, 1)
    )


def _new(ordered: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows differ from the one before."""
    return np.append(True, (ordered[1:] != ordered[:-1]).any(axis=1))[: len(ordered)]
