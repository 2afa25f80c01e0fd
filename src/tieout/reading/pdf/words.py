"""Words with their boxes: what PDFium tells about a page, in as few calls as it allows.

PDFium is not thread-safe: nothing here may run in two threads at once; see `document.py`.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["PageText", "Quad", "Word", "page_text"]

# PDFium writes one of these codes where a word is hyphenated at the end of a line.
_LINE_HYPHEN = (0x02, 0xFFFE)
_REPLACEMENT = 0xFFFD
# Drawn lines and pictures are looked for among this many objects of a page; more are ornaments.
_MOST_OBJECTS = 20_000
# Drawn lines of a page: tables have some dozens; the rest belong to a drawing.
_MOST_RULES = 2_000
# Sides of a page: PDF allows 200 inches, with UserUnit more; where a page says nonsense, it is taken as US letter.
_MOST_POINTS = 1_000_000.0
_LETTER = (612.0, 792.0)
# Decimals of a place (as many as PDFium has), and words told at a time, between processes.
_DIGITS, _BATCH = 6, 1_000


Quad = tuple[float, float, float, float]


@dataclass(slots=True)
class Word:
    """Characters without white space between them, on one line.

    The box is in points from the top left corner of the page as shown, and is as high as the font's ascent and descent.
    ``joins`` says that a hyphen at the end of the line cuts the word in two.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    bold: bool = False
    joins: bool = False

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2


@dataclass(slots=True)
class PageText:
    """Text of one page. ``turned`` is the direction, in degrees clockwise, of most of its text as shown (0, 90, 180 or 270).

    ``unmapped`` counts words that begin with, and characters that are, something for which the font gives no Unicode, of
    ``characters`` in all; ``images`` tells whether there are pictures. ``rules`` are the drawn horizontal lines: (x0, y, x1).
    ``cut`` says that the page had more characters than were read.
    """

    number: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    turned: int = 0
    characters: int = 0
    unmapped: int = 0
    images: bool = False
    cut: bool = False
    rules: list[tuple[float, float, float]] = field(default_factory=list)

    def to_json(self) -> Iterator[str]:
        """The page as JSON, to go from one process to another: in pieces, places to a millionth of a point."""
        page = [self.number, self.width, self.height, [], self.turned, self.characters, self.unmapped, self.images, self.cut]
        rules = [[round(place, _DIGITS) for place in rule] for rule in self.rules]
        yield f'{{"page":{json.dumps(page)},"rules":{json.dumps(rules)},"words":['
        for at in range(0, len(self.words), _BATCH):
            rows = [
                [
                    w.text,
                    round(w.x0, _DIGITS),
                    round(w.y0, _DIGITS),
                    round(w.x1, _DIGITS),
                    round(w.y1, _DIGITS),
                    w.bold,
                    w.joins,
                ]
                for w in self.words[at : at + _BATCH]
            ]
            yield ("," if at else "") + json.dumps(rows, separators=(",", ":"))[1:-1]
        yield "]}"

    @classmethod
    def of_row(cls, row: dict[str, Any]) -> PageText:
        """The page of such JSON, read."""
        page = cls(*row["page"])
        page.rules = [(x0, y, x1) for x0, y, x1 in row["rules"]]
        page.words = [Word(*values) for values in row["words"]]
        return page

    def upright(self) -> PageText:
        """The page turned so that its text runs from left to right; its `shown` turns a box back."""
        if self.turned == 0:
            return self
        w, h = self.width, self.height
        for word in self.words:
            word.x0, word.y0, word.x1, word.y1 = _turn((word.x0, word.y0, word.x1, word.y1), w, h, self.turned)
        size = (h, w) if self.turned % 180 else (w, h)
        return PageText(self.number, *size, self.words, self.turned, self.characters, self.unmapped, self.images, self.cut)

    def shown(self, box: Quad) -> Quad:
        """A box of this upright page as a box of the page as shown."""
        if self.turned == 0:
            return box
        return _turn(box, self.width, self.height, -self.turned % 360)


