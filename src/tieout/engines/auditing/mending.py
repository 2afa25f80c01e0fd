"""Mending: which change of the calculation would make sums agree that fail as they are.

It knows neither reports nor prompts, only numbers and weights: whoever has them makes `Books` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tieout.engines.auditing.arithmetic import EXACT, round_to, unit_of, weighted_sum

__all__ = ["MOST_ADDITIONS", "Amount", "Books", "Mending", "Trial", "agree", "share"]

Weights = Mapping[str, Decimal]
MOST_ADDITIONS = 3_000_000
_MOST = 0.5  # of the sums that can be looked at
_WHOLE_FROM = 3


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as reported. Amounts are summed only where their units are the same."""

    value: Decimal
    decimals: int | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class Books:
    """``numbers``: concept to context to its amount; ``networks``: role to total to the weight of each part."""

    numbers: Mapping[str, Mapping[Hashable, Amount]]
    networks: Mapping[str, Mapping[str, Weights]]


@dataclass(frozen=True, slots=True)
class Trial:
    """A total in one context, and what some weights make of its parts there."""

    key: Hashable
    total: Amount
    computed: Decimal
    parts: int

    @property
    def agrees(self) -> bool:
        return agree(self.total.value, self.total.decimals, self.computed, self.parts)

    @property
    def distance(self) -> Decimal:
        return abs(EXACT.subtract(self.total.value, self.computed))


def agree(value: Decimal, decimals: int | None, computed: Decimal, parts: int) -> bool:
    """Whether rounding explains the difference: by one in the last digit for the total and for each part (DQC_0126)."""
    difference = EXACT.subtract(round_to(value, decimals), round_to(computed, decimals))
    return abs(difference) <= EXACT.multiply(unit_of(decimals), Decimal(parts + 1))


def share(trials: Iterable[Trial]) -> float | None:
    """The share of trials that agree; None of none."""
    found = [one.agrees for one in trials]
    return sum(found) / len(found) if found else None


