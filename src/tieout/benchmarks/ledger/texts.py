"""The text of a report, taken from its row when somebody asks for it: ten thousand rows of half a megabyte fit no memory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.report.errors import InputError

if TYPE_CHECKING:
    import duckdb

__all__ = ["ReportText", "pages_of", "query"]


@dataclass(frozen=True, slots=True)
class ReportText:
    """Where a report's page-split Markdown is: a row of a Parquet file, else (``beside``) a file of its own."""

    parquet: Path
    row: int
    beside: Path | None = None

    def read(self) -> str:
        """The whole text; raises InputError where the row has none and there is no file beside it."""
        return _read(self)

    def pages(self) -> list[str]:
        """The text of each page, blank ones kept."""
        return pages_of(self.read())


def pages_of(text: str) -> list[str]:
    """The text of each page of page-split Markdown, blank ones kept."""
    from tieout.reading.markdown import split_pages

    return [text[start:end] for start, end in split_pages(text)]


def query(parquet: Path, sql: str) -> list[dict[str, Any]]:
    """Rows of ``sql`` over the view ``data``: no network, no extension, no other file.

    Raises InputError for what is no Parquet.
    """
    connection = _connect()
    import duckdb

    try:
        relation = connection.read_parquet(str(parquet), file_row_number=True)
        relation.create_view("data")
        found = connection.sql(sql)
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    except duckdb.Error as fault:
        raise InputError(f"{parquet}: can't be read as Parquet: {str(fault).splitlines()[0]}") from None
    finally:
        connection.close()


def _connect() -> duckdb.DuckDBPyConnection:
    import duckdb

    # A data file is somebody else's: nothing may be fetched or loaded on its account.
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "threads": 2,
    }
    return duckdb.connect(config=config)


@lru_cache(maxsize=2)
def _read(text: ReportText) -> str:
    rows = query(text.parquet, f"SELECT mmd_text FROM data WHERE file_row_number = {text.row:d}")  # noqa: S608 - a number
    found = rows[0]["mmd_text"] if rows else None
    if isinstance(found, str) and found.strip():
        return found
    if text.beside is None:
        raise InputError(f"{text.parquet}: row {text.row} has no mmd_text, and there is no file of the report in mmd/")
    return text.beside.read_text(encoding="utf-8", errors="replace")
