"""What the flat formats have to know of their columns and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from tieout.report.rows import Value, flatten, to_json

__all__ = ["Columns", "Value", "as_date", "flatten", "significant", "to_json"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a flat format, by dotted path into the row (``evidence.page``).

    ``numeric`` names the columns that may hold Decimals; ``types`` the SQL type of columns that hold no text (``INTEGER``,
    ``BOOLEAN``); ``widths`` the width in characters of columns that need another than the default; ``listed`` the columns
    to show where there is room for a few only; ``whole`` those of them that are never cut.
    ``dates`` name the columns of ISO dates, ``integers`` those of whole numbers or a word (``INF``): workbooks and Parquet
    have types for them.
    """

    names: tuple[str, ...]
    numeric: frozenset[str] = frozenset()
    types: Mapping[str, str] = field(default_factory=dict)
    widths: Mapping[str, int] = field(default_factory=dict)
    listed: tuple[str, ...] = ()
    whole: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()
    integers: frozenset[str] = frozenset()


def as_date(value: Value) -> date | None:
    """The date that a text is in full (``2024-12-31``); None for any other value: date-times, days in no calendar."""
    if not isinstance(value, str) or len(value) != 10:
        return None
    try:
        found = date.fromisoformat(value)
    except ValueError:
        return None
    return found if found.isoformat() == value else None


def significant(value: Decimal) -> tuple[int, int]:
    """How many digits of a finite number count, and the exponent of the last one (``1200`` is 2 digits, exponent 2).

    `Decimal.normalize` would round to the context's precision first.
    """
    _, digits, exponent = value.as_tuple()
    kept = len(digits)
    while kept > 1 and digits[kept - 1] == 0:
        kept -= 1
    return (1, 0) if not value else (kept, int(exponent) + len(digits) - kept)
