"""CSV files of a user: columns found by any of their usual names, and every mistake told with its line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from tieout.report.errors import InputError, LimitError

__all__ = ["LARGEST_FILE", "Line", "read_lines"]

LARGEST_FILE = 1_000_000_000
"""Bytes of a file; a daily price of 10,000 companies over 16 years is less."""

_LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Line:
    """One line's cells by column, stripped; a column that the file lacks, or an empty cell, is the empty string."""

    where: str
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def day(self, column: str) -> date | None:
        """The ISO date of a cell (of a date-time its day); None where it is empty. InputError for anything else."""
        text = self[column]
        if not text:
            return None
        try:
            return date.fromisoformat(text[:10])
        except ValueError:
            raise InputError(f"{self.where}: {column} {text[:40]!r} is no date; write it as 2024-12-31") from None

    def year(self, column: str) -> int | None:
        """The year of a cell; None where it is empty. InputError for anything else."""
        text = self[column]
        if not text:
            return None
        if len(text) == 4 and text.isascii() and text.isdigit():
            return int(text)
        raise InputError(f"{self.where}: {column} {text[:40]!r} is no year; write it as 2024")

    def number(self, column: str) -> Decimal | None:
        """The number of a cell, exactly; None where it is empty. InputError for anything else."""
        text = self[column]
        if not text:
            return None
        try:
            value = Decimal(text) if len(text) <= _LONGEST_NUMBER else Decimal("NaN")
        except InvalidOperation:
            value = Decimal("NaN")
        if not value.is_finite() or abs(value.adjusted()) > _LONGEST_NUMBER:
            raise InputError(f"{self.where}: {column} {text[:40]!r} is no number; write it as 1234.56")
        return value


def read_lines(path: Path, columns: Mapping[str, Sequence[str]], required: Sequence[str]) -> Iterator[Line]:
    """The lines of a CSV file with a head. ``columns`` gives each column's other names; capitals, spaces and ``_`` don't count.

    Raises InputError where the file is not there, is no UTF-8, or lacks a required column; LimitError for one too large.
    """
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    if path.stat().st_size > LARGEST_FILE:
        raise LimitError(f"{path}: has more than {LARGEST_FILE:,} bytes; take the companies and years that are needed")
    with path.open(encoding="utf-8-sig", newline="") as stream:
        reader = csv.reader(stream)
        try:
            head = next(reader, [])
            places = _places(head, columns)
            missing = [name for name in required if name not in places]
            if missing and len(head) == 1 and any(mark in head[0] for mark in ";\t|"):
                raise InputError(f"{path}: its head has no commas; save it as CSV with cells parted by commas")
            if missing:
                raise InputError(f"{path}: has no column {' or '.join(missing)}; its head has to name {', '.join(required)}")
            for row in reader:
                if any(cell.strip() for cell in row):
                    cells = {name: row[place].strip() for name, place in places.items() if place < len(row)}
                    yield Line(f"{path}:{reader.line_num}", cells)
        except UnicodeDecodeError:
            raise InputError(f"{path}: is not UTF-8 text; save it as CSV in UTF-8") from None
        except csv.Error as e:
            raise InputError(f"{path}:{reader.line_num}: is not CSV ({e})") from None


def _places(head: Sequence[str], columns: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Where each known column stands; its own name goes before its other names."""
    found = {_plain(cell): place for place, cell in reversed(list(enumerate(head)))}
    places: dict[str, int] = {}
    for name, others in columns.items():
        for said in (name, *others):
            if _plain(said) in found:
                places[name] = found[_plain(said)]
                break
    return places


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
