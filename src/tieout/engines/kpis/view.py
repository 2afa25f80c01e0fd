"""A report as the KPI engine sees it: tables as labelled rows whose columns have fiscal years, with scale and currency."""

from __future__ import annotations

import re
import threading
import weakref
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tieout.engines.kpis.calendar import Calendar, read_calendar
from tieout.engines.kpis.labels import matches, normalise
from tieout.engines.kpis.periods import Span, span_of, years_in
from tieout.engines.kpis.repair import halves_of_label, two_amounts, with_lost_heads
from tieout.engines.kpis.scales import measure_in
from tieout.engines.kpis.sides import halves
from tieout.report import Report
from tieout.report.amounts import Amount, read_amount
from tieout.report.layout import Block, Cell, Page, Table

__all__ = ["Column", "ReportView", "Row", "TableView", "Value", "view_of"]

_LINES_ABOVE = 8
_LONGEST_LINE = 400
_MOST_ROWS, _MOST_COLUMNS = 3_000, 60
_UNDATED = Span(None, None, False, False)
_WORDS = re.compile(r"[A-Za-z]{3}")
_NOTE = re.compile(r"notes?(?: no\.?| nos\.?)?|ref\.?|see notes?", re.I)
_MONTHS_ENDED = re.compile(r"\b(?:three|six|nine)\s+months\s+ended|\bquarters?\s+ended|\b(?:13|26|39)\s+weeks\s+ended", re.I)
_WHOLE_YEAR = re.compile(r"\byears?\b|\btwelve\b|\b12 months|\bannual|\b5[23] weeks", re.I)
_HEAD_LINE = 160
_LEAST_FULL = 4
_IN_BRACKETS = re.compile(r"\([^()]*\)?")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of amounts: what its header says, and the fiscal year that it is about (None where it is about none)."""

    index: int
    header: str
    span: Span
    year: int | None


@dataclass(frozen=True, slots=True)
class Value:
    """An amount of a row, and the fiscal year of its column."""

    cell: Cell
    amount: Amount
    column: int
    year: int | None


@dataclass(slots=True)
class Row:
    """A labelled row. ``name`` is the label in its one form, ``sections`` those of label-only rows above, nearest last."""

    index: int
    label: str
    name: str
    sections: tuple[str, ...]
    values: list[Value]

    def value(self, year: int) -> Value | None:
        return next((value for value in self.values if value.year == year), None)


@dataclass(slots=True)
class TableView:
    """A table with amounts. ``above`` is what stands over it, nearest last; ``scale`` and ``shares`` are powers of ten."""

    number: int
    table: Table
    page: int
    above: str
    headings: str
    columns: tuple[Column, ...]
    rows: list[Row]
    scale: int | None
    currency: str | None
    shares: int | None

    def years(self) -> list[int]:
        return sorted({v.year for row in self.rows for v in row.values if v.year is not None}, reverse=True)


@dataclass(slots=True)
class ReportView:
    """A report's tables with amounts, in reading order, and what holds for all of it.

    It doesn't hold the report, for which it is kept as long as that lives.
    """

    name: str
    pages: Sequence[Page]
    calendar: Calendar
    tables: list[TableView]
    scale: int
    currency: str | None
    kept: dict[str, object] = field(default_factory=dict)
    """What engines worked out about the report, by their own keys."""


_views: weakref.WeakKeyDictionary[Report, ReportView] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def view_of(report: Report) -> ReportView:
    """The view of a report; made once, and kept as long as the report is."""
    with _lock:
        found = _views.get(report)
    if found is None:
        found = _make(report)
        with _lock:
            _views[report] = found
    return found


def _make(report: Report) -> ReportView:
    drafts = list(_drafts(report.pages, _parted_by_dots(report.pages)))
    spans = [span for draft in drafts for span in draft.spans.values()]
    first = [page.text for page in report.pages[:10]]
    texts = "\n".join(block.text for block in report.blocks)
    calendar = read_calendar(first, spans, texts)
    tables: list[TableView] = []
    for draft in drafts:
        tables.append(draft.finished(calendar, tables[-1] if tables else None, len(tables)))
    scale = _usual(Counter(t.scale for t in tables if t.scale is not None and len(t.rows) > 4), 0)
    currencies = Counter(t.currency for t in tables if t.currency is not None)
    currency = currencies.most_common(1)[0][0] if currencies else _spoken(first)
    return ReportView(report.name, report.pages, calendar, tables, scale, currency)


def _usual(counted: Counter[int | None], otherwise: int) -> int:
    best = counted.most_common(1)
    return best[0][0] if best and best[0][0] is not None else otherwise


def _spoken(pages: Sequence[str]) -> str | None:
    return next((code for page in pages for line in page.split("\n") if (code := measure_in(line).currency)), None)


_CONTINENTAL = re.compile(r"[-(−$€£ ]*(?:[0-9]{1,3}(?:\.[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2})\)?")
_ENGLISH = re.compile(r"[-(−$€£ ]*[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\)?")
_DOTTED = re.compile(r"[-(−$€£ ]*[0-9]{1,3}(?:\.[0-9]{3})+\)?")
_LEAST_CONTINENTAL, _TIMES = 4, 5


def _parted_by_dots(pages: Sequence[Page]) -> bool:
    """Whether dots part the thousands of the report's amounts, as in much of Europe: ``2.418.500``, ``888.300``."""
    dots = commas = 0
    for page in pages:
        for table in page.tables:
            for cell in table.cells:
                text = cell.text
                if 4 < len(text) < 30:
                    dots += "." in text and _CONTINENTAL.fullmatch(text) is not None
                    commas += "," in text and _ENGLISH.fullmatch(text) is not None
    return dots >= _LEAST_CONTINENTAL and dots > commas * _TIMES


