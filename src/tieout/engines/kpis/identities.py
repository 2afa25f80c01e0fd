"""Accounting identities that choose among candidates: what adds up is right more surely than what alone looks best."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from itertools import product

from tieout.engines.kpis.candidates import Candidate
from tieout.engines.kpis.choosing import put_first
from tieout.engines.kpis.narrower import prefer_interest_on_debt, prefer_narrower
from tieout.engines.kpis.revenue import from_contracts, sales_alone, whole_or_sales
from tieout.engines.kpis.whole_debt import prefer_whole_debt

__all__ = ["IDENTITIES", "settle"]

IDENTITIES: tuple[tuple[str, tuple[tuple[int, str], ...]], ...] = (
    ("gross_profit", ((1, "revenue"), (-1, "cost_of_revenue"))),
    ("total_assets", ((1, "total_liabilities"), (1, "stockholders_equity_incl_nci"))),
)
"""(sum, signed terms): each holds in every report that shows all of them, but for rounding and mezzanine equity."""

_TRIED = 4
_LEAST = 0.05
_ROUNDING = Decimal("0.00002")


_OWNERS = re.compile(
    r".*\b(?:attribut[a-z]+ to|allocable to|owners of|(?:equity ?|share|stock)holders of|available (?:to|for))\b.*"
)
_NOT_ALL = re.compile(r".*\b(?:common|ordinary|preferred|participating)\b.*")
_MINORITY = re.compile(r".*\b(?:non-?controlling|minority)\b.*")


def _names_minority(best: Candidate) -> bool:
    """Whether the statement shows the minority's part below net income: what is left for common stock then is the parent's."""
    if best.match is None:
        return False
    below = (row for row in best.match.table.rows if best.match.row.index < row.index <= best.match.row.index + 5)
    return any(_MINORITY.fullmatch(row.name) for row in below)


def prefer_parent(some: list[Candidate]) -> None:
    """Net income is the parent's where the statement parts it: ``attributable to owners`` below ``profit for the year``."""
    best = next((one for one in some if one.features["in_statement"] and one.match and one.value == some[0].value), None)
    if best is None or best.match is None or _OWNERS.fullmatch(best.match.row.name):
        return
    parted = _names_minority(best)
    for one in some:
        if one.match is None or best.match is None or one.match.table.number - best.match.table.number not in (0, 1):
            continue
        name, sections = one.match.row.name, " ".join(one.match.row.sections[-1:])
        if not one.features["in_statement"] or "comprehensive" in f"{name} {sections}":
            continue
        if _MINORITY.fullmatch(name) or (_NOT_ALL.fullmatch(name) and not parted):
            continue
        if (
            (_OWNERS.fullmatch(name) or _OWNERS.fullmatch(sections))
            and one.match.row.index > best.match.row.index
            and one.value != best.value
        ):
            put_first(some, one, some[0].score)
            return


_CONTINUING = re.compile(r".*\b(?:dis)?continu(?:ing|ed)\b.*")


def prefer_all_operations(some: list[Candidate]) -> None:
    """Cash flow of all operations, where the statement tells it apart from that of continuing ones."""
    if not some or some[0].match is None or not _CONTINUING.fullmatch(some[0].match.row.name):
        return
    for one in some:
        if one.match is None or not one.features["in_statement"] or _CONTINUING.fullmatch(one.match.row.name):
            continue
        if one.match.sure >= 0.95 and one.value:
            put_first(some, one, some[0].score)
            return


def prefer_balance_sheet(some: list[Candidate]) -> None:
    """Shares outstanding are the balance sheet's, at the year's end, where it or its parenthetical page states them."""
    for one in some:
        stated = one.features["kind"] == 1.0
        if one.match is not None and one.match.sure >= 1.0:
            stated = "parenthetical" in one.match.table.above + one.match.table.headings
        if stated:
            put_first(some, one, max(one.score, 0.9))
            return
    alone = [one for one in some if one.features["kind"] == 2.0 and one.features["sure"] >= 1.0]
    if len(alone) == 1 and (not some[0].match or some[0].score < 0.8):
        put_first(some, alone[0], max(alone[0].score, 0.6))


