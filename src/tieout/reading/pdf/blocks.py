"""Headings, paragraphs and list items from lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from tieout.reading.pdf.lines import Line
from tieout.reading.pdf.words import Word

__all__ = ["Piece", "Style", "body_size", "levels", "pieces", "sizes_of"]

Kind = Literal["heading", "paragraph", "list_item"]
Style = tuple[int, bool]

_BULLET = re.compile(r"[•●▪■□◦○‣∙·◆➢►\uf0b7\ufffd]|[-–—*]$|[・※]")
_NUMBERED = re.compile(r"\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,5})[.)]$|\([0-9]{1,2}\)$")


@dataclass(slots=True)
class Piece:
    """Lines that are one block. Larger ``style`` is a higher heading; ``edge`` marks a running header or footer."""

    kind: Kind
    lines: list[Line]
    style: Style = (0, False)
    edge: bool = False

    @property
    def words(self) -> list[Word]:
        return [w for line in self.lines for w in line.words]

    @property
    def text(self) -> str:
        """The lines' text, joined by a space; by none where a hyphen cuts a word in two, or between Japanese characters."""
        parts = [self.lines[0].text]
        for before, line in pairwise(self.lines):
            cjk = ord(before.text[-1]) >= 0x3000 and ord(line.text[0]) >= 0x3000
            parts.append(line.text if cjk or before.words[-1].joins else f" {line.text}")
        return "".join(parts)


def body_size(sizes: Counter[float]) -> float:
    """The size that most of the text has; sizes are line heights in points, counted by `sizes_of`."""
    return sizes.most_common(1)[0][0] if sizes else 10.0


def sizes_of(lines: list[Line]) -> Counter[float]:
    """Words by the height of their line, to half a point."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.words)
    return sizes


def _starts_list(line: Line) -> bool:
    if len(line.words) < 2:
        return False
    first = line.words[0].text
    return bool(_BULLET.match(first) or _NUMBERED.match(first)) and not line.bold


def pieces(lines: list[Line], body: float, right: float) -> list[Piece]:
    """Blocks of consecutive lines; ``right`` is the right edge that text is wrapped at."""
    found: list[Piece] = []
    for line in lines:
        if found and _goes_on(found[-1], line, right):
            found[-1].lines.append(line)
        else:
            found.append(Piece("list_item" if _starts_list(line) else "paragraph", [line]))
    for piece in found:
        if piece.kind == "paragraph" and _is_heading(piece, body):
            piece.kind = "heading"
            piece.style = (round(piece.lines[0].size), piece.text.upper() == piece.text)
    return found


def _goes_on(piece: Piece, line: Line, right: float) -> bool:
    last = piece.lines[-1]
    gap = line.y0 - last.y1
    if gap > 0.55 * last.size or gap < -0.6 * last.size or _starts_list(line):
        return False
    if abs(line.size - last.size) > 0.12 * last.size or line.bold != last.bold:
        return False
    if last.words[-1].joins:
        return True
    first = line.words[0]
    # Would the next word have fitted on the line? Then the break was meant. Ragged text leaves a little more than a word.
    full = last.x1 + first.x1 - first.x0 + 1.2 * last.size >= right
    if line.text[0].islower() and last.text[-1] not in ".:;":
        return True
    if not full:
        return False
    # A new paragraph that is indented, after a line that ends a sentence.
    indented = len(piece.lines) > 1 and line.x0 > last.x0 + last.size and last.text.endswith((".", "。"))
    return not indented


def _is_heading(piece: Piece, body: float) -> bool:
    text = piece.text
    if len(piece.lines) > 3 or len(text) > 200 or not any(c.isalpha() for c in text):
        return False
    large = all(line.size > 1.12 * body for line in piece.lines)
    bold = all(line.bold for line in piece.lines)
    if not (large or bold):
        return False
    return large or not text.endswith((".", ",", ";")) or len(text) < 60


def levels(styles: Counter[Style]) -> dict[Style, int]:
    """Level 1-6 of each style of heading in a document: larger type first, then capitals before small letters.

    Styles used once or twice, as on the cover, take the level of the next lower style that is used more.
    """
    usual = sorted((s for s, n in styles.items() if n >= 3), reverse=True) or sorted(styles, reverse=True)
    return {style: min(1 + sum(u > style for u in usual), 6) for style in styles}
