"""Two concepts have the same standard label."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="same-labels",
    title="Two concepts have the same standard label",
    category="label",
    severity=Severity.info,
    needs=("schema", "facts"),
    source="EDGAR Filer Manual 6.10.4",
)
def same_labels(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a label that two reported numbers share, one of them the filer's own."""
    by_label: dict[str, list[str]] = {}
    for name in view.numbers:
        concept = view.concepts.get(name)
        text = concept.label() if concept is not None else None
        if text:
            by_label.setdefault(" ".join(text.split()).casefold(), []).append(name)
    for names in by_label.values():
        if len(names) > 1 and any(view.is_extension(n) for n in names):
            own = sorted(names, key=lambda n: not view.is_extension(n))
            yield rule.finding(
                f"{' and '.join(own)} share the label {view.concepts[own[0]].label()!r}: is the filer's own concept needed?",
                *(view.by_concept[n][0] for n in own),
            )