def prefer_parents_equity(some: list[Candidate]) -> None:
    """Equity of the parent is what the minority's part is added to, where the balance sheet prints both and their sum."""
    best = next((one for one in some if one.match is not None and one.features["in_balance"]), None)
    if best is None or best.match is None or best.value != some[0].value:
        return
    rows = [row for row in best.match.table.rows if row.index < best.match.row.index][-3:]
    minority = next((v for row in rows if _MINORITY.fullmatch(row.name) and (v := row.value(best.year))), None)
    if minority is None:
        return
    rest = best.match.row.value(best.year)
    for one in some[1:]:
        if one.match is None or one.match.table is not best.match.table or rest is None:
            continue
        own = one.match.row.value(best.year)
        if own is not None and own.amount.value + minority.amount.value == rest.amount.value != own.amount.value:
            put_first(some, one, max(one.score, best.score))
            return


def take_statements_sign(some: list[Candidate]) -> None:
    """The same amount with the other sign elsewhere is what the statement says, where more is known of how signs are meant."""
    stated = next((one for one in some if one.features["in_statement"] and one.features["sure"] >= 0.85 and one.value), None)
    for one in some if stated is not None else ():
        if stated is not None and one.value == -stated.value:
            one.value = stated.value


def prefer_whole_depreciation(some: list[Candidate]) -> None:
    """Depreciation and amortization together, where a statement has them in one row and the best place is a narrower one."""
    best = some[0] if some else None
    if best is None or (best.features["sure"] >= 1.0 and best.match is not None):
        return
    for one in some[1:]:
        stated = one.features["in_income"] or one.features["in_cash_flow"]
        if stated and one.features["sure"] >= 1.0 and one.value >= best.value:
            put_first(some, one, max(one.score, best.score))
            return


def prefer_continuing(some: list[Candidate]) -> None:
    """The tax of continuing operations, where the best place is that of discontinued ones."""
    best = some[0] if some else None
    if best is None or best.match is None or not _discontinued(best):
        return
    other = next((one for one in some if one.features["in_income"] and one.score >= _LEAST and not _discontinued(one)), None)
    if other is not None:
        put_first(some, other, max(other.score, best.score))


def _discontinued(one: Candidate) -> bool:
    """Whether a row, or the section that it stands in, is of discontinued operations alone."""
    said = f"{' '.join(one.match.row.sections[-1:])} {one.match.row.name}" if one.match is not None else ""
    return "discontinued" in said and "continuing" not in said.replace("discontinuing", "")


def prefer_statement(some: list[Candidate]) -> None:
    """Of two rows of the same name with other amounts, the statement's: notes call parts of it, and sums of more, the same."""
    best = some[0] if some else None
    if best is None or best.match is None or best.match.statement is not None:
        return
    for one in some[1:]:
        if one.match is not None and one.features["in_statement"] and one.match.row.name == best.match.row.name:
            if one.value and abs(one.value) != abs(best.value) and "discontinued" not in " ".join(one.match.row.sections[-1:]):
                put_first(some, one, max(one.score, best.score))
            return


_AVERAGE = re.compile(r".*\b(?:weighted|average|shares outstanding|number of|shares used|denominator)\b.*")
_HALF_CENT, _EPS_CLOSE = Decimal("0.0051"), Decimal("0.006")


def prefer_earned(found: Mapping[str, list[Candidate]]) -> None:
    """Earnings a share that are net income over the average number of shares, where the first choice is not."""
    nets = [abs(one.value) for one in found["net_income"][:4]]
    for name in ("eps_basic", "eps_diluted"):
        some = found[name]
        if not some or not nets or some[0].match is None:
            continue
        counts = _share_counts(some)
        if not counts or _earned(some[0], nets, counts):
            continue
        other = next((one for one in some[1:8] if one.value and one.score >= _LEAST and _earned(one, nets, counts)), None)
        if other is not None:
            put_first(some, other, max(other.score, 0.7))


_LOSS = re.compile(r"(?:consolidated )?(?:net )?loss\b(?!.*\b(?:income|profit|earnings)\b).*")


def lose_what_is_lost(found: Mapping[str, list[Candidate]]) -> None:
    """A net loss is negative, where the statement prints it plain and the loss per share in parentheses."""
    some, shares = found["net_income"], found["eps_basic"] or found["eps_diluted"]
    if not some or not shares or some[0].value <= 0 or shares[0].value >= 0:
        return
    value = some[0].value
    same = [one for one in some if one.value == value]
    if any(one.match and one.features["in_income"] and _LOSS.fullmatch(one.match.row.name) for one in same):
        for one in same:
            one.value = -value


