"""The cover's facts are in a context of another period than the cover names."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import day, days_between, document_type, period_end
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

_CLOSE = 3
_PERIODIC = ("10-K", "10-Q")
_FACTS = (
    *("DocumentType", "AmendmentFlag", "DocumentPeriodEndDate", "DocumentFiscalYearFocus", "DocumentFiscalPeriodFocus"),
    *("EntityRegistrantName", "EntityCentralIndexKey"),
)


@rule(
    id="cover-period",
    dqc="DQC_0036",
    title="The cover names another period end than its own context has",
    category="dates",
    severity=Severity.error,
    needs=("dei",),
    source="DQC_0036, Document Period End Date Context; EDGAR Filer Manual 6.5.20",
)
def cover_period(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report: a few days of difference are taken for a fiscal year of weeks."""
    end = period_end(view)
    if end is None or not document_type(view).startswith(_PERIODIC):
        return
    wrong = []
    for name in _FACTS:
        for fact in view.by_concept.get(f"dei:{name}", ()):
            last = day(fact.period.last_day or "")
            if last is not None and not fact.dimensions and abs(days_between(end, last)) > _CLOSE:
                wrong.append(fact)
    if wrong:
        yield rule.finding(
            f"The cover says that the period ends on {end}, but the context of {', '.join(f.concept for f in wrong)} ends on"
            f" {wrong[0].period.last_day}.",
            *wrong,
            reported=end.isoformat(),
            expected=wrong[0].period.last_day,
        )
