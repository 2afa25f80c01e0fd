"""The share count of the cover is dated before the period's end."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import day, document_type, period_end
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

# Periodic reports, whose cover counts the shares "as of the latest practicable date".
_PERIODIC = ("10-K", "10-Q", "20-F", "40-F")


@rule(
    id="cover-share-date",
    dqc="DQC_0005",
    title="The share count of the cover is dated before the end of the period",
    category="dates",
    severity=Severity.error,
    needs=("dei",),
    source="DQC_0005, Context Dates After Period End Date; Forms 10-K and 10-Q, cover page",
)
def cover_share_date(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a fact; annual reports of foreign issuers count at the period's end, which is no mistake."""
    end = period_end(view)
    if end is None or not document_type(view).startswith(_PERIODIC):
        return
    for fact in view.by_concept.get("dei:EntityCommonStockSharesOutstanding", ()):
        counted = day(fact.period.last_day or "")
        if counted is not None and counted < end:
            yield rule.finding(
                f"The cover's share count is dated {counted}, before the end of the period, {end}: it has to be counted later.",
                fact,
                reported=counted.isoformat(),
            )
