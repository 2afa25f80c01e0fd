"""Numbers that the document hides and shows nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="hidden-numbers",
    title="Numbers that the document hides and shows nowhere",
    category="hidden",
    severity=Severity.info,
    needs=("inline", "facts"),
    source="EDGAR Filer Manual 5.2.5.14 (-sec-ix-hidden)",
)
def hidden_numbers(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report: hidden numbers without a displayed twin, and without an equal number in print."""
    shown = {(f.concept, view.key(f), f.number) for f in view.facts if f.number is not None and not f.hidden}
    hidden = [
        f
        for f in view.facts
        if f.hidden and f.number is not None and (f.concept, view.key(f), f.number) not in shown and f.pointer.twin is None
    ]
    if hidden:
        concepts = list(dict.fromkeys(f.concept for f in hidden))
        what = ", ".join(concepts[:6]) + (f" and {len(concepts) - 6} more" if len(concepts) > 6 else "")
        yield rule.finding(
            f"{len(hidden):,} numbers are hidden, and no text of the document is named for them: {what}.", *hidden
        )
