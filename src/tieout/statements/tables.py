"""Statements from the printed tables, for a filing that comes without presentation networks: as it stands on paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tieout.reading.layout.headers import names_unit
from tieout.report import Cell, Fact, Report, Table
from tieout.report.showing import plain
from tieout.statements.kinds import anchors, kind_of_title
from tieout.statements.model import PRIMARY, TITLES, Kind, Row, Statement

__all__ = ["statements_from_tables"]

# A table with fewer tagged numbers is part of a sentence or a cover page.
_LEAST_FACTS = 3
# With fewer telling concepts than this a table is a note that mentions a total.
_LEAST_ANCHORS = 2
_DEEPEST = 6
# A statement of equity may have a table for each year or quarter.
_MOST_YEARS = 6
_TITLE_IN_TABLE = re.compile(r"\bstatements? of \w|\bbalance sheets?\b|計算書|貸借対照表", re.IGNORECASE)
_PERIOD = re.compile(r"\b(?:19|20)\d\d\b|\b(?:months|weeks|years?|quarters?) ended\b", re.IGNORECASE)
# What stands under a title and says in what the figures are: "(In millions, except per share data)", 「単位：百万円」.
_UNIT_LINE = re.compile(
    r"^[(（\[［]?\s*(?:(?:dollars|amounts|figures|usd|u\.s\.|expressed|all|[$€£¥]|and|shares)[\s,]+)*in\s+\S*\s*"
    r"(?:thousands|millions|billions)|^[(（【]?\s*単位|^\(",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Tagged:
    """A printed table and the facts in its cells, by the cell's id."""

    table: Table
    in_cells: dict[str, list[Fact]]
    facts: int

    @property
    def names(self) -> list[str]:
        return [fact.concept for found in self.in_cells.values() for fact in found]


def statements_from_tables(report: Report) -> list[Statement]:
    """A statement for each printed table with several tagged numbers, in reading order."""
    tagged = _tagged_tables(report)
    kinds = _kinds([(t.names, _heading_text(t.table)) for t in tagged])
    return [_statement(t, kind) for t, kind in zip(tagged, kinds, strict=True)]


def _tagged_tables(report: Report) -> list[_Tagged]:
    by_table: dict[str, dict[str, list[Fact]]] = {}
    counts: Counter[str] = Counter()
    for fact in report.facts:
        if not fact.is_numeric or fact.hidden:
            continue
        where = fact.evidence
        if where.table is not None and where.cell is not None:
            by_table.setdefault(where.table, {}).setdefault(where.cell, []).append(fact)
            counts[where.table] += 1
    return [_Tagged(t, by_table[t.id], counts[t.id]) for t in report.tables if counts[t.id] >= _LEAST_FACTS]


def _kinds(tables: Sequence[tuple[Iterable[str], str]]) -> list[Kind]:
    """The kind of each table: for each primary statement the table that tells most of it, and its continuation.

    ``tables`` are (concepts, heading) pairs in reading order. A statement that runs over two tables has its second part
    right after the first; a condensed one (a parent company's, a segment's) comes later and tells less.
    """
    scores = [anchors(dict.fromkeys(names)) for names, _ in tables]
    titles = [kind_of_title(title) for _, title in tables]
    kinds: list[Kind] = ["other"] * len(tables)
    for kind in ("balance", "cash-flow", "income", "equity", "comprehensive"):
        strength = [
            s.get(kind, 0) + (2 if t == kind else 0) if k == "other" and s.get(kind, 0) >= _needed(kind) else 0
            for s, t, k in zip(scores, titles, kinds, strict=True)
        ]
        best = max(strength, default=0)
        if not best:
            continue
        at = strength.index(best)
        kinds[at] = kind
        for step in (-1, 1):
            for beside in range(at + step, at + step * (_MOST_YEARS if kind == "equity" else 2), step):
                if not (0 <= beside < len(tables) and strength[beside] * 2 >= best and _goes_on(scores[beside], kind)):
                    break
                kinds[beside] = kind
    return kinds


def _goes_on(scores: Mapping[Kind, int], kind: Kind) -> bool:
    """A table beside a statement can be its other part: a year of equity tells comprehensive income too, but more of equity."""
    return kind != "comprehensive" or scores.get("equity", 0) <= scores.get(kind, 0)


