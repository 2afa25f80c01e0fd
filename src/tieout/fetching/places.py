"""Where things are published (`places.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

__all__ = ["place", "places"]


@cache
def places(name: str) -> dict[str, Any]:
    """The addresses and the rate of one publisher."""
    text = resources.files(__package__).joinpath("places.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)[name]
    return found


def place(publisher: str, what: str, **values: Any) -> str:
    """An address with its parts filled in."""
    return str(places(publisher)[what]).format(**values)
