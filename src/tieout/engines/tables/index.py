"""A report's cells as arrays: for each cell its labels, headers, headings, years and kind, by index into distinct texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tables.strings import Strings, collapsed
from tieout.engines.tables.values import read_printed
from tieout.engines.tables.view import CellView, ReportView, TableView, plain
from tieout.engines.tables.years import years_in

__all__ = ["KINDS", "ROLES", "ReportIndex", "index_of"]

ROLES = ("label", "section", "outer", "header", "near", "heading", "outer_heading", "above", "bag", "file")
"""What texts do for a cell: the labels of its row; the label-only row above it, and the one above that; its column's headers;
the nearest text above it in its column; the table's heading, and the one around it; the nearest line above the table, or else
its corner, that says more than a unit or a date; what the table's headers and first labels say together; the file's number,
which says the part of the report."""

KINDS = ("number", "dash", "text", "long")
_MOST_CELLS = 400_000  # of a report; further tables are left out

Ints = NDArray[np.int32]
_NO_CAPTION = re.compile(r"\(?単位|[(〔\[]?(?:百万|千)?円[)〕\]]?$|(?:\(?自?Y|前|当).{0,30}$|至?Y.{0,12}$|\(?注")
_DASHES = frozenset("-－―─—–ー−‐")
_LAST = re.compile(r"前々|前(?:連結|事業|会計|期|年度|年)")
_THIS = re.compile(r"当(?:連結|事業|会計|期(?!首|末|変|純|包)|年度)")


class _Row(NamedTuple):
    """``years`` is the year that the row's labels say, else the label-only row above it."""

    label: str
    section: str
    outer: str
    years: int
    opening: bool


@dataclass(slots=True)
class ReportIndex:
    """Parallel arrays, one entry a cell. Years are 0 where nothing says one."""

    view: ReportView
    strings: dict[str, Strings]
    roles: dict[str, Ints]
    cells: list[CellView]
    table: Ints
    row: Ints
    column: Ints
    kind: Ints
    header_year: Ints
    label_year: Ints
    near_year: Ints
    above_year: Ints
    opening: Ints
    in_header: Ints
    in_label: Ints
    right: Ints
    starts: Ints
    """Cells of the n-th table are those from starts[n] up to starts[n + 1]."""

    def any_year(self) -> Ints:
        """The year that the nearest text says, of an opening balance the year before; 0 where none does."""
        if "any_year" not in self.view.cache:
            label_or_above = np.where(self.label_year > 0, self.label_year, self.above_year)
            known = np.where(
                self.near_year > 0, self.near_year, np.where(self.header_year > 0, self.header_year, label_or_above)
            )
            self.view.cache["any_year"] = np.where(known > 0, known - self.opening, 0).astype(np.int32)
        years: Ints = self.view.cache["any_year"]
        return years

    def of_table(self, place: int) -> NDArray[np.int64]:
        return np.arange(self.starts[place], self.starts[place + 1])


def index_of(view: ReportView) -> ReportIndex:
    """The report's index; made once and kept with the view."""
    found: ReportIndex | None = view.cache.get("index")
    if found is None:
        found = view.cache["index"] = _build(view)
    return found


_NUMBERS = (
    *("table", "row", "column", "kind", "header_year", "label_year", "near_year", "above_year"),
    *("opening", "in_header", "in_label", "right"),
)
"""The arrays that are no role, in the order in which `_table_rows` gives them."""


def _build(view: ReportView) -> ReportIndex:
    strings = {role: Strings() for role in ROLES}
    rows: list[tuple[int, ...]] = []
    cells: list[CellView] = []
    starts = [0]
    for place, table in enumerate(view.tables):
        if len(rows) <= _MOST_CELLS:
            for cell, values in _table_rows(table, place, view.year or 0, strings):
                cells.append(cell)
                rows.append(values)
        starts.append(len(rows))
    for one in strings.values():
        one.freeze()
    width = len(ROLES) + len(_NUMBERS)
    columns = np.array(rows, dtype=np.int32).reshape(len(rows), width).T
    roles = {role: columns[place] for place, role in enumerate(ROLES)}
    named = dict(zip(_NUMBERS, columns[len(ROLES) :], strict=True))
    return ReportIndex(view, strings, roles, cells, starts=np.array(starts, dtype=np.int32), **named)


_Rows = list[tuple[CellView, tuple[int, ...]]]


