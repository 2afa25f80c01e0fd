"""JSON objects without what says nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

__all__ = ["lean", "plain"]


def lean(**keys: Any) -> dict[str, Any]:
    """The keys whose value isn't None, False or empty; Decimals as plain strings."""
    return {k: plain(v) for k, v in keys.items() if v is not None and v is not False and v not in ([], {}, "")}


def plain(value: Any) -> Any:
    """A Decimal as a string without exponent, in lists and objects too."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return value
