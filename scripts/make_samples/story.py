"""A report before it has a form: pages of headings, paragraphs and grids, some of whose pieces are tagged.

The same pages are written as inline XBRL (`us_inline`) and as page-split Markdown (`us_markdown`), which is why the two
samples agree figure by figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Where:
    """Period and slice of a tag: ``start`` is None for an instant; ``dims`` are pairs of axis and member, in order."""

    start: str | None
    end: str
    dims: tuple[tuple[str, str], ...] = ()

    def of(self, *dims: tuple[str, str]) -> Where:
        return Where(self.start, self.end, self.dims + dims)


@dataclass(eq=False)
class Tag:
    """One inline tag around ``printed``.

    ``unit`` None makes it ix:nonNumeric. ``within`` is the tag directly inside (nested ix elements, one printed text).
    ``mark`` is a name by which the list of mistakes finds the element; ``note`` ties the fact to a footnote.
    """

    concept: str
    where: Where
    printed: str
    unit: str | None = None
    decimals: str = ""
    scale: int = 0
    negative: bool = False
    nil: bool = False
    format: str = ""
    mark: str = ""
    note: str = ""
    within: Tag | None = None
    id: str = ""


@dataclass(frozen=True)
class Twin:
    """Printed text whose fact is hidden in the header (the SEC's ``-sec-ix-hidden`` style points at it)."""

    printed: str
    tag: Tag


Piece = str | Tag | Twin


@dataclass
class Paragraph:
    pieces: Sequence[Piece]
    style: Literal["text", "center", "bold", "heading", "title", "small", "item", "sub"] = "text"
    footnote: str = ""


@dataclass
class Cell:
    """Text of a label cell, or a figure: ``before`` and ``after`` ($, parentheses, %) stand in cells of their own."""

    pieces: Sequence[Piece] = ()
    before: str = ""
    after: str = ""
    columns: int = 1
    left: bool = False


@dataclass
class Row:
    label: Sequence[Piece]
    cells: list[Cell] = field(default_factory=list)
    level: int = 0
    rule: Literal["", "single", "double"] = ""
    header: bool = False
    bold: bool = False


@dataclass
class Grid:
    """Rows of one label and ``columns`` figures each."""

    columns: int
    rows: list[Row]
    label_width: int = 52


@dataclass
class Open:
    """Start of a text block; ``escape`` writes its markup into the fact's value."""

    tag: Tag
    whole: bool = False
    """Stay one element across a page break, with the break inside ix:exclude, instead of being continued."""


@dataclass
class Close:
    concept: str


Item = Paragraph | Grid | Open | Close


@dataclass
class Page:
    items: list[Item]
    printed: str = ""


def text(*pieces: Piece) -> Paragraph:
    return Paragraph(pieces)


def plain(pieces: Sequence[Piece]) -> str:
    """The printed text of some pieces."""
    return "".join(p if isinstance(p, str) else p.printed for p in pieces)
