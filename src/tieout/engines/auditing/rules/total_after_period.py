"""A total of the statements is dated after the period that the report is for."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import day, days_between, period_end
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import names
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View, simple

_CLOSE = 4


@rule(
    id="total-after-period",
    title="A total of the statements is dated after the report's period",
    category="dates",
    severity=Severity.error,
    needs=("dei", "us-gaap"),
    source="DQC_0005, Context Dates After Period End Date",
)
def total_after_period(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a fact without dimensions: nobody knows next year's total assets."""
    end = period_end(view)
    if end is None:
        return
    for concept, facts in view.by_concept.items():
        if simple(concept) not in names("identities", "totals"):
            continue
        for fact in facts:
            last = day(fact.period.last_day or "")
            if not fact.dimensions and fact.number is not None and last is not None and days_between(end, last) > _CLOSE:
                yield rule.finding(
                    f"{view.label(concept)} is dated {fact.period}, after the report's period, which ends on {end}.",
                    fact,
                    reported=fact.period.last_day,
                )
