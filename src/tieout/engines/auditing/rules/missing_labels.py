"""The filer's own concepts without a label."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="missing-labels",
    title="The filer's own concepts lack a standard label",
    category="label",
    severity=Severity.warning,
    needs=("schema",),
    source="EDGAR Filer Manual 6.10.1",
)
def missing_labels(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report, with the concepts that the filer declares and uses in facts, dimensions or presentations."""
    used = set(view.by_concept) | view.presented
    missing = [
        n for n, c in view.concepts.items() if c.source == "schema" and n in used and view.is_extension(n) and not c.label()
    ]
    if missing:
        what = ", ".join(missing[:8]) + (f" and {len(missing) - 8} more" if len(missing) > 8 else "")
        yield rule.finding(f"{what} have no standard label.", concepts=missing)
