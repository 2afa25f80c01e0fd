"""The sums that calculation networks ask for, bound to the facts that a report has for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tieout.engines.auditing.arithmetic import Interval, add, excess_digits, interval, times, weighted_sum
from tieout.engines.auditing.findings import Term
from tieout.engines.auditing.view import Key, View, precision
from tieout.report import Fact, Network

__all__ = ["Bound", "bound_sums", "disagrees", "missing_parts", "range_of", "show", "spelled_out"]


@dataclass(frozen=True, slots=True)
class Bound:
    """One sum in one context: the facts of the total, and weight and facts of each child that is reported there."""

    network: Network
    parent: str
    key: Key
    totals: Sequence[Fact]
    parts: tuple[tuple[Decimal, Sequence[Fact]], ...]

    @property
    def total(self) -> Fact:
        return max(self.totals, key=precision)

    @property
    def terms(self) -> tuple[Term, ...]:
        """Weight and most precise value of each child that has one."""
        best = ((w, max((f for f in fs if f.number is not None), key=precision, default=None)) for w, fs in self.parts)
        return tuple(Term(f.concept, w, f.number) for w, f in best if f is not None and f.number is not None)

    @property
    def expected(self) -> Decimal:
        return weighted_sum((t.weight, t.value) for t in self.terms)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The total, then the parts."""
        return (self.total, *(max(fs, key=precision) for _, fs in self.parts))


def bound_sums(view: View, networks: Sequence[Network] | None = None, repeated: bool = False) -> Iterator[Bound]:
    """Every sum for which the total and at least one child are reported in the same context, unit and document.

    ``repeated``: see `View.sums`.
    """
    numbers = view.numbers
    for network, parent, weights in view.sums(networks, repeated):
        totals = numbers.get(parent)
        if not totals:
            continue
        children = [(w, numbers[c]) for c, w in weights.items() if c in numbers]
        for key, facts in totals.items():
            parts = tuple((w, by_key[key]) for w, by_key in children if key in by_key)
            if parts:
                yield Bound(network, parent, key, facts, parts)


def range_of(facts: Sequence[Fact]) -> Interval | str:
    """The values that repeated facts of one number allow together (Calculations 1.1, "consistent duplicates").

    A text tells why they allow none: ``nil``, ``inconsistent``, or ``excess`` for digits beyond the stated accuracy.
    """
    if any(f.number is None for f in facts):
        return "nil" if all(f.number is None for f in facts) else "inconsistent"
    if any(excess_digits(f.number, f.decimals) for f in facts if f.number is not None):
        return "excess"
    found: Interval | None = None
    for f in facts:
        assert f.number is not None  # noqa: S101  (told above)
        own = interval(f.number, f.decimals)
        found = own if found is None else found.intersect(own)
        if found is None:
            return "inconsistent"
    return found or "nil"


def disagrees(bound: Bound) -> bool:
    """Whether no rounding explains the difference (Calculations 1.1, "round to nearest")."""
    total = range_of(bound.totals)
    if isinstance(total, str):
        return False
    computed = Interval(Decimal(0), Decimal(0))
    reported = False
    for weight, facts in bound.parts:
        part = range_of(facts)
        if part == "nil":
            continue
        if isinstance(part, str):
            return False
        computed = add(computed, times(weight, part))
        reported = True
    return reported and not total.meets(computed)


def missing_parts(view: View, bound: Bound) -> list[str]:
    """Parts that are not reported in the sum's context because little of the network is; empty where the sum is whole.

    They are reported for the same slice at other times, and of the whole network less than half of what some other time
    has is reported for this one. A single line that a year doesn't have is no reason to distrust its total.
    """
    reported, most = view.coverage(bound.network, bound.key)
    if 2 * reported >= most:
        return []
    here = {fs[0].concept for _, fs in bound.parts}
    dimensions, unit = bound.total.dimensions, bound.key[1]
    return [
        arc.child
        for arc in bound.network.children(bound.parent)
        if arc.child not in here
        and any(
            f.dimensions == dimensions and f.number and f.unit is not None and f.unit.name == unit
            for f in view.by_concept.get(arc.child, ())
        )
    ]


def show(value: Decimal) -> str:
    """A number as people write it: thousands separated, no exponent."""
    text = format(value, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def spelled_out(terms: Sequence[Term]) -> str:
    """``1,200 + 300 − 40`` for the terms of a sum; of very many only the first and the last."""
    parts = []
    for i, t in enumerate(terms):
        sign = "−" if t.weight < 0 else "+" if i else ""
        factor = "" if abs(t.weight) == 1 else f"{show(abs(t.weight))} × "
        value = f"({show(t.value)})" if t.value < 0 else show(t.value)
        parts.append(f"{sign}{' ' if sign and i else ''}{factor}{value}")
    if len(parts) > 12:
        parts = [*parts[:10], f"… ({len(parts) - 11} more)", parts[-1]]
    return " ".join(parts)
