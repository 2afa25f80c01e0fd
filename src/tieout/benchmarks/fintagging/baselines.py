"""Plain baselines, with nothing learned: numbers by pattern, and types by what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tieout.benchmarks.fintagging.facts import Fact, fact_string

__all__ = ["rule_facts"]

_NUMBER = re.compile(r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w/]|-\d|\.\d)")
_CELL = re.compile(r"<t[dh]>(.*?)</t[dh]>", re.DOTALL)
_ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)[\s\xa0]*$", re.IGNORECASE
)
_REFERENCE = re.compile(r"\b(?:note|notes|item|section|rule|part|page|level|topic|asu|asc|no\.?|form|exhibit)[\s\xa0]*$", re.I)
_DURATION = re.compile(r"^[\s\xa0-]*(?:year|month|day|quarter|week|hour|basis|point|percentage point)", re.I)
_SHARES = re.compile(
    r"^[\s\xa0]*(?:thousand|million|billion)?[\s\xa0]*(?:\w+[\s\xa0]+){0,3}(?:shares?|stock options|RSUs|PSUs|awards)\b", re.I
)
_PER_SHARE = re.compile(r"per[\s\xa0]+(?:\w+[\s\xa0]+){0,3}share", re.I)
_MONEY = re.compile(r"[$€£¥][\s\xa0(]*$")
_PERCENT = re.compile(r"^[\s\xa0)]*(?:%|percent\b)")
_DASH = re.compile(r"[$€£¥(\s\xa0]*[—–-][)\s\xa0]*")


def rule_facts(context: str) -> list[Fact]:
    """Every number of a passage that has a currency sign, a percent sign or a unit; of a table, every number that is no year.

    A table's number has its row's type: percent where a sign follows, per share or shares where the label says so, else money.
    """
    if context.lstrip().startswith("<table"):
        return list(_of_table(context))
    return list(_of_text(context))


def _of_text(text: str) -> Iterator[Fact]:
    for found in _NUMBER.finditer(text):
        before, after = text[max(0, found.start() - 20) : found.start()], text[found.end() : found.end() + 60]
        if _MONTH.search(before) or _REFERENCE.search(before) or _DURATION.match(after):
            continue
        if _MONEY.search(before):
            kind = "perShareItemType" if _PER_SHARE.search(after[:40]) else "monetaryItemType"
        elif _PERCENT.match(after):
            kind = "percentItemType"
        elif _SHARES.match(after):
            kind = "sharesItemType"
        else:
            continue
        yield {"Fact": fact_string(found[0]), "Type": kind}


def _of_table(table: str) -> Iterator[Fact]:
    heading = ""
    for row in _ROW.findall(table):
        cells = [cell.strip() for cell in _CELL.findall(row)]
        label = next((cell for cell in cells if cell), "")
        values = list(_values(cells))
        if not values:
            heading = label or heading
            continue
        of_row = f"{heading} {label}"
        for printed, after in values:
            yield {"Fact": fact_string(printed), "Type": _type_in_row(of_row, after)}


def _values(cells: list[str]) -> Iterator[tuple[str, str]]:
    """(number, what follows it) of the cells behind the label that are numbers."""
    for place, cell in enumerate(cells[1:], start=1):
        after = cells[place + 1] if place + 1 < len(cells) else ""
        number = re.fullmatch(r"[$€£¥(\s\xa0]*([\d,]*\.?\d+)[)\s\xa0]*(%?)[)\s\xa0]*", cell)
        if number and not _YEAR.fullmatch(number[1]):
            yield number[1], number[2] or after
        elif _DASH.fullmatch(cell):
            yield "—", after


def _type_in_row(label: str, after: str) -> str:
    if after.startswith(("%", ")%")):
        return "percentItemType"
    if _PER_SHARE.search(label):
        return "perShareItemType"
    return "sharesItemType" if re.search(r"\bshares\b", label, re.I) else "monetaryItemType"
