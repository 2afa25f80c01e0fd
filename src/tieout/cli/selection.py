"""Which facts the user wants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tieout.report import Fact

__all__ = ["Selection"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions that a fact must meet; an empty one, or None, asks for nothing."""

    concepts: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    dimensions: bool | None = None
    numeric: bool | None = None
    hidden: bool | None = None

    @property
    def is_everything(self) -> bool:
        return self == Selection()

    def of(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts that meet every condition, in order."""
        return (f for f in facts if self._meets(f))

    def _meets(self, fact: Fact) -> bool:
        return (
            (self.numeric is None or self.numeric == fact.is_numeric)
            and (self.hidden is None or self.hidden == fact.hidden)
            and (self.dimensions is None or self.dimensions == bool(fact.dimensions))
            and (not self.concepts or any(_matches_concept(fact.concept, c) for c in self.concepts))
            and (not self.periods or any(_matches_period(fact, p) for p in self.periods))
            and (not self.units or (fact.unit is not None and any(_matches_unit(fact.unit.name, u) for u in self.units)))
        )


def _matches_concept(name: str, wanted: str) -> bool:
    """With or without prefix; ``*`` and ``?`` stand for any characters."""
    local = name.partition(":")[2]
    return fnmatchcase(name, wanted) or fnmatchcase(local, wanted)


def _matches_period(fact: Fact, wanted: str) -> bool:
    """An instant or last day (``2023-12-31``, or its beginning: ``2023``), or ``start/end``."""
    period = fact.period
    if "/" in wanted or wanted == "forever":
        return str(period) == wanted
    last = period.last_day or ""
    return last == wanted or last.startswith((wanted + "-", wanted + "T"))


def _matches_unit(name: str, wanted: str) -> bool:
    local = "/".join(part.partition(":")[2] or part for part in name.split("/"))
    return wanted.lower() in (name.lower(), local.lower())
