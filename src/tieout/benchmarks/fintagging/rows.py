"""Rows of a table on disk, as dictionaries of texts: CSV, JSON lines or parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError

__all__ = ["SUFFIXES", "read_rows", "text_of"]

SUFFIXES = (".csv", ".jsonl", ".parquet")

_MOST_CHARS = 64 << 20  # of one field; the longest official one has some 50,000


def read_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows in order. Raises InputError, with the line where it can be told, for a file that can't be read as such rows."""
    match path.suffix.lower():
        case ".csv":
            yield from _csv_rows(path)
        case ".parquet":
            yield from _parquet_rows(path)
        case _:
            yield from _json_rows(path)


def text_of(row: Mapping[str, Any], key: str, where: str) -> str:
    """A field as text; raises InputError where the row lacks it."""
    value = row.get(key)
    if value is None:
        raise InputError(f"{where}: no {key}; the columns are {', '.join(str(name) for name in row if name)[:200]}")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _csv_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(_MOST_CHARS)
    reader = None
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.DictReader(handle, strict=True)
            for row in reader:
                if None in row or None in row.values():
                    raise InputError(f"{path}, line {reader.line_num}: the row has not as many cells as the header")
                yield row
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num if reader else 1}: not CSV: {error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def _json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig") as handle:
            for number, line in enumerate(handle, start=1):
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise InputError(f"{path}, line {number}: not JSON: {error}") from None
                if not isinstance(row, dict):
                    raise InputError(f"{path}, line {number}: not an object")
                yield row
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    import duckdb

    try:
        with duckdb.connect() as database:
            found = database.execute("SELECT * FROM read_parquet(?)", [str(path)])
            names = [column[0] for column in found.description or ()]
            while batch := found.fetchmany(64):
                yield from (dict(zip(names, cells, strict=True)) for cells in batch)
    except duckdb.Error as error:
        raise InputError(f"{path}: can't be read: {str(error).splitlines()[0]}") from None
