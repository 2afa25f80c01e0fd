"""A sample, split by type into what a solver may see and what only a scorer may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

__all__ = ["Sample", "SampleInput"]

GoldT = TypeVar("GoldT")


@dataclass(frozen=True, slots=True)
class SampleInput:
    """What a solver is given, and all that it is given.

    ``id`` is unique in its split. ``document`` names the document that the sample comes from (the unit that intervals
    resample; a sample of its own where the data has no documents). ``fields`` is the benchmark's official input: never the
    gold, never anything that was derived from it.
    """

    id: str
    document: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sample(Generic[GoldT]):
    """An input with its gold. Only loaders, scorers and writers of few-shot examples handle this type."""

    input: SampleInput
    gold: GoldT