def _turn(box: Quad, wide: float, high: float, turned: int) -> Quad:
    """The box on the page of that size, turned counter-clockwise by ``turned`` degrees."""
    x0, y0, x1, y1 = box
    if turned == 90:
        return y0, wide - x1, y1, wide - x0
    if turned == 180:
        return wide - x1, high - y1, wide - x0, high - y0
    if turned == 270:
        return high - y1, x0, high - y0, x1
    return box


def _codes(raw: Any, textpage: Any, count: int) -> list[int]:
    """Code point of each character; one call where text units and characters agree one to one, else a call for each."""
    units = (ctypes.c_ushort * (count + 1))()
    if raw.FPDFText_GetText(textpage, 0, count, units) == count + 1:
        codes = list(units[:count])
        if not any(0xD800 <= u < 0xE000 for u in codes):
            return codes
    get = raw.FPDFText_GetUnicode
    return [get(textpage, i) for i in range(count)]


class _Fonts:
    """Is the character's font bold? Asked once for each text object, answered once for each font name."""

    def __init__(self, raw: Any, textpage: Any) -> None:
        self._raw = raw
        self._textpage = textpage
        self._buffer = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()
        self._known: dict[bytes, bool] = {}

    def bold(self, index: int) -> bool:
        size = self._raw.FPDFText_GetFontInfo(self._textpage, index, self._buffer, 256, self._flags)
        name = self._buffer.raw[: min(max(size - 1, 0), 256)]
        known = self._known.get(name)
        if known is None:
            lower = name.lower()
            named = any(mark in lower for mark in (b"bold", b"black", b"heavy", b"demi", b"-bd"))
            known = self._known[name] = named or self._raw.FPDFText_GetFontWeight(self._textpage, index) >= 600
        return known


def _is_space(code: int) -> bool:
    return (code <= 32 and code != 2) or code in (0x85, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000) or 0x2000 <= code <= 0x200B


def page_text(raw: Any, page: Any, textpage: Any, number: int, most: int) -> PageText:
    """Words of one loaded page; at most ``most`` characters are read."""
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, box)
    left, bottom, right, top = box.left, box.bottom, box.right, box.top
    rotation = raw.FPDFPage_GetRotation(page) % 4
    if not (0 < right - left < _MOST_POINTS and 0 < top - bottom < _MOST_POINTS):
        left, bottom, right, top = 0.0, 0.0, *_LETTER
    wide, high = right - left, top - bottom
    result = PageText(number, *((high, wide) if rotation % 2 else (wide, high)))

    def shown(a0: float, b0: float, a1: float, b1: float) -> Quad:
        # From the page's own space to the page as shown: origin top left, y down, turned clockwise by /Rotate.
        return _turn((a0 - left, top - b1, a1 - left, top - b0), wide, high, -90 * rotation % 360)

    _drawings(raw, page, result, shown)

    count = raw.FPDFText_CountChars(textpage)
    if count > most:
        count, result.cut = most, True
    if count <= 0:
        return result
    codes = _codes(raw, textpage, count)
    fonts = _Fonts(raw, textpage)
    loose = raw.FPDFText_GetLooseCharBox
    angle_of = raw.FPDFText_GetCharAngle
    unmapped_at = raw.FPDFText_HasUnicodeMapError
    turns = [0, 0, 0, 0]
    words: list[tuple[int, Word]] = []
    text: list[str] = []
    x0 = y0 = x1 = y1 = 0.0
    bold = joins = False
    turn = 0

    def close() -> None:
        nonlocal joins
        if text:
            words.append((turn, Word("".join(text), x0, y0, x1, y1, bold, joins)))
            text.clear()
        joins = False

    for i, code in enumerate(codes):
        if _is_space(code):
            close()
            continue
        if not loose(textpage, i, box):
            continue
        result.characters += 1
        a0, b0, a1, b1 = box.left, box.bottom, box.right, box.top
        if a1 < a0:
            a0, a1 = a1, a0
        if b1 < b0:
            b0, b1 = b1, b0
        if not (a0 > -_MOST_POINTS and a1 < _MOST_POINTS and b0 > -_MOST_POINTS and b1 < _MOST_POINTS):
            continue
        if rotation == 0:
            c0, d0, c1, d1 = a0 - left, top - b1, a1 - left, top - b0
        else:
            c0, d0, c1, d1 = shown(a0, b0, a1, b1)
        if code in (0xFFFD, 0xFFFF) or 0xD800 <= code < 0xF900 or code > 0x10FFFF:
            result.unmapped += 1
            code = _REPLACEMENT
        elif not text and unmapped_at(textpage, i) == 1:
            result.unmapped += 1
        if text and _apart((x0, y0, x1, y1), (c0, d0, c1, d1), turn):
            close()
        if not text:
            angle = angle_of(textpage, i)
            # PDFium measures angles clockwise, in radians; a negative one says that it does not know.
            turn = (rotation + round(angle / 1.5707963)) % 4 if angle >= 0 else rotation
            bold = fonts.bold(i)
            x0, y0, x1, y1 = c0, d0, c1, d1
        else:
            x0, y0, x1, y1 = min(x0, c0), min(y0, d0), max(x1, c1), max(y1, d1)
        turns[turn] += 1
        if code in _LINE_HYPHEN:
            joins = True
            text.append("-")
        else:
            text.append(chr(code))
    close()
    main = max(range(4), key=lambda t: turns[t])
    result.turned = 90 * main
    result.words = [w for t, w in words if t == main and _inside(w, result)]
    return result


