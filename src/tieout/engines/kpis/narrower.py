"""A note's own figure, or a row's, where the best place shows it together with something else, or less something."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tieout.engines.kpis.candidates import Candidate
from tieout.engines.kpis.choosing import put_first
from tieout.report.numerals import scaled

__all__ = ["prefer_interest_on_debt", "prefer_narrower"]

_COMBINED_PAYABLES = re.compile(r"accounts payable(?:,? and|,) .*")
_PAYABLES = re.compile(r"(?:trade )?accounts payable(?:,? trade)?")
_SHORT_TERM_DEBT = re.compile(
    r"short-term (?:debt|borrowings)(?: and .*)?|.*\band other financial (?:liabilities|obligations)\b.*"
)
_CURRENT_PART = re.compile(r"(?:less:? )?current (?:portion|maturities|installments) of (?:long-term )?debt")
_NET_INTEREST = re.compile(r".*\bnet\b.*")
_GROSS_INTEREST = re.compile(r"(?:total )?interest expenses?(?: on .*|,? including.*|,? gross)?")


_NARROWED = 0.5
"""Least score of a figure whose table leads from it to the statement's wider one."""


def prefer_narrower(found: Mapping[str, list[Candidate]]) -> None:
    """A note's own figure where the statement shows it with something else, or less something.

    Accounts payable out of ``accounts payable and accrued liabilities`` (which is more), the current part of long-term debt
    out of ``short-term debt``, interest expense out of ``interest expense, net`` of income (which is less).
    """
    for name, wide, narrow, larger in (
        ("accounts_payable", _COMBINED_PAYABLES, _PAYABLES, False),
        ("interest_expense", _NET_INTEREST, _GROSS_INTEREST, True),
        ("long_term_debt_current", _SHORT_TERM_DEBT, _CURRENT_PART, False),
    ):
        some = found[name]
        if not some or some[0].match is None or not wide.fullmatch(some[0].match.row.name):
            continue
        best = some[0]
        for one in some[1:]:
            if one.match is None or not narrow.fullmatch(one.match.row.name) or one.features["in_cash_flow"]:
                continue
            share = one.value / best.value if best.value else 0
            apart = not one.features["segment"] or _beside(one, best)
            if apart and (1 <= share <= 3 if larger else 0 < share <= 1):
                put_first(some, one, max(one.score, best.score, _NARROWED if _beside(one, best) else 0.0))
                break


def _beside(one: Candidate, other: Candidate) -> bool:
    """Whether the table of the one prints the amount of the other too, as a note that leads from one to the other does."""
    rows = one.match.table.rows if one.match is not None else ()
    found = (row.value(one.year) for row in rows)
    return any(value is not None and abs(scaled(value.amount.value, one.scale)) == abs(other.value) for value in found)


_NET_OF_INCOME = re.compile(r"(?:total )?(?:net interest|interest,? net)\b.*")
_ON_DEBT = re.compile(r"(?:on )?(?:long-term )?(?:debt|borrowings)")
_OF_INTEREST = re.compile(r"interest(?: expenses?| income and expense)?")


def prefer_interest_on_debt(some: list[Candidate]) -> None:
    """``Debt`` below ``Interest``, where the best place is what remains net of income (LEDGER's second tag)."""
    best = some[0] if some else None
    if best is None or best.match is None or not _NET_OF_INCOME.fullmatch(best.match.row.name):
        return
    for one in some[1:]:
        if one.match is None or not one.features["in_income"] or not _ON_DEBT.fullmatch(one.match.row.name):
            continue
        if _OF_INTEREST.fullmatch(" ".join(one.match.row.sections[-1:])) and one.value:
            put_first(some, one, max(one.score, best.score))
            return
