"""A part is summed as if it were the total, or beside the total that contains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache

from tieout.engines.auditing.arithmetic import EXACT, Interval, add, times
from tieout.engines.auditing.blocks import Blocks
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.mending import MOST_ADDITIONS, Mending
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sections import sections_of
from tieout.engines.auditing.standard import Standard, known_children
from tieout.engines.auditing.sums import Bound, bound_sums, disagrees, range_of
from tieout.engines.auditing.view import View, local
from tieout.report import Fact, Network

# Issuers who sum a pair one way before the other way is called a reversal.
_KNOWN_FROM = 2
_USUAL_FROM = 20
_MOST_PARTS = 500
_SECTION_TOTALS = ("NetCashProvidedByUsedInOperating", "NetCashProvidedByUsedInInvesting", "NetCashProvidedByUsedInFinancing")
_NET_INCOME = ("NetIncomeLoss", "ProfitLoss")
_INCOME = ("NetIncome", "ProfitLoss", "IncomeLoss", "DiscontinuedOperation", "MinorityInterest", "Income", "Comprehensive")
_CASH = ("NetCashProvided", "CashCashEquivalents", "CashAndCashEquivalents", "CashPeriod", "CashProvided")

Weights = Mapping[str, Decimal]


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

    Told by the standard calculation trees, or by what other filings do; by the numbers, where a sum fails and a change
    mends it; and where a sum fails by the order in which the statement presents the lines. Total and part may be changed
    round, a line may stand below its neighbour, or a part beside its total.
    """
    if view.standard is not None and view.standard.descendants:
        view.sharpened[rule.id] = f"calculation trees of {view.standard.name}"
    levels = _Levels(view)
    explained: set[tuple[str, str]] = set()
    sums = [one for one in view.sums() if len(one[2]) <= _MOST_PARTS]
    for network, parent, weights in sums:
        for child in weights:
            why = levels.why_turned(network, parent, child, weights)
            if why is not None:
                explained |= {(network.role, parent), (network.role, child)}
                yield _finding(view, rule, network, parent, child, f"is summed from {child}, but {why}")
    for network, parent, weights in sums:
        told: set[str] = set()
        pairs: set[tuple[str, str]] = set()
        for outer, inner, why in levels.beside_their_total(network, parent, weights):
            if (outer, inner) in pairs:
                continue
            pairs.add((outer, inner))
            told |= {outer, inner}
            yield _finding(view, rule, network, outer, inner, f"stands beside its own part: {why}")
        for child in weights if (network.role, parent) not in explained else ():
            why = levels.why_not_below(network, parent, child, weights) if child not in told else None
            if why is not None:
                yield _finding(view, rule, network, parent, child, f"is summed from {child}, but {why}")
    yield from _not_tried(view, rule, levels.is_spent)


def _not_tried(view: View, rule: Rule, is_spent: bool) -> Iterator[Finding]:
    """Notes on what was too much to try."""
    for network, parent, weights in view.sums():
        if len(weights) > _MOST_PARTS:
            yield rule.finding(
                f"{view.label(parent)} has {len(weights):,} parts in {network.definition or network.role}: too many to try"
                f" whether one of them stands on a wrong level; sums of up to {_MOST_PARTS} parts are tried.",
                concepts=(parent,),
                network=network,
                severity=Severity.info,
            )
    if is_spent:
        yield rule.finding(
            f"The report has so many sums that fail that whether another level would mend them was tried in {MOST_ADDITIONS:,}"
            " steps only.",
            severity=Severity.info,
        )


