"""A context's period can't be: it ends before it starts, or its dates are none."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import day
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Context

_YEARS = (1900, 2125)


@rule(
    id="impossible-period",
    title="A period ends before it starts, or has dates that are none",
    category="dates",
    severity=Severity.error,
    needs=("facts",),
    source="XBRL 2.1, 4.7.2",
)
def impossible_period(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a context that a fact uses."""
    for context in view.used_contexts:
        problem = _problem(context)
        if problem is not None:
            facts = [f for f in view.facts if f.context is context]
            yield rule.finding(f"The period of context {context.id} {problem}: {context.period}.", *facts)


def _problem(context: Context) -> str | None:
    period = context.period
    for text in (period.start, period.end, period.instant):
        if text is not None:
            found = day(text)
            if found is None:
                return f"has {text[:40]!r} for a date"
            if not _YEARS[0] <= found.year <= _YEARS[1]:
                return "is far from any time that a report is about"
    if period.start is not None and period.end is not None and period.end[:10] < period.start[:10]:
        return "ends before it starts"
    return None
