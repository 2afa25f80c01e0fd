"""FinRE: what is wrong between two elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from tieout.benchmarks.finauditing.parsing import Label
from tieout.benchmarks.finauditing.solver.knowledge import Knowledge, section_named
from tieout.benchmarks.finauditing.solver.question import Question
from tieout.benchmarks.finauditing.solver.segment import Segment
from tieout.benchmarks.finauditing.solver.sums import Ledger, Sum

__all__ = ["Judgement", "solve_relation"]

_STANDARD = ("us-gaap:", "srt:", "dei:", "country:", "currency:", "exch:", "stpr:", "naics:", "ecd:")
_CASH_TOTALS = ("NetCashProvided", "CashProvided", "CashCashEquivalents", "CashAndCashEquivalents", "CashPeriodIncrease")
_SUPPLEMENTAL = ("Supplemental", "CashPaid")  # what stands below them is of no section
_MOST = 0.5  # of the sums that can be looked at
_KNOWN_FROM = 3  # issuers who sum a pair one way, where the numbers don't tell


class Judgement(NamedTuple):
    label: Label
    reason: str


def solve_relation(question: Question, segment: Segment, knowledge: Knowledge) -> Judgement | None:
    """The answer; None where the question names no two elements.

    Where the prompt offers no label for pairs without an error, the likeliest of the three errors is given.
    """
    pair = question.pair()
    if pair is None:
        return None
    judge = _Judge(segment, knowledge)
    found = judge.judge(*pair)
    if found.label == "None" and not question.has("none", "no error", "without error", "correct", "no_error"):
        return Judgement(judge.likeliest(*pair), found.reason)
    return found


class _Judge:
    def __init__(self, segment: Segment, knowledge: Knowledge) -> None:
        self.segment = segment
        self.knowledge = knowledge
        self.ledger = Ledger(segment)

    def judge(self, a: str, b: str) -> Judgement:
        for axis, member in ((a, b), (b, a)):
            if axis.endswith("Axis"):
                return self._combination(axis, member)
        for line, total in ((a, b), (b, a)):
            if _is_section_total(total) and any(total in parents.get(line, {}) for parents in self.ledger.networks.values()):
                reason = self._reversed(a, b)
                if reason is not None:
                    return Judgement("Reversal", reason)
        for upper, line in ((a, b), (b, a)):
            section = self._section(upper)
            if section is not None and not line.endswith("Abstract") and not _is_cash_total(line):
                reason = self._misplaced(section, line)
                if reason is not None:
                    return Judgement("Inappropriateness", reason)
        reason = self._reversed(a, b)
        if reason is not None:
            return Judgement("Reversal", reason)
        return Judgement("None", "structure, numbers and what is known agree")

    def likeliest(self, a: str, b: str) -> Label:
        if a.endswith("Axis") or b.endswith(("Axis", "Member", "Domain")):
            return "CombinationErr"
        if a.endswith("Abstract") or b.endswith("Abstract") or section_named(a) or section_named(b):
            return "Inappropriateness"
        return "Reversal"

    # Axis and member ------------------------------------------------------------------------------------------------

    def _combination(self, axis: str, member: str) -> Judgement:
        own = not self.segment.name(member).startswith(_STANDARD) and ":" in self.segment.name(member)
        if self.segment.name(axis).startswith("ecd:") and self.segment.name(member).startswith(("us-gaap:", "srt:")):
            return Judgement("CombinationErr", "an axis of executive compensation has no members of US GAAP")
        fits = self.knowledge.fits(axis, member, own=own)
        placed, used = self._placed(axis), self._used(axis)
        elsewhere = {m for other in self._axes() if other != axis for m in self._placed(other)}
        if fits is not True and member in elsewhere and (member not in placed or member not in used):
            return Judgement("CombinationErr", "the segment itself has the member on another axis")
        if fits is False:
            return Judgement("CombinationErr", "the member is none of those that belong on the axis")
        if fits is None and placed and member not in placed and member in used:
            return Judgement("CombinationErr", "the tables of the segment don't have the member there")
        return Judgement("None", "the member may stand on the axis")

    def _axes(self) -> set[str]:
        return {arc.parent for arc in self.segment.arcs if arc.parent.endswith("Axis")}

    def _placed(self, axis: str) -> set[str]:
        below = {*self.segment.descendants("definition", axis), *self.segment.descendants("presentation", axis)}
        return {one for one in below if one.endswith(("Member", "Domain"))}

    def _used(self, axis: str) -> set[str]:
        return {fact.context.members[axis] for fact in self.segment.facts if axis in fact.context.members}

    # Sections of the cash flow statement ----------------------------------------------------------------------------

    def _section(self, concept: str) -> str | None:
        """The section that an element opens or totals, itself or through what it is presented under."""
        named = section_named(concept)
        if named is not None:
            return named
        if concept == "IncomeStatementAbstract":
            return "income"
        if not concept.endswith("Abstract") or any(word in concept for word in _SUPPLEMENTAL):
            return None
        parents = {arc.child: arc.parent for arc in self.segment.of_kind("presentation")}
        seen = {concept}
        while (above := parents.get(concept)) is not None and above not in seen:
            seen.add(above)
            concept = above
            if section_named(concept) is not None:
                return section_named(concept)
            if concept == "IncomeStatementAbstract":
                return "income"
        return None

    def _misplaced(self, section: str, line: str) -> str | None:
        belongs = self.knowledge.sections(line)
        if section == "income":
            return (
                "a change of working capital stands in the income statement" if line.startswith("IncreaseDecreaseIn") else None
            )
        if belongs:
            return None if section in belongs else f"it belongs to {' or '.join(sorted(belongs))} activities"
        shown, summed = self._shown_in(line), self._summed_into(line)
        if shown and summed and shown != summed and section in shown ^ summed:
            return f"presented under {', '.join(shown)}, but summed into {', '.join(summed)}"
        return None

    def _shown_in(self, line: str) -> set[str]:
        tops = {arc.parent for arc in self.segment.of_kind("presentation") if arc.parent.endswith("Abstract")}
        sections = {top: section_named(top) for top in tops}
        return {s for top, s in sections.items() if s is not None and line in self.segment.descendants("presentation", top)}

    def _summed_into(self, line: str) -> set[str]:
        tops = {arc.parent for arc in self.segment.of_kind("calculation")}
        sections = {top: section_named(top) for top in tops}
        return {s for top, s in sections.items() if s is not None and line in self.segment.descendants("calculation", top)}

    # Totals and parts -----------------------------------------------------------------------------------------------

    def _reversed(self, a: str, b: str) -> str | None:
        for upper, lower in ((a, b), (b, a)):
            for parents in self.ledger.networks.values():
                if lower in parents.get(upper, {}):
                    return self._arc_reversed(upper, lower, parents[upper][lower].weight)
        for total, part in ((a, b), (b, a)):
            if self._siblings(a, b) and (self.knowledge.contains(total, part) or self._sum_is_better_without(total, part)):
                parent = self._siblings(a, b)
                assert parent is not None  # noqa: S101  (told above)
                if not self._all_agree(parent):
                    return f"{part} is a part of {total}, but stands beside it"
            if total in self._presented_below(part) and self.knowledge.contains(total, part):
                return f"{total} is presented below its own part"
        return None

    def _arc_reversed(self, upper: str, lower: str, weight: Decimal) -> str | None:
        """Whether ``lower`` is the total and ``upper`` the part.

        Numbers tell where a sum has several parts and adds this one: a sum of one part, or one that subtracts it
        (A = B - C, C = B - A), agrees either way.
        """
        now = self._share(one for one in self._sums(upper) if len(one.parts) > 1)
        telling = weight > 0 and now is not None
        if telling and now == 1:
            return None
        if _is_section_total(lower) and "Cash" not in upper:
            return f"{lower} is a total of the cash flow statement, {upper} a line"
        turned = self._share_when_turned(upper, lower, weight) if weight > 0 else None
        if turned is not None and turned >= _MOST and turned > (now or 0):
            return f"the sums agree when {lower} is the total and {upper} its part"
        if self.knowledge.contains(lower, upper, 1 if telling else _KNOWN_FROM):
            return f"{lower} is the total of which {upper} is a part"
        if self.knowledge.contains(upper, lower):
            return None
        if self._is_total(lower) != self._is_total(upper):
            return f"{lower} is presented as a total, {upper} as a line" if self._is_total(lower) else None
        return self._larger(lower, upper) if telling else None

    def _larger(self, total: str, part: str) -> str | None:
        pairs = [
            (fact.value, other.value)
            for key, fact in self.ledger.numbers.get(total, {}).items()
            if (other := self.ledger.numbers.get(part, {}).get(key)) is not None
        ]
        if pairs and all(t is not None and p is not None and abs(t) > abs(p) for t, p in pairs):
            return f"{total} is always larger than {part}, and the sum fails"
        return None

    def _sums(self, concept: str) -> Iterator[Sum]:
        for fact in self.ledger.numbers.get(concept, {}).values():
            yield from self.ledger.sums(fact)

    def _all_agree(self, concept: str) -> bool:
        found = list(self._sums(concept))
        return bool(found) and all(one.agrees for one in found)

    def _is_total(self, concept: str) -> bool:
        return any("total" in arc.preferred.lower() for arc in self.segment.of_kind("presentation") if arc.child == concept)

    def _share_when_turned(self, upper: str, lower: str, weight: Decimal) -> float | None:
        """The share of sums that agree with one arc turned, or with the two names exchanged everywhere; the better one."""
        shares: list[float] = []
        for parents in self.ledger.networks.values():
            if lower not in parents.get(upper, {}):
                continue
            own = {child: arc.weight for child, arc in parents.get(lower, {}).items() if child != upper}
            others = {child: arc.weight for child, arc in parents[upper].items() if child != lower}
            numbers = self.ledger.numbers
            for weights in ({**own, upper: weight}, {**others, upper: weight}):
                # A part of zero would agree wherever it stood.
                keys = [key for key, fact in numbers.get(upper, {}).items() if fact.value]
                facts = [numbers[lower][key] for key in keys if key in numbers.get(lower, {})]
                tried = [one for fact in facts if (one := self.ledger.sum_of(fact, weights)) is not None and len(one.parts) > 1]
                share = self._share(tried)
                if share is not None:
                    shares.append(share)
        return max(shares, default=None)

    @staticmethod
    def _share(sums: Iterable[Sum]) -> float | None:
        found = [one.agrees for one in sums]
        return sum(found) / len(found) if found else None

    def _siblings(self, a: str, b: str) -> str | None:
        for parents in self.ledger.networks.values():
            for parent, arcs in parents.items():
                if a in arcs and b in arcs:
                    return parent
        return None

    def _sum_is_better_without(self, total: str, part: str) -> bool:
        """Whether the sum that has both agrees once the part is left out, and fails with it."""
        for parents in self.ledger.networks.values():
            for parent, arcs in parents.items():
                if total in arcs and part in arcs:
                    weights = {child: arc.weight for child, arc in arcs.items() if child != part}
                    facts = [
                        f for k, f in self.ledger.numbers.get(parent, {}).items() if k in self.ledger.numbers.get(part, {})
                    ]
                    tried = [one for f in facts if (one := self.ledger.sum_of(f, weights)) is not None]
                    if tried and all(one.agrees for one in tried) and not self._all_agree(parent):
                        return self._larger(total, part) is not None
        return False

    def _presented_below(self, concept: str) -> list[str]:
        return [] if concept.endswith("Abstract") else self.segment.descendants("presentation", concept)


def _is_cash_total(concept: str) -> bool:
    """Whether the concept sums a section of the cash flow statement, or all of them, or is the balance that they change."""
    return concept.startswith(_CASH_TOTALS) and not concept.endswith("Abstract")


def _is_section_total(concept: str) -> bool:
    return concept.startswith(_CASH_TOTALS[:2]) and not concept.endswith("Abstract")
