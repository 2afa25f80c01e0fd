"""Which facts the user wants."""

from __future__ import annotations

from dataclasses import dataclass

from tieout.report import Facts

__all__ = ["Selection"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions that a fact must meet, as `Facts.where` means them; an empty one, or None, asks for nothing."""

    concepts: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    dimensions: bool | None = None
    numeric: bool | None = None
    hidden: bool | None = None

    @property
    def is_everything(self) -> bool:
        return self == Selection()

    def check(self) -> None:
        """Raises InputError for a period that is none, before any report is read."""
        Facts(()).where(period=self.periods or None)

    def of(self, facts: Facts) -> Facts:
        """The facts that meet every condition, in order."""
        if self.is_everything:
            return facts
        sliced = self.dimensions
        return facts.where(
            concept=self.concepts or None,
            period=self.periods or None,
            unit=self.units or None,
            numeric=self.numeric,
            hidden=self.hidden,
            test=None if sliced is None else lambda fact: bool(fact.dimensions) == sliced,
        )
