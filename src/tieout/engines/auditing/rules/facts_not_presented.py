"""Facts whose concepts no presentation shows."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="facts-not-presented",
    title="Facts whose concepts no presentation shows",
    category="linkbase",
    severity=Severity.warning,
    needs=("facts", "presentation"),
    source="EDGAR Filer Manual 6.12.3",
)
def facts_not_presented(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report, with the concepts and one fact of each."""
    # EDINET's cover facts are presented by its own taxonomy, not by the filing.
    missing = [c for c in view.by_concept if c not in view.presented and not c.startswith("jpdei_cor:")]
    if missing:
        what = ", ".join(missing[:8]) + (f" and {len(missing) - 8} more" if len(missing) > 8 else "")
        facts = [view.by_concept[c][0] for c in missing]
        yield rule.finding(f"No presentation shows {what}: readers of the rendered filing don't see these facts.", *facts)
