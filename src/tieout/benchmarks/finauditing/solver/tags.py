"""FinSM: the tags of a segment that don't fit, best first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tieout.benchmarks.finauditing.solver.knowledge import Knowledge
from tieout.benchmarks.finauditing.solver.question import Question
from tieout.benchmarks.finauditing.solver.segment import Fact, Segment, walk
from tieout.engines.auditing.lists import names, table

__all__ = ["solve_tags"]

_STATEMENT = re.compile(r"-\s*Statement\s*-", re.IGNORECASE)
_CURRENCY = re.compile(r"[A-Z]{3}")
_HINTS = {
    "0137": ("location", "extensible", "0137", "line item in which", "included in the statement"),
    "0109": ("concentration", "credit risk", "customer", "supplier", "benchmark", "0109"),
    "0099": ("calculation", "currency", "monetary", "summation", "sum", "total", "0099", "statement"),
}
_PAID = ("InterestPaid", "IncomeTaxesPaid")  # supplemental information, which is rarely meant
_LOCATIONS = ("BalanceSheetLocationAxis", "IncomeStatementLocationAxis")


def solve_tags(question: Question, segment: Segment, knowledge: Knowledge) -> tuple[list[str], str | None]:
    """Tags as they are written, with the rule that found them; none, where nothing is amiss.

    What the question is about decides between the rules; where its words don't tell, the segment does: a concentration or a
    location in it is rarely beside the point, while statements without any unsummed line are rare.
    """
    finders: dict[str, Callable[[], list[str]]] = {
        "0109": lambda: _concentrations(segment),
        "0137": lambda: _locations(segment),
        "0099": lambda: _not_summed(segment, knowledge),
    }
    asked = [rule for rule, words in _HINTS.items() if question.has(*words)]
    first: list[str] = [rule for rule in ("0109", "0137") if rule in asked]
    if not first and any(_STATEMENT.search(title) for title in segment.definitions):
        first = ["0099"]  # a primary statement is looked at for its sums, a note for its axes
    for rule in dict.fromkeys((*first, *finders)):
        found = finders[rule]()
        if found:
            return [segment.name(one) for one in found], rule
    return [], None


def _concentrations(segment: Segment) -> list[str]:
    listed = table("concentration")
    found: Counter[str] = Counter()
    present: list[str] = []
    for fact in segment.facts:
        if fact.concept in listed["concepts"] or fact.concept.startswith("ConcentrationRiskPercentage"):
            present.append(fact.concept)
            if _lacks(fact, listed):
                found[fact.concept] += 1
    return [concept for concept, _ in found.most_common()] or list(dict.fromkeys(present))


def _lacks(fact: Fact, listed: Mapping[str, Any]) -> bool:
    """Whether a concentration doesn't say of what, by what measure and in what (DQC_0109)."""
    members = fact.context.members
    kind, benchmark = members.get(str(listed["type_axis"])), members.get(str(listed["benchmark_axis"]))
    if not members:
        return fact.value != 1
    if kind is None or benchmark is None:
        return True
    if len(members) < 3 and fact.value != 1:
        return True
    words = listed["contradicts"].get(kind, ())
    return (
        benchmark.endswith("ConcentrationRiskMember") or kind.endswith("BenchmarkMember") or any(w in benchmark for w in words)
    )


def _locations(segment: Segment) -> list[str]:
    """Concepts whose facts on a location axis all have one member; those with an element for the location first."""
    members: dict[str, dict[str, set[str]]] = {}
    for fact in segment.facts:
        for axis, member in fact.context.members.items():
            if axis in _LOCATIONS and fact.value is not None and fact.unit:
                members.setdefault(fact.concept, {}).setdefault(axis, set()).add(member)
    single = [concept for concept, axes in members.items() if any(len(found) == 1 for found in axes.values())]
    listed = names("locations", "concepts")
    return sorted(single, key=lambda concept: concept not in listed)


def _not_summed(segment: Segment, knowledge: Knowledge) -> list[str]:
    """Amounts of the statement that stand in none of its sums (DQC_0099), in the order of the statement."""
    calculation = segment.of_kind("calculation")
    order = list(walk(segment))
    presented = {concept for _, concept, _ in order} or {fact.concept for fact in segment.facts}
    summed = {end for arc in calculation if {arc.parent, arc.child} <= presented for end in (arc.parent, arc.child)}
    amounts: dict[str, Fact] = {}
    for fact in segment.facts:
        if fact.concept in presented and not fact.context.members and _is_money(fact):
            amounts.setdefault(fact.concept, fact)
    instant = _is_balance(amounts, summed)
    words = tuple(names("statement_lines", "abstract_words"))
    found: list[str] = []
    places = [(concept, path) for _, concept, path in order] or [(concept, ()) for concept in amounts]
    for concept, path in places:
        amount = amounts.get(concept)
        if amount is None or concept in summed or concept in found or knowledge.never_summed(concept):
            continue
        if any(word in above and "Reconcil" not in above for above in path for word in words):
            continue
        if (amount.context.start is None) == instant:
            found.append(concept)
    return sorted(found, key=lambda concept: concept.startswith(_PAID))


def _is_money(fact: Fact) -> bool:
    return fact.value is not None and fact.unit is not None and _CURRENCY.fullmatch(fact.unit) is not None


def _is_balance(amounts: dict[str, Fact], summed: set[str]) -> bool:
    """Whether the statement's sums are of points in time; by its best known lines, else by what most of its amounts are."""
    for kind in ("cash", "balance", "income"):
        if not names("statements", kind).isdisjoint(amounts):
            return kind == "balance"
    kinds = [fact.context.start is None for concept, fact in amounts.items() if not summed or concept in summed]
    return sum(kinds) * 2 > len(kinds)
