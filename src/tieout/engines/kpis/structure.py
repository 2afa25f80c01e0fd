"""Rows whose place in a statement tells what they are, where their label doesn't."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tieout.engines.kpis.labels import matches
from tieout.engines.kpis.view import Row, TableView

__all__ = ["placed_rows"]

_REVENUE_SECTION = re.compile(r"(?:net |total |operating )*(?:revenues?|sales)(?: and other income)?")
_SALE = re.compile(r"[a-z ,&-]*\b(?:sales?|revenues?)(?:,? net)?")
_SHARES = re.compile(r"\b(?:weighted|average|number of|outstanding|shares used|denominator)\b")
_OF_MEMBERS = re.compile(
    r"(?:total )?(?:medical|health) (?:costs|care costs|benefits?)(?: expenses?)?|benefits?(?: expenses?)?"
)
_RUNNING = re.compile(r"operating (?:costs|expenses?)")
_EPS = re.compile(r"(basic|diluted)(?: and diluted)?(?: (?:income|earnings|loss|eps))?|assuming dilution")
_FUNDING = re.compile(r"|total|total liabilities.* and .*|liabilities and .*")
_FIRST_ROWS, _LEAST_ROWS = 4, 8
_LARGEST_PER_SHARE = 10_000


def placed_rows(table: TableView, statement: str | None) -> Iterator[tuple[str, Row, float]]:
    """(KPI, row, sureness) of rows of a statement that no label's pattern finds."""
    if statement == "balance":
        yield from _total_without_name(table)
        yield from _trade_receivables(table)
        yield from _only_borrowings(table)
    elif statement == "income":
        yield from _only_sales(table)
        yield from _per_share(table)
        yield from _insurers_costs(table)
    elif statement == "cash_flow":
        yield from _only_property(table)


def _total_without_name(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """Both sums of a balance sheet may be printed without a name: two such rows with the same amounts, one below the other."""
    if any(row.values and ("total_assets", 1.0) in matches(row.name) for row in table.rows):
        return
    sums = [row for row in table.rows if row.values and row.name in ("", "total")]
    for row in sums:
        amounts = [value.amount.value for value in row.values]
        below = (one for one in table.rows if one.index > row.index and one.values and _FUNDING.fullmatch(one.name))
        largest = max((abs(v.amount.value) for one in table.rows for v in one.values[:1]), default=None)
        again = any([value.amount.value for value in one.values] == amounts for one in below)
        if again and len(table.rows) >= _LEAST_ROWS and amounts[0] == largest:
            yield "total_assets", row, 0.9
            return


_TRADE = re.compile(r"(?:trade|customers?|billed)(?:,? ?-? ?net.*)?(?: \(net .*)?")


def _trade_receivables(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """``Trade`` below ``Accounts and notes receivable``."""
    for row in table.rows:
        if row.values and row.sections and "receivable" in row.sections[-1] and _TRADE.fullmatch(row.name):
            yield "accounts_receivable", row, 0.95
            return


_PROPERTY = re.compile(r"(?:property(?:, plant,?)?(?: and equipment)?|fixed assets)(?:,? net(?: of .*)?)?")


def _only_property(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """``Property, plant and equipment`` among investing activities that name no purchase of it is what was spent on it."""
    if any(sure >= 0.8 for row in table.rows if row.values for name, sure in matches(row.name) if name == "capex"):
        return
    own = [row for row in table.rows if row.values and row.sections and "investing" in row.sections[-1]]
    for row in own:
        if _PROPERTY.fullmatch(row.name):
            yield "capex", row, 0.85
            return


_DEBT = re.compile(r"(?:total )?(?:borrowings|debt|notes payable|senior notes|term loans?|loans|notes|bonds)(?:,? net)?")
_PART_OF_DEBT = re.compile(r"(?:current|short-term) (?:portion|part|maturities).*(?:debt|borrowings|notes|loans|bonds).*")


def _only_borrowings(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """Debt without a word for its term, below the current liabilities that hold its current part, is the noncurrent part."""
    current = next((row.index for row in table.rows if row.name == "total current liabilities"), None)
    if current is None or not any(row.index < current and _PART_OF_DEBT.fullmatch(row.name) for row in table.rows):
        return
    below = [row for row in table.rows if row.index > current and row.values and _DEBT.fullmatch(row.name)]
    if len(below) == 1:
        yield "long_term_debt_noncurrent", below[0], 0.97


def _only_sales(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """The one row of sales at the head of an income statement that names no revenue otherwise (``Vehicle sales``)."""
    head = [row for row in table.rows if row.values][:_FIRST_ROWS]
    if not head or any(sure >= 0.85 for row in table.rows for name, sure in matches(row.name) if name == "revenue"):
        return
    own = [row for row in head if _SALE.fullmatch(row.name) and not row.name.startswith("cost")]
    if len(own) == 1 and own[0] is head[0] and (not own[0].sections or _REVENUE_SECTION.fullmatch(own[0].sections[-1])):
        yield "revenue", own[0], 0.75


def _insurers_costs(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """Health insurers call what they sell and administer with ``operating costs``, beside their members' medical costs."""
    if not any(row.values and _OF_MEMBERS.fullmatch(row.name) for row in table.rows):
        return
    own = [row for row in table.rows if row.values and _RUNNING.fullmatch(row.name)]
    if len(own) == 1 and not any(
        sure >= 0.8 for row in table.rows for name, sure in matches(row.name) if name == "sga_expense"
    ):
        yield "sga_expense", own[0], 0.9


def _per_share(table: TableView) -> Iterator[tuple[str, Row, float]]:
    """``Basic`` and ``Diluted`` with decimals and of no great size are per share, unless shares are counted there."""
    for row in table.rows:
        found = _EPS.fullmatch(row.name)
        if found is None or not row.values or _SHARES.search(" ".join(row.sections[-1:])):
            continue
        amounts = [value.amount for value in row.values]
        if all((a.decimals or 0) >= 2 and abs(a.value) < _LARGEST_PER_SHARE for a in amounts if not a.dash):
            yield ("eps_basic" if found[1] == "basic" else "eps_diluted"), row, 0.9
