"""What the engine needs of a report: its tables as plain rows of cells, with the headings and lines that stand above them.

A `ReportView` is small, knows nothing of markup, and goes to JSON and back, so that a parsed report can be kept on disk.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tieout.engines.tables.years import western
from tieout.report import Report
from tieout.report.layout import Block, Page, Table

__all__ = ["CellView", "ReportView", "TableView", "plain", "view_of"]

_MOST_LINES = 8  # lines above a table that may say its unit or its period
_LONGEST_LINE = 240
_LONGEST_TEXT = 400
_PERIOD = re.compile(r"至.{0,6}?((?:19|20)\d\d|令和\d{1,2}|令和元|平成\d{1,2})年(\d{1,2})月(\d{1,2})日")


class CellView(NamedTuple):
    """A cell that covers ``rows`` × ``columns`` places of the grid from (row, column) on; ``text`` is its stored text."""

    id: str
    row: int
    column: int
    rows: int
    columns: int
    text: str
    header: bool


@dataclass(slots=True)
class TableView:
    """One table. ``above`` are the lines between the table before and this one, nearest last.

    ``after`` is the number of tables since the last line of text: a table with ``after`` > 0 follows another immediately,
    perhaps as its continuation.
    """

    id: str
    file: str
    page: int
    rows: int
    columns: int
    header_rows: int
    label_columns: int
    headings: tuple[str, ...]
    above: tuple[str, ...]
    after: int
    cells: list[CellView]
    cache: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


@dataclass(slots=True)
class ReportView:
    """A report's name, the year in which its business year ends (None: it doesn't say), and its tables in reading order."""

    name: str
    year: int | None
    company: str
    tables: list[TableView]
    places: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """By a table's id, its place in ``tables``."""
    cache: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        places: dict[str, int] = {}
        for place, table in enumerate(self.tables):
            places.setdefault(table.id, place)
        self.places = places

    def table(self, id_: str) -> TableView | None:
        place = self.places.get(id_)
        return None if place is None else self.tables[place]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "year": self.year,
            "company": self.company,
            "tables": [
                [t.id, t.file, t.page, t.rows, t.columns, t.header_rows, t.label_columns, t.headings, t.above, t.after, t.cells]
                for t in self.tables
            ],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> ReportView:
        """The inverse of `to_json`; raises KeyError, TypeError or ValueError for anything else."""
        tables = [
            _table_from(head, tuple(headings), tuple(above), after, [CellView(*cell) for cell in cells])
            for *head, headings, above, after, cells in content["tables"]
        ]
        return cls(content["name"], content["year"], content["company"], tables)


def _table_from(head: list[Any], *rest: Any) -> TableView:
    id_, file, page, rows, columns, header_rows, label_columns = head
    return TableView(id_, file, page, rows, columns, header_rows, label_columns, *rest)


def plain(text: str) -> str:
    """Text as labels are compared: compatibility forms (full width, circled numbers) resolved, and no white space."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def view_of(report: Report) -> ReportView:
    """The report's printed tables; texts of over 400 characters are cut, for no label or amount is that long."""
    tables: list[TableView] = []
    for file_pages in _by_file(report.pages):
        tables.extend(_tables(file_pages))
    lines = [_short(block.text, _LONGEST_LINE) for block in report.blocks[:400]]
    covers = [cell.text for table in report.tables[:6] for cell in table.cells]
    return ReportView(report.name, _year(lines, tables), _company([*covers, *lines]), tables)


def _by_file(pages: Iterable[Page]) -> list[list[Page]]:
    files: dict[str, list[Page]] = {}
    for page in pages:
        files.setdefault(page.file, []).append(page)
    return list(files.values())


def _tables(pages: Sequence[Page]) -> list[TableView]:
    tables: list[TableView] = []
    above: list[str] = []
    after = 0
    for page in pages:
        for item in page.items:
            if item.hidden:
                continue
            if isinstance(item, Block):
                above, after = [*above, _short(item.text, _LONGEST_LINE)][-_MOST_LINES:], 0
                continue
            view = _table(item, tuple(above), after)
            tables.append(view)
            texts = [cell.text for cell in view.cells if cell.text]
            # A table of one or two texts is a line that was set as a table: most often the unit or the period.
            if len(texts) <= 2:
                above = [*above, *(_short(text, _LONGEST_LINE) for text in texts)][-_MOST_LINES:]
            else:
                above, after = [], after + 1
    return tables


def _table(table: Table, above: tuple[str, ...], after: int) -> TableView:
    cells = [
        CellView(cell.id, cell.row, cell.column, cell.row_span, cell.column_span, _short(cell.text, _LONGEST_TEXT), cell.header)
        for cell in table.cells
    ]
    lines = (*above, _short(table.caption, _LONGEST_LINE)) if table.caption else above
    return TableView(
        table.id, table.file, table.page, table.rows, table.columns, table.header_rows, table.label_columns,
        tuple(_short(heading, 80) for heading in table.headings[-6:]), lines, after, cells,
    )  # fmt: skip


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most]


def _year(lines: Iterable[str], tables: Sequence[TableView]) -> int | None:
    """The year in which the business year ends.

    The cover says it beside 事業年度; where there is no cover, the latest year that several headers or lines end a period in.
    """
    covers = [cell.text for table in tables[:3] for cell in table.cells]
    for text in [*covers, *lines]:
        flat = plain(text)
        if flat.startswith(("第", "自", "【事業年度】")) and (found := _PERIOD.search(flat)):
            return western(found[1])
    years: Counter[int] = Counter()
    for table in tables:
        for text in [*table.above, *(cell.text for cell in table.cells if cell.row < table.header_rows)]:
            found = _PERIOD.search(plain(text)) if "至" in text else None
            year = western(found[1]) if found else None
            if year is not None:
                years[year] += 1
    return max((year for year, count in years.items() if count >= 3), default=None)


def _company(texts: Iterable[str]) -> str:
    """What stands after 【会社名】 on the cover; empty when nothing does."""
    known = [text for text in texts if text.strip()]
    for place, text in enumerate(known):
        flat = plain(text)
        if flat.startswith("【会社名】"):
            rest = flat.removeprefix("【会社名】")
            return rest or (plain(known[place + 1]) if place + 1 < len(known) else "")
    return ""