def _drafts(pages: Sequence[Page], dotted: bool) -> Iterator[_Draft]:
    for page in pages:
        above: list[str] = []
        for item in page.items:
            if item.hidden:
                continue
            if isinstance(item, Block):
                above.append(item.display[:_LONGEST_LINE])
                continue
            if 1 < item.rows <= _MOST_ROWS and item.columns <= _MOST_COLUMNS:
                for first, last in halves(item):
                    draft = _Draft(item, page.number, above[-_LINES_ABOVE:], first, last, dotted)
                    if draft.rows:
                        yield draft
            above = above[-2:]


class _Draft:
    """A table while its report's calendar is not known yet."""

    def __init__(self, table: Table, page: int, above: list[str], first: int, last: int, dotted: bool) -> None:
        self.table, self.page, self.above, self.first, self.last, self.dotted = table, page, above, first, last, dotted
        self.spans: dict[int, Span] = {}
        self.headers: dict[int, str] = {}
        self.top: list[str] = []
        self.rows: list[tuple[int, str, tuple[str, ...], list[tuple[Cell, Amount]], dict[int, str]]] = []
        self._read()

    def _read(self) -> None:
        headers: dict[int, list[str]] = {}
        sections: list[tuple[float, str]] = []
        began = renewed = fresh = False
        begun = ""
        notes: set[int] = set()
        for r in range(self.table.rows):
            cells = [cell for cell in _row_cells(self.table, r, self.first, self.last) if cell.column not in notes]
            if not cells:
                continue
            label, amounts = _split(cells, self.first, self.dotted)
            if not began and _are_years(amounts, cells, self.first):
                amounts = []
            if not amounts and began and (both := _two_rows(cells, self.first)):
                self.rows.extend((r, name, _names_of(sections), some, self.headers) for name, some in both)
                continue
            if not amounts and _is_header(cells, began, self.first):
                if began and not renewed:
                    headers, renewed = {}, True
                self._add_headers(headers, cells)
                notes.update(cell.column for cell in cells if cell.column > self.first and _NOTE.fullmatch(cell.text.strip()))
                if not began:
                    self.top.extend(cell.display[:_LONGEST_LINE] for cell in cells)
                continue
            if not amounts:
                if label:
                    indent = cells[0].indent
                    # Of two labels with no row between, the first stands over the second, however far both are indented.
                    while sections and sections[-1][0] >= indent and not (fresh and sections[-1][0] == indent):
                        sections.pop()
                    sections.append((indent, normalise(label)))
                    fresh, begun = True, label
                    if not began:
                        self.top.append(label[:_LONGEST_LINE])
                continue
            if not began or renewed:
                began, renewed = True, False
                self.headers = {c: " | ".join(texts) for c, texts in headers.items()}
            told = self.headers
            if fresh and _CONTINUES.match(label) and not begun.rstrip().endswith((":", ".")) and _names_kpi(begun, label):
                sections.pop()
                label = f"{begun} {label}"
            fresh = False
            for c, text in told.items():
                self.spans.setdefault(c, span_of(text))
            self.rows.append((r, label, _names_of(sections), amounts, told))

    @staticmethod
    def _add_headers(headers: dict[int, list[str]], cells: Sequence[Cell]) -> None:
        for cell in cells:
            for c in range(cell.column, cell.column + max(1, cell.column_span)):
                texts = headers.setdefault(c, [])
                if not texts or texts[-1] != cell.display:
                    texts.append(cell.display[:_LONGEST_LINE])

    def finished(self, calendar: Calendar, before: TableView | None, number: int) -> TableView:
        amount_columns = sorted({cell.column for _, _, _, amounts, _ in self.rows for cell, _ in amounts})
        spans = {c: span_of(self.headers.get(c, "")) for c in amount_columns}
        if not any(span.dated for span in spans.values()):
            spans = self._borrowed(spans, amount_columns, before)
        elif self._is_full(len(spans)):
            spans = dict(with_lost_heads(spans, self.headers, calendar))
        if self._of_part_of_year():
            spans = {c: replace(span, part=span.part or span.dated) for c, span in spans.items()}
        columns = tuple(Column(c, self.headers.get(c, ""), s, _year(s, calendar)) for c, s in spans.items())
        rows = []
        for index, label, sections, amounts, told in self.rows:
            own = (
                columns
                if told is self.headers or told == self.headers
                else tuple(
                    Column(c, told.get(c, ""), s := span_of(told.get(c, "")), _year(s, calendar)) for c in amount_columns
                )
            )
            rows.append(Row(index, label, normalise(label), sections, _values(amounts, own)))
        lines = [*self.above, self.table.caption, *self.top, *self.headers.values()]
        scale, currency, shares = _measure(lines, self.table.headings[-1:])
        if scale is None and before is not None and 0 <= self.page - before.page <= 1 and _alike(before, rows):
            scale, shares = before.scale, before.shares
        if currency is None:
            units = (amount.unit for _, _, _, found, _ in self.rows for _, amount in found)
            currency = next((unit[8:] for unit in units if unit is not None and unit.startswith("iso4217:")), None)
        above = " \n ".join(line for line in (*self.above, self.table.caption, *self.top) if line).casefold()
        headings = " \n ".join(self.table.headings).casefold()
        return TableView(number, self.table, self.page, above, headings, columns, rows, scale, currency, shares)

    def _is_full(self, columns: int) -> bool:
        """Whether most rows have an amount in every column, as a statement's have."""
        full = sum(1 for _, _, _, amounts, _ in self.rows if len(amounts) == columns)
        return full >= _LEAST_FULL and full * 2 > len(self.rows)

    def _of_part_of_year(self) -> bool:
        """Whether a line right above, or the head of the labels, says ``for the three months ended``, and no column does."""
        near = [line for line in (*self.above[-2:], *self.top[:4]) if len(line) < _HEAD_LINE]
        said = any(_MONTHS_ENDED.search(line) for line in near)
        return said and not any(_WHOLE_YEAR.search(line) for line in (*near, *self.headers.values()))

    def _borrowed(self, spans: dict[int, Span], columns: list[int], before: TableView | None) -> dict[int, Span]:
        """Years of columns without a header: those that the lines above name, else those of the table continued here."""
        named = sum(1 for c in columns if _WORDS.search(_IN_BRACKETS.sub("", self.headers.get(c, ""))))
        if named * 2 > len(columns):
            return spans
        for line in reversed(self.above[-4:]):
            years = years_in(line)
            if len(set(years)) > 1 and len(years) == len(columns):
                return {c: Span(None, y, False, False) for c, y in zip(columns, years, strict=True)}
        if before is not None and 0 <= self.page - before.page <= 1:
            dated = [column.span for column in before.columns if column.span.dated and not column.span.change]
            if dated and len(dated) == len(columns):
                return dict(zip(columns, dated, strict=True))
            if dated and [column.index for column in before.columns] == columns:
                return {column.index: column.span for column in before.columns}  # with columns of rates between those of years
        return spans


