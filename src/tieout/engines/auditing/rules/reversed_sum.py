"""A part is summed as if it were the total, or beside the total that contains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.mending import Mending
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.standard import Standard, known_children
from tieout.engines.auditing.sums import Bound, bound_sums, disagrees
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, Network

# Issuers who sum a pair one way before the other way is called a reversal.
_KNOWN_FROM = 2
_USUAL_FROM = 20
_CASH = ("NetCashProvided", "CashCashEquivalents", "CashAndCashEquivalents", "CashPeriod", "CashProvided")


@rule(
    id="reversed-sum",
    dqc="DQC_0081",
    title="A total and its part, or parts of different levels, are mixed up in a calculation",
    category="relation",
    severity=Severity.error,
    needs=("us-gaap", "calculation"),
    source="DQC_0081, Sibling and Child Relationships",
)
def reversed_sum(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a pair of concepts in a network.

    Told by the standard calculation trees, or by what other filings do; and by the numbers alone: where a sum fails, and a
    change mends it. Total and part may be changed round, a line may stand below its neighbour, or a part beside its total.
    """
    tree = _Tree(view.standard)
    if view.standard is not None and view.standard.descendants:
        view.sharpened[rule.id] = f"calculation trees of {view.standard.name}"
    failing: dict[tuple[str, str], list[Bound]] = {}
    for bound in bound_sums(view):
        if disagrees(bound):
            failing.setdefault((bound.network.role, bound.parent), []).append(bound)
    mending = Mending(view.books)
    for network, parent, weights in view.sums():
        bounds = failing.get((network.role, parent), [])
        for child, weight in weights.items():
            why = _why_not_below(view, tree, mending, failing, network, parent, child, weight)
            if why is not None:
                yield _finding(view, rule, network, parent, child, f"is summed from {child}, but {why}")
        for outer, inner, why in _beside_their_total(tree, mending, bounds, parent, weights) if bounds else ():
            yield _finding(view, rule, network, outer, inner, f"stands beside its own part: {why}")


def _why_not_below(
    view: View,
    tree: _Tree,
    mending: Mending,
    failing: Mapping[tuple[str, str], list[Bound]],
    network: Network,
    parent: str,
    child: str,
    weight: Decimal,
) -> str | None:
    """Why the child is no part of the parent; None where nothing says so."""
    bounds = failing.get((network.role, parent), [])
    if tree.contains(child, parent, surely=not bounds) and not tree.contains(parent, child, surely=True):
        return f"{child} is the total of which {parent} is a part"
    if not bounds:
        return None
    if _numbers_say_reversed(view, failing, network, child, bounds, weight):
        return f"the sums agree when {child} is the total and {parent} its part"
    if tree.contains(parent, child, surely=True) or not mending.misses(parent, child):
        return None
    return _mended(mending, tree, parent, child, weight, len(network.children(parent)))


def _mended(mending: Mending, tree: _Tree, parent: str, child: str, weight: Decimal, parts: int) -> str | None:
    """What would mend a sum that never agrees where it has the child; None where nothing is known to."""
    if weight > 0 and mending.turned(parent, child, weight) == 1:
        return f"the sums agree when {child} is the total and {parent} its part"
    if mending.raised(parent, child):
        return f"the sum above agrees when {child} stands beside {parent}"
    if parts == 1 and tree.are_beside(parent, child):
        return "filings sum both into one total, and nothing into the first"
    return None


