"""The few CSS properties of a style attribute that change what a reader sees; there is no CSS engine here."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["Style", "StyleReader"]

NONE, INLINE, BLOCK = 1, 2, 3

_POINTS: Final = {
    "pt": 1.0,
    "px": 0.75,
    "in": 72.0,
    "cm": 28.35,
    "mm": 2.835,
    "pc": 12.0,
    "em": 10.0,
    "rem": 10.0,
    "ex": 5.0,
    "%": 5.0,
}
_LENGTH = re.compile(r"(-?(?:\d+\.?\d*|\.\d+))(pt|px|in|cm|mm|pc|rem|em|ex|%)?$")
_BREAKS = frozenset(("always", "page", "left", "right", "recto", "verso"))
_INLINE = frozenset(("inline", "contents"))
_BLOCK = frozenset(("block", "flex", "grid", "list-item", "flow-root"))
LONGEST = 4_000
# Type of this size (points) and above makes a short paragraph a heading; body text of filings is 7 to 12 points.
LARGE = 13.0


class Style:
    """What one style attribute says. None means that it says nothing about it; lengths are points."""

    __slots__ = (
        "after",
        "before",
        "bold",
        "centred",
        "display",
        "hidden",
        "italic",
        "large",
        "left",
        "raised",
        "text_indent",
        "underline",
    )

    def __init__(self) -> None:
        self.display = 0
        self.hidden = False
        self.bold: bool | None = None
        self.italic: bool | None = None
        self.underline: bool | None = None
        self.raised = False
        self.large: bool | None = None
        self.centred: bool | None = None
        self.before = False
        self.after = False
        self.left = 0.0
        self.text_indent: float | None = None


PLAIN = Style()


class StyleReader:
    """Reads style attributes, each different one once (filings repeat a few hundred of them thousands of times)."""

    def __init__(self, remembered: int = 20_000) -> None:
        self._known: dict[str, Style] = {}
        self._room = remembered

    def read(self, attribute: str) -> Style:
        style = self._known.get(attribute)
        if style is None:
            style = parse(attribute[:LONGEST])
            if self._room > 0:
                self._room -= 1
                self._known[attribute] = style
        return style


def points(value: str) -> float:
    """A CSS length in points; font-relative ones for ten-point type, a percentage as one twentieth em; 0 if it is none."""
    match = _LENGTH.match(value)
    if match is None:
        return 0.0
    return float(match[1]) * _POINTS.get(match[2] or "px", 0.75)


def _left_of(shorthand: str) -> float:
    sides = shorthand.split()
    if not sides or len(sides) > 4:
        return 0.0
    return points(sides[(0, 1, 1, 3)[len(sides) - 1]])


def parse(attribute: str) -> Style:
    """Read one style attribute, properties in any case, the last one of a kind wins."""
    style = Style()
    padding = margin = 0.0
    relative = lifted = False
    for declaration in attribute.lower().split(";"):
        name, colon, value = declaration.partition(":")
        if not colon:
            continue
        name = name.strip()
        value = value.replace("!important", "").strip()
        if name == "display":
            style.display = NONE if value == "none" else INLINE if value in _INLINE else BLOCK if value in _BLOCK else 0
        elif name == "visibility":
            style.hidden = value in ("hidden", "collapse")
        elif name == "font-weight":
            style.bold = value in ("bold", "bolder") or (value.isdecimal() and int(value[:4]) >= 600)
        elif name == "font":
            words = value.split()
            style.bold = "bold" in words or any(w in ("600", "700", "800", "900") for w in words)
            style.italic = "italic" in words
        elif name == "font-size":
            style.large = points(value) >= LARGE if value[-1:].isalpha() and not value.endswith("em") else None
        elif name == "font-style":
            style.italic = value in ("italic", "oblique")
        elif name in ("text-decoration", "text-decoration-line"):
            style.underline = "underline" in value
        elif name == "text-align":
            style.centred = value == "center"
        elif name in ("page-break-before", "break-before"):
            style.before = value in _BREAKS
        elif name in ("page-break-after", "break-after"):
            style.after = value in _BREAKS
        elif name == "padding-left" or name == "padding-inline-start":
            padding = points(value)
        elif name == "padding":
            padding = _left_of(value)
        elif name == "margin-left" or name == "margin-inline-start":
            margin = points(value)
        elif name == "margin":
            margin = _left_of(value)
        elif name == "text-indent":
            style.text_indent = points(value)
        elif name == "vertical-align":
            style.raised = value in ("super", "text-top")
        elif name == "position":
            relative = value == "relative"
        elif name == "top":
            lifted = value.startswith("-")
    style.left = padding + margin
    style.raised = style.raised or (relative and lifted)
    return style
