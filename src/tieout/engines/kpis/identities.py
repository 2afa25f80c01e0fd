"""Accounting identities that choose among candidates: what adds up is right more surely than what alone looks best."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import product

from tieout.engines.kpis.candidates import Candidate

__all__ = ["IDENTITIES", "settle"]

IDENTITIES: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = (
    ("gross_profit", ((1, "revenue"), (-1, "cost_of_revenue"))),
    ("total_assets", ((1, "total_liabilities"), (1, "stockholders_equity_incl_nci"))),
)
"""(sum, signed terms): each holds in every report that shows all of them, but for rounding and mezzanine equity."""

_TRIED = 4
_LEAST = 0.05
_ROUNDING = Decimal("0.00002")


_OWNERS = re.compile(r".*\b(?:attributable to|owners of|equity holders of|shareholders of)\b.*")
_NOT_ALL = re.compile(r".*\b(?:common|ordinary|preferred|participating|non-?controlling|minority)\b.*")


def prefer_parent(some: list[Candidate]) -> None:
    """Net income is the parent's where the statement parts it: ``attributable to owners`` below ``profit for the year``."""
    if not some or some[0].match is None or not some[0].features["in_statement"] or _OWNERS.fullmatch(some[0].match.row.name):
        return
    best = some[0]
    for one in some:
        if one.match is None or best.match is None or one.match.table.number - best.match.table.number not in (0, 1):
            continue
        name, sections = one.match.row.name, " ".join(one.match.row.sections[-1:])
        if not one.features["in_statement"] or _NOT_ALL.fullmatch(name) or "comprehensive" in f"{name} {sections}":
            continue
        if _OWNERS.fullmatch(name) and one.match.row.index > best.match.row.index and one.value != best.value:
            one.score = best.score
            some.remove(one)
            some.insert(0, one)
            return


def prefer_parenthetical(some: list[Candidate]) -> None:
    """Shares outstanding are the balance sheet's, at the year's end, where its parenthetical page states them."""
    for one in some:
        if (
            one.match is not None
            and one.match.sure >= 1.0
            and "parenthetical" in one.match.table.above + one.match.table.headings
        ):
            one.score = max(one.score, 0.9)
            some.remove(one)
            some.insert(0, one)
            return


def settle(found: Mapping[str, list[Candidate]]) -> None:
    """Puts candidates that make an identity true first, where others come first that don't; raises their score.

    Only among the best few of each KPI, and only where all of them have some chance.
    """
    prefer_parent(found["net_income"])
    prefer_parenthetical(found["shares_outstanding"])
    for total, terms in IDENTITIES:
        names = [total, *(name for _, name in terms)]
        tops = [[one for one in found[name][:_TRIED] if one.score >= _LEAST] for name in names]
        if not all(tops):
            continue
        signs = [-1, *(sign for sign, _ in terms)]
        if _holds([top[0] for top in tops], signs):
            for top in tops:
                top[0].score = max(top[0].score, 1 - (1 - top[0].score) / 2)
            continue
        holding = [
            combination
            for combination in product(*tops)
            if _holds(combination, signs) and len({one.scale for one in combination}) == 1
        ]
        if not holding:
            continue
        best = max(holding, key=lambda combination: _product(combination))
        for name, one in zip(names, best, strict=True):
            some = found[name]
            one.score = max(one.score, min(0.9, 1 - (1 - one.score) / 2))
            some.remove(one)
            some.insert(0, one)


def _holds(combination: tuple[Candidate, ...] | list[Candidate], signs: list[int]) -> bool:
    rest = sum((sign * one.value for sign, one in zip(signs, combination, strict=True)), Decimal(0))
    largest = max(abs(one.value) for one in combination)
    return largest > 0 and abs(rest) <= largest * _ROUNDING


def _product(combination: tuple[Candidate, ...]) -> float:
    score = 1.0
    for one in combination:
        score *= one.score
    return score
