"""Document type, fiscal period, fiscal year and the length of the cover's period don't go together."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import cover_fact, document_type, period_end
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

# Days of the year to date: from short quarters of twelve weeks to long ones of seventeen.
_DAYS = {"Q1": (74, 125), "Q2": (160, 210), "Q3": (240, 300), "FY": (340, 390)}
_FOCUS = {"10-K": ("FY",), "10-Q": ("Q1", "Q2", "Q3")}


@rule(
    id="fiscal-period",
    dqc="DQC_0006",
    title="Document type, fiscal period and the length of the period don't go together",
    category="dates",
    severity=Severity.warning,
    needs=("dei",),
    source="DQC_0006, DEI and Block Tag Date Contexts; EDGAR Filer Manual 6.5.21",
)
def fiscal_period(view: View, rule: Rule) -> Iterator[Finding]:
    """At most three findings a report; transition reports are left alone."""
    kind = document_type(view).removesuffix("/A")
    focus = view.text("dei:DocumentFiscalPeriodFocus")
    fact = cover_fact(view, "DocumentFiscalPeriodFocus")
    if kind not in _FOCUS or focus is None or fact is None:
        return
    if focus not in _FOCUS[kind]:
        yield rule.finding(
            f"A {kind} is for {' or '.join(_FOCUS[kind])}, not for the fiscal period {focus}.", fact, reported=focus
        )
    days = fact.period.days
    if days is not None and focus in _DAYS and not _DAYS[focus][0] <= days <= _DAYS[focus][1]:
        yield rule.finding(
            f"The fiscal period is {focus}, but the cover's period {fact.period} has {days} days.", fact, reported=str(days)
        )
    year, end = view.text("dei:DocumentFiscalYearFocus"), period_end(view)
    if year is not None and end is not None and year.isdigit() and not end.year - 1 <= int(year) <= end.year + 1:
        found = cover_fact(view, "DocumentFiscalYearFocus") or fact
        yield rule.finding(f"The fiscal year is {year}, but the period ends on {end}.", found, reported=year)
