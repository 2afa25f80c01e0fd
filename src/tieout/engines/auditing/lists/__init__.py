"""Lists that rules use, as data files: names of concepts, axes and members, and words."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["names", "rows", "table"]


@cache
def table(name: str) -> Mapping[str, Any]:
    """The content of the data file ``name``.toml."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def names(name: str, key: str) -> frozenset[str]:
    """One list of a data file, as a set."""
    return frozenset(table(name)[key])


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of the data file ``name``.csv."""
    text = files(__name__).joinpath(f"{name}.csv").read_text("utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
