"""One amount is reported twice, differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tieout.engines.auditing.arithmetic import interval
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, precision
from tieout.report import Fact


@rule(
    id="inconsistent-duplicates",
    title="One amount is reported twice, differently",
    category="duplicate",
    severity=Severity.error,
    needs=("facts",),
    source="XBRL working group note on duplicate facts, 2.1; EDGAR Filer Manual 6.5.12",
)
def inconsistent_duplicates(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept, context and unit whose facts no rounding reconciles."""
    for concept, by_key in view.numbers.items():
        for facts in by_key.values():
            if len(facts) < 2:
                continue
            valued = [f for f in facts if f.number is not None]
            if len({f.number for f in valued}) < 2 or not _differ(valued):
                continue
            values = list(dict.fromkeys(f.number for f in valued if f.number is not None))
            best = max(valued, key=precision)
            others = sorted(valued, key=lambda f: (f.number == best.number, f.order))
            yield rule.finding(
                f"{view.label(concept)} is reported as {' and as '.join(show(v) for v in values[:4])} for the same period"
                f" {best.period}; no rounding explains that.",
                *others,
                reported=others[0].number,
                expected=best.number,
            )


def _differ(facts: Sequence[Fact]) -> bool:
    """Whether some two of the facts differ by more than their accuracies allow."""
    ranges = [interval(f.number, f.decimals) for f in facts if f.number is not None]
    return max(r.low for r in ranges) > min(r.high for r in ranges)
