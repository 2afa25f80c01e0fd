"""A total disagrees with its parts, whatever way the numbers were rounded."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import Bound, bound_sums, disagrees, show, spelled_out
from tieout.engines.auditing.view import View


@rule(
    id="calculation-consistency",
    title="A total is not the sum of its parts",
    category="calculation",
    severity=Severity.warning,
    needs=("facts", "calculation"),
    source="Calculations 1.1, round to nearest; XBRL 2.1, 5.2.5.2",
)
def calculation_consistency(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a role, total and context: each number stands for the interval that its ``decimals`` leave open.

    Where parts that other periods have are not reported for this one, the finding is a mere note: a summary of quarters, say,
    has revenue and gross profit alone.
    """
    for bound in bound_sums(view, repeated=True):
        if disagrees(bound):
            yield _finding(view, rule, bound)


def _finding(view: View, rule: Rule, bound: Bound) -> Finding:
    total, terms, expected = bound.total, bound.terms, bound.expected
    reported = total.number
    assert reported is not None  # noqa: S101  (an interval was made of it)
    difference = EXACT.subtract(reported, expected)
    absent = _absent(view, bound)
    why = f" Not reported for this period: {', '.join(absent)}; the sum may be incomplete." if absent else ""
    return rule.finding(
        f"{view.label(bound.parent)} is reported as {show(reported)}, but its parts sum to {show(expected)}"
        f" ({spelled_out(terms)}), which is {show(abs(difference))} {'less' if difference > 0 else 'more'};"
        f" rounding doesn't explain it. {bound.network.definition or bound.network.role}, {total.period}.{why}",
        *bound.facts,
        network=bound.network,
        reported=reported,
        expected=expected,
        arithmetic=terms,
        severity=Severity.info if absent else None,
        contexts=tuple(dict.fromkeys(f.context.id for f in bound.totals)),
    )


def _absent(view: View, bound: Bound) -> list[str]:
    """Parts that the report has for the same slice at other times, but not in this context."""
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
