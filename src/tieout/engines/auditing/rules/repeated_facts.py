"""An instance has the same fact more than once."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact


@rule(
    id="repeated-facts",
    title="The instance has the same fact more than once",
    category="duplicate",
    severity=Severity.info,
    needs=("instance", "facts"),
    source="EDGAR Filer Manual 6.5.12",
)
def repeated_facts(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a report. In inline documents a figure that is printed twice is tagged twice, as it should be."""
    repeated: list[Fact] = []
    for by_key in view.numbers.values():
        for facts in by_key.values():
            if len(facts) > 1 and len({(f.number, f.decimals) for f in facts}) < len(facts):
                repeated.append(facts[1])
    if repeated:
        concepts = list(dict.fromkeys(f.concept for f in repeated))
        shown = ", ".join(concepts[:6]) + (f" and {len(concepts) - 6} more" if len(concepts) > 6 else "")
        yield rule.finding(
            f"{len(repeated):,} numbers stand in the instance more than once: {shown}.", *repeated, concepts=concepts
        )
