"""What of HTML is shown: the lists of markup.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

__all__ = ["Allowed", "allowed"]


class Allowed(NamedTuple):
    elements: frozenset[str]
    void: frozenset[str]
    dropped: frozenset[str]
    attributes: frozenset[str]
    pictures: tuple[str, ...]


@cache
def allowed() -> Allowed:
    table = tomllib.loads(resources.files(__package__).joinpath("markup.toml").read_text("utf-8"))
    elements, void, dropped, attributes = (frozenset(table[name]) for name in ("elements", "void", "dropped", "attributes"))
    return Allowed(elements, void, dropped, attributes, tuple(table["pictures"]))
