"""From the text nodes of an element to the text of an instance, and where its tagged numbers stand in it.

Plain: text nodes as they follow each other, white space as one space, none that shows a tag. Compat: as the public data has it,
each text node stripped and joined by a space; in a table's cell the texts of all its p, div and span elements one after
another, which doubles nested ones and leaves a space for empty ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tieout.benchmarks.fintagging.whitespace import Tidy

__all__ = ["Spot", "Strip"]

_WORD_OR_GAP = re.compile(r"\s+|\S+")
_MOST_OPEN = 40  # nested elements of a cell whose doubled texts are kept


@dataclass(frozen=True, slots=True)
class Spot:
    """A tagged number in a text: its span, and the fact that tags it."""

    start: int
    end: int
    fact: Any


@dataclass(slots=True)
class Strip:
    """Text nodes in order, with the borders of facts, of elements (for compat) and of lines and blocks."""

    items: list[tuple[str, Any]] = field(default_factory=list)

    def text(self, text: str | None) -> None:
        if text:
            self.items.append(("text", text))

    def mark(self, kind: str, what: Any = None) -> None:
        """``fact`` and ``/fact`` with the fact, ``element`` and ``/element``, ``break``."""
        self.items.append((kind, what))

    def __bool__(self) -> bool:
        return any(kind == "text" and what.strip() for kind, what in self.items)

    def plain(self) -> tuple[str, list[Spot]]:
        """The text, white space tidied, and its spots."""
        parts: list[str] = []
        spots: list[Spot] = []
        opened: dict[Any, int] = {}
        length = 0
        gap = False
        for kind, what in self.items:
            if kind == "text":
                for piece in _WORD_OR_GAP.findall(what):
                    if piece.isspace():
                        gap = True
                        continue
                    if gap and length:
                        parts.append(" ")
                        length += 1
                    gap = False
                    for fact, start in opened.items():
                        if start < 0:
                            opened[fact] = length
                    parts.append(piece)
                    length += len(piece)
            elif kind == "break":
                gap = True
            elif kind == "fact":
                opened[what] = -1
            elif kind == "/fact":
                start = opened.pop(what, -1)
                if start >= 0:
                    spots.append(Spot(start, length, what))
        done = Tidy("".join(parts))
        return done.text, [Spot(done.place(s.start), done.place(s.end), s.fact) for s in spots]

    def compat(self, cell: bool) -> tuple[str, list[Spot]]:
        """The official string of a cell, or of a text; each fact's spot is the first place of its text after the one before."""
        pieces: list[str] = []
        slots: list[list[str]] = []
        opened: list[int] = []
        facts: list[tuple[Any, list[str]]] = []
        within: list[tuple[Any, list[str]]] = []
        for kind, what in self.items:
            if kind == "text":
                stripped = what.strip()
                for _, texts in within:
                    texts.append(what)
                if stripped:
                    pieces.append(stripped)
                    for place in opened:
                        slots[place].append(stripped)
            elif kind == "element" and len(opened) < _MOST_OPEN:
                opened.append(len(slots))
                slots.append([])
            elif kind == "/element" and opened:
                opened.pop()
            elif kind == "fact":
                within.append((what, []))
                facts.append(within[-1])
            elif kind == "/fact":
                within = [one for one in within if one[0] is not what]
        text = " ".join(" ".join(slot) for slot in slots) if cell and slots else " ".join(pieces)
        spots = []
        at = 0
        for fact, texts in facts:
            printed = " ".join(part.strip() for part in texts if part.strip())
            start = text.find(printed, at) if printed else -1
            if start >= 0:
                spots.append(Spot(start, start + len(printed), fact))
                at = start
        return text, spots
