"""What a hostile or broken input may cost, and how far the user may raise it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DEFAULT_LIMITS", "Limits"]

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds while reading; every one can be raised by the user (`--max-size` and its like on the command line).

    Sizes are bytes. ``total_size`` bounds what a zip may unpack to, ``ratio`` how much larger than its packed size a
    member may be. ``depth`` counts nested elements; libxml2 itself stops at 2,048. ``span`` bounds colspan and rowspan,
    ``cells`` the grid positions of one table, ``relations`` the arcs of all linkbases of one report.
    """

    file_size: int = 200 * MB
    total_size: int = 1_000 * MB
    members: int = 20_000
    ratio: int = 200
    depth: int = 1_000
    span: int = 1_000
    cells: int = 500_000
    pages: int = 10_000
    relations: int = 1_000_000


DEFAULT_LIMITS = Limits()