def _needed(kind: str) -> int:
    return 1 if kind == "comprehensive" else _LEAST_ANCHORS


def _heading_text(table: Table) -> str:
    return " ".join(h for h in (*table.headings[-2:], table.caption) if h)


def _statement(tagged: _Tagged, kind: Kind) -> Statement:
    table = tagged.table
    title, note = _title(table, kind)
    shown = _value_columns(table)
    depths = _depths(table)
    rows = [
        r for i in range(table.header_rows, table.rows) if (r := _row(table, i, shown, tagged.in_cells, depths)) is not None
    ]
    heads = [_without_titles(table.column_headers(c)) for c in shown]
    columns = [tuple(plain(h) for h in own) for own, _, _ in heads]
    title = next((t for _, t, _ in heads if t), title)
    note = note or next((n for _, _, n in heads if n), "")
    return Statement(title, kind, columns, rows, note, table.page, tagged.facts, table.printed_page)


def _title(table: Table, kind: Kind) -> tuple[str, str]:
    """The nearest heading that reads like a title, and the line that says the unit (``In millions``)."""
    above = [_short(h) for h in (*table.headings, table.caption) if h]
    titles = [h for h in above if not _UNIT_LINE.match(h)]
    wanted = (kind,) if kind != "other" else PRIMARY
    title = next((h for h in reversed(titles) if kind_of_title(h) in wanted), "")
    title = title or TITLES.get(kind, "") or (titles[-1] if titles else f"Table on page {table.page}")
    return title, next((h for h in reversed(above) if _UNIT_LINE.match(h)), "")


def _without_titles(heads: Sequence[str]) -> tuple[Sequence[str], str, str]:
    """Heads of a column without what some filers put into the table's first rows: (the column's own, title, unit line).

    The unit may stand above the years or below them, so only its own line goes. Above a title only the company's name stands.
    """
    titled = max((i for i, h in enumerate(heads) if _TITLE_IN_TABLE.search(h)), default=-1)
    title = next((h for h in heads if _TITLE_IN_TABLE.search(h)), "")
    unit = next((h for h in heads if names_unit(h)), "")
    own = [h for i, h in enumerate(heads) if not names_unit(h) and (i > titled or (i < titled and _PERIOD.search(h)))]
    return own, _short(title), _short(unit)


def _depths(table: Table) -> dict[float, int]:
    """Levels of indentation by what the markup says, in points or whatever it counts: the least is level 0."""
    indents = {cell.indent for r in range(table.header_rows, table.rows) if (cell := table.get(r, 0)) is not None and cell.text}
    return {indent: min(level, _DEEPEST) for level, indent in enumerate(sorted(indents))}


def _short(text: str) -> str:
    text = " ".join(plain(text).split())
    return text if len(text) <= 100 else text[:99] + "…"


def _value_columns(table: Table) -> list[int]:
    return [
        c
        for c in range(table.label_columns, table.columns)
        if any((cell := table.get(r, c)) is not None and cell.display for r in range(table.header_rows, table.rows))
    ]


def _row(
    table: Table, index: int, shown: Sequence[int], in_cells: Mapping[str, list[Fact]], depths: Mapping[float, int]
) -> Row | None:
    label = _short(table.row_label(index))
    first = table.get(index, 0)
    cells: list[str] = []
    facts: list[tuple[Fact, ...]] = []
    last: Cell | None = None
    for column in shown:
        cell = table.get(index, column)
        # A cell over several columns is printed once.
        text = plain(cell.display) if cell is not None and cell is not last and cell is not first else ""
        cells.append(text if len(text) <= 40 else text[:39] + "…")
        facts.append(tuple(in_cells.get(cell.id, ())) if cell is not None and cell is not last else ())
        last = cell
    if not label and not any(cells):
        return None
    depth = depths.get(first.indent, 0) if first is not None else 0
    found = Counter(fact.concept for of_cell in facts for fact in of_cell).most_common(1)
    concept = found[0][0] if found else None
    row = Row(label, min(depth, 8), [], concept, head=not any(cells), total=label.lower().startswith("total"))
    if any(cells):
        row.cells, row.facts = cells, facts
    return row
