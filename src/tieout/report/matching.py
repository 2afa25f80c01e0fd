"""What a person means by a concept, a period or a unit: one reading of it for the library and for the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fnmatch import translate
from typing import TYPE_CHECKING

from tieout.report.errors import InputError

if TYPE_CHECKING:
    from tieout.report.facts import Period, Unit

__all__ = ["concept_test", "period_test", "unit_test"]

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T[\d:.+Z-]+)?)?)?")


def concept_test(wanted: str) -> Callable[[str], bool]:
    """Whether a concept's canonical name, or its local part, is ``wanted``; ``*`` and ``?`` stand for any characters."""
    if not any(c in wanted for c in "*?["):
        return lambda name: name == wanted or name.partition(":")[2] == wanted
    match = re.compile(translate(wanted)).match
    return lambda name: match(name) is not None or match(name.partition(":")[2]) is not None


def period_test(wanted: str) -> Callable[[Period], bool]:
    """Whether a period is what ``wanted`` says.

    ``2023-12-31`` is that instant, and every duration with that last day; ``2023-12`` and ``2023`` are all that end in
    that month or year; ``start/end`` is one duration exactly; ``forever`` is forever. Raises `InputError` for any other
    text, and for a date that is in no calendar.
    """
    if wanted == "forever":
        return lambda period: period.is_forever
    start, slash, end = wanted.partition("/")
    if slash:
        _check(wanted, start, whole=True)
        _check(wanted, end, whole=True)
        return lambda period: period.start == start and period.end == end
    _check(wanted, wanted)
    begins = (wanted + "-", wanted + "T")

    def ends_then(period: Period) -> bool:
        last = period.last_day or ""
        return last == wanted or last.startswith(begins)

    return ends_then


def _check(wanted: str, text: str, whole: bool = False) -> None:
    match = _DATE.fullmatch(text)
    if match is not None and (match[3] or not whole):
        try:
            date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
        except ValueError:
            pass
        else:
            return
    raise InputError(f"{wanted!r} is no period: write it as 2023, 2023-12, 2023-12-31 or 2023-01-01/2023-12-31")


def unit_test(wanted: str) -> Callable[[Unit | None], bool]:
    """Whether a unit has that name, in any case, with or without prefixes: ``iso4217:USD``, ``usd``, ``USD/shares``."""
    lower = wanted.lower()

    def is_it(unit: Unit | None) -> bool:
        if unit is None:
            return False
        name = unit.name.lower()
        return lower in (name, re.sub(r"(^|[/*])[^:/*]*:", r"\1", name))

    return is_it
