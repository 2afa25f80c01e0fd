"""Span annotations as Doccano exports them: JSON lines with a text and lists of ``[start, end, label]``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tieout.benchmarks.finer_ord.labels import read_label
from tieout.report.errors import InputError

__all__ = ["Annotated", "Mark", "read_doccano"]

# The key under which spans stand, by version and project type of Doccano.
_SPANS = ("label", "labels", "entities", "annotations")


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """Characters ``start`` up to, not including, ``end``, marked as PER, LOC or ORG."""

    start: int
    end: int
    type: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """One document with its marks in order."""

    id: str
    text: str
    marks: tuple[Mark, ...]


def read_doccano(path: Path) -> Iterator[Annotated]:
    """The documents of an export that have any text; raises InputError where a line is not what Doccano writes."""
    with path.open(encoding="utf-8-sig") as handle:
        for number, line in enumerate(handle, start=1):
            if line.strip():
                document = _document(line, f"{path}, line {number}", number)
                if document.text.strip():
                    yield document


def _document(line: str, where: str, number: int) -> Annotated:
    try:
        said = json.loads(line)
        text = said.get("text", said.get("data"))
        listed: list[Any] = next((said[key] for key in _SPANS if key in said), [])
        marks = sorted(_mark(item, text) for item in listed)
        return Annotated(str(said.get("id", number)), text, tuple(marks))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"{where}: not an annotated text as Doccano exports it (JSON lines): {error}") from None


def _mark(item: Any, text: str) -> Mark:
    start: Any
    end: Any
    if isinstance(item, dict):
        start, end, label = item.get("start_offset", item.get("start")), item.get("end_offset", item.get("end")), item["label"]
    else:
        start, end, label = item
    kind = read_label(str(label))
    if kind not in ("PER", "LOC", "ORG"):
        raise ValueError(f"label {label!r}; PER, LOC and ORG are known, by these or by their full names")
    if not 0 <= int(start) < int(end) <= len(text):
        raise ValueError(f"span {start} to {end} of a text of {len(text)} characters")
    return Mark(int(start), int(end), kind)
