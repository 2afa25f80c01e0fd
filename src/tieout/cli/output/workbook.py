"""Excel workbooks: what auditors open."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.cli.output.destination import Destination
from tieout.cli.output.flat import Columns, Value, as_date, flatten, significant
from tieout.cli.output.row_writer import FORMULA_STARTS, RowWriter

__all__ = ["workbook"]

# Limits of the file format (ECMA-376; "Excel specifications and limits").
MAX_ROWS = 1_048_576
MAX_CHARACTERS = 32_767
# A double keeps every decimal number of up to 15 digits; Excel shows no more than that either.
MAX_DIGITS = 15

# Earlier than this Excel has no dates, and in its first year one day too many.
FIRST_YEAR = 1901

_CUT = "… [cut: longer than a cell can be; jsonl has it whole]"


def as_double(value: Decimal) -> float | None:
    """The double that shows exactly ``value``, or None where Excel's 15 digits could not."""
    if not value.is_finite():
        return None
    if significant(value)[0] > MAX_DIGITS or not -300 < value.adjusted() < 300:
        return None
    number = float(value)
    return number if Decimal(repr(number)) == value else None


class _Workbook:
    def __init__(self, book: Any, columns: Columns, name: str) -> None:
        self._book = book
        self._columns = columns
        self._name = name
        self._head = book.add_format({"bold": True, "bottom": 1})
        # Says "text, even if it looks like a formula", also after somebody edits the cell.
        self._quoted = book.add_format({"quote_prefix": True})
        self._date = book.add_format({"num_format": "yyyy-mm-dd"})
        self._numbers: dict[int, Any] = {}
        self._dates = {i for i, name in enumerate(columns.names) if name in columns.dates}
        self._sheets = 0
        self._next_sheet()

    def _next_sheet(self) -> None:
        self._sheets += 1
        self._sheet = self._book.add_worksheet(self._name if self._sheets == 1 else f"{self._name} {self._sheets}")
        self._sheet.freeze_panes(1, 0)
        widths = self._columns.widths
        for i, name in enumerate(self._columns.names):
            self._sheet.set_column(i, i, widths.get(name, max(12, len(name) + 4)))
            self._sheet.write_string(0, i, name, self._head)
        self._row = 1

    def write(self, row: Mapping[str, Any]) -> None:
        if self._row >= MAX_ROWS:
            self.end_sheet()
            self._next_sheet()
        for i, value in enumerate(flatten(row, self._columns.names)):
            self._put(i, value)
        self._row += 1

    def end_sheet(self) -> None:
        """Arrows on the head that filter and sort the rows."""
        self._sheet.autofilter(0, 0, max(self._row - 1, 1), len(self._columns.names) - 1)

    def _put(self, column: int, value: Value) -> None:
        if value is None:
            return
        if isinstance(value, bool):
            self._sheet.write_boolean(self._row, column, value)
            return
        if column in self._dates and (day := as_date(value)) is not None and day.year >= FIRST_YEAR:
            self._sheet.write_datetime(self._row, column, day, self._date)
            return
        if isinstance(value, int):
            value = Decimal(value)
            plain = True
        else:
            plain = False
        if isinstance(value, Decimal):
            number = as_double(value)
            if number is not None:
                self._sheet.write_number(self._row, column, number, None if plain else self._number_format(value))
                return
            value = format(value, "f")
        if len(value) > MAX_CHARACTERS:
            value = value[: MAX_CHARACTERS - len(_CUT)] + _CUT
        self._sheet.write_string(self._row, column, value, self._quoted if value.startswith(FORMULA_STARTS) else None)

    def _number_format(self, value: Decimal) -> Any:
        exponent = value.as_tuple().exponent
        places = min(max(-exponent, 0), MAX_DIGITS) if isinstance(exponent, int) else 0
        if places not in self._numbers:
            self._numbers[places] = self._book.add_format({"num_format": "#,##0" + ("." + "0" * places if places else "")})
        return self._numbers[places]


@contextmanager
def workbook(where: Destination, columns: Columns, name: str) -> Iterator[RowWriter]:
    """A workbook with one sheet of rows; a number that 15 digits can't hold is written as text."""
    import xlsxwriter  # type: ignore[import-untyped]
    from xlsxwriter.exceptions import XlsxFileError  # type: ignore[import-untyped]

    with where.file() as path, tempfile.TemporaryDirectory(prefix="tieout-") as folder, QuietFile(path) as sink:
        # constant_memory streams rows to disk; no text is ever taken for a formula, a link or a number.
        book = xlsxwriter.Workbook(
            sink,
            {
                "constant_memory": True,
                "tmpdir": folder,
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "strings_to_numbers": False,
            },
        )
        try:
            rows = _Workbook(book, columns, name)
            yield rows
            rows.end_sheet()
            try:
                book.close()
            except XlsxFileError as e:
                cause = e.args[0] if e.args else e
                raise cause if isinstance(cause, OSError) else OSError(None, str(e)) from e
            if sink.failed is not None:
                raise sink.failed
        finally:
            _close_sheets(book)


class QuietFile(io.RawIOBase):
    """A file for a zip that notes the first error of writing and from then on takes all and keeps nothing.

    A zip that is given up is closed when it is collected, long after anybody could catch what that raises: the interpreter
    would print a traceback. It is closed in quiet instead, and whoever made it asks for ``failed``.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)
        self.failed: OSError | None = None

    def write(self, data: Any) -> int:
        rest = memoryview(data).cast("B")
        whole = len(rest)
        while rest and self.failed is None:
            try:
                rest = rest[self._file.write(rest) :]
            except OSError as error:
                self.failed = error
        return whole

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence) if self.failed is None else 0

    def tell(self) -> int:
        return self._file.tell() if self.failed is None else 0

    def flush(self) -> None:
        """Nothing is held back; and nothing is said where the collector has closed this before the zip."""

    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def __exit__(self, *error: object) -> None:
        """Closes the file; a zip that is collected later still finds somewhere to write."""
        self.failed = self.failed or OSError(None, "closed")
        self._file.close()


def _close_sheets(book: Any) -> None:
    """constant_memory leaves each sheet's temporary file open when the book isn't closed."""
    for sheet in book.worksheets():
        handle = getattr(sheet, "row_data_fh", None)
        if handle is not None and not handle.closed:
            with contextlib.suppress(Exception):
                handle.close()
