"""A part is larger than the whole that it is in: more shares outstanding than issued."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tieout.engines.auditing.arithmetic import interval
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.standard import Standard
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View


@rule(
    id="part-exceeds-whole",
    dqc="DQC_0009",
    title="A part is larger than the whole that it is in",
    category="calculation",
    severity=Severity.error,
    needs=("us-gaap",),
    source="DQC_0009, Element A Must Be Less Than or Equal to Element B",
)
def part_exceeds_whole(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a pair of amounts and context, where no rounding explains it."""
    pairs = {(whole, part) for whole, part in table("identities")["not_less"]}
    more = _standard_pairs(view.standard) if view.standard is not None else frozenset()
    if more and view.standard is not None:
        view.sharpened[rule.id] = f"pairs of rule 0009 in {view.standard.name}"
    for whole, part in sorted(pairs | more):
        a, b = f"us-gaap:{whole}", f"us-gaap:{part}"
        for key in view.numbers.get(b, {}):
            large, small = view.number(a, key), view.number(b, key)
            if large is None or small is None or large.number is None or small.number is None:
                continue
            if interval(small.number, small.decimals).low > interval(large.number, large.decimals).high:
                yield rule.finding(
                    f"{view.label(b)} is {show(small.number)}, more than {view.label(a)}, {show(large.number)}."
                    f" {small.period}.",
                    small,
                    large,
                    reported=small.number,
                    expected=large.number,
                )


@cache
def _standard_pairs(standard: Standard) -> frozenset[tuple[str, str]]:
    return frozenset((a, b) for a, bs in standard.pairs("/greaterThan-concept").items() for b in bs)