def _table_rows(table: TableView, place: int, this_year: int, strings: dict[str, Strings]) -> _Rows:
    filled = [cell for cell in table.cells if cell.rows and cell.text]
    kinds = {cell.id: _kind(cell.text) for cell in filled}
    rows = _rows(table, filled, kinds, this_year)
    headers, header_years = _headers(table, filled, this_year)
    heading = collapsed(table.headings[-1]) if table.headings else ""
    outer_heading = collapsed(table.headings[-2]) if len(table.headings) > 1 else ""
    above = _line_above(table)
    above_year = next((year for line in reversed(table.above) if (year := _year(plain(line), this_year))), 0)
    first = [rows[r].label for r in sorted(rows)[:6]]
    bag = "|".join(dict.fromkeys([*headers.values(), *first]))[:300]
    fixed = [
        strings[role].add(text)
        for role, text in (
            ("heading", heading), ("outer_heading", outer_heading), ("above", above), ("bag", bag),
            ("file", _file_code(table.file)),
        )
    ]  # fmt: skip
    last_column = max((cell.column for cell in filled), default=0)
    near: dict[int, tuple[str, int]] = {}
    out = []
    for cell in sorted(filled, key=lambda cell: (cell.row, cell.column)):
        row = rows.get(cell.row) or _Row("", "", "", 0, False)
        in_label = cell.column < table.label_columns
        near_text, near_year = near.get(cell.column, ("", 0))
        texts = (
            "" if cell.column == 0 else row.label, row.section, row.outer, headers.get(cell.column, ""), near_text,
        )  # fmt: skip
        values = [strings[role].add(text) for role, text in zip(ROLES, texts, strict=False)]
        kind = kinds[cell.id]
        out.append(
            (
                cell,
                (
                    *values, *fixed, place, cell.row, cell.column, kind, header_years.get(cell.column, 0), row.years, near_year,
                    above_year, int(row.opening), int(cell.row < table.header_rows), int(in_label), last_column - cell.column,
                ),
            )
        )  # fmt: skip
        if kind >= 2 and cell.row >= table.header_rows:
            text = collapsed(cell.text)
            year = _year(plain(cell.text), this_year)
            for column in range(cell.column, cell.column + min(cell.columns, 200)):
                near[column] = (text, year)
    return out


def _line_above(table: TableView) -> str:
    """What tells tables of one form apart: 帳簿価額, 取得原価 or 減価償却累計額 above each, or in its corner."""
    for line in reversed(table.above):
        text = collapsed(line).lstrip("(0).、")
        if text and not _NO_CAPTION.match(text):
            return text
    corner = next((collapsed(cell.text) for cell in table.cells if cell.text and cell.row == 0 and cell.column == 0), "")
    return "" if _NO_CAPTION.match(corner) else corner


def _rows(table: TableView, filled: list[CellView], kinds: dict[str, int], this_year: int) -> dict[int, _Row]:
    labels: dict[int, list[str]] = {}
    valued: set[int] = set()
    for cell in filled:
        if cell.column < table.label_columns:
            for r in range(cell.row, cell.row + min(cell.rows, 500)):
                labels.setdefault(r, []).append(cell.text)
        elif cell.row >= table.header_rows:
            valued.update(range(cell.row, cell.row + min(cell.rows, 500)))
    rows: dict[int, _Row] = {}
    section = outer = ""
    year_above = 0
    for r in sorted({*labels, *valued}):
        texts = labels.get(r, [])
        label = "|".join(dict.fromkeys(filter(None, map(collapsed, texts))))
        flat = plain("".join(texts))
        year = _year(flat, this_year)
        rows[r] = _Row(label, section, outer, year or year_above, "期首" in flat)
        if r not in valued and r >= table.header_rows and label:
            section, outer = label, section
            year_above = year or year_above
    return rows


def _headers(table: TableView, filled: list[CellView], this_year: int) -> tuple[dict[int, str], dict[int, int]]:
    texts: dict[int, list[str]] = {}
    for cell in filled:
        if cell.row < table.header_rows:
            for column in range(cell.column, cell.column + min(cell.columns, 500)):
                texts.setdefault(column, []).append(cell.text)
    headers = {c: "|".join(dict.fromkeys(filter(None, map(collapsed, parts)))) for c, parts in texts.items()}
    years = {c: next((y for part in reversed(parts) if (y := _year(plain(part), this_year))), 0) for c, parts in texts.items()}
    return headers, years


def _year(flat: str, this_year: int) -> int:
    """The latest year that a text names (of a period from … to …, its end), or the one that 前 or 当 means; else 0."""
    years = years_in(flat)
    if years:
        return max(years)
    if this_year and (found := _LAST.search(flat)):
        return this_year - (2 if found[0] == "前々" else 1)
    if this_year and _THIS.search(flat):
        return this_year
    return 0


def _kind(text: str) -> int:
    printed = read_printed(text)
    if printed is not None and printed.bare:
        return 0
    flat = "".join(text.split())
    if set(flat) <= _DASHES:
        return 1
    return 2 if len(flat) <= 20 else 3


def _file_code(file: str) -> str:
    """The seven digits that EDINET gives each file by its part of the report."""
    digits = re.findall(r"\d{7}", file)
    return digits[-1] if digits else ""
