"""A number that can't be negative is."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.signs import cannot_be_negative, excuses
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, local
from tieout.report import Fact


@rule(
    id="negative-value",
    dqc="DQC_0015",
    title="A number that can't be negative is",
    category="sign",
    severity=Severity.warning,
    needs=("us-gaap",),
    source="DQC_0015, Negative Values; EDGAR Filer Manual 6.6.32 (signs follow the element's definition, not the print)",
)
def negative_value(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept and context. Numbers that no member or axis explains, of concepts that have but one sign."""
    for concept, facts in view.by_concept.items():
        if not concept.startswith(("us-gaap:", "srt:")) or not cannot_be_negative(local(concept)):
            continue
        negative: dict[object, list[Fact]] = {}
        for f in facts:
            if f.number is not None and f.number < 0 and not excuses(f.context):
                negative.setdefault(view.key(f), []).append(f)
        for found in negative.values():
            value = found[0].number
            assert value is not None  # noqa: S101  (told above)
            yield rule.finding(
                f"{view.label(concept)} is reported as {show(value)}, but can't be negative: its definition already says that"
                f" it is paid, owed or deducted, so the tagged value is {show(EXACT.minus(value))} even where the print has"
                f" parentheses. {found[0].period}.",
                *found,
                reported=value,
                expected=EXACT.minus(value),
            )
