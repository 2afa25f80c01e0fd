"""Statements; see docs/view.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["part"]


def part(subject: Subject) -> dict[str, Any]:
    """``statements``."""
    return {"statements": []}
