"""A part is summed as if it were the total, or beside the total that contains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
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

    Told by the standard calculation trees, or by what other filings do; and by the numbers alone: where the upper one's
    sum fails, and the lower one's is short of exactly the upper one. A total and its part in the same sum are told where
    the sum agrees without the part.
    """
    tree = _Tree(view.standard)
    if view.standard is not None and view.standard.descendants:
        view.sharpened[rule.id] = f"calculation trees of {view.standard.name}"
    failing: dict[tuple[str, str], list[Bound]] = {}
    for bound in bound_sums(view):
        if disagrees(bound):
            failing.setdefault((bound.network.role, bound.parent), []).append(bound)
    for network, parent, weights in view.sums():
        bounds = failing.get((network.role, parent), [])
        for child in weights:
            if tree.contains(child, parent, surely=not bounds) and not tree.contains(parent, child, surely=True):
                why = f"{child} is the total of which {parent} is a part"
                yield _finding(view, rule, network, parent, child, f"is summed from {child}, but {why}")
            elif bounds and _numbers_say_reversed(view, failing, network, child, bounds, weights[child]):
                why = f"the sums agree when {child} is the total and {parent} its part"
                yield _finding(view, rule, network, parent, child, f"is summed from {child}, but {why}")
        # The cash flow statement adds to net income what was taken from it.
        if bounds and not local(parent).startswith(_CASH):
            for outer in weights:
                for inner in weights:
                    # What is added and taken away again is left out on purpose.
                    same_sign = (weights[outer] > 0) == (weights[inner] > 0)
                    if (
                        outer != inner
                        and same_sign
                        and tree.contains(outer, inner, surely=True)
                        and _counted_twice(bounds, inner)
                    ):
                        why = f"sums both {outer} and {inner}, although {inner} is a part of {outer}"
                        yield _finding(view, rule, network, outer, inner, f"stands beside its own part: {parent} {why}")


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