def _names_of(sections: Sequence[tuple[float, str]]) -> tuple[str, ...]:
    return tuple(name for _, name in sections[-3:])


def _two_rows(cells: Sequence[Cell], first: int) -> list[tuple[str, list[tuple[Cell, Amount]]]]:
    """The two rows that a row without an amount is, where its cells have two amounts each and its label is two names."""
    pairs = [(cell, two_amounts(cell)) for cell in cells if cell.column > first]
    if not pairs or any(pair is None for _, pair in pairs):
        return []
    label = " ".join(cell.display for cell in cells if cell.column <= first)
    names = halves_of_label(label)
    if names is None:
        return []
    return [(names[i], [(cell, pair[i]) for cell, pair in pairs if pair is not None]) for i in (0, 1)]


def _row_cells(table: Table, r: int, first: int, last: int) -> list[Cell]:
    """Cells with text that begin in the row, from the left, among columns from ``first`` to before ``last``."""
    cells = []
    for c in range(first, last):
        cell = table.get(r, c)
        if cell is not None and cell.text and cell.column == c and (cell.row == r or c == first):
            cells.append(cell)
    return cells


_CONTINUES = re.compile(r"[a-z(]")


def _names_kpi(one: str, other: str) -> bool:
    """Whether two lines of a label are together the name of a KPI, and the second alone is less so."""
    whole = max((sure for _, sure in matches(normalise(f"{one} {other}"))), default=0.0)
    own = max((sure for _, sure in matches(normalise(other))), default=0.0)
    return whole >= _SURE_JOINED and whole > own


