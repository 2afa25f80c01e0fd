"""Long-term debt as a whole: the place that prints the sum of its parts, what it is carried at, or what falls due."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from tieout.engines.kpis.candidates import Candidate
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.choosing import put_first

__all__ = ["prefer_whole_debt"]

_LEASE = re.compile(r".*\b(?:finance|capital|financing) leases?\b.*")


def _has_leases(one: Candidate) -> bool:
    """Whether the table of a sum names leases among the debts that it adds up."""
    return one.match is not None and any(_LEASE.fullmatch(row.name) for row in one.match.table.rows)


_WITHOUT_LEASES = re.compile(
    r"(?:total )?(?:long-term )?debt,? \(?(?:excluding|exclusive of|without) (?:finance|capital) leases?\b.*"
)
_WHOLE_DEBT = re.compile(r"total long-term (?:debt|borrowings)(?:,? net)?")
_LEAST_CARRIED = Decimal("0.97")


def _carried(some: list[Candidate], due: Candidate, later: Candidate, parted: bool) -> Candidate | None:
    """What the report says the debt is carried at, a little less than the principal that falls due.

    The row called ``total long-term debt`` in the notes; the balance sheet's one row, where no part of it is current.
    """
    for one in some:
        if one.match is None or not due.value * _LEAST_CARRIED <= one.value < due.value:
            continue
        if _WHOLE_DEBT.fullmatch(one.match.row.name) and one.match.statement is None and not _has_leases(one):
            return one
        if not parted and one.match.statement == "balance" and one.value == later.value:
            return one
    return None


_LEAST_DUE, _MOST_DUE, _STATED = Decimal("0.7"), Decimal("1.3"), 0.5
_SURE_PARTS, _SUM_SCORE, _DUE_SCORE, _UNSURE = 0.4, 0.75, 0.7, 0.2


def prefer_whole_debt(found: Mapping[str, list[Candidate]]) -> None:
    """Long-term debt as a whole is its two parts together: the place that prints their sum.

    Where none does, the total of its maturities; the sum itself, that no place prints, is seldom what a report states.
    """
    some, later, soon = (found[f"long_term_debt_{part}"] for part in ("total", "noncurrent", "current"))
    for one in [one for one in some if one.features["kind"] in (7.0, 8.0)]:
        one.score = min(one.score, _UNSURE)
    some.sort(key=lambda one: -one.score)
    if not later or later[0].score < _SURE_PARTS:
        return
    parted = bool(soon) and soon[0].score >= _SURE_PARTS and bool(soon[0].value)
    whole = later[0].value + (soon[0].value if parted else 0)
    if whole <= 0:
        return
    close = whole * Decimal("0.0002")
    due = [one for one in some if one.features["kind"] == 7.0 and _LEAST_DUE <= one.value / whole <= _MOST_DUE]
    printed = [one for one in some if abs(one.value - whole) <= close] if parted else []
    leased = bool(printed) and all(_has_leases(one) for one in printed)
    without = [one for one in some if leased and one.match is not None and _WITHOUT_LEASES.fullmatch(one.match.row.name)]
    without = [one for one in without if _LEAST_DUE * whole <= one.value < whole]
    if without and not due:
        put_first(some, without[0], max(without[0].score, _DUE_SCORE))
        return
    if printed and not (due and leased):
        best = max(printed, key=lambda one: one.score)
        put_first(some, best, max(best.score, 0.9))
        return
    part_only = parted and bool(some) and some[0].value <= later[0].value
    if due and (printed or part_only or some[0].features["kind"] == 7.0 or some[0].score < (_SUM_SCORE if parted else _STATED)):
        best = min(due, key=lambda one: abs(one.value - whole))
        current = any(one.value == best.value - later[0].value for one in soon)
        best = _carried(some, best, later[0], parted or current) or best
        put_first(some, best, max(best.score, _DUE_SCORE))
    elif parted and (not some or some[0].score < _SUM_SCORE or some[0].value <= later[0].value):
        some.insert(0, replace(later[0], kpi=catalogue()["long_term_debt_total"], value=whole, how="sum", score=_UNSURE))
