"""Balances of the statement of changes in equity: the total of a day, where the balance sheet shows another day beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tieout.engines.kpis.periods import Span, dates_in
from tieout.engines.kpis.view import ReportView, Row, TableView, Value

__all__ = ["balances"]

_BALANCE = re.compile(
    r"(?:(?:opening|closing|beginning|ending|total) )?balances?\b.*|as (?:of|at) .*|(?:at )?[a-z]+ [0-9]{1,2}, 20[0-9]{2}"
)
_SHARES = re.compile(r"\b(?:shares|units)\b")
_TOTAL = re.compile(r"\btotal\b|^(?:share|stock)holders['’]? equity$", re.I)
_MINORITY = re.compile(r"non-?\s?controlling|minority", re.I)
_PART = re.compile(r"paid-in|retained|accumulated|comprehensive|capital surplus|treasury|deficit", re.I)
_LEAST_PARTS = 2


def balances(view: ReportView, year: int) -> Iterator[tuple[str, TableView, Row, Value]]:
    """(KPI, table, row, value) of each balance at the end of the fiscal year.

    With a column for the minority the last total has it in, and an earlier one is the parent's; without, the total is both.
    """
    for table, parents, whole in _statements(view):
        for row in table.rows:
            if not _BALANCE.fullmatch(row.name) or _SHARES.search(row.name) or len(row.values) < _LEAST_PARTS:
                continue
            days = dates_in(row.label)
            if len(days) != 1 or view.calendar.year_of(Span(days[0], None, False, False)) != year:
                continue
            for name, column in (("stockholders_equity", parents), ("stockholders_equity_incl_nci", whole)):
                value = next((value for value in row.values if value.column == column), None)
                if value is not None and not value.amount.dash:
                    yield name, table, row, value


def _statements(view: ReportView) -> Sequence[tuple[TableView, int | None, int]]:
    """Statements of changes in equity, each with the columns of the parent's total and of the whole; kept with the view."""
    kept = view.kept.get("equity")
    if isinstance(kept, list):
        return kept
    found: list[tuple[TableView, int | None, int]] = []
    for table in view.tables:
        heads = {column.index: column.header for column in table.columns if column.header}
        totals = [index for index, head in heads.items() if _TOTAL.search(head) and not _PART.search(_last(head))]
        parts = sum(1 for head in heads.values() if _PART.search(_last(head)))
        if not totals or parts < _LEAST_PARTS:
            continue
        minority = [index for index, head in heads.items() if _MINORITY.search(_last(head))]
        whole = totals[-1]
        parents = whole if not minority else next((index for index in totals if index < min(minority)), None)
        found.append((table, parents, whole))
    view.kept["equity"] = found
    return found


def _last(head: str) -> str:
    return head.rpartition(" | ")[2]
