"""The members of an axis don't add up to the total of a statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from tieout.engines.auditing.arithmetic import EXACT, Interval, add, interval, times
from tieout.engines.auditing.dimensions import axis_domains, top_members
from tieout.engines.auditing.findings import Finding, Severity, Term
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show, spelled_out
from tieout.engines.auditing.view import Statement, View, precision
from tieout.report import Fact, Period

_Where = tuple[str, Period, str, str | None]


@rule(
    id="dimension-sum",
    dqc="DQC_0117",
    title="The members of an axis don't add up to the statement's total",
    category="dimension-sum",
    severity=Severity.error,
    needs=("facts", "statements", "dimensions"),
    source="DQC_0117, Financial Statement Tables Dimensional Cross Check",
)
def dimension_sum(view: View, rule: Rule) -> Iterator[Finding]:
    """Top-level members of each axis of a statement's table against the value without that axis.

    Members may be parts of a total (products and services) or merely some of what is in it (related parties). They are
    taken for parts only where the report bears it out: the same members sum to the total of that concept in another
    period, or to that of another line of the statement; or a calculation fails with the total as reported, and agrees with
    the members' sum. Amounts per share and ratios don't add up. A further member that would close the gap silences the rule.
    """
    for statement in view.statements:
        if not statement.has_table:
            continue
        for axis, domain in axis_domains(view.networks, statement.role).items():
            members = [m for m in top_members(view.networks, statement.role, domain) if m != domain]
            if len(members) >= 2:
                yield from _axis(view, rule, statement, axis, members)


def _axis(view: View, rule: Rule, statement: Statement, axis: str, members: Sequence[str]) -> Iterator[Finding]:
    sums = {}
    for concept in sorted(statement.concepts & view.numbers.keys()):
        for where, total, parts in _sums(view, concept, axis):
            listed = {m: parts[m] for m in members if m in parts}
            if len(listed) >= 2:
                sums[concept, where] = (total, listed, parts)
    agreeing = {(c, frozenset(listed)) for (c, _), (total, listed, _) in sums.items() if _agrees(total, listed)}
    borne_out = {members for _, members in agreeing}
    for total, listed, parts in sums.values():
        if _agrees(total, listed) or _closed_by_others(total, listed, parts):
            continue
        if frozenset(listed) in borne_out or _mends_calculation(view, total, listed):
            yield _finding(view, rule, statement, axis, total, listed)


def _sums(view: View, concept: str, axis: str) -> Iterator[tuple[_Where, Fact, Mapping[str, Fact]]]:
    """For each period in which a concept has a value without dimensions: that value, and those with the axis alone."""
    totals: dict[_Where, Fact] = {}
    parts: dict[_Where, dict[str, Fact]] = {}
    for facts in view.numbers[concept].values():
        best = max((f for f in facts if f.number is not None), key=precision, default=None)
        if best is None or best.unit is None or best.unit.denominator or best.unit.name == "xbrli:pure":
            continue
        where = (best.entity, best.period, best.unit.name, best.target)
        if not best.dimensions:
            totals[where] = best
        elif len(best.dimensions) == 1 and isinstance(member := best.dimensions.get(axis), str):
            parts.setdefault(where, {})[member] = best
    for where, found in parts.items():
        if where in totals:
            yield where, totals[where], found


def _interval(fact: Fact) -> Interval:
    return interval(fact.number or Decimal(0), fact.decimals)


def _agrees(total: Fact, parts: Mapping[str, Fact]) -> bool:
    computed = Interval(Decimal(0), Decimal(0))
    for part in parts.values():
        computed = add(computed, _interval(part))
    return computed.meets(_interval(total))


def _mends_calculation(view: View, total: Fact, parts: Mapping[str, Fact]) -> bool:
    """Whether calculations that have the total fail as reported, and all agree once the sum of the members stands for it."""
    key, concept = view.key(total), total.concept
    expected = Decimal(0)
    for part in parts.values():
        expected = EXACT.add(expected, part.number or Decimal(0))
    instead = interval(expected, total.decimals)
    failed = False
    for _, parent, weights in view.sums():
        if concept != parent and concept not in weights:
            continue
        terms = {c: _interval(f) for c in (parent, *weights) if (f := view.number(c, key)) is not None}
        if parent not in terms or len(terms) < 3:
            continue
        if not _calculates(parent, weights, {**terms, concept: instead}):
            return False
        failed = failed or not _calculates(parent, weights, terms)
    return failed


def _calculates(parent: str, weights: Mapping[str, Decimal], terms: Mapping[str, Interval]) -> bool:
    computed = Interval(Decimal(0), Decimal(0))
    for child, weight in weights.items():
        if child in terms:
            computed = add(computed, times(weight, terms[child]))
    return computed.meets(terms[parent])


def _closed_by_others(total: Fact, listed: Mapping[str, Fact], parts: Mapping[str, Fact]) -> bool:
    """Whether members reported elsewhere make up the difference, one or all of them."""
    others = {m: f for m, f in parts.items() if m not in listed}
    return bool(others) and (
        _agrees(total, {**listed, **others}) or any(_agrees(total, {**listed, m: f}) for m, f in others.items())
    )


def _finding(view: View, rule: Rule, statement: Statement, axis: str, total: Fact, parts: Mapping[str, Fact]) -> Finding:
    terms = tuple(Term(m, Decimal(1), f.number or Decimal(0)) for m, f in parts.items())
    expected = Decimal(0)
    for term in terms:
        expected = EXACT.add(expected, term.value)
    reported = total.number or Decimal(0)
    return rule.finding(
        f"{view.label(total.concept)} is {show(reported)} in total, but its parts on {axis} sum to {show(expected)}"
        f" ({spelled_out(terms)}: {', '.join(parts)}). {statement.title}, {total.period}.",
        total,
        *parts.values(),
        concepts=(total.concept, axis, *parts),
        network=statement.presentation,
        reported=reported,
        expected=expected,
        arithmetic=terms,
    )