class _Levels:
    """Which lines of a calculation stand on a wrong level."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._tree = _Tree(view.standard)
        self._mending = Mending(view.books)
        self._blocks = Blocks(view.presentations)
        self._sections = view.standard.sections if view.standard is not None else {}
        self._is_cash_flow: dict[str, bool] = {}
        self._failing: dict[tuple[str, str], list[Bound]] = {}
        for bound in bound_sums(view):
            if disagrees(bound):
                self._failing.setdefault((bound.network.role, bound.parent), []).append(bound)
        self._below_failing = {
            (network.role, part)
            for network, parent, weights in view.sums()
            if (network.role, parent) in self._failing
            for part in weights
        }

    @property
    def is_spent(self) -> bool:
        """Whether there was more to try than is tried in one report."""
        return self._mending.is_spent

    def why_turned(self, network: Network, parent: str, child: str, weights: Weights) -> str | None:
        """Why the child is the total and the parent its part; None where nothing says so."""
        tree, mending = self._tree, self._mending
        bounds = self._failing.get((network.role, parent), [])
        if tree.contains(parent, child):
            return None
        if tree.contains(child, parent) or self._is_total_of_all(network, parent, child, weights, bool(bounds)):
            return f"{child} is the total of which {parent} is a part"
        if (bounds or (network.role, parent) in self._below_failing) and mending.exchanged(parent, child):
            return f"the sums agree when {child} and {parent} change places"
        if bounds and (
            _numbers_say_reversed(self._failing, network, child, bounds, weights[child])
            or (mending.misses(parent, child) and mending.turned(parent, child, weights[child]) == 1)
        ):
            return f"the sums agree when {child} is the total and {parent} its part"
        return None

    def _is_total_of_all(self, network: Network, parent: str, child: str, weights: Weights, fails: bool) -> bool:
        """Whether the child is what everybody sums parts into, the parent what nobody does, and the rest suits the child.

        Where the sum agrees, the parent has to be presented above the child, as a part is.
        """
        tree, others = self._tree, [c for c in weights if c != child]
        if not tree.is_usual_total_of(child, parent):
            return False
        if 2 * sum(tree.contains(child, other) for other in others) < len(others):
            return False
        return fails or (not others and self._blocks.is_above(network.role, parent, child))

    def why_not_below(self, network: Network, parent: str, child: str, weights: Weights) -> str | None:
        """Why the child is no part of the parent; None where nothing says so.

        The parent's sum never agrees, or only since the two numbers happen to be the same.
        """
        if self._tree.contains(parent, child):
            return None
        sections = [next((s for s in _SECTION_TOTALS if local(c).startswith(s)), None) for c in (parent, child)]
        if None not in sections and sections[0] != sections[1]:
            return "no section of the cash flow statement is a part of another"
        if local(parent) in _NET_INCOME and self._is_adjustment(network, child):
            return f"{child} is a line that leads from {parent} to cash, and no part of it"
        if (network.role, parent) not in self._failing:
            alone = len(weights) == 1 and (network.role, parent) in self._below_failing
            if alone and self._mending.raised(parent, child, agreeing=True):
                return f"the sum above agrees when {child} stands beside {parent}"
            return None
        if not self._mending.misses(parent, child):
            return None
        return self._mended(parent, child, weights) or self._presented(network, parent, child, weights)

    def _mended(self, parent: str, child: str, weights: Weights) -> str | None:
        """What would mend the sum; None where nothing is known to."""
        mending = self._mending
        if mending.raised(parent, child):
            return f"the sum above agrees when {child} stands beside {parent}"
        # Lines in a wrong section of the cash flow statement are rule 0145's.
        if mending.agrees_without(parent, child) and (mending.is_total(child) or not local(parent).startswith(_CASH)):
            return f"{parent} agrees without it"
        if len(weights) == 1 and local(parent) not in _usual_totals() and not mending.are_equal(parent, child):
            return f"that alone is never its sum, so {child} is no part of it"
        return None

    def _presented(self, network: Network, parent: str, child: str, weights: Weights) -> str | None:
        """What the order of the lines says of a sum that never agrees."""
        below = self._mending.parts_of(child)
        if self._blocks.has_among(network.role, child, parent, {*below, *weights} - {parent, child}):
            return f"{parent} is presented among the parts of {child}"
        if self._blocks.has_below(network.role, parent, child, weights):
            return f"{child} is presented below it, and its parts are above"
        return None

    def beside_their_total(self, network: Network, parent: str, weights: Weights) -> Iterator[tuple[str, str, str]]:
        """(total, part, why) of a sum that has both: a sum that fails, or that of the sections of the cash flow statement.

        A line may be so small beside the rounding of a change in cash that no sum fails for it.
        """
        bounds = self._failing.get((network.role, parent), [])
        yield from self._beside_their_section(parent, weights, 1 if bounds else 2)
        if not bounds:
            return
        twice = _counted_twice(bounds)
        likely = [outer for outer in weights if self._may_contain(outer)]
        for inner in weights:
            without = {child: weight for child, weight in weights.items() if child != inner}
            is_mended = inner in twice or self._mending.mends(parent, weights, without, inner)
            for outer in weights if is_mended else likely:
                if outer == inner or self._mending.is_spent:
                    continue
                self._mending.spend(1)
                why = self._contains(network, parent, outer, inner, weights, is_mended)
                if why is not None:
                    yield outer, inner, why

    def _beside_their_section(self, parent: str, weights: Weights, least: int) -> Iterator[tuple[str, str, str]]:
        """As `beside_their_total`, where a sum has at least so many totals of sections, whether or not it fails."""
        sections = [c for c in weights if local(c).startswith(_SECTION_TOTALS)]
        if len(sections) < least:
            return
        for inner in weights:
            if local(inner).startswith(_CASH):
                continue
            for outer in sections:
                if self._is_line_of(outer, inner):
                    yield outer, inner, f"{parent} sums both {outer} and {inner}, which is a line of that section"

    def _may_contain(self, outer: str) -> bool:
        """Whether something is known to be summed into it: what else it may hold is told by two equal numbers alone."""
        return self._mending.is_total(outer) or self._tree.is_total(outer) or local(outer).startswith(_SECTION_TOTALS)

    def _contains(self, network: Network, parent: str, outer: str, inner: str, weights: Weights, is_mended: bool) -> str | None:
        """Why, of two parts of a sum that fails, the inner belongs to the outer; None where nothing says so."""
        tree, mending = self._tree, self._mending
        is_section = local(outer).startswith(_SECTION_TOTALS) and not local(inner).startswith(_CASH)
        through = EXACT.multiply(weights[outer], weights[inner])
        if mending.completes(outer, inner, through):
            return f"{inner} completes the sum of {outer}"
        known = tree.contains(outer, inner)
        if is_mended:
            # What is added and taken away again is left out on purpose, and the cash flow statement adds to net income
            # what was taken from it.
            is_added = through > 0 and not local(parent).startswith(_CASH)
            if known and (is_added or is_section):
                return f"{parent} sums both {outer} and {inner}, although {inner} is a part of {outer}"
            if not mending.is_total(outer) and mending.are_equal(outer, inner) and self._is_first(outer, inner, weights):
                return f"{inner} is all that {outer} has, and {parent} agrees without it"
        if known and mending.completes(outer, inner, through, nearer=True):
            return f"{inner} is a part of {outer}, and brings its sum nearer"
        if self._blocks.has_among(network.role, outer, inner, mending.parts_of(outer)):
            return f"{inner} is presented among the parts of {outer}"
        return None

    def _is_line_of(self, total: str, line: str) -> bool:
        """Whether the line belongs to the one section of the cash flow statement that the total closes."""
        sections = sections_of(local(line), self._sections) if line.startswith("us-gaap:") else None
        if sections is None or len(sections) > 1:
            return False
        return local(total).startswith(f"NetCashProvidedByUsedIn{sections[0].capitalize()}Activities")

    def _is_adjustment(self, network: Network, line: str) -> bool:
        """Whether the network is that of a cash flow statement, and the line one of its sections other than kinds of income."""
        if network.role not in self._is_cash_flow:
            self._is_cash_flow[network.role] = any(local(arc.parent).startswith(_SECTION_TOTALS) for arc in network.arcs)
        if not self._is_cash_flow[network.role]:
            return False
        name = local(line)
        return line.startswith("us-gaap:") and not name.startswith(_INCOME) and sections_of(name, self._sections) is not None

    def _is_first(self, outer: str, inner: str, weights: Weights) -> bool:
        """Of two equal numbers the total is the one that is presented last, or comes first where nothing is presented."""
        for role in self._view.presentations:
            if self._blocks.is_above(role, inner, outer) or self._blocks.is_above(role, outer, inner):
                return self._blocks.is_above(role, inner, outer)
        return list(weights).index(outer) < list(weights).index(inner)


@cache
def _usual_totals() -> frozenset[str]:
    return frozenset(total for total, parts in known_children().items() if sum(parts.values()) >= _USUAL_FROM)


class _Tree:
    """What is a part of what."""

    def __init__(self, standard: Standard | None) -> None:
        self._below: Mapping[str, frozenset[str]] = standard.descendants if standard is not None else {}

    def contains(self, total: str, part: str) -> bool:
        """Whether a list has the part below the total, and never the other way round."""
        t, p = _us_gaap(total), _us_gaap(part)
        if t is None or p is None or t in self._below.get(p, ()) or t in known_children().get(p, ()):
            return False
        return p in self._below.get(t, ()) or known_children().get(t, {}).get(p, 0) >= _KNOWN_FROM

    def is_total(self, concept: str) -> bool:
        """Whether a list has anything below it."""
        name = _us_gaap(concept)
        return name is not None and (name in self._below or name in known_children())

    def is_usual_total_of(self, total: str, part: str) -> bool:
        """Whether many filings sum something into the total, and none anything into the part."""
        t, p = _us_gaap(total), _us_gaap(part)
        return t in _usual_totals() and p is not None and p not in known_children() and p not in self._below


def _us_gaap(concept: str) -> str | None:
    return local(concept) if concept.startswith("us-gaap:") else None


def _numbers_say_reversed(
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


def _counted_twice(bounds: list[Bound]) -> frozenset[str]:
    """The parts without which each sum agrees that has them."""
    counted: dict[str, bool] = {}
    for bound in bounds:
        total = range_of(bound.totals)
        parts = [(weight, facts[0].concept, facts, range_of(facts)) for weight, facts in bound.parts]
        # Where a number allows no value at all, the sum says nothing, and so doesn't disagree: see `disagrees`.
        dumb = [concept for _, concept, _, found in parts if isinstance(found, str) and found != "nil"]
        ranges = {c: times(w, found) for w, c, _, found in parts if not isinstance(found, str)}
        whole = Interval(Decimal(0), Decimal(0))
        for one in ranges.values():
            whole = add(whole, one)
        for _, concept, facts, _ in parts:
            if not any(f.number for f in facts):
                continue
            agrees = isinstance(total, str) or any(c != concept for c in dumb) or not ranges.keys() - {concept}
            if not agrees and not isinstance(total, str):
                own = ranges.get(concept, Interval(Decimal(0), Decimal(0)))
                rest = Interval(EXACT.subtract(whole.low, own.low), EXACT.subtract(whole.high, own.high))
                agrees = total.meets(rest)
            counted[concept] = counted.get(concept, True) and agrees
    return frozenset(concept for concept, is_twice in counted.items() if is_twice)


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
