"""Cash at the end is not cash at the beginning and its change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from tieout.engines.auditing.arithmetic import EXACT, add, interval, times
from tieout.engines.auditing.cover import day
from tieout.engines.auditing.findings import Finding, Severity, Term
from tieout.engines.auditing.lists import table
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, precision
from tieout.report import Fact


@rule(
    id="cash-roll-forward",
    title="Cash at the end is not cash at the beginning and its change",
    category="calculation",
    severity=Severity.warning,
    needs=("us-gaap",),
    source="ASC 230-10-45-24; general accounting knowledge",
)
def cash_roll_forward(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a period, if none of the balances of cash that the report has at both ends fits its change."""
    for row in table("identities")["roll_forward"]:
        balances = [_balances(view, f"us-gaap:{name}") for name in row["balance"]]
        for name in row["change"]:
            for facts in view.numbers.get(f"us-gaap:{name}", {}).values():
                change = max((f for f in facts if f.number is not None and not f.dimensions), key=precision, default=None)
                if change is not None:
                    yield from _check(view, rule, change, balances)


def _balances(view: View, concept: str) -> dict[tuple[object, ...], Fact]:
    """Instants without dimensions, by (entity, unit, target, day)."""
    found: dict[tuple[object, ...], Fact] = {}
    for facts in view.numbers.get(concept, {}).values():
        best = max((f for f in facts if f.number is not None), key=precision, default=None)
        if best is not None and not best.dimensions and best.unit is not None and best.period.instant:
            found[best.entity, best.unit.name, best.target, day(best.period.instant)] = best
    return found


def _check(view: View, rule: Rule, change: Fact, balances: list[dict[tuple[object, ...], Fact]]) -> Iterator[Finding]:
    start, end = day(change.period.start or ""), day(change.period.end or "")
    if start is None or end is None or change.unit is None or change.number is None:
        return
    who = (change.entity, change.unit.name, change.target)
    pairs = [(b.get((*who, start - timedelta(days=1))), b.get((*who, end))) for b in balances]
    found = [(a, b) for a, b in pairs if a is not None and b is not None and a.number is not None and b.number is not None]
    if not found or any(_agrees(change, a, b) for a, b in found):
        return
    before, after = found[0]
    assert before.number is not None  # noqa: S101  (told above)
    assert after.number is not None  # noqa: S101
    expected = EXACT.subtract(after.number, before.number)
    yield rule.finding(
        f"{view.label(change.concept)} is {show(change.number)}, but {view.label(after.concept)} went"
        f" from {show(before.number)} to {show(after.number)}, which is {show(expected)}. {change.period}.",
        change,
        after,
        before,
        reported=change.number,
        expected=expected,
        arithmetic=(Term(after.concept, Decimal(1), after.number), Term(before.concept, Decimal(-1), before.number)),
    )


def _agrees(change: Fact, before: Fact, after: Fact) -> bool:
    ranges = [interval(f.number or Decimal(0), f.decimals) for f in (after, before, change)]
    return add(ranges[0], times(Decimal(-1), ranges[1])).meets(ranges[2])
