"""What a table is among the tables around it: of which year, which of several alike, consolidated or not.

Reports print the statement of the year before and that of this year as two tables of one form, break wide tables into several,
and repeat a form for each company of a group: the order and the last year said before a table then tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from tieout.engines.tables.index import ReportIndex
from tieout.engines.tables.strings import Array
from tieout.engines.tables.view import TableView

__all__ = ["Traits", "traits_of"]


@dataclass(frozen=True, slots=True)
class Traits:
    """Arrays by a table's place. ``consolidated`` is 1, -1 or 0 (no heading says), ``period`` the same by the periods that its
    headers or the lines above it name; ``carried_year`` the last year said above it or a table before it under the same
    heading, 0 if none; ``twin…``: the place among tables of the same headers and first labels under one heading
    (``same_form…``: in one file), and how many there are. ``international``: consolidated statements follow IFRS."""

    international: bool
    consolidated: Array
    period: Array
    carried_year: Array
    twin: Array
    twins: Array
    same_form: Array
    same_forms: Array
    follows: Array


def traits_of(index: ReportIndex) -> Traits:
    """The traits of the report's tables; made once and kept with the view."""
    found: Traits | None = index.view.cache.get("traits")
    if found is None:
        tables = index.view.tables
        bags = [
            int(index.roles["bag"][index.starts[place]]) if _filled(index, place) else -place for place in range(len(tables))
        ]
        twin, twins = _places([(table.file, table.headings[-1:], bag) for table, bag in zip(tables, bags, strict=True)])
        form, forms = _places([(table.file, bag) for table, bag in zip(tables, bags, strict=True)])
        heads = [_consolidated(table.headings) for table in tables]
        periods = [_period(table) for table in tables]
        follows = np.array([min(table.after, 5) for table in tables], dtype=np.float32)
        found = Traits(
            any("連結財政状態計算書" in heading for table in tables for heading in table.headings),
            np.array(heads, dtype=np.float32),
            np.array(periods, dtype=np.float32),
            _carried(index),
            twin,
            twins,
            form,
            forms,
            follows,
        )
        index.view.cache["traits"] = found
    return found


def _filled(index: ReportIndex, place: int) -> bool:
    return bool(index.starts[place] < index.starts[place + 1])


def _places(keys: Sequence[Hashable]) -> tuple[Array, Array]:
    """For each key, how many of the same stand before it, and how many there are, up to 20."""
    seen: dict[Hashable, int] = defaultdict(int)
    places = []
    for key in keys:
        places.append(min(seen[key], 20))
        seen[key] += 1
    return np.array(places, dtype=np.float32), np.array([min(seen[key], 20) for key in keys], dtype=np.float32)


def _carried(index: ReportIndex) -> Array:
    years = []
    last, under = 0, ("", "")
    for place, table in enumerate(index.view.tables):
        here = (table.file, table.headings[-1] if table.headings else "")
        if here != under:
            last, under = 0, here
        if _filled(index, place) and (year := int(index.above_year[index.starts[place]])):
            last = year
        years.append(last)
    return np.array(years, dtype=np.float32)


def _consolidated(headings: Sequence[str]) -> int:
    """1 for a heading of consolidated, -1 for one of individual accounts, 0 where none says: the innermost that does counts."""
    for heading in reversed(headings):
        if "提出会社" in heading or "当社の" in heading:
            return -1
        if "連結" in heading:
            return 1
        if "財務諸表" in heading or "事業年度" in heading:
            return -1
    return 0


def _period(table: TableView) -> int:
    headers = (cell.text for cell in table.cells if cell.row < max(1, table.header_rows))
    said = [text for text in (*headers, *table.above[-2:]) if "年度" in text]
    if any("連結" in text for text in said):
        return 1
    return -1 if any("事業年度" in text for text in said) else 0
