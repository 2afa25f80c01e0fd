"""From a nested row to the cells of a flat one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

__all__ = ["Columns", "Value", "flatten", "significant", "to_json"]

Value = str | Decimal | int | bool | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a flat format, by dotted path into the row (``evidence.page``).

    ``numeric`` names the columns that may hold Decimals; ``types`` the SQL type of columns that hold no text (``INTEGER``,
    ``BOOLEAN``); ``widths`` the width in characters of columns that need another than the default; ``listed`` the columns
    to show where there is room for a few only.
    """

    names: tuple[str, ...]
    numeric: frozenset[str] = frozenset()
    types: Mapping[str, str] = field(default_factory=dict)
    widths: Mapping[str, int] = field(default_factory=dict)
    listed: tuple[str, ...] = ()


def flatten(row: Mapping[str, Any], names: Iterable[str]) -> list[Value]:
    """The value at each dotted path, in order; None where the row has nothing there.

    A mapping becomes ``key=value; key=value``, a list its items parted by ``; ``; anything deeper its JSON.
    """
    return [_cell(_at(row, name)) for name in names]


def _at(row: Mapping[str, Any], path: str) -> Any:
    if path in row:
        return row[path]
    here: Any = row
    for key in path.split("."):
        if not isinstance(here, Mapping):
            return None
        here = here.get(key)
    return here


def _cell(value: Any) -> Value:
    if value is None or isinstance(value, (str, Decimal, bool, int)):
        return value
    if isinstance(value, Mapping):
        return "; ".join(f"{k}={_inner(v)}" for k, v in value.items()) or None
    if isinstance(value, (list, tuple)):
        return "; ".join(_inner(v) for v in value) or None
    return str(value)


def _inner(value: Any) -> str:
    if isinstance(value, Mapping) and set(value) == {"typed"}:
        return str(value["typed"])
    if isinstance(value, Decimal):
        return format(value, "f")
    return value if isinstance(value, str) else to_json(value)


def significant(value: Decimal) -> tuple[int, int]:
    """How many digits of a finite number count, and the exponent of the last one (``1200`` is 2 digits, exponent 2).

    `Decimal.normalize` would round to the context's precision first.
    """
    _, digits, exponent = value.as_tuple()
    kept = len(digits)
    while kept > 1 and digits[kept - 1] == 0:
        kept -= 1
    return (1, 0) if not value else (kept, int(exponent) + len(digits) - kept)


def to_json(value: Any, indent: int | None = None) -> str:
    """JSON with Decimals as plain strings, so that no reader turns them into floats."""
    separators = (", ", ": ") if indent is None else (",", ": ")
    return json.dumps(value, ensure_ascii=False, default=_decimal, indent=indent, separators=separators)


def _decimal(value: Any) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is not JSON")
