"""Whether a filing's totals are the sums that its own calculation networks say they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.report.concepts import Network
    from tieout.report.facts import Fact
    from tieout.report.report import Report

__all__ = ["Calculation", "calculations"]

# Enough for sums of any amounts that reports hold; a longer hostile number is cut, not summed for minutes.
_PRECISION = 120

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Calculation:
    """A total that is reported together with parts of it.

    ``parts`` are the weights and facts found; ``expected`` is their weighted sum, and ``agrees`` says whether it can be
    the total, each number taken as exact only to its ``decimals``.
    """

    network: Network
    total: Fact
    parts: tuple[tuple[Decimal, Fact], ...]
    expected: Decimal
    agrees: bool

    @property
    def reported(self) -> Decimal:
        return self.total.number or Decimal(0)

    @property
    def difference(self) -> Decimal:
        """Reported minus expected."""
        return self.reported - self.expected


def calculations(report: Report) -> Iterator[Calculation]:
    """Every total of every calculation network for which at least one part is reported in the same context and unit.

    As in Calculations 1.1 a number stands for the interval that rounds to it at its ``decimals``, of repeated facts the most
    precise one counts, and a total agrees if its interval meets that of the sum. Facts that are nil, in error or
    without ``decimals`` take no part.
    """
    facts = _numbers(report)
    for network in report.networks:
        if network.kind != "calculation":
            continue
        for parent in dict.fromkeys(arc.parent for arc in network.arcs):
            arcs = network.children(parent)
            for key, total in facts.get(parent, {}).items():
                parts = tuple(
                    (arc.weight, part)
                    for arc in arcs
                    if arc.weight is not None and (part := facts.get(arc.child, {}).get(key)) is not None
                )
                if parts:
                    yield _check(network, total, parts)


def _numbers(report: Report) -> dict[str, dict[_Key, Fact]]:
    """Facts by concept and by what must be equal for a sum: entity, period, dimensions, unit."""
    found: dict[str, dict[_Key, Fact]] = {}
    for fact in report.facts:
        if fact.unit is None or fact.value is None or fact.decimals is None:
            continue
        key = (fact.entity, fact.period, frozenset(fact.dimensions.items()), fact.unit.name, fact.target)
        same = found.setdefault(fact.concept, {})
        if key not in same or _precision(fact) > _precision(same[key]):
            same[key] = fact
    return found


def _precision(fact: Fact) -> float:
    return fact.decimals if isinstance(fact.decimals, int) else float("inf")


def _check(network: Network, total: Fact, parts: tuple[tuple[Decimal, Fact], ...]) -> Calculation:
    with localcontext(prec=_PRECISION):
        expected = sum((weight * (part.number or 0) for weight, part in parts), Decimal(0))
        room = _half(total) + sum((abs(weight) * _half(part) for weight, part in parts), Decimal(0))
        agrees = abs((total.number or 0) - expected) <= room
    return Calculation(network, total, parts, expected, agrees)


def _half(fact: Fact) -> Decimal:
    """Half of the last digit to which the number is exact."""
    if not isinstance(fact.decimals, int) or abs(fact.decimals) > _PRECISION:
        return Decimal(0)
    return Decimal(5).scaleb(-fact.decimals - 1)
