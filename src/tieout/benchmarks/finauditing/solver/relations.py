"""FinRE: what is wrong between two elements."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from tieout.benchmarks.finauditing.parsing import Label
from tieout.benchmarks.finauditing.solver.knowledge import Knowledge, by_name, by_words, section_named
from tieout.benchmarks.finauditing.solver.question import Question
from tieout.benchmarks.finauditing.solver.segment import Segment
from tieout.benchmarks.finauditing.solver.sums import Ledger
from tieout.engines.auditing.mending import Mending, share

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
        self.mending = Mending(self.ledger.books())

    def judge(self, a: str, b: str) -> Judgement:
        for axis, member in ((a, b), (b, a)):
            if axis.endswith("Axis"):
                return self._combination(axis, member)
        for line, total in ((a, b), (b, a)):
            if _is_section_total(total) and (
                self._parent_of_both(line, total) is not None or self._is_summed_into(total, line)
            ):
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
        if ":" in self.segment.name(axis) and not self.segment.name(axis).startswith(_STANDARD):
            return Judgement("None", "an axis of the filer's own has the members that the filer gives it")
        own = not self.segment.name(member).startswith(_STANDARD) and ":" in self.segment.name(member)
        if self.segment.name(axis).startswith("ecd:") and self.segment.name(member).startswith(("us-gaap:", "srt:")):
            return Judgement("CombinationErr", "an axis of executive compensation has no members of US GAAP")
        placed, used = self._placed(axis), self._used(axis)
        fits = self.knowledge.fits(axis, member, own=own, beside=placed | used)
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
        """Why the line doesn't belong to the section; None where it may.

        What lists say counts most, then the filing's own sums, then the words of the line's name.
        """
        if section == "income":
            return (
                "a change of working capital stands in the income statement" if line.startswith("IncreaseDecreaseIn") else None
            )
        shown, summed = self._shown_in(line), self._summed_into(line)
        if shown | summed and section not in shown | summed:
            return None  # it isn't there at all
        listed = self.knowledge.listed_sections(line)
        if listed:
            return None if section in listed else f"it belongs to {' or '.join(sorted(listed))} activities"
        if shown and summed and not shown & summed and section in shown:
            return f"presented under {', '.join(shown)}, but summed into {', '.join(summed)}"
        proof = self.mending.moved(line)
        if proof is not None:
            return None if proof and section in summed else f"the sum that has it agrees {'with' if proof else 'without'} it"
        words = by_name(line) or by_words(line)
        return f"its name is one of {' or '.join(words)} activities" if words and section not in words else None

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
        """Why the two are of mixed up levels: one summed into the other, both into a third, or one shown below the other."""
        for upper, lower in ((a, b), (b, a)):
            for parents in self.ledger.networks.values():
                if lower in parents.get(upper, {}):
                    arcs = parents[upper]
                    return self._arc_reversed(upper, lower, arcs[lower].weight) or self._too_deep(upper, lower, len(arcs))
        return self._too_high(a, b) or self._too_high(b, a)

    def _too_deep(self, upper: str, lower: str, parts: int) -> str | None:
        """Whether ``lower`` is no part of ``upper``, but a line of the same level."""
        known = self.knowledge.contains(upper, lower)
        if self.mending.raised(upper, lower, nearer=not known):
            return f"the sum above agrees when {lower} stands beside {upper}, not below it"
        if known or not self.mending.misses(upper, lower):
            return None
        alone = parts == 1 and not self.knowledge.is_total(upper)
        if alone or self.knowledge.is_line_beside(upper, lower):
            return f"{upper} isn't the sum of {lower}, which is a line of its own level"
        return None

    def _too_high(self, total: str, part: str) -> str | None:
        """Whether ``part`` stands beside the total that it belongs to, or above it."""
        parent = self._parent_of_both(total, part)
        known = self.knowledge.contains(total, part)
        if parent is not None and not self.mending.all_agree(parent) and (known or self.mending.lowered(total, part)):
            return f"{part} is a part of {total}, but stands beside it"
        if known and total in self._presented_below(part):
            return f"{total} is presented below its own part"
        return None

    def _arc_reversed(self, upper: str, lower: str, weight: Decimal) -> str | None:
        """Whether ``lower`` is the total and ``upper`` the part.

        Numbers tell where a sum has several parts and adds this one: a sum of one part, or one that subtracts it
        (A = B - C, C = B - A), agrees either way.
        """
        now = share(one for one in self.mending.sums(upper) if one.parts > 1)
        telling = weight > 0 and now is not None
        if telling and now == 1:
            return None
        if _is_section_total(lower) and "Cash" not in upper:
            return f"{lower} is a total of the cash flow statement, {upper} a line"
        turned = self.mending.turned(upper, lower, weight) if weight > 0 else None
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

    def _is_total(self, concept: str) -> bool:
        return any("total" in arc.preferred.lower() for arc in self.segment.of_kind("presentation") if arc.child == concept)

    def _is_summed_into(self, part: str, total: str) -> bool:
        return any(part in parents.get(total, {}) for parents in self.ledger.networks.values())

    def _parent_of_both(self, a: str, b: str) -> str | None:
        for parents in self.ledger.networks.values():
            for parent, arcs in parents.items():
                if a in arcs and b in arcs:
                    return parent
        return None

    def _presented_below(self, concept: str) -> list[str]:
        return [] if concept.endswith("Abstract") else self.segment.descendants("presentation", concept)


def _is_cash_total(concept: str) -> bool:
    """Whether the concept sums a section of the cash flow statement, or all of them, or is the balance that they change."""
    return concept.startswith(_CASH_TOTALS) and not concept.endswith("Abstract")


def _is_section_total(concept: str) -> bool:
    return concept.startswith(_CASH_TOTALS[:2]) and not concept.endswith("Abstract")
