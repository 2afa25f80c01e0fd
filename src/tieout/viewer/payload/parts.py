"""The parts of the payload by name."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from tieout.report.errors import TieoutError

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["PARTS", "part"]

PARTS = ("layout", "concepts", "statements", "audit", "tags", "kpis", "entities")
"""In the order in which they are wanted: the first take moments, the engines' seconds."""


def part(subject: Subject, name: str) -> dict[str, Any]:
    """One part (docs/view.md, "The parts"). Where it can't be made, ``error`` says why, in one line."""
    try:
        made: dict[str, Any] = importlib.import_module(f"tieout.viewer.payload.{name}").part(subject)
    except TieoutError as e:
        return {"error": str(e)}
    return made
