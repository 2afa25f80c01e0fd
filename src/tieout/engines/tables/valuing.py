"""The value of a cell as the answer to a question: which number, which unit, which sign, each by its own rule.

1. A dash is a dash (``－``), for that is what the reports' own tags say of it.
2. The unit nearest to the number counts: printed after it; in the row's labels; in the headers; above the table.
3. Where none of these says a unit and the item is an amount of money, the unit of the table before it in the same part of the
   report counts, else the one that most tables of the report have: continued tables don't repeat their unit.
4. An item that is printed in percent is a fraction, even where the table doesn't print the sign.
5. A scale of money in headers or above the table is not for items that are no money, or money per share.
6. Brackets are a minus sign in financial statements that print hardly any △ (else they enclose a figure said in passing).
7. The sign is the item's habit, see `habits`.
8. Sen are hundredths of a yen (``131円06銭``).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from tieout.engines.tables.habits import Habits
from tieout.engines.tables.units import Unit, unit_of_line
from tieout.engines.tables.values import (
    DASH,
    Printed,
    is_dash,
    label_unit,
    lenient_number,
    read_printed,
    table_unit,
    text_value,
    written,
)
from tieout.engines.tables.view import CellView, ReportView, TableView, plain
from tieout.engines.tables.years import western

__all__ = ["Value", "value_of"]

_SEN = re.compile(r"([△▲]?)\s*([0-9０-９,，]+)\s*円\s*([0-9０-９]{2})\s*銭")
_STATEMENTS = re.compile(r"(?:^|\D)0105\d{3}")
_PER_SHARE = re.compile(r"1株(?:当たり|につき)")
_SHARES = re.compile(r"株式|株数|人員|員数|株主数|単元数")
_COUNTED = ("person",)  # a row or column of these holds no money, whatever an item never met sounds like
PERCENT = Unit("%", -2, "percent")
_DATE = re.compile(r"((?:19|20)\d\d|(?:令和|平成|昭和)(?:元|\d{1,2}))年(\d{1,2})月(\d{1,2})日")


@dataclass(frozen=True, slots=True)
class Value:
    """``text`` is the value in full; ``unit`` the one applied (None: none); ``printed`` the number read (None: a text)."""

    text: str
    unit: Unit | None = None
    printed: Printed | None = None


def value_of(report: ReportView, table: TableView, cell: CellView, item: str, habits: Habits) -> Value:
    """The cell's value for the item asked."""
    if is_dash(cell.text):
        return Value(DASH)
    style = habits.style(item)
    if style == "date" and (date := _date(cell.text)) is not None:
        return Value(date)
    if style == "text":
        return Value(text_value(cell.text))
    printed = _sen(cell.text) or read_printed(cell.text)
    if printed is None or not printed.bare:
        if style == "date":
            return Value(text_value(cell.text))
        printed = lenient_number(cell.text)
    if printed is None:
        return Value(text_value(cell.text))
    unit = _unit(report, table, cell, printed, style, item, habits.knows(item))
    signed = printed.negative or (printed.brackets and _brackets_are_negative(report, table.file))
    return Value(written(printed, unit, habits.negative(item, signed)), unit, printed)


def _unit(
    report: ReportView, table: TableView, cell: CellView, printed: Printed, style: str, item: str, met: bool
) -> Unit | None:
    if printed.unit is not None and (style != "percent" or printed.unit.unit == "percent"):
        return printed.unit
    near = label_unit(table, cell)
    if style == "percent":
        return PERCENT
    if near is not None and style == "plain":
        return near if not (near.money and _PER_SHARE.search(item)) else Unit("円", 0, near.unit)
    if near is not None and (near.money or near.scale or (near.unit in _COUNTED and not met) or _SHARES.search(item)):
        return near
    above = table_unit(table)
    if style == "plain":
        return above if above is not None and not above.money and above.unit != "percent" else None
    if above is not None and above.money:
        return above
    return _money_around(report, table)


def _money_around(report: ReportView, table: TableView) -> Unit | None:
    """The unit of money of the nearest table before in the same file, else the report's most frequent one."""
    units: dict[str, Unit | None] | None = report.cache.get("units")
    if units is None:
        units = report.cache["units"] = _units(report)
    return units.get(table.id)


def _units(report: ReportView) -> dict[str, Unit | None]:
    own = [_own_unit(table) for table in report.tables]
    common = Counter(unit for unit in own if unit is not None and unit.money).most_common(1)
    usual = common[0][0] if common else None
    units: dict[str, Unit | None] = {}
    last: Unit | None = None
    file = ""
    for table, unit in zip(report.tables, own, strict=True):
        if table.file != file:
            last, file = None, table.file
        if unit is not None and unit.money:
            last = unit
        units[table.id] = last or usual
    return units


def _own_unit(table: TableView) -> Unit | None:
    stated = table_unit(table)
    if stated is not None:
        return stated
    for cell in table.cells:
        if cell.row < 3 and "単位" in cell.text and (unit := unit_of_line(plain(cell.text))) is not None:
            return unit
    return None


def _brackets_are_negative(report: ReportView, file: str) -> bool:
    """In EDINET's files 0105…, the financial statements; elsewhere brackets are used for figures said in passing."""
    if _STATEMENTS.search(file) is None:
        return False
    kept: dict[str, bool] = report.cache.setdefault("brackets", {})
    if file not in kept:
        texts = [cell.text for table in report.tables if table.file == file for cell in table.cells if cell.text]
        triangles = sum(1 for text in texts if text[0] in "△▲")
        brackets = sum(1 for text in texts if text[0] in "(（" and text[-1] in ")）" and any(c.isdigit() for c in text))
        kept[file] = brackets > 20 and triangles * 3 < brackets
    return kept[file]


def _sen(text: str) -> Printed | None:
    found = _SEN.search(text)
    if found is None:
        return None
    number = Decimal(f"{plain(found[2]).replace(',', '')}.{plain(found[3])}")
    return Printed(number, bool(found[1]), Unit("円", 0, "iso4217:JPY"), found.span(), True)


def _date(text: str) -> str | None:
    found = _DATE.search(plain(text))
    year = western(found[1]) if found else None
    return f"{year:04d}-{int(found[2]):02d}-{int(found[3]):02d}" if found and year is not None else None