def _share_counts(some: list[Candidate]) -> set[Decimal]:
    """Average numbers of shares in the income statement, as printed."""
    tables = {id(one.match.table): one.match.table for one in some if one.match is not None and one.features["in_income"]}
    found = set()
    for table in tables.values():
        for row in table.rows:
            if _AVERAGE.fullmatch(f"{' '.join(row.sections[-1:])} {row.name}") and "per share" not in row.name:
                value = row.value(some[0].year)
                if value is not None and value.amount.value > 0:
                    found.add(value.amount.value)
    return found


def _earned(one: Candidate, nets: list[Decimal], counts: set[Decimal]) -> bool:
    amount = abs(one.value)
    for net, count, power in product(nets, counts, (0, 3, 6)):
        if abs(net / count.scaleb(power) - amount) <= _HALF_CENT + amount * _EPS_CLOSE:
            return True
    return False


_SELLING_ONLY = re.compile(
    r"(?:total )?(?:sales|selling|marketing)(?:,? (?:and )?(?:marketing|selling))?(?: (?:expenses?|costs?))?"
)
_GENERAL = re.compile(r"(?:total )?general and (?:administrative|administration)(?: (?:expenses?|costs?))?")


def prefer_general(some: list[Candidate]) -> None:
    """General and administrative expense, where the statement tells it apart from selling expense (LEDGER's second tag)."""
    best = some[0] if some else None
    if best is None or best.match is None or not _SELLING_ONLY.fullmatch(best.match.row.name):
        return
    for one in some[1:]:
        if one.match is not None and one.features["in_income"] and _GENERAL.fullmatch(one.match.row.name):
            put_first(some, one, max(one.score, best.score))
            return


_ALLOWANCE = re.compile(r"(?:less:? ?)?allowances? .*")


def prefer_net_of_allowance(some: list[Candidate]) -> None:
    """Receivables less their allowance, where the balance sheet prints gross, allowance and net below each other."""
    best = some[0] if some else None
    if best is None or best.match is None or not best.features["in_balance"]:
        return
    rows = best.match.table.rows
    at = next(i for i, row in enumerate(rows) if row is best.match.row)
    if at + 2 >= len(rows) or not _ALLOWANCE.fullmatch(rows[at + 1].name):
        return
    gross, less = best.match.row.value(best.year), rows[at + 1].value(best.year)
    for one in some[1:]:
        if one.match is not None and one.match.row is rows[at + 2] and gross is not None and less is not None:
            net = one.match.row.value(best.year)
            if net is not None and gross.amount.value - abs(less.amount.value) == net.amount.value:
                put_first(some, one, max(one.score, best.score))
                return


def settle(found: Mapping[str, list[Candidate]], end: date | None = None) -> None:
    """Puts candidates that make an identity true first, where others come first that don't; raises their score.

    Only among the best few of each KPI, and only where all of them have some chance. ``end`` is the last day of the report's
    fiscal year.
    """
    for some in found.values():
        take_statements_sign(some)
        prefer_statement(some)
    prefer_continuing(found["income_tax_expense"])
    prefer_parent(found["net_income"])
    prefer_balance_sheet(found["shares_outstanding"])
    for meant in (lambda some: whole_or_sales(some, end), lambda some: sales_alone(some, end), from_contracts):
        revenue = meant(found["revenue"])
        if revenue is not None:
            put_first(found["revenue"], revenue, max(revenue.score, found["revenue"][0].score))
    prefer_whole_depreciation(found["depreciation_amortization"])
    prefer_general(found["sga_expense"])
    prefer_earned(found)
    lose_what_is_lost(found)
    prefer_parents_equity(found["stockholders_equity"])
    prefer_net_of_allowance(found["accounts_receivable"])
    for name in ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow"):
        prefer_all_operations(found[name])
    for name, kind in (("gross_profit", 5.0), ("cost_of_revenue", 5.0), ("stockholders_equity_incl_nci", 4.0)):
        stated = next((one for one in found[name] if one.features["kind"] == kind), None)
        if stated is not None:
            put_first(found[name], stated, max(stated.score, 0.8))
    prefer_interest_on_debt(found["interest_expense"])
    prefer_narrower(found)
    prefer_whole_debt(found)
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
            if _holds(combination, signs) and len({one.scale for one in combination}) == 1 and _is_stated(combination[0])
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


def _is_stated(one: Candidate) -> bool:
    """A gross profit that no income statement shows (a margin in the discussion) says nothing of what revenue is."""
    return one.kpi.name != "gross_profit" or bool(one.features["in_income"] or one.features["kind"])


def _product(combination: tuple[Candidate, ...]) -> float:
    score = 1.0
    for one in combination:
        score *= one.score
    return score
