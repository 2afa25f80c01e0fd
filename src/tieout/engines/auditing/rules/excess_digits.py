"""A number has digits that its accuracy says are unknown."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.arithmetic import excess_digits as has_excess
from tieout.engines.auditing.arithmetic import round_to
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View
from tieout.report import Fact


@rule(
    id="excess-digits",
    title="A number has more digits than its decimals say are exact",
    category="scale",
    severity=Severity.warning,
    needs=("facts",),
    source="Calculations 1.1, which checks no sum with such a number; EDGAR Filer Manual 6.6.32",
)
def excess_digits(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept and accuracy."""
    for concept, by_key in view.numbers.items():
        found: dict[object, list[Fact]] = {}
        for facts in by_key.values():
            for f in facts:
                if f.number is not None and has_excess(f.number, f.decimals):
                    found.setdefault(f.decimals, []).append(f)
        for decimals, facts in found.items():
            first = facts[0]
            assert first.number is not None  # noqa: S101  (told above)
            rounded = round_to(first.number, first.decimals)
            more = f", and {len(facts) - 1} more like it" if len(facts) > 1 else ""
            yield rule.finding(
                f"{view.label(concept)} is {show(first.number)} with decimals {decimals}, which says that it is exact"
                f" to no more than {show(rounded)}{more}: the scale or the decimals are wrong.",
                *facts,
                reported=first.number,
                expected=rounded,
            )
