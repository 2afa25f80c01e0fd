"""A context names the default member of an axis, which means the same as naming none."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="default-member",
    title="A context names the default member of an axis",
    category="member",
    severity=Severity.error,
    needs=("dimensions",),
    source="XBRL Dimensions 1.0, 3.1.4.3 (xbrldie:DefaultValueUsedInInstanceError)",
)
def default_member(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a context."""
    for context in view.used_contexts:
        for axis, member in context.dimensions.items():
            if view.defaults.get(axis) == member:
                facts = [f for f in view.facts if f.context is context]
                yield rule.finding(
                    f"Context {context.id} names {member}, the default of {axis}: leave the axis out, as the total is meant.",
                    *facts,
                    concepts=(axis, str(member)),
                    dimensions=context.dimensions,
                )
