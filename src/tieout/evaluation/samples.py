"""A sample, split by type into what a solver may see and what only a scorer may."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
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

    def hash(self) -> str:
        """SHA-256 of the fields; of a file only its name counts (its bytes are in the hash of the data)."""
        text = json.dumps(dict(self.fields), sort_keys=True, default=_named)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sample(Generic[GoldT]):
    """An input with its gold. Only loaders, scorers and writers of few-shot examples handle this type."""

    input: SampleInput
    gold: GoldT


def _named(value: Any) -> str:
    return value.name if isinstance(value, PurePath) else type(value).__name__
