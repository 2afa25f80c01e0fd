"""A fact's row as a person reads it in a listing: members before axes, words instead of markup, both page numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.report.showing import words

__all__ = ["page_words", "readable", "words"]


def page_words(page: int | None, printed: str | None) -> str:
    """``31 (printed 29)``; just ``31`` where the same is printed, or nothing."""
    if page is None:
        return ""
    return f"{page} (printed {printed})" if printed is not None and printed != str(page) else str(page)


def readable(row: dict[str, Any]) -> dict[str, Any]:
    """The row (`Fact.to_dict`) with ``period``, ``dimensions``, ``value`` and the page in the words of a listing."""
    evidence = row["evidence"]
    value = row["value"]
    return {
        **row,
        "value": words(value) if isinstance(value, str) else value,
        "period": _period(row["period"]),
        "dimensions": "; ".join(f"{_member(m)} ({_local(axis)})" for axis, m in row["dimensions"].items()),
        "evidence": {**evidence, "page": page_words(evidence["page"], evidence["printed_page"]) or None},
    }


def _member(member: str | Mapping[str, str]) -> str:
    return _local(member).removesuffix("Member") if isinstance(member, str) else member["typed"]


def _local(name: str) -> str:
    return name.partition(":")[2] or name


def _period(period: Mapping[str, Any]) -> str:
    if "instant" in period:
        return str(period["instant"])
    return f"{period['start']}/{period['end']}" if "end" in period else "forever"
