"""What every writer of rows is, and what writers for spreadsheet programs have to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

__all__ = ["FORMULA_STARTS", "RowWriter"]

# A spreadsheet program takes text that starts so for a formula (OWASP, "CSV injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class RowWriter(Protocol):
    """Takes rows one by one. Exact numbers come as Decimals: each format decides how it keeps them exact."""

    def write(self, row: Mapping[str, Any]) -> None: ...
