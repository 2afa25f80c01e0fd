"""An instant concept is reported for a duration, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View


@rule(
    id="period-type",
    title="A concept is reported for the wrong kind of period",
    category="dates",
    severity=Severity.error,
    needs=("facts",),
    source="XBRL 2.1, 4.7.2 and 5.1.1.1",
)
def period_type(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept. Where no schema tells its kind, the filing mustn't use both."""
    for name, facts in view.by_concept.items():
        concept = view.concepts.get(name)
        wanted = concept.period_type if concept is not None else None
        if wanted is None or concept is None:
            continue
        wrong = [f for f in facts if not f.period.is_forever and (f.period.instant is not None) != (wanted == "instant")]
        if wrong:
            known = "is" if concept.source != "inferred" else "is otherwise reported as"
            kind = "a duration" if wanted == "instant" else "an instant"
            yield rule.finding(f"{view.label(name)} {known} {wanted}, but is reported for {kind}, {wrong[0].period}.", *wrong)
