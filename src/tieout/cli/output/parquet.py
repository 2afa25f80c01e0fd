"""Parquet files, written by DuckDB."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, Any

from tieout.cli.output.destination import Destination
from tieout.cli.output.flat import Columns, Value, as_date, flatten, significant, to_json
from tieout.cli.output.row_writer import RowWriter
from tieout.report.errors import TieoutError

__all__ = ["parquet"]

# DECIMAL(38, 12): 26 digits before the point and 12 after it hold any amount of a report but a few rates.
WHOLE_DIGITS, PLACES = 26, 12

# DuckDB tells the operating system's error within a message of its own.
_NUMBER = re.compile(r'"errno":"(\d{1,4})"')


def fits(value: Decimal) -> bool:
    """Whether DECIMAL(38, 12) holds ``value`` exactly."""
    if not value.is_finite():
        return False
    return value.adjusted() < WHOLE_DIGITS and -significant(value)[1] <= PLACES


class _Staged:
    """Rows go to a file of JSON lines first, so that memory stays flat; DuckDB reads that file at the end."""

    def __init__(self, stream: IO[str], columns: Columns) -> None:
        self._stream = stream
        self._columns = columns
        self.longest = 0
        self.rows = 0

    def write(self, row: Mapping[str, Any]) -> None:
        flat: dict[str, Value] = {}
        for name, value in zip(self._columns.names, flatten(row, self._columns.names), strict=True):
            flat[name] = _text(value)
            if name in self._columns.dates and as_date(value) is None:
                flat[name] = None
            if name in self._columns.integers:
                flat[name] = value if isinstance(value, int) else None
                flat[f"{name}_text"] = None if value is None else str(value)
            if name in self._columns.numeric:
                flat[f"{name}_number"] = format(value, "f") if isinstance(value, Decimal) and fits(value) else None
        line = to_json(flat)
        self.longest = max(self.longest, len(line.encode()))
        self.rows += 1
        self._stream.write(line + "\n")


def _text(value: Value) -> Value:
    if isinstance(value, str):  # half a surrogate pair can't stand in Parquet's UTF-8
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    return format(value, "f") if isinstance(value, Decimal) else value


@contextmanager
def parquet(where: Destination, columns: Columns) -> Iterator[RowWriter]:
    """A Parquet file with the flat columns; beside a numeric column ``x`` (exact text) stands ``x_number``, DECIMAL(38, 12).

    ``x_number`` is null for texts, and for the rare number that the type can't hold exactly. A column of dates is a DATE, null
    for what is no date in full. A column of whole numbers is a BIGINT, null for a word; beside it stands ``x_text``.
    """
    with where.file() as path, tempfile.TemporaryDirectory(prefix="tieout-") as folder:
        staged = Path(folder) / "rows.jsonl"
        with staged.open("w", encoding="utf-8", newline="\n") as stream:
            rows = _Staged(stream, columns)
            yield rows
        _convert(staged, path, columns, rows.longest)


def _convert(staged: Path, path: Path, columns: Columns, longest: int) -> None:
    import duckdb

    types: dict[str, str] = {}
    for name in columns.names:
        types[name] = "DATE" if name in columns.dates else columns.types.get(name, "VARCHAR")
        if name in columns.integers:
            types[name] = "BIGINT"
            types[f"{name}_text"] = "VARCHAR"
        if name in columns.numeric:
            types[f"{name}_number"] = f"DECIMAL(38,{PLACES})"
    schema = ", ".join(f"{_quoted(name)}: {_quoted(kind)}" for name, kind in types.items())
    size = max(longest + 1024, 1 << 20)
    query = (  # every name in it is quoted: DuckDB takes no parameters here
        f"COPY (SELECT * FROM read_json({_quoted(str(staged))}, format='newline_delimited', columns={{{schema}}}, "  # noqa: S608
        f"maximum_object_size={size})) TO {_quoted(str(path))} (FORMAT parquet, COMPRESSION zstd)"
    )
    connection = duckdb.connect(
        config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false", "threads": "1"}
    )
    try:
        connection.execute("SET preserve_insertion_order = true")
        connection.execute(query)
    except duckdb.Error as e:
        if number := _NUMBER.search(str(e)):
            raise OSError(int(number[1]), os.strerror(int(number[1]))) from e
        raise TieoutError(f"cannot write the Parquet file: {str(e).splitlines()[0]}") from e
    finally:
        connection.close()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
