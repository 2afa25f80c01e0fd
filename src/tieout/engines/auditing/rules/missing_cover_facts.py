"""The cover lacks facts that every report of its kind must have."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import document_type
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

_ALWAYS = ("EntityRegistrantName", "EntityCentralIndexKey", "DocumentPeriodEndDate", "AmendmentFlag")
_PERIODIC = ("CurrentFiscalYearEndDate", "DocumentFiscalYearFocus", "DocumentFiscalPeriodFocus", "EntityFilerCategory")
_KINDS = ("10-K", "10-Q", "10-KT", "10-QT")


@rule(
    id="missing-cover-facts",
    title="The cover lacks facts that it must have",
    category="dei",
    severity=Severity.warning,
    needs=("dei",),
    source="EDGAR Filer Manual 6.5.20 and 6.5.21",
)
def missing_cover_facts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report, with all that is missing."""
    kind = document_type(view).removesuffix("/A")
    wanted = (*(() if kind else ("DocumentType",)), *_ALWAYS, *(_PERIODIC if kind in _KINDS else ()))
    missing = [f"dei:{n}" for n in wanted if not any(not f.nil for f in view.by_concept.get(f"dei:{n}", ()))]
    if missing:
        yield rule.finding(f"The cover has no {', '.join(missing)}.", concepts=missing)
