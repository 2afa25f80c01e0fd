"""A text goes on nowhere, or a continuation continues nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View

_NAMESPACES = ("http://www.xbrl.org/2013/inlineXBRL", "http://www.xbrl.org/2008/inlineXBRL")


@rule(
    id="orphan-continuations",
    title="A text goes on nowhere, or a continuation continues nothing",
    category="structure",
    severity=Severity.error,
    needs=("inline", "facts"),
    source="Inline XBRL 1.1, 4.1.1 and 11.4",
)
def orphan_continuations(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a continuation or reference."""
    roots = list({id(r): r for r in (f.node.getroottree().getroot() for f in view.report.facts)}.values())
    tags = [f"{{{ns}}}{name}" for ns in _NAMESPACES for name in ("continuation", "nonNumeric", "footnote")]
    defined: set[str] = set()
    wanted: set[str] = set()
    for root in roots:
        for e in root.iter(*tags):
            if e.tag.endswith("}continuation"):
                defined.add(e.get("id") or "")
            if (ref := e.get("continuedAt")) is not None:
                wanted.add(ref)
    by_reference = {f.node.get("continuedAt"): f for f in view.report.facts if f.node.get("continuedAt") is not None}
    for ref in sorted(wanted - defined):
        fact = by_reference.get(ref)
        yield rule.finding(f"A text is continued at {ref!r}, which isn't there: its end is lost.", *((fact,) if fact else ()))
    for id_ in sorted(defined - wanted):
        yield rule.finding(f"The continuation {id_!r} continues nothing: its text belongs to no fact.")
