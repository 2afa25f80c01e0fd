"""A statement as it is shown: rows, columns, and cells that are text already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tieout.report import Fact

__all__ = ["PRIMARY", "TITLES", "Kind", "Row", "Statement"]

# The kinds of statement in the order in which annual reports print them; "other" is everything else.
Kind = Literal["balance", "income", "comprehensive", "cash-flow", "equity", "other"]
PRIMARY: tuple[Kind, ...] = ("income", "comprehensive", "balance", "cash-flow", "equity")

# What a primary statement is called where no heading of its own is found.
TITLES: dict[Kind, str] = {
    "income": "Statement of income",
    "comprehensive": "Statement of comprehensive income",
    "balance": "Balance sheet",
    "cash-flow": "Statement of cash flows",
    "equity": "Statement of changes in equity",
}


@dataclass(slots=True)
class Row:
    """A line: its label, a cell for each column, and the concept behind it. A ``head`` has no values.

    ``facts`` are those of each cell, as many as there are ``cells``.
    """

    label: str
    depth: int = 0
    cells: list[str] = field(default_factory=list)
    concept: str | None = None
    head: bool = False
    total: bool = False
    facts: list[tuple[Fact, ...]] = field(default_factory=list, compare=False, repr=False)


@dataclass(slots=True)
class Statement:
    """One statement. ``columns`` are headings, each of one or more lines; ``note`` says the unit and scale of the values."""

    title: str
    kind: Kind
    columns: list[tuple[str, ...]]
    rows: list[Row]
    note: str = ""
    page: int | None = None
    facts: int = 0
    printed_page: str | None = None
