"""Writers of rows: JSON, JSON lines, CSV here; workbooks, Parquet and tables in modules of their own."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from decimal import Decimal
from typing import Any

from tieout.cli.options import Format
from tieout.cli.output.destination import Destination
from tieout.cli.output.flat import Columns, Value, flatten, to_json
from tieout.cli.output.row_writer import FORMULA_STARTS, RowWriter

__all__ = ["open_rows"]


def open_rows(format: Format, where: Destination, columns: Columns, name: str = "rows") -> AbstractContextManager[RowWriter]:
    """A writer of ``format`` into ``where``, as a context; ``name`` is what the rows are (``facts``).

    Nothing is held back but for ``table`` (the first rows, to find the widths): memory stays flat over any number of rows.
    """
    match format:
        case Format.jsonl:
            return _json_lines(where)
        case Format.json:
            return _json_array(where)
        case Format.csv:
            return _csv(where, columns)
        case Format.xlsx:
            from tieout.cli.output.workbook import workbook

            return workbook(where, columns, name)
        case Format.parquet:
            from tieout.cli.output.parquet import parquet

            return parquet(where, columns)
        case Format.table:
            from tieout.cli.output.listing import listing

            return listing(where, columns)


class _Lines:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, row: Mapping[str, Any]) -> None:
        self._stream.write(to_json(row) + "\n")


@contextmanager
def _json_lines(where: Destination) -> Iterator[RowWriter]:
    with where.data() as stream:
        yield _Lines(stream)


class _Array:
    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._before = "\n"

    def write(self, row: Mapping[str, Any]) -> None:
        self._stream.write(self._before + to_json(row))
        self._before = ",\n"


@contextmanager
def _json_array(where: Destination) -> Iterator[RowWriter]:
    with where.data() as stream:
        stream.write("[")
        yield _Array(stream)
        stream.write("\n]\n")


class _Csv:
    def __init__(self, stream: Any, columns: Columns) -> None:
        self._columns = columns
        self._writer = csv.writer(stream, lineterminator="\n")
        self._writer.writerow(columns.names)

    def write(self, row: Mapping[str, Any]) -> None:
        self._writer.writerow([_csv_cell(v) for v in flatten(row, self._columns.names)])


def _csv_cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Decimal():
            return format(value, "f")
        case str():
            # The apostrophe is what spreadsheet programs themselves use to say "this is text".
            return "'" + value if value.startswith(FORMULA_STARTS) else value
        case _:
            return str(value)


@contextmanager
def _csv(where: Destination, columns: Columns) -> Iterator[RowWriter]:
    with where.data() as stream:
        yield _Csv(stream, columns)
