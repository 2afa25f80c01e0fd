"""Who grades what: drawn with a seed, evenly, with a share of the tables given to several people."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tieout.report.errors import InputError

__all__ = ["assign"]


def assign(items: Sequence[str], annotators: Sequence[str], overlap: float, coders: int, seed: int) -> dict[str, list[str]]:
    """Item ids by annotator, each list in an order of its own.

    A share ``overlap`` of the items goes to ``coders`` annotators each (the paper: 273 of about 1,150 to three), the others to
    one; nobody has more than one item above another. Raises InputError for numbers that can't be.
    """
    if not annotators or len(set(annotators)) != len(annotators):
        raise InputError("name at least one annotator, and each once")
    if not 0 <= overlap <= 1:
        raise InputError(f"--overlap {overlap}: has to be from 0 to 1")
    if not 1 <= coders <= len(annotators):
        raise InputError(f"--coders {coders}: has to be from 1 to the number of annotators ({len(annotators)})")
    rng = random.Random(seed)  # noqa: S311 - a draw, not a secret
    drawn = list(items)
    rng.shuffle(drawn)
    several = round(overlap * len(drawn))
    lists: dict[str, list[str]] = {name: [] for name in annotators}
    order = {name: rng.random() for name in annotators}
    for place, item in enumerate(drawn):
        wanted = coders if place < several else 1
        # The least busy first; among equals by a draw, so that the same pairs don't always meet.
        for name in sorted(annotators, key=lambda one: (len(lists[one]), order[one]))[:wanted]:
            lists[name].append(item)
            order[name] = rng.random()
    for own in lists.values():
        rng.shuffle(own)
    return lists
