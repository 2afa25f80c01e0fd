"""Units that no fact uses."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="unused-units",
    title="Units that no fact uses",
    category="structure",
    severity=Severity.info,
    needs=("facts",),
    source="EDGAR Filer Manual 6.5.10",
)
def unused_units(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report."""
    used = {id(f.unit) for f in view.report.facts if f.unit is not None}
    unused = [f"{id_} ({u.name})" for id_, u in view.report.units.items() if id(u) not in used]
    if unused:
        yield rule.finding(f"No fact uses the units {', '.join(unused[:12])}.")
