"""Rows as a plain table for reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from rich.text import Text

from tieout.cli.output.destination import Destination
from tieout.cli.output.flat import Columns, Value, flatten
from tieout.cli.output.grid import Align, cell_len, fit, share
from tieout.cli.output.row_writer import RowWriter
from tieout.cli.terminal import console, plain

__all__ = ["listing"]

# Rows that are held back to find the widths; later rows are cut to them.
SAMPLE = 500
# No cell of a listing needs more than this; the structured formats have the whole.
WIDEST = 60


class _Listing:
    def __init__(self, stream: Any, columns: Columns) -> None:
        self._console = console(stream)
        self._names = columns.listed or columns.names
        self._whole = columns.whole
        self._numbers: dict[int, int] = {}  # width of the widest number in a column: half a number is none
        self._aligns: list[Align] = ["right" if n in columns.numeric else "left" for n in self._names]
        self._held: list[list[str]] = []
        self._widths: list[int] | None = None

    def write(self, row: Mapping[str, Any]) -> None:
        values = flatten(row, self._names)
        cells = [_shown(v) for v in values]
        for i, value in enumerate(values) if self._widths is None else ():
            if isinstance(value, Decimal):
                self._numbers[i] = max(self._numbers.get(i, 0), len(cells[i]))
        if self._widths is None:
            self._held.append(cells)
            if len(self._held) >= SAMPLE:
                self.release()
        else:
            self._print(cells)

    def release(self) -> None:
        """Prints the rows held back, under the head."""
        if self._widths is not None:
            return
        head = [n.rpartition(".")[2] for n in self._names]
        natural = [min(WIDEST, max(cell_len(r[i]) for r in [head, *self._held])) for i in range(len(head))]
        whole = [i for i, name in enumerate(self._names) if name in self._whole]
        floors = [natural[i] if i in whole else self._numbers.get(i, 0) for i in range(len(head))]
        self._widths = share(natural, self._console.width, floors=floors)
        if self._held:
            self._print(head, "bold")
        for cells in self._held:
            self._print(cells)
        self._held.clear()

    def _print(self, cells: list[str], style: str = "") -> None:
        assert self._widths is not None  # noqa: S101
        line = "  ".join(fit(c, w, a) for c, w, a in zip(cells, self._widths, self._aligns, strict=True))
        self._console.print(Text(line.rstrip(), style=style), no_wrap=True, overflow="ignore", crop=False)


def _shown(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return format(value, ",f")
    return plain(" ".join(str(value).split()) if not isinstance(value, str) else " ".join(value[:2000].split()))


@contextmanager
def listing(where: Destination, columns: Columns) -> Iterator[RowWriter]:
    """A table for reading, its widths found from the first rows; on a terminal as wide as that, else `PIPE_WIDTH`."""
    with where.text() as stream:
        rows = _Listing(stream, columns)
        yield rows
        rows.release()
