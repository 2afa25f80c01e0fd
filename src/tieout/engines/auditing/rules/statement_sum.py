"""A total of a primary statement differs from its lines by more than rounding."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import product

from tieout.engines.auditing.arithmetic import EXACT, round_to, unit_of, weighted_sum
from tieout.engines.auditing.findings import Finding, Severity, Term
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import Bound, bound_sums, missing_parts, show, spelled_out
from tieout.engines.auditing.view import View, modal_decimals

_MOST_COMBINATIONS = 64


@rule(
    id="statement-sum",
    dqc="DQC_0126",
    title="A total of a primary statement is not the sum of its lines",
    category="calculation",
    severity=Severity.error,
    needs=("facts", "statements", "calculation"),
    source="DQC_0126, Financial Statement Calculation Check with Non Dimensional Data",
)
def statement_sum(view: View, rule: Rule) -> Iterator[Finding]:
    """Statements without a table, facts without dimensions.

    Parent and sum are rounded to the decimals that most of the parent's facts have; they may differ by one in that digit
    for the parent and for each child that is there; periods of which the statement's lines are reported only in part, such
    as the quarters of a summary, are left alone. Where a number is reported more than once, differently, the sum has to
    fail with each of its values.
    """
    for statement in view.statements:
        if statement.has_table:
            continue
        for bound in bound_sums(view, statement.calculations):
            if bound.total.dimensions or bound.parent not in statement.concepts:
                continue
            finding = _check(view, rule, bound)
            if finding is not None and not missing_parts(view, bound):
                yield finding


def _check(view: View, rule: Rule, bound: Bound) -> Finding | None:
    reported = {f.number: f for f in reversed(bound.totals) if f.number is not None}
    parts = [(w, list(dict.fromkeys(f.number for f in fs if f.number is not None))) for w, fs in bound.parts]
    parts = [(w, values) for w, values in parts if values]
    if not reported or not parts:
        return None
    decimals = modal_decimals(f for by_key in view.numbers[bound.parent].values() for f in by_key if not f.dimensions)
    tolerance = EXACT.multiply(unit_of(decimals), Decimal(len(parts) + 1))
    sums = _possible_sums(parts)
    for value, fact in reported.items():
        differences = [EXACT.subtract(round_to(value, decimals), round_to(s, decimals)) for s in sums]
        if all(abs(d) > tolerance for d in differences):
            return _finding(view, rule, bound, value, bound.terms, differences[0], fact)
    return None


def _possible_sums(parts: list[tuple[Decimal, list[Decimal]]]) -> list[Decimal]:
    """The sums that the values of the parts allow; the first is that of each part's first value."""
    combinations = 1
    for _, values in parts:
        combinations *= len(values)
    choices = [values if combinations <= _MOST_COMBINATIONS else values[:1] for _, values in parts]
    weights = [w for w, _ in parts]
    return [weighted_sum(zip(weights, chosen, strict=True)) for chosen in product(*choices)]


def _finding(
    view: View, rule: Rule, bound: Bound, value: Decimal, terms: tuple[Term, ...], difference: Decimal, fact: object
) -> Finding:
    expected = bound.expected
    facts = sorted(bound.totals, key=lambda f: f is not fact)
    return rule.finding(
        f"{view.label(bound.parent)} is reported as {show(value)}, but the lines of the statement sum to {show(expected)}"
        f" ({spelled_out(terms)}): {show(abs(difference))} {'too little' if difference < 0 else 'too much'}."
        f" {bound.network.definition or bound.network.role}, {bound.total.period}.",
        *facts,
        *bound.facts[1:],
        network=bound.network,
        reported=value,
        expected=expected,
        arithmetic=terms,
        contexts=tuple(dict.fromkeys(f.context.id for f in bound.totals)),
    )