class Mending:
    """Tries changes on the sums of books, and says of each whether the sums that it touches agree more than before.

    ``most`` bounds the additions that it makes, as a hostile report may have sums of any number of parts; once they are
    spent (`is_spent`), nothing is mended any more.
    """

    def __init__(self, books: Books, most: int = MOST_ADDITIONS) -> None:
        self.numbers = books.numbers
        self.networks = books.networks
        self._left = most
        self._sums_of: dict[str, list[Mapping[str, Weights]]] = {}
        self._above: dict[tuple[int, str], list[str]] = {}
        for parents in self.networks.values():
            for top, weights in parents.items():
                self._sums_of.setdefault(top, []).append(parents)
                for part in weights:
                    self._above.setdefault((id(parents), part), []).append(top)

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def spend(self, steps: int) -> None:
        """Counts steps that somebody else makes on these books."""
        self._left -= steps

    def _having(self, total: str, part: str) -> Iterator[Mapping[str, Weights]]:
        """The networks that sum the part into the total."""
        for parents in self._sums_of.get(total, ()):
            if part in parents[total]:
                yield parents

    def _tops(self, parents: Mapping[str, Weights], part: str) -> Iterator[tuple[str, Weights]]:
        """(total, weights) of the sums of a network that have the part."""
        for top in self._above.get((id(parents), part), ()):
            yield top, parents[top]

    def trials(self, total: str, weights: Weights, where: Callable[[Hashable], bool] = lambda key: True) -> Iterator[Trial]:
        """The sums of a total by these weights, in each context where it and at least one part are reported."""
        for key, amount in self.numbers.get(total, {}).items():
            if not where(key):
                continue
            self._left -= len(weights)
            if self._left <= 0:
                return
            terms = [
                (weight, part.value)
                for child, weight in weights.items()
                if (part := self.numbers.get(child, {}).get(key)) is not None and part.unit == amount.unit
            ]
            if terms:
                yield Trial(key, amount, weighted_sum(terms), len(terms))

    def sums(self, total: str) -> Iterator[Trial]:
        """The sums of a total as the networks have them."""
        for parents in self._sums_of.get(total, ()):
            yield from self.trials(total, parents[total])

    def is_total(self, concept: str) -> bool:
        """Whether some network sums it from parts."""
        return concept in self._sums_of

    def parts_of(self, total: str) -> frozenset[str]:
        """All parts that networks have directly below it."""
        return frozenset(part for parents in self._sums_of.get(total, ()) for part in parents[total])

    def all_agree(self, total: str) -> bool:
        found = list(self.sums(total))
        return bool(found) and all(one.agrees for one in found)

    def turned(self, upper: str, lower: str, weight: Decimal) -> float | None:
        """The share that agrees with one arc turned, or with the two names exchanged everywhere; the better one."""
        shares: list[float] = []
        for parents in self._having(upper, lower):
            own, others = _without(parents.get(lower, {}), upper), _without(parents[upper], lower)
            for weights in ({**own, upper: weight}, {**others, upper: weight}):
                found = [one for one in self._where(lower, weights, upper) if one.parts > 1]
                shares += [one for one in (share(found), share(_whole(found))) if one is not None]
        return max(shares, default=None)

    def raised(self, upper: str, lower: str, nearer: bool = False, agreeing: bool = False) -> bool:
        """Whether ``lower``, summed into ``upper`` which misses that sum, mends the sum above when it stands beside ``upper``.

        With ``nearer`` it is enough that it brings the sum above nearer wherever both can be seen; with ``agreeing`` the sum
        of ``upper`` may agree, as it does where both numbers happen to be the same.
        """
        for parents in self._having(upper, lower):
            own = list(self._where(upper, parents[upper], lower))
            if own and not agreeing and all(one.agrees for one in own):
                continue
            for top, weights in self._tops(parents, upper):
                if lower in weights or top == lower:
                    continue
                # As a sibling it would bear the sign that it has in the sum above; a slip may have kept its own.
                through = parents[upper][lower]
                for weight in dict.fromkeys((EXACT.multiply(weights[upper], through), through)):
                    after = {**weights, lower: weight}
                    if self.mends(top, weights, after, lower) or (nearer and own and self._nears(top, weights, after, lower)):
                        return True
        return False

    def misses(self, upper: str, lower: str) -> bool:
        """Whether ``upper`` is reported beside ``lower``, and is never the sum that has it."""
        found = [one for parents in self._having(upper, lower) for one in self._where(upper, parents[upper], lower)]
        return bool(found) and not any(one.agrees for one in found)

    def exchanged(self, upper: str, lower: str) -> bool:
        """Whether two names stand in each other's place: ``lower``, summed into ``upper``, is the total.

        The sum above that has ``upper`` agrees with ``lower`` instead, or ``upper`` is the sum of what is below ``lower``.
        """
        for parents in self._having(upper, lower):
            for top, weights in self._tops(parents, upper):
                if lower in weights or top == lower:
                    continue
                if self.mends(top, weights, {**_without(weights, upper), lower: weights[upper]}, lower):
                    return True
            below = _without(parents.get(lower, {}), upper)
            trials = list(self.trials(upper, below))
            trials = _whole(trials) or trials
            if trials and any(t.parts > 1 for t in trials) and all(t.agrees for t in trials) and self.misses(upper, lower):
                return True
        return False

    def agrees_without(self, upper: str, lower: str) -> bool:
        """Whether each sum of ``upper`` that has ``lower`` fails, and would agree without it; some of them has more parts."""
        found = False
        for parents in self._having(upper, lower):
            now = list(self._where(upper, parents[upper], lower))
            then = list(self._where(upper, _without(parents[upper], lower), lower))
            then = _whole(then) or then
            if any(t.agrees for t in now) or not all(t.agrees for t in then):
                return False
            found = found or any(t.parts > 1 for t in then)
        return found

    def are_equal(self, one: str, other: str) -> bool:
        """Whether two concepts have the same number wherever both are reported, and some that isn't zero."""
        theirs = self.numbers.get(other, {})
        pairs = [(a.value, theirs[key].value) for key, a in self.numbers.get(one, {}).items() if key in theirs]
        return any(a for a, _ in pairs) and all(abs(a) == abs(b) for a, b in pairs)

    def lowered(self, total: str, part: str, surely: bool = False) -> bool:
        """Whether the sum that has both is mended by leaving ``part`` out, as a part of ``total`` has to be.

        ``surely``: only where it completes the total's own sum; else also where the total has none and is no smaller.
        """
        return any(
            total in weights
            and self.mends(top, weights, _without(weights, part), part)
            and self._would_be_part(parents.get(total, {}), total, part, surely)
            for parents in self.networks.values()
            for top, weights in self._tops(parents, part)
        )

    def completes(self, total: str, part: str, weight: Decimal, nearer: bool = False) -> bool:
        """Whether the sum of ``total`` fails as the networks have it, and agrees with ``part`` in it.

        With ``nearer`` it is enough that it brings the sum nearer wherever both can be seen.
        """
        for parents in self._sums_of.get(total, ()):
            own = parents[total]
            if part not in own:
                after = {**own, part: weight}
                if self.mends(total, own, after, part) or (nearer and self._nears(total, own, after, part)):
                    return True
        return False

    def _would_be_part(self, own: Weights, total: str, part: str, surely: bool) -> bool:
        if own and any(self.mends(total, own, {**own, part: Decimal(sign)}, part) for sign in (1, -1)):
            return True
        theirs = self.numbers.get(part, {})
        pairs = [(amount.value, theirs[key].value) for key, amount in self.numbers.get(total, {}).items() if key in theirs]
        return not surely and bool(pairs) and all(abs(t) >= abs(p) for t, p in pairs)

    def moved(self, line: str) -> bool | None:
        """Whether the sums that have the line agree with it (True), or would without it (False); None where nothing tells."""
        verdicts: list[bool] = []
        for parents in self.networks.values():
            for top, weights in self._tops(parents, line):
                now = [one for one in self._where(top, weights, line) if one.parts > 1]
                then = list(self._where(top, _without(weights, line), line))
                if now and all(one.agrees for one in now):
                    verdicts.append(True)
                elif then and (share(then) or 0) >= _MOST and (share(then) or 0) > (share(now) or 0):
                    verdicts.append(False)
        return None if not verdicts else all(verdicts)

    # Sums where a concept has a number ------------------------------------------------------------------------------

    def mends(self, top: str, before: Weights, after: Weights, moved: str) -> bool:
        """Whether more of the sums of ``top`` agree after than before, and most do, where ``moved`` isn't zero.

        It is enough that all do for which most is reported, where none of these did: a summary of quarters has a line or two
        of a statement, and never agrees.
        """
        was, now = list(self._where(top, before, moved)), list(self._where(top, after, moved))
        if (share(now) or 0) >= _MOST and (share(now) or 0) > (share(was) or 0):
            return True
        whole = _whole(now)
        keys = {one.key for one in whole}
        return share(whole) == 1 and not any(one.agrees for one in was if one.key in keys)

    def _nears(self, top: str, before: Weights, after: Weights, moved: str) -> bool:
        """Whether each sum fails, and is nearer its total after the change."""
        was, now = ({t.key: t for t in self._where(top, weights, moved)} for weights in (before, after))
        return bool(was) and all(not t.agrees and k in now and now[k].distance < t.distance for k, t in was.items())

    def _where(self, top: str, weights: Weights, concept: str) -> Iterator[Trial]:
        """The sums of ``top`` by these weights where ``concept`` isn't zero: a zero agrees wherever it stands."""
        amounts = self.numbers.get(concept, {})
        return self.trials(top, weights, lambda key: key in amounts and bool(amounts[key].value))


def _without(weights: Weights, part: str) -> dict[str, Decimal]:
    return {child: weight for child, weight in weights.items() if child != part}


def _whole(trials: Sequence[Trial]) -> list[Trial]:
    """Of several the trials with the most parts, at least three; none where there are no such."""
    most = max((one.parts for one in trials), default=0)
    return [one for one in trials if one.parts == most] if most >= _WHOLE_FROM else []