def _beside_their_total(
    tree: _Tree, mending: Mending, bounds: list[Bound], parent: str, weights: Mapping[str, Decimal]
) -> Iterator[tuple[str, str, str]]:
    """(total, part, why) of a sum that fails and agrees without the part: it completes the total, or a list has it there."""
    totals = [c for c in weights if any(c in parents for parents in mending.networks.values())]
    for inner in weights:
        without = {child: weight for child, weight in weights.items() if child != inner}
        is_mended = mending.mends(parent, weights, without, inner)
        if not is_mended and not _counted_twice(bounds, inner):
            continue
        for outer in weights:
            if outer == inner:
                continue
            if is_mended and outer in totals and mending.lowered(outer, inner, surely=True):
                yield outer, inner, f"{inner} completes the sum of {outer}, and {parent} agrees without it"
            # What is added and taken away again is left out on purpose, and the cash flow statement adds to net income what
            # was taken from it.
            elif (
                (weights[outer] > 0) == (weights[inner] > 0)
                and not local(parent).startswith(_CASH)
                and tree.contains(outer, inner, surely=True)
                and _counted_twice(bounds, inner)
            ):
                yield outer, inner, f"{parent} sums both {outer} and {inner}, although {inner} is a part of {outer}"


@cache
def _usual_totals() -> frozenset[str]:
    return frozenset(total for total, parts in known_children().items() if sum(parts.values()) >= _USUAL_FROM)


class _Tree:
    """What is a part of what."""

    def __init__(self, standard: Standard | None) -> None:
        self._below: Mapping[str, frozenset[str]] = standard.descendants if standard is not None else {}

    def contains(self, total: str, part: str, surely: bool = False) -> bool:
        """Whether ``part`` is a part of ``total``, and never the other way round; ``surely``: because a list says so."""
        if not total.startswith("us-gaap:") or not part.startswith("us-gaap:"):
            return False
        t, p = local(total), local(part)
        if t in self._below.get(p, ()) or t in known_children().get(p, ()):
            return False
        if p in self._below.get(t, ()) or known_children().get(t, {}).get(p, 0) >= _KNOWN_FROM:
            return True
        # What nobody sums anything into can't be the total of what everybody does.
        return not surely and t in _usual_totals() and p not in known_children() and p not in self._below

    def are_beside(self, one: str, other: str) -> bool:
        """Whether filings sum both into one total, and nothing into the first or the one into the other."""
        if not one.startswith("us-gaap:") or not other.startswith("us-gaap:"):
            return False
        a, b, listed = local(one), local(other), known_children()
        if a in listed or a in self._below or a in listed.get(b, ()) or a in self._below.get(b, ()):
            return False
        return any(a in parts and b in parts for parts in listed.values())


def _numbers_say_reversed(
    view: View,
    failing: Mapping[tuple[str, str], list[Bound]],
    network: Network,
    child: str,
    bounds: list[Bound],
    weight: Decimal,
) -> bool:
    """Whether the child's own sum, which fails too, is short of exactly the parent wherever both can be seen."""
    below = {b.key: b for b in failing.get((network.role, child), ())}
    pairs = [(b, below[b.key]) for b in bounds if b.key in below]
    if not pairs or len(pairs) < len(below):
        return False
    for above, under in pairs:
        upper, lower = above.total.number, under.total.number
        if upper is None or lower is None or not upper:
            return False
        if EXACT.subtract(lower, under.expected) != EXACT.multiply(weight, upper):
            return False
    return True


def _counted_twice(bounds: list[Bound], inner: str) -> bool:
    """Whether each sum that fails agrees once the inner part is left out."""
    with_it = [b for b in bounds if any(fs[0].concept == inner and any(f.number for f in fs) for _, fs in b.parts)]
    return bool(with_it) and not any(
        disagrees(replace(b, parts=tuple(p for p in b.parts if p[1][0].concept != inner))) for b in with_it
    )


def _finding(view: View, rule: Rule, network: Network, first: str, second: str, message: str) -> Finding:
    facts: list[Fact] = []
    for concept in (first, second):
        facts.extend(f for f in view.by_concept.get(concept, ()) if not f.dimensions and f.number is not None)
    return rule.finding(
        f"{view.label(first)} {message}. {network.definition or network.role}.",
        *facts,
        concepts=(first, second),
        network=network,
        period=facts[0].period if facts else None,
    )
