"""FinMR: the reported value of a concept in a period, and the value that it should have."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from tieout.benchmarks.finauditing.solver.question import Question
from tieout.benchmarks.finauditing.solver.segment import Fact, Segment
from tieout.benchmarks.finauditing.solver.sums import Ledger, Sum, agree, key_of
from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.signs import cannot_be_negative, goes_both_ways

__all__ = ["Found", "solve_numbers"]


class Found(NamedTuple):
    """The fact, the value that it should have, which rule said so (None: it agrees with all), and the parts."""

    fact: Fact
    expected: Decimal
    rule: str | None
    parts: tuple[tuple[Decimal, Fact], ...] = ()

    def evidence(self, segment: Segment) -> dict[str, Any]:
        return {
            "concept": segment.name(self.fact.concept),
            "rule": self.rule,
            "arithmetic": [
                {"concept": segment.name(f.concept), "weight": str(w), "value": str(f.value)} for w, f in self.parts
            ],
        }


def solve_numbers(question: Question, segment: Segment) -> Found | None:
    """The answer; None where the segment has no number of a concept that the question names."""
    ledger = Ledger(segment)
    for concept in (*question.concepts, *question.others):
        facts = [fact for fact in segment.by_concept(concept) if fact.value is not None and fact.unit]
        if facts:
            found = [_recomputed(fact, question, ledger) for fact in _of_period(facts, question)]
            return next((one for one in found if one.rule is not None), found[0])
    return None


def _of_period(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """The facts that the question can mean, likeliest first; never empty."""
    named = {*question.concepts, *question.others}
    asked = [f for f in facts if f.context.members and set(f.context.members.values()) <= named]
    plain = [f for f in facts if not f.context.members]
    for group in (asked, plain, list(facts)):
        chosen = _dated(group, question)
        if chosen:
            return sorted(chosen, key=_length, reverse=True)
    latest = max((f.context.end or "") for f in facts)
    pool = plain or list(facts)
    return [f for f in pool if f.context.end == latest] or pool


def _dated(facts: Sequence[Fact], question: Question) -> list[Fact]:
    dates = question.dates
    if not facts:
        return []
    if not dates and not question.years:
        latest = max((f.context.end or "") for f in facts)
        return [f for f in facts if f.context.end == latest]
    for first in range(len(dates) - 1):
        start, end = sorted(dates[first : first + 2])
        exact = [f for f in facts if f.context.start == start and f.context.end == end]
        if exact:
            return exact
    for shift in (0, -1, 1):
        ends = {_shifted(d, shift) for d in dates}
        found = [f for f in facts if f.context.end in ends]
        if found:
            latest = max(f.context.end or "" for f in found)
            return [f for f in found if f.context.end == latest] if len(dates) > 1 else found
    return [f for f in facts if (f.context.end or "")[:4] in question.years]


def _shifted(text: str, days: int) -> str:
    if not days:
        return text
    try:
        return (date.fromisoformat(text) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return text


def _length(fact: Fact) -> int:
    try:
        return (date.fromisoformat(fact.context.end or "") - date.fromisoformat(fact.context.start or "")).days
    except ValueError:
        return 0


def _recomputed(fact: Fact, question: Question, ledger: Ledger) -> Found:
    value = fact.value or Decimal(0)
    sums = list(ledger.sums(fact))
    turned = EXACT.minus(value)
    if value < 0 and _sign_is_wrong(fact, sums, ledger):
        return Found(fact, turned, "0015")
    wrong = [one for one in sums if not one.agrees]
    if wrong and len(wrong) == len(sums):
        return Found(fact, wrong[0].computed, "0126", wrong[0].parts)
    if not sums or question.has("dimension", "member", "axis", "0117"):
        borne_out = _borne_out(fact, ledger)
        if borne_out is not None:
            return Found(fact, borne_out.computed, "0117", borne_out.parts)
    if sums:
        agreeing = next(one for one in sums if one.agrees)
        return Found(fact, agreeing.computed, None, agreeing.parts)
    if value < 0 and question.has("sign", "negative"):
        return Found(fact, turned, "0015")
    return Found(fact, value, None)


def _sign_is_wrong(fact: Fact, sums: Sequence[Sum], ledger: Ledger) -> bool:
    """Whether turning the sign is what mends the number: by its own sum, by the sum that it is part of, or by its meaning."""
    value = fact.value or Decimal(0)
    for one in sums:
        if one.agrees:
            return False
        if agree(fact, EXACT.minus(one.computed), len(one.parts)):
            return cannot_be_negative(fact.concept)  # else the recomputed sum itself is the answer
    if sums:
        return cannot_be_negative(fact.concept) and not any(one.computed < 0 for one in sums)
    if cannot_be_negative(fact.concept):
        return True
    above = list(_sums_with(fact, ledger))
    for one, weight in above:
        if one.agrees:
            return False
        mended = EXACT.subtract(one.computed, EXACT.multiply(Decimal(2) * weight, value))
        if agree(one.total, mended, len(one.parts)):
            return True
    return not above and not goes_both_ways(fact.concept)


def _sums_with(fact: Fact, ledger: Ledger) -> list[tuple[Sum, Decimal]]:
    """The sums in the fact's context that it is a part of, with its weight."""
    found = []
    for parents in ledger.networks.values():
        for parent, arcs in parents.items():
            arc = arcs.get(fact.concept)
            total = ledger.numbers.get(parent, {}).get(key_of(fact.context)) if arc is not None else None
            if arc is not None and total is not None:
                one = ledger.sum_of(total, {child: a.weight for child, a in arcs.items()})
                if one is not None:
                    found.append((one, arc.weight))
    return found


def _borne_out(fact: Fact, ledger: Ledger) -> Sum | None:
    """The sum of members that differs from the fact, where the segment shows that they are its parts; else None.

    That is shown by the same members summing to the total in another period, or for another concept; or by a sum that the fact
    is a part of, which agrees only with theirs.
    """
    candidates = [(axis, one) for axis, one in ledger.member_sums(fact) if not one.agrees]
    for axis, one in candidates:
        for above, weight in _sums_with(fact, ledger):
            change = EXACT.multiply(weight, EXACT.subtract(one.computed, fact.value or Decimal(0)))
            if not above.agrees and agree(above.total, EXACT.add(above.computed, change), len(above.parts)):
                return one
        members = {f.context.members[axis] for _, f in one.parts}
        for concept, by_key in ledger.numbers.items():
            for other in by_key.values():
                if (
                    other is fact
                    or other.context.members
                    or (concept, key_of(other.context)) == (fact.concept, key_of(fact.context))
                ):
                    continue
                for same_axis, twin in ledger.member_sums(other):
                    if same_axis == axis and twin.agrees and {f.context.members[axis] for _, f in twin.parts} == members:
                        return one
    return None
