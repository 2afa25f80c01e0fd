"""A total disagrees with its parts by the older rule of XBRL 2.1, which knows no rounding of the parts."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import round_to, weighted_sum
from tieout.engines.auditing.findings import Finding, Severity, Term
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import bound_sums, show, spelled_out
from tieout.engines.auditing.view import View


@rule(
    id="calculation-xbrl21",
    title="A total is not the rounded sum of its rounded parts (XBRL 2.1)",
    category="calculation",
    severity=Severity.info,
    needs=("facts", "calculation"),
    source="XBRL 2.1, 5.2.5.2",
    optional=True,
)
def calculation_xbrl21(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a role, total and context; sums with repeated or nil facts are not bound, as that rule has it."""
    for bound in bound_sums(view):
        if len(bound.totals) > 1 or any(len(fs) > 1 for _, fs in bound.parts) or bound.total.number is None:
            continue
        terms = [
            Term(f.concept, w, round_to(f.number, f.decimals)) for w, fs in bound.parts for f in fs if f.number is not None
        ]
        decimals = bound.total.decimals
        reported = round_to(bound.total.number, decimals)
        expected = round_to(weighted_sum((t.weight, t.value) for t in terms), decimals)
        if terms and reported != expected:
            yield rule.finding(
                f"{view.label(bound.parent)} is {show(reported)}, its rounded parts sum to {show(expected)}"
                f" ({spelled_out(terms)}). {bound.network.definition or bound.network.role}, {bound.total.period}.",
                *bound.facts,
                network=bound.network,
                reported=reported,
                expected=expected,
                arithmetic=terms,
            )
