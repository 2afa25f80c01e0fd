"""An instant concept is reported for a duration, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact


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
        concept = view.declared(name)
        wanted = concept.period_type if concept is not None else _usual(facts)
        if wanted is None:
            continue
        wrong = [f for f in facts if not f.period.is_forever and (f.period.instant is not None) != (wanted == "instant")]
        if wrong:
            known = "is" if concept is not None else "is otherwise reported as"
            kind = "a duration" if wanted == "instant" else "an instant"
            yield rule.finding(f"{view.label(name)} {known} {wanted}, but is reported for {kind}, {wrong[0].period}.", *wrong)


def _usual(facts: Sequence[Fact]) -> str | None:
    """What most of the facts are."""
    instants = sum(f.period.instant is not None for f in facts)
    durations = sum(f.period.start is not None for f in facts)
    return None if not instants or not durations else "instant" if instants >= durations else "duration"