def _apart(word: Quad, char: Quad, turn: int) -> bool:
    """Does the character stand off the word, or on another line? ``turn`` is the writing direction in quarters, clockwise."""
    wx0, wy0, wx1, wy1 = word
    cx0, cy0, cx1, cy1 = char
    if turn % 2:
        wx0, wy0, wx1, wy1, cx0, cy0, cx1, cy1 = wy0, wx0, wy1, wx1, cy0, cx0, cy1, cx1
    if min(cy1, wy1) - max(cy0, wy0) <= 0.3 * min(cy1 - cy0, wy1 - wy0):
        return True
    em = max(wy1 - wy0, 1.0)
    gap = cx0 - wx1 if turn in (0, 1) else wx0 - cx1
    return not -0.5 * em < gap < 0.22 * em


def _drawings(raw: Any, page: Any, result: PageText, shown: Callable[[float, float, float, float], Quad]) -> None:
    """Drawn horizontal lines (also thin rectangles) and whether there are pictures; looks into forms one level deep."""
    a, b, c, d = (ctypes.c_float() for _ in range(4))
    matrix = raw.FS_MATRIX()
    todo: list[tuple[Any, Any]] = [
        (raw.FPDFPage_GetObject(page, i), None) for i in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS))
    ]
    at = 0
    while at < len(todo):
        thing, form = todo[at]
        at += 1
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            result.images = True
        elif kind == raw.FPDF_PAGEOBJ_FORM and form is None and raw.FPDFPageObj_GetMatrix(thing, matrix):
            place = (matrix.a, matrix.d, matrix.e, matrix.f)
            inside = min(raw.FPDFFormObj_CountObjects(thing), _MOST_OBJECTS - len(todo))
            todo.extend((raw.FPDFFormObj_GetObject(thing, i), place) for i in range(inside))
        elif kind == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPageObj_GetBounds(thing, a, b, c, d):
            x0, y0, x1, y1 = a.value, b.value, c.value, d.value
            if form is not None:
                sx, sy, e, f = form
                x0, x1 = sorted((x0 * sx + e, x1 * sx + e))
                y0, y1 = sorted((y0 * sy + f, y1 * sy + f))
            x0, y0, x1, y1 = shown(x0, y0, x1, y1)
            if y1 - y0 < 3 and 6 < x1 - x0 < _MOST_POINTS and len(result.rules) < _MOST_RULES:
                result.rules.append((x0, (y0 + y1) / 2, x1))


def _inside(word: Word, page: PageText) -> bool:
    return word.x1 > 0 and word.y1 > 0 and word.x0 < page.width and word.y0 < page.height
