"""Splits by entity: all filings of an issuer fall on one side."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tieout.report.errors import InputError

__all__ = ["assign", "parse_splits"]


def parse_splits(text: str) -> tuple[int, int, int]:
    """``6:1:3`` as parts of train, val and test; raises InputError for anything else."""
    parts = text.split(":")
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 6 for part in parts) or not sum(map(int, parts)):
        raise InputError(f"--splits {text}: write the parts of train, val and test as 6:1:3")
    train, val, test = map(int, parts)
    return train, val, test


def assign(entities: Iterable[str], parts: tuple[int, int, int], seed: int) -> dict[str, str]:
    """Entity to split, in the proportion of ``parts``; the same for the same seed."""
    ordered = sorted(entities)
    Random(f"{seed}/splits").shuffle(ordered)  # noqa: S311  (a draw, no secret)
    total, found, upto = sum(parts), {}, 0
    for place, entity in enumerate(ordered):
        upto = place * total // len(ordered)
        found[entity] = "train" if upto < parts[0] else "val" if upto < parts[0] + parts[1] else "test"
    return found
