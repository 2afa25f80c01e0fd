"""A fact can't be read: its context or unit is nowhere, or its text is no number."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="unreadable-facts",
    title="A fact can't be read: its context, its unit or its text is wrong",
    category="structure",
    severity=Severity.error,
    source="XBRL 2.1, 4.6 and 4.7; Inline XBRL 1.1, 10.1.1",
)
def unreadable_facts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a fact. No other rule sees such facts."""
    for fact in view.report.facts:
        if fact.error is not None:
            yield rule.finding(f"{fact.concept} can't be read: {fact.error}.", fact)