_SURE_JOINED = 0.8


def _split(cells: Sequence[Cell], first: int, dotted: bool) -> tuple[str, list[tuple[Cell, Amount]]]:
    """The texts before the first amount, and the amounts."""
    label: list[str] = []
    amounts: list[tuple[Cell, Amount]] = []
    for cell in cells:
        amount = _amount(cell, dotted) if cell.column > first or len(cells) == 1 else None
        if amount is not None and cell.column != first:
            amounts.append((cell, amount))
        elif not amounts:
            label.append(cell.display)
    return " ".join(label), amounts


_PERIOD = re.compile(r"\b(?:ended|ending|months?|weeks?|quarters?)\b", re.I)
_SPACED = re.compile(r"[-(−$€£ ]*[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]{1,2})?\)?")
_DECIMAL_COMMA = re.compile(r"[-(−$€£ ]*[0-9]{1,3}(?:[. \u00a0][0-9]{3})*,[0-9]{1,2}\)?")
_SWAPPED = str.maketrans({".": ",", ",": ".", " ": "\u00a0"})


def _amount(cell: Cell, dotted: bool = False) -> Amount | None:
    """The cell's amount, also where thousands are parted by spaces, or decimals by a comma, as much of Europe prints them."""
    if dotted and len(cell.text) < 30 and _DOTTED.fullmatch(cell.text):
        return read_amount(cell.text.replace(".", ","))
    if cell.amount is not None or len(cell.text) > 30:
        # ``Three months ended`` is a head, and no amount of 3.
        return None if cell.amount is not None and _PERIOD.search(cell.text) else cell.amount
    if _DECIMAL_COMMA.fullmatch(cell.text):
        return read_amount(cell.text.translate(_SWAPPED))
    return read_amount(cell.text.replace(" ", "\u00a0")) if _SPACED.fullmatch(cell.text) else None


_FOUR_DIGITS = re.compile(r"[0-9]{4}")


def _are_years(amounts: Sequence[tuple[Cell, Amount]], cells: Sequence[Cell], first: int) -> bool:
    """Heads of years of which one or two were read wrongly, and so look like amounts: ``2824 | 2023 | 2022``."""
    years = sum(1 for cell in cells if cell.column > first and span_of(cell.display).dated)
    return 0 < len(amounts) <= years and all(_FOUR_DIGITS.fullmatch(cell.text.strip()) for cell, _ in amounts)


def _is_header(cells: Sequence[Cell], began: bool, first: int) -> bool:
    """A row without amounts is a header where a cell beyond the first column has text; in the body, where one has a year."""
    beyond = [cell for cell in cells if cell.column > first]
    if not beyond and not (len(cells) == 1 and cells[0].column_span > 2 and span_of(cells[0].display).dated and not began):
        return False
    return not began or sum(1 for cell in beyond if span_of(cell.display).dated) >= 1


def _year(span: Span, calendar: Calendar) -> int | None:
    return None if span.part or span.change else calendar.year_of(span)


def _values(amounts: Sequence[tuple[Cell, Amount]], columns: Sequence[Column]) -> list[Value]:
    """Amounts with the years of their columns; where they stand beside the dated columns but are as many, by order."""
    by_index = {column.index: column for column in columns}
    skip = {column.index for column in columns if column.span.change}
    kept = [(cell, amount) for cell, amount in amounts if cell.column not in skip]
    dated = [column for column in columns if column.span.dated and not column.span.change]
    found = [by_index.get(cell.column) for cell, _ in kept]
    if len(kept) == len(dated) and any(column is None or not column.span.dated for column in found):
        found = list(dated)
    return [
        Value(cell, amount, cell.column, column.year if column is not None else None)
        for (cell, amount), column in zip(kept, found, strict=True)
    ]


def _measure(lines: Sequence[str], headings: Sequence[str]) -> tuple[int | None, str | None, int | None]:
    """From the nearest line that says it: those in the table first, then upwards."""
    scale: int | None = None
    currency: str | None = None
    shares: int | None = None
    for line in (*reversed(lines), *headings):
        if len(line) > 260:
            continue
        told = measure_in(line)
        if scale is None and told.scale is not None:
            scale, shares = told.scale, told.shares
        currency = currency or told.currency
    return scale, currency, shares


def _alike(before: TableView, rows: Sequence[Row]) -> bool:
    """As wide as the table before it, as a table continued on the next page is."""
    widths = [max((len(row.values) for row in some), default=0) for some in (before.rows, rows)]
    return widths[0] == widths[1]
