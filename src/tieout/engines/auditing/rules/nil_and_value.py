"""A number is reported as not there, and reported."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View


@rule(
    id="nil-and-value",
    title="A number is reported as nil, and with a value",
    category="duplicate",
    severity=Severity.warning,
    needs=("facts",),
    source="XBRL working group note on duplicate facts, 2.1; Calculations 1.1, which checks no sum with such a number",
)
def nil_and_value(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept, context and unit."""
    for concept, by_key in view.numbers.items():
        for facts in by_key.values():
            nil = [f for f in facts if f.nil]
            valued = [f for f in facts if f.number is not None]
            if nil and valued and valued[0].number is not None:
                yield rule.finding(
                    f"{view.label(concept)} is nil in one place and {show(valued[0].number)} in another, for {nil[0].period}.",
                    *nil,
                    *valued,
                    expected=valued[0].number,
                )
