"""The page number that is printed on a page."""

from __future__ import annotations

import re

from tieout.report.layout import Block, Page, Table

__all__ = ["number_pages"]

_NUMBER = r"(?:[A-Z]{1,3}-?)?\d{1,4}|[ivxlc]{1,7}"
_ALONE = re.compile(rf"(?:[-–—]\s*|\bpage\s+)?({_NUMBER})(?:\s*[-–—]|\s+of\s+\d+|\s*/\s*\d+)?", re.I)
_AT_END = re.compile(rf".*?[|│\s]\s*(?:page\s+)?({_NUMBER})", re.I | re.S)
_AT_START = re.compile(rf"(?:page\s+)?({_NUMBER})\s*[|│\s].*", re.I | re.S)
_DIGITS = re.compile(r"\d+")
NEAR = 4


def number_pages(pages: list[Page]) -> None:
    """Set ``printed`` where a page's footer or header holds its number.

    A number alone on the last lines counts at once; one within other text, or at the top, only if it goes on with a neighbour.
    """
    sure: list[str | None] = []
    maybe: list[list[str]] = []
    for page in pages:
        lines = [text for item in page.items if (text := _line(item))]
        tail, top = lines[-NEAR:][::-1], lines[:2]
        sure.append(next((m[1] for t in tail[:2] if (m := _ALONE.fullmatch(t))), None))
        found = [
            m[1]
            for t in (*tail, *top)
            for pattern in (_ALONE, _AT_END, _AT_START)
            if len(t) <= 120 and (m := pattern.fullmatch(t))
        ]
        maybe.append(found)
    for i, page in enumerate(pages):
        alone = sure[i]
        goes_on = [
            text
            for text in ([alone] if alone else []) + maybe[i]
            if (i and _follows(maybe[i - 1], text, -1)) or (i + 1 < len(pages) and _follows(maybe[i + 1], text, 1))
        ]
        page.printed = goes_on[0] if goes_on else alone


def _line(item: Block | Table) -> str:
    if isinstance(item, Block):
        return "" if item.hidden or len(item.text) > 400 else item.display
    if item.hidden or item.rows > 2:
        return "\0"
    return " | ".join(cell.display for cell in item.cells if cell.text.strip())


def _follows(others: list[str], text: str, step: int) -> bool:
    wanted = _step(text, step)
    return wanted is not None and wanted in others


def _step(text: str, step: int) -> str | None:
    digits = _DIGITS.search(text)
    if digits is None:
        return _ROMAN_STEPS.get((text.lower(), step))
    return f"{text[: digits.start()]}{int(digits[0]) + step}"


def _roman(n: int) -> str:
    pieces = []
    for value, sign in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        count, n = divmod(n, value)
        pieces.append(sign * count)
    return "".join(pieces)


_ROMAN_STEPS = {(_roman(n), step): _roman(n + step) for n in range(2, 200) for step in (-1, 1)} | {("i", 1): "ii"}
