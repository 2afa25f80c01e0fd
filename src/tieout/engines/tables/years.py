"""Years as Japanese reports print them: western, by era, and as the n-th business period."""

from __future__ import annotations

import re

__all__ = ["western", "years_in"]

_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "R": 2018, "H": 1988}
_YEAR = re.compile(r"((?:19|20)\d\d)(?=年|[/.\-]\d|$|\D)|(令和|平成|昭和)(元|\d{1,2})年")


def western(text: str) -> int | None:
    """The western year of ``2020``, ``令和2``, ``令和元`` or ``平成31``; None for anything else."""
    if text.isdigit() and len(text) == 4:
        return int(text)
    for era, before in _ERAS.items():
        rest = text.removeprefix(era)
        if rest != text and (rest == "元" or rest.isdigit()):
            return before + (1 if rest == "元" else int(rest))
    return None


def years_in(text: str) -> list[int]:
    """Every year that ``text`` (normalised, without white space) names, in its order."""
    years = []
    for found in _YEAR.finditer(text):
        year = int(found[1]) if found[1] else western(f"{found[2]}{found[3]}")
        if year is not None:
            years.append(year)
    return years
