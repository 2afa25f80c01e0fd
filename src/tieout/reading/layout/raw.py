"""What the walker gathers before anything is decided: paragraphs, breaks, and tables as the markup has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tieout.reading.layout.raised import add_raised, raised_marks

__all__ = [
    "BLANKS",
    "BOLD",
    "BREAK",
    "IMAGE",
    "ITALIC",
    "LARGE",
    "LINE",
    "LINK",
    "RAISED",
    "UNDERLINE",
    "Item",
    "Para",
    "RawCell",
    "RawRow",
    "RawTable",
    "Signal",
    "join_paras",
]

BOLD, ITALIC, UNDERLINE, LINK, RAISED, LARGE = 1, 2, 4, 8, 16, 32
ALL = BOLD | ITALIC | UNDERLINE | LINK | RAISED | LARGE

# White space as a reader sees it: also zero-width space and byte order mark, which str.strip() keeps.
BLANKS = (
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\u200b\u2060\ufeff"
)
_EM = frozenset("\u3000\u2003")


class Signal:
    """Something in the flow that has no text: a page break, a drawn line, an image (which makes a page count as used)."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


BREAK = Signal("break")
LINE = Signal("line")
IMAGE = Signal("image")


class Para:
    """A run of inline content between two block borders.

    ``emphasis`` holds the flags that *all* of its visible text has. ``marks`` are (element, start, end, whole): the spans of
    elements whose place is asked for; ``whole`` is False where the element goes on in a later paragraph. ``raised`` are the
    spans of raised footnote marks that follow text directly.
    """

    __slots__ = (
        "bold_lead",
        "centred",
        "emphasis",
        "hidden",
        "indent",
        "length",
        "level",
        "list_item",
        "marks",
        "ordinal",
        "pieces",
        "raised",
        "seen",
        "text",
    )

    def __init__(self, ordinal: int | None = None) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.text = ""
        self.marks: list[tuple[Any, int, int, bool]] = []
        self.raised: tuple[tuple[int, int], ...] = ()
        self.ordinal = ordinal
        self.emphasis = ALL
        self.bold_lead = 0
        self.centred = False
        self.level = 0
        self.list_item = False
        self.indent = 0.0
        self.hidden = False
        self.seen = False

    def add(self, text: str, emphasis: int) -> None:
        if not text.isspace() and (len(text) > 3 or text.strip(BLANKS)):
            both = self.emphasis & emphasis
            if both != self.emphasis:
                if self.seen and self.emphasis & ~both & BOLD:
                    self.bold_lead = self.length
                self.emphasis = both
            self.seen = True
        if emphasis & RAISED and self.length:
            self.raised = add_raised(self.raised, self.length, self.length + len(text))
        self.pieces.append(text)
        self.length += len(text)

    def close(self) -> bool:
        """Join and trim the text; True if there is something to see or a mark to keep.

        White space at the edges goes, unless a marked element that begins and ends here holds it.
        """
        raw = "".join(self.pieces)
        self.pieces = []
        start = len(raw) - len(raw.lstrip(BLANKS))
        if start == len(raw) and not self.marks:
            return False
        end = len(raw.rstrip(BLANKS))
        for blank in raw[:start]:
            self.indent += 10.0 if blank in _EM else 2.5 if blank == "\xa0" else 0.0
        if self.marks:
            for _, s, e, whole in self.marks:
                if whole:
                    start = min(start, s)
                    end = max(end, e)
            end = max(start, end)
            self.marks = [
                (key, min(max(s - start, 0), end - start), min(max(e - start, 0), end - start), whole)
                for key, s, e, whole in self.marks
            ]
        self.bold_lead = max(0, self.bold_lead - start)
        self.text = raw[start:end]
        self.length = end - start
        if self.raised:
            self.raised = raised_marks(self.text, [(s - start, min(e - start, self.length)) for s, e in self.raised])
        return True


def join_paras(paras: list[Para], glue: str = "\n") -> Para:
    """One paragraph of several, ``glue`` between those that have text; the first one's nature, everybody's marks."""
    if len(paras) == 1:
        return paras[0]
    whole = Para()
    pieces: list[str] = []
    at = 0
    for para in paras:
        if para.text and at:
            pieces.append(glue)
            at += len(glue)
        whole.marks.extend((key, s + at, e + at, w) for key, s, e, w in para.marks)
        if para.raised:
            whole.raised += tuple((s + at, e + at) for s, e in para.raised)
        pieces.append(para.text)
        at += len(para.text)
        if para.text:
            whole.emphasis &= para.emphasis
            whole.seen = True
    if paras:
        first = paras[0]
        whole.ordinal, whole.indent, whole.centred = first.ordinal, first.indent, first.centred
        whole.level, whole.list_item = first.level, first.list_item
    whole.text = "".join(pieces)
    whole.length = at
    return whole


@dataclass(slots=True, eq=False)
class RawCell:
    """A td or th. ``items`` is its content in order, ``nested`` says that a table with data stands in it."""

    column_span: int = 1
    row_span: int = 1
    head: bool = False
    ordinal: int | None = None
    element_id: str | None = None
    cell_id: str | None = None
    indent: float = 0.0
    items: list[Item] = field(default_factory=list)
    nested: bool = False


@dataclass(slots=True, eq=False)
class RawRow:
    cells: list[RawCell] = field(default_factory=list)
    head: bool = False
    break_before: bool = False
    break_after: bool = False


@dataclass(slots=True, eq=False)
class RawTable:
    rows: list[RawRow] = field(default_factory=list)
    ordinal: int | None = None
    table_id: str | None = None
    caption: list[Item] = field(default_factory=list)
    line: int | None = None

    @property
    def annotated(self) -> bool:
        """The table carries ids that answers refer to: nothing of it may be joined, dropped or dissolved."""
        return self.table_id is not None


@dataclass(slots=True, eq=False)
class Bundle:
    """Content of a table that only served the layout; kept as one item so that nesting costs nothing."""

    items: list[Item]


Item = Any  # Para | Signal | Bundle | Grid (grid.py); Any keeps the import graph free of a circle
