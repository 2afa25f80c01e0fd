"""Which of several revenues is meant: net sales or the total, and what of it is from contracts with customers."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from tieout.engines.kpis.candidates import Candidate
from tieout.report.numerals import scaled

__all__ = ["from_contracts", "sales_alone", "whole_or_sales"]

_WHOLE_REVENUE = re.compile(r"total (?:net |operating )?(?:revenues?|sales)|total (?:net )?(?:revenues?|sales) .*")
_PART_OF_REVENUE, _NEARLY_ALL = Decimal("0.8"), Decimal("0.9")
_KIND_OF_SALES = re.compile(
    r"(?!.*\b(?:income|expenses?)\b).*\b(?:memberships?|fees|services?|products?|subscriptions?|franchise)\b.*"
)
_NO_SALES = re.compile(
    r"(?!.*\bsales\b).*\b(?:other income|credit card|other revenues?)\b.*|(?:membership|finance|interest)[a-z ]* income"
)
_FROM_CONTRACTS = re.compile(r"(?:total )?(?:net )?revenues? from contracts? with customers?(?: .*)?")
_CONTRACTS_STANDARD = date(2018, 12, 15)
"""Fiscal years that end before it are older than ASC 606 (they began before December 15, 2017)."""


def whole_or_sales(some: list[Candidate], end: date | None = None) -> Candidate | None:
    """Total revenue, where the best row is one of several kinds of sales that the statement sums up below it.

    Sales that make nearly all of the total stay unless what is added is another kind of them, as services and membership
    fees are: filers tag all of these as revenue from contracts with customers (ASC 606), but credit card revenue, other revenue
    and other income apart from it. Before ASC 606 the total is meant.
    """
    best = _in_income(some)
    if best is None or best.match is None:
        return None
    before = end is not None and end < _CONTRACTS_STANDARD
    for one in some:
        if one.match is None or one.match.table is not best.match.table or not _is_part(best, one):
            continue
        if before or best.value < one.value * _PART_OF_REVENUE or _adds_sales(best, one):
            return one
    return None


def sales_alone(some: list[Candidate], end: date | None = None) -> Candidate | None:
    """Net sales, where the best row is a total that adds nothing but other income or other revenue to them.

    The counterpart of `whole_or_sales`, for fiscal years under ASC 606.
    """
    best = _in_income(some)
    if best is None or (end is not None and end < _CONTRACTS_STANDARD):
        return None
    for one in some:
        if one.match is None or best.match is None or one.match.table is not best.match.table or not _is_part(one, best):
            continue
        if one.match.sure >= 1.0 and one.value >= best.value * _PART_OF_REVENUE and _adds_others(one, best):
            return one
    return None


def _in_income(some: list[Candidate]) -> Candidate | None:
    """The best candidate, where the income statement has its amount."""
    return next((one for one in some if one.match and one.features["in_income"] and one.value == some[0].value), None)


def _is_part(part: Candidate, whole: Candidate) -> bool:
    if part.match is None or whole.match is None or not _WHOLE_REVENUE.fullmatch(whole.match.row.name):
        return False
    if part.match.row.name.startswith("total"):
        return False
    return whole.match.row.index > part.match.row.index and 0 < part.value < whole.value


def _adds_sales(part: Candidate, whole: Candidate) -> bool:
    """Whether all rows between sales and the total are kinds of sales."""
    if part.match is None or whole.match is None:
        return False
    first, last = part.match.row.index, whole.match.row.index
    between = [row for row in part.match.table.rows if first < row.index < last and row.values]
    return bool(between) and all(_KIND_OF_SALES.fullmatch(row.name) for row in between)


def _adds_others(part: Candidate, whole: Candidate) -> bool:
    """Whether all rows between sales and the total are income, credit card revenue, or revenue called other."""
    if part.match is None or whole.match is None:
        return False
    first, last = part.match.row.index, whole.match.row.index
    between = [row for row in part.match.table.rows if first < row.index < last and row.values]
    return bool(between) and all(_NO_SALES.fullmatch(row.name) for row in between)


def from_contracts(some: list[Candidate]) -> Candidate | None:
    """Revenue from contracts with customers (LEDGER's first tag), where a note parts the statement's total into it and more.

    Only where it makes nearly all of the total: where much of it is outside of ASC 606's scope, filers mean the total.
    """
    best = _in_income(some)
    if best is None:
        return None
    for one in some[1:]:
        if one.match is None or not _FROM_CONTRACTS.fullmatch(one.match.row.name):
            continue
        if not _NEARLY_ALL * best.value <= one.value < best.value:
            continue
        below = (row.value(one.year) for row in one.match.table.rows if row.index > one.match.row.index)
        if any(value is not None and scaled(value.amount.value, one.scale) == best.value for value in below):
            return one
    return None
