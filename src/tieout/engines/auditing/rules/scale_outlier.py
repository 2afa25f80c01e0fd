"""A number is a thousand or a million times what it is in every other period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.sums import show
from tieout.engines.auditing.view import View, precision
from tieout.report import Fact

_FACTORS = (Decimal(1000), Decimal(1_000_000))
# The other periods agree with one another within this factor, and with the outlier once it is scaled back.
_ALIKE = Decimal("1.5")
# Smaller amounts of money are counts of something, or the par value of a few shares.
_LEAST = Decimal(10_000)


@rule(
    id="scale-outlier",
    title="A number is a thousand or a million times that of the other periods",
    category="scale",
    severity=Severity.warning,
    needs=("facts",),
    source="general accounting knowledge; EDGAR Filer Manual 6.6.32 (scale)",
)
def scale_outlier(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding an amount of money that differs so from all other periods, at least two, of its concept and slice."""
    for concept, by_key in view.numbers.items():
        series: dict[object, list[Fact]] = {}
        for facts in by_key.values():
            best = max((f for f in facts if f.number), key=precision, default=None)
            if best is not None and best.unit is not None and best.unit.name.startswith("iso4217:"):
                where = (best.unit.name, frozenset(best.dimensions.items()), best.target, _length(best))
                series.setdefault(where, []).append(best)
        for found in series.values():
            if len(found) >= 3:
                yield from _outliers(view, rule, concept, found)


def _length(fact: Fact) -> int:
    """Periods of about the same length are compared with one another: quarters, half-years, years, instants."""
    days = fact.period.days
    return 0 if days is None else round(days / 91)


def _outliers(view: View, rule: Rule, concept: str, found: list[Fact]) -> Iterator[Finding]:
    sizes: Mapping[int, Decimal] = {id(f): abs(f.number) for f in found if f.number}
    for fact in found:
        others = [sizes[id(f)] for f in found if f is not fact]
        if max(others) > EXACT.multiply(min(others), _ALIKE) or min(*others, sizes[id(fact)]) < _LEAST:
            continue
        for factor in _FACTORS:
            for scaled in (EXACT.divide(sizes[id(fact)], factor), EXACT.multiply(sizes[id(fact)], factor)):
                if EXACT.divide(min(others), _ALIKE) <= scaled <= EXACT.multiply(max(others), _ALIKE):
                    assert fact.number is not None  # noqa: S101  (its size was taken)
                    yield rule.finding(
                        f"{view.label(concept)} is {show(fact.number)} for {fact.period}, while its other periods are around"
                        f" {show(others[0])}: the scale looks wrong by {show(factor)}.",
                        fact,
                        *(f for f in found if f is not fact),
                        reported=fact.number,
                        expected=scaled.copy_sign(fact.number),
                    )
