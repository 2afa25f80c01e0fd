"""A fact can't be read: its context or unit is nowhere, or its text is no number."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact


@rule(
    id="unreadable-facts",
    title="A fact can't be read: its context, its unit or its text is wrong",
    category="structure",
    severity=Severity.error,
    source="XBRL 2.1, 4.6 and 4.7; Inline XBRL 1.1, 10.1.1",
)
def unreadable_facts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a fact, or where a context or a unit is missing one for all facts that name it. No other rule sees them."""
    together: dict[str, list[Fact]] = {}
    for number, fact in enumerate(view.report.facts):
        if fact.error is not None:
            missing = fact.error.startswith(("no context ", "no unit "))
            together.setdefault(fact.error if missing else f"{number}", []).append(fact)
    for facts in together.values():
        others = f" and {len(facts) - 1} more facts" if len(facts) > 1 else ""
        yield rule.finding(f"{facts[0].concept}{others} can't be read: {facts[0].error}.", *facts)
