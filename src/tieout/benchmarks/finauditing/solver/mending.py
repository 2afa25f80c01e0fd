"""Mending: which change of the calculation would make sums agree that fail as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from tieout.benchmarks.finauditing.solver.segment import Arc
from tieout.benchmarks.finauditing.solver.sums import Ledger, Sum
from tieout.engines.auditing.arithmetic import EXACT

__all__ = ["Mending"]

Weights = dict[str, Decimal]
_MOST = 0.5  # of the sums that can be looked at


class Mending:
    """Tries changes on the sums of a segment; of each it says which share of the sums that it touches agrees."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def all_agree(self, concept: str) -> bool:
        found = list(self.sums(concept))
        return bool(found) and all(one.agrees for one in found)

    def sums(self, concept: str) -> Iterator[Sum]:
        for fact in self.ledger.numbers.get(concept, {}).values():
            yield from self.ledger.sums(fact)

    def turned(self, upper: str, lower: str, weight: Decimal) -> float | None:
        """The share that agrees with one arc turned, or with the two names exchanged everywhere; the better one."""
        shares: list[float] = []
        for parents in self.ledger.networks.values():
            if lower not in parents.get(upper, {}):
                continue
            own, others = _weights(parents.get(lower, {}), upper), _weights(parents[upper], lower)
            for weights in ({**own, upper: weight}, {**others, upper: weight}):
                found = share(one for one in self._where(lower, weights, upper) if len(one.parts) > 1)
                if found is not None:
                    shares.append(found)
        return max(shares, default=None)

    def raised(self, upper: str, lower: str, surely: bool = False) -> bool:
        """Whether ``lower``, summed into ``upper`` which misses that sum, mends the sum above when it stands beside ``upper``.

        Unless ``surely``, it is enough that it brings the sum above nearer wherever both can be seen.
        """
        for parents in self.ledger.networks.values():
            arc = parents.get(upper, {}).get(lower)
            if arc is None:
                continue
            own = list(self._where(upper, _weights(parents[upper]), lower))
            if own and all(one.agrees for one in own):
                continue
            for top, arcs in parents.items():
                if upper in arcs and lower not in arcs and top != lower:
                    weights = _weights(arcs)
                    # As a sibling it would bear the sign that it has in the sum above; a slip may have kept its own.
                    for weight in dict.fromkeys((EXACT.multiply(arcs[upper].weight, arc.weight), arc.weight)):
                        after = {**weights, lower: weight}
                        if self._mends(top, weights, after, lower) or (
                            own and not surely and self._nears(top, weights, after, lower)
                        ):
                            return True
        return False

    def misses(self, upper: str, lower: str) -> bool:
        """Whether ``upper`` is reported beside ``lower``, and is never the sum that has it."""
        found = [
            one
            for parents in self.ledger.networks.values()
            if lower in parents.get(upper, {})
            for one in self._where(upper, _weights(parents[upper]), lower)
        ]
        return bool(found) and not any(one.agrees for one in found)

    def _nears(self, top: str, before: Weights, after: Weights, moved: str) -> bool:
        """Whether each sum that fails is nearer its total after the change."""
        was, now = list(self._where(top, before, moved)), list(self._where(top, after, moved))
        pairs = [(a, b) for a in was for b in now if a.total is b.total and not a.agrees]
        return bool(pairs) and len(was) == len(pairs) and all(b.distance < a.distance for a, b in pairs)

    def lowered(self, total: str, part: str) -> bool:
        """Whether the sum that has both is mended by leaving ``part`` out, as a part of ``total`` has to be."""
        for parents in self.ledger.networks.values():
            for top, arcs in parents.items():
                if total in arcs and part in arcs:
                    weights = _weights(arcs)
                    if self._mends(top, weights, _weights(arcs, part), part) and self._would_be_part(
                        parents, total, part, arcs
                    ):
                        return True
        return False

    def _would_be_part(
        self, parents: Mapping[str, Mapping[str, Arc]], total: str, part: str, beside: Mapping[str, Arc]
    ) -> bool:
        """Whether the part could be one: it completes the total's own sum, or is no larger than a total without one."""
        own = _weights(parents.get(total, {}))
        if own:
            for sign in (Decimal(1), Decimal(-1)):
                if self._mends(total, own, {**own, part: sign}, part):
                    return True
        pairs = [
            (fact.value, other.value)
            for key, fact in self.ledger.numbers.get(total, {}).items()
            if (other := self.ledger.numbers.get(part, {}).get(key)) is not None
        ]
        return bool(pairs) and all(t is not None and p is not None and abs(t) >= abs(p) for t, p in pairs)

    def moved(self, line: str) -> bool | None:
        """Whether the sums that have the line agree with it (True), or would without it (False); None where nothing tells."""
        verdicts: list[bool] = []
        for parents in self.ledger.networks.values():
            for top, arcs in parents.items():
                if line not in arcs:
                    continue
                without = _weights(arcs, line)
                now = [one for one in self._where(top, _weights(arcs), line) if len(one.parts) > 1]
                then = list(self._where(top, without, line))
                if now and all(one.agrees for one in now):
                    verdicts.append(True)
                elif then and (share(then) or 0) > max(share(now) or 0, _MOST - 0.01):
                    verdicts.append(False)
        return None if not verdicts else all(verdicts)

    # Sums where a concept has a number ------------------------------------------------------------------------------

    def _mends(self, top: str, before: Weights, after: Weights, moved: str) -> bool:
        was, now = share(self._where(top, before, moved)), share(self._where(top, after, moved))
        return now is not None and now >= _MOST and now > (was or 0)

    def _where(self, top: str, weights: Weights, concept: str) -> Iterator[Sum]:
        """The sums of ``top`` by these weights where ``concept`` isn't zero: a zero agrees wherever it stands."""
        keys = {key for key, fact in self.ledger.numbers.get(concept, {}).items() if fact.value}
        for key, fact in self.ledger.numbers.get(top, {}).items():
            if key in keys and (one := self.ledger.sum_of(fact, weights)) is not None:
                yield one


def share(sums: Iterable[Sum]) -> float | None:
    """The share of sums that agree; None of none."""
    found = [one.agrees for one in sums]
    return sum(found) / len(found) if found else None


def _weights(arcs: Mapping[str, Arc], without: str = "") -> Weights:
    return {child: arc.weight for child, arc in arcs.items() if child != without}
