"""Contexts that no fact uses."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="unused-contexts",
    title="Contexts that no fact uses",
    category="structure",
    severity=Severity.info,
    needs=("facts",),
    source="EDGAR Filer Manual 6.5.9",
)
def unused_contexts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report."""
    used = {id(c) for c in view.used_contexts}
    unused = [id_ for id_, c in view.report.contexts.items() if id(c) not in used]
    if unused:
        shown = ", ".join(unused[:8]) + (f" and {len(unused) - 8} more" if len(unused) > 8 else "")
        yield rule.finding(
            f"No fact uses the contexts {shown}: facts may have been left out, or these left over.", contexts=unused
        )
