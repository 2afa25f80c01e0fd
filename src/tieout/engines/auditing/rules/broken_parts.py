"""The schema, a linkbase or a context has parts that can't be used."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

_CODES = frozenset(
    (
        *("context-twice", "context-part", "arc-end", "locator", "arc-number", "xml-recovered"),
        *("schema-unreadable", "linkbase-unreadable", "several-instances"),
    )
)


@rule(
    id="broken-parts",
    title="The schema, a linkbase or a context has parts that can't be used",
    category="structure",
    severity=Severity.warning,
    source="XBRL 2.1, 3.5 and 4.7",
)
def broken_parts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a notice of the reader."""
    _ = view.networks, view.concepts  # reading them is what finds the faults
    for notice in view.report.notices:
        if notice.code in _CODES:
            yield rule.finding(f"{notice.where + ': ' if notice.where else ''}{notice.message}.")
