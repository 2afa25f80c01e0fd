"""Sums of a segment: the children of a total in one context, and the members of an axis."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from tieout.benchmarks.finauditing.solver.segment import Arc, Context, Fact, Segment
from tieout.engines.auditing.arithmetic import EXACT, weighted_sum
from tieout.engines.auditing.mending import Amount, Books
from tieout.engines.auditing.mending import agree as amounts_agree

__all__ = ["Ledger", "Sum"]

Key = tuple[str | None, str | None, frozenset[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Sum:
    """A total with its recomputed value; ``agrees`` within one in the last digit for the total and each part (DQC_0126)."""

    total: Fact
    parts: tuple[tuple[Decimal, Fact], ...]
    computed: Decimal

    @property
    def agrees(self) -> bool:
        return agree(self.total, self.computed, len(self.parts))


def agree(total: Fact, computed: Decimal, parts: int) -> bool:
    """Whether rounding explains the difference between a total and what was computed from that many parts."""
    decimals = total.decimals if isinstance(total.decimals, int) else None
    return amounts_agree(total.value or Decimal(0), decimals, computed, parts)


def key_of(context: Context) -> Key:
    return context.start, context.end, frozenset(context.members.items())


class Ledger:
    """The numbers of a segment by concept and context, and its sums."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment

    @cached_property
    def numbers(self) -> Mapping[str, Mapping[Key, Fact]]:
        """The most precise number of each concept in each context (by what it says, not by id)."""
        found: dict[str, dict[Key, Fact]] = {}
        for fact in self.segment.facts:
            if fact.value is None or not fact.unit:
                continue
            by_key = found.setdefault(fact.concept, {})
            key = key_of(fact.context)
            if key not in by_key or _precision(fact) > _precision(by_key[key]):
                by_key[key] = fact
        return found

    @cached_property
    def networks(self) -> Mapping[str, Mapping[str, Mapping[str, Arc]]]:
        """Role to total to part to its arc."""
        found: dict[str, dict[str, dict[str, Arc]]] = {}
        for arc in self.segment.of_kind("calculation"):
            if arc.parent != arc.child:
                found.setdefault(arc.role, {}).setdefault(arc.parent, {}).setdefault(arc.child, arc)
        return found

    def books(self) -> Books:
        """The numbers and networks alone, to try changes on."""
        numbers: dict[str, dict[Hashable, Amount]] = {
            concept: {
                key: Amount(fact.value, fact.decimals if isinstance(fact.decimals, int) else None, fact.unit)
                for key, fact in by_key.items()
                if fact.value is not None
            }
            for concept, by_key in self.numbers.items()
        }
        networks = {
            role: {total: {child: arc.weight for child, arc in arcs.items()} for total, arcs in parents.items()}
            for role, parents in self.networks.items()
        }
        return Books(numbers, networks)

    def sums(self, total: Fact) -> Iterator[Sum]:
        """The sums that the calculation networks give for a total, in its context; those of most parts first."""
        found = []
        for parents in self.networks.values():
            arcs = parents.get(total.concept)
            if arcs:
                weights = {child: arc.weight for child, arc in arcs.items()}
                one = self.sum_of(total, weights)
                if one is not None:
                    found.append(one)
        yield from sorted(found, key=lambda s: -len(s.parts))

    def sum_of(self, total: Fact, weights: Mapping[str, Decimal]) -> Sum | None:
        """The weighted sum of the parts that are reported in the total's context and unit; None where none is."""
        key = key_of(total.context)
        parts = []
        for child, weight in weights.items():
            fact = self.numbers.get(child, {}).get(key)
            if fact is not None and fact.value is not None and fact.unit == total.unit:
                parts.append((weight, fact))
        if not parts:
            return None
        computed = weighted_sum((weight, fact.value or Decimal(0)) for weight, fact in parts)
        return Sum(total, tuple(parts), EXACT.plus(computed))

    def member_sums(self, total: Fact) -> Iterator[tuple[str, Sum]]:
        """(axis, sum of the members that stand directly below its domain) for a fact without dimensions."""
        if total.context.members:
            return
        by_axis: dict[str, list[Fact]] = {}
        for (start, end, members), fact in self.numbers.get(total.concept, {}).items():
            if len(members) == 1 and (start, end) == (total.context.start, total.context.end) and fact.unit == total.unit:
                axis = next(iter(members))[0]
                by_axis.setdefault(axis, []).append(fact)
        for axis, facts in by_axis.items():
            top = self._top_members(axis)
            chosen = [f for f in facts if not top or f.context.members[axis] in top]
            if len(chosen) >= 2:
                computed = weighted_sum((Decimal(1), f.value or Decimal(0)) for f in chosen)
                yield axis, Sum(total, tuple((Decimal(1), f) for f in chosen), computed)

    def _top_members(self, axis: str) -> set[str]:
        definition, presentation = self.segment.children("definition"), self.segment.children("presentation")
        for below in (definition, presentation):
            domains = [arc.child for arc in below.get(axis, ()) if not arc.arcrole.endswith("dimension-default")]
            top = {arc.child for domain in domains for arc in below.get(domain, ())}
            if len(top) >= 2:
                return top
        return set()


def _precision(fact: Fact) -> float:
    if fact.decimals == "INF":
        return float("inf")
    return fact.decimals if isinstance(fact.decimals, int) else float("-inf")
