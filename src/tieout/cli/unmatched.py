"""What to say when no fact meets what the user asked for: which names, periods and units there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tieout.report import Facts, Period, Unit

if TYPE_CHECKING:
    from tieout.cli.selection import Selection

__all__ = ["Unmatched"]

_MOST = 5
# Concepts of so many reports are enough to find a near name among.
_MOST_KEPT = 100_000


class Unmatched:
    """Collects what reports without a matching fact do hold."""

    def __init__(self) -> None:
        self._concepts: dict[str, None] = {}
        self._periods: Counter[Period] = Counter()
        self._units: Counter[Unit | None] = Counter()

    def add(self, facts: Facts) -> None:
        if len(self._concepts) < _MOST_KEPT:
            for fact in facts:
                self._concepts.setdefault(fact.concept)
                self._periods[fact.period] += 1
                if fact.unit is not None:
                    self._units[fact.unit] += 1

    def lines(self, selection: Selection) -> Iterator[str]:
        """That no fact matches, and for each option that matches nothing by itself what there is; none if nothing was added."""
        from tieout.report.matching import concept_test, period_test, unit_test

        if not self._concepts:
            return
        reasons = [
            f"--concept {wanted}: no such concept{self._near(wanted)}"
            for wanted in selection.concepts
            if not any(map(concept_test(wanted), self._concepts))
        ]
        for wanted in selection.periods:
            if not any(map(period_test(wanted), self._periods)):
                reasons.append(f"--period {wanted}: no fact of it; the most facts are of {_most(self._periods)}")
        for wanted in selection.units:
            if not any(map(unit_test(wanted), self._units)):
                reasons.append(f"--unit {wanted}: no fact in it; there are {_most(self._units) or 'no units'}")
        yield "no fact matches" + ("" if reasons else " all of these conditions together")
        yield from reasons

    def _near(self, wanted: str) -> str:
        """``; did you mean us-gaap:Assets?`` for a name in another case, or one that is nearly the same."""
        from difflib import get_close_matches

        plain = wanted.lower().strip("*?")
        by_name: dict[str, str] = {}
        for concept in self._concepts:
            by_name.setdefault(concept.lower(), concept)
            by_name.setdefault(concept.partition(":")[2].lower(), concept)
        near = [plain] if plain in by_name else get_close_matches(plain, by_name, n=_MOST, cutoff=0.7)
        near += [name for name in by_name if len(plain) > 3 and plain in name.partition(":")[2] and name not in near]
        names = list(dict.fromkeys(by_name[name] for name in near))[:_MOST]
        return f"; did you mean {_either(names)}?" if names else ""


def _either(names: Iterable[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last


def _most(counts: Counter[Any]) -> str:
    return ", ".join(dict.fromkeys(str(one) for one, _ in counts.most_common(_MOST)))
