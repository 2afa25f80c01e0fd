"""A total disagrees with its parts, whatever way the numbers were rounded."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import Bound, bound_sums, disagrees, missing_parts, show, spelled_out
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

    Where the parts are only in part reported for the period, the finding is a mere note: a summary of quarters, say, has
    revenue and gross profit alone.
    """
    for bound in bound_sums(view, repeated=True):
        if disagrees(bound):
            yield _finding(view, rule, bound)


def _finding(view: View, rule: Rule, bound: Bound) -> Finding:
    total, terms, expected = bound.total, bound.terms, bound.expected
    reported = total.number
    assert reported is not None  # noqa: S101  (an interval was made of it)
    difference = EXACT.subtract(reported, expected)
    absent = missing_parts(view, bound)
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
