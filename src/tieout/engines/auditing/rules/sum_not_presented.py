"""A calculation has concepts that the same role doesn't present."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="sum-not-presented",
    title="A calculation has concepts that its role doesn't present",
    category="linkbase",
    severity=Severity.warning,
    needs=("calculation", "presentation"),
    source="EDGAR Filer Manual 6.14.4",
)
def sum_not_presented(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a role, with the concepts, in their order."""
    for network in view.calculations:
        presentation = view.presentations.get(network.role)
        # A role of its own for a second sum of the same lines is usual: then any presentation will do.
        shown = presentation.concepts if presentation is not None else view.presented
        missing = [c for c in dict.fromkeys(e for a in network.arcs for e in (a.parent, a.child)) if c not in shown]
        if missing:
            what = ", ".join(missing[:6]) + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")
            role = network.definition or network.role
            why = "doesn't present them" if presentation is not None else "no presentation shows them"
            yield rule.finding(f"{role} sums {what}, but {why}.", concepts=missing, network=network)
