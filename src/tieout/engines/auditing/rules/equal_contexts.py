"""Several contexts say the same."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="equal-contexts",
    title="Several contexts say the same",
    category="structure",
    severity=Severity.info,
    needs=("facts",),
    source="EDGAR Filer Manual 6.5.8; XBRL 2.1, 4.10 (s-equal)",
)
def equal_contexts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report."""
    same: dict[object, list[str]] = {}
    for id_, c in view.report.contexts.items():
        if "#" in id_:
            continue  # of another document set, which has its own contexts
        same.setdefault((c.entity, c.scheme, c.period, frozenset(c.dimensions.items())), []).append(id_)
    groups = [ids for ids in same.values() if len(ids) > 1]
    if groups:
        shown = "; ".join(" = ".join(ids[:4]) for ids in groups[:6])
        more = f" and {len(groups) - 6} more" if len(groups) > 6 else ""
        yield rule.finding(f"These contexts say the same: {shown}{more}.", contexts=[i for ids in groups for i in ids])
