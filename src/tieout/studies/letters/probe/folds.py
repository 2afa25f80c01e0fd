"""Folds by company: no company is in two of them, so that a probe can't learn whom it knows already."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

__all__ = ["grouped_folds"]


def grouped_folds(groups: Sequence[str], folds: int, seed: int) -> list[int]:
    """The fold of each item, from 0: groups in a shuffled order, the largest first, each to the fold with the fewest items."""
    sizes = Counter(groups)
    names = sorted(sizes)
    random.Random(seed).shuffle(names)  # noqa: S311 - a split, not a secret
    names.sort(key=lambda name: -sizes[name])
    held = [0] * folds
    fold_of: dict[str, int] = {}
    for name in names:
        fold_of[name] = held.index(min(held))
        held[fold_of[name]] += sizes[name]
    return [fold_of[group] for group in groups]
