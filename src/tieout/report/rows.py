"""Flat rows: the columns that a fact has in a table, and how nested values become cells."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

__all__ = ["FACT_COLUMNS", "Value", "flatten", "to_json", "with_label"]

Value = str | Decimal | int | bool | None

_EVIDENCE = (
    *("report", "file", "element", "element_id", "page", "printed_page", "block", "table", "cell", "span"),
    *("quote", "printed", "twin"),
)
# Columns of a fact in every flat form (docs/json.md), by dotted path into `Fact.to_dict`.
FACT_COLUMNS = (
    *("id", "concept", "label", "value", "unit", "decimals", "nil", "period.start", "period.end", "period.instant"),
    *("entity", "dimensions", "language", "footnotes", "error"),
    *(f"evidence.{e}" for e in _EVIDENCE),
)


def with_label(row: dict[str, Any], label: str | None) -> dict[str, Any]:
    """The row of a fact with the label of its concept behind the concept."""
    return {"id": row["id"], "concept": row["concept"], "label": label, **row}


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


def to_json(value: Any, indent: int | None = None) -> str:
    """JSON with Decimals as plain strings, so that no reader turns them into floats."""
    separators = (", ", ": ") if indent is None else (",", ": ")
    return json.dumps(value, ensure_ascii=False, default=_decimal, indent=indent, separators=separators)


def _decimal(value: Any) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is not JSON")
