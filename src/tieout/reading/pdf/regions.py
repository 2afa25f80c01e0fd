"""Which lines of a stretch of text are a table, and which of those are its header."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tieout.reading.pdf.lines import Line

__all__ = ["Region", "is_period", "regions_of"]

_YEAR = re.compile(
    r"(?:fy|fye)?\s*['’]?(?:19|20)\d\d(?:[EeAP]|\s*\(?[a-z*†]\)?|\s*\(\d\))?|(?:19|20)\d\d\s*[/–-]\s*\d{2,4}", re.I
)
_PERIOD = re.compile(
    r"""(?ix) (?:[1-4]?q[1-4]?|fy|h[12])\s*['’]?\d{2,4}
    | (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s*\d{0,2},?(?:\s*(?:19|20)\d\d)?
    | .*\b(?:19|20)\d\d\s*年.*"""
)


@dataclass(slots=True)
class Region:
    """Lines ``[start, stop)``; the first ``header`` of them are header lines."""

    start: int
    stop: int
    header: int


def is_period(text: str) -> bool:
    """Is this a year, quarter or date, as column headers are?"""
    return bool(_YEAR.fullmatch(text) or _PERIOD.fullmatch(text))


def _kind(line: Line, left: float, right: float) -> str:
    """``row`` (has numbers in columns), ``periods`` (a header of years or dates), ``several`` (chunks apart), ``single``."""
    chunks = line.chunks
    if not chunks:
        return "single"
    values = [k for k, c in enumerate(chunks) if c.value or is_period(c.text)]
    rest = values if values and values[0] != 0 else values[1:]
    lonely = (
        len(chunks) == 1 and chunks[0].value and not is_period(chunks[0].text) and chunks[0].x0 > left + 0.35 * (right - left)
    )
    if not rest and not lonely:
        return "several" if len(chunks) > 1 else "single"
    if lonely:
        return "row"
    after = chunks[values[-1] + 1 :]
    if after and len(values) < 2 and sum(len(c.words) for c in after) > 4:
        return "several"
    if all(is_period(chunks[k].text) for k in values) and not is_period(chunks[0].text[:0] or "x"):
        headed = [c for k, c in enumerate(chunks) if k not in values]
        if len(values) >= 2 or (headed and len(rest) == 1):
            return "periods"
    return "row"


def _prose(line: Line, left: float, first: float, edge: float) -> bool:
    """Running text: one long chunk that reaches over the number columns."""
    chunks = line.chunks
    if max((len(c.words) for c in chunks), default=0) < 6 and not line.text.endswith("."):
        return False
    widest = max(chunks, key=lambda c: c.x1 - c.x0)
    return widest.x0 < left + 0.12 * (edge - left) and widest.x1 > first + 0.25 * max(edge - first, 1.0)


def regions_of(lines: list[Line]) -> list[Region]:
    """Tables among the lines, from top to bottom, not overlapping.

    A table needs two lines with numbers in columns, or one with two numbers below a header.
    """
    if not lines:
        return []
    left, right = min(x.x0 for x in lines), max(x.x1 for x in lines)
    kinds = [_kind(line, left, right) for line in lines]
    found: list[Region] = []
    free = 0
    i = 0
    while i < len(lines):
        if kinds[i] != "row" or _numbers_in_prose(lines, i):
            i += 1
            continue
        stop = _end(lines, kinds, i)
        start, header = _start(lines, kinds, i, stop, free)
        rows = [k for k in range(i, stop) if kinds[k] == "row"]
        values = sum(c.value for k in rows for c in lines[k].chunks)
        if len(rows) >= 2 or (values >= 2 and header):
            found.append(Region(start, stop, header))
            free = stop
        i = max(stop, i + 1)
    return found


def _numbers_in_prose(lines: list[Line], i: int) -> bool:
    """Justified text whose spaces are so wide that a number in it seems to stand apart."""
    line = lines[i]
    words = [w for c in line.chunks if not c.value for w in c.words]
    values = [c for c in line.chunks if c.value]
    return len(values) <= 1 and len(words) >= 7 and bool(line.chunks) and not line.chunks[-1].value


def _first_value(lines: list[Line], kinds: list[str], start: int, stop: int) -> tuple[float, float]:
    """Left edge of the leftmost number column and right edge of the table, told by the rows seen so far."""
    first, edge = 1e9, 0.0
    for k in range(start, stop):
        if kinds[k] != "row":
            continue
        chunks = lines[k].chunks
        for c in chunks[1:] if len(chunks) > 1 else chunks:
            if c.value:
                first = min(first, c.x0)
                edge = max(edge, c.x1)
    return first, edge


def _end(lines: list[Line], kinds: list[str], i: int) -> int:
    last = i
    left = lines[i].x0
    first, edge = _first_value(lines, kinds, i, i + 1)
    singles = 0
    k = i + 1
    while k < len(lines):
        line, before = lines[k], lines[k - 1]
        size = max(line.size, before.size)
        if line.y0 - before.y1 > (3.2 if kinds[k] == "row" else 2.6) * size:
            break
        if kinds[k] == "periods" or _second_header(line, kinds[k], first):
            break
        if kinds[k] == "row" and not _numbers_in_prose(lines, k):
            if _prose(line, left, first, edge) and not line.chunks[-1].value:
                break
            a, b = _first_value(lines, kinds, k, k + 1)
            first, edge = min(first, a), max(edge, b)
            last, singles, left = k, 0, min(left, line.x0)
        else:
            if _prose(line, left, first, edge) or singles >= 6:
                break
            if line.size > 1.35 * lines[i].size:
                break
            singles += 1
        k += 1
    # The rest of a label that began on the last row, as far as it is set tighter than the rows.
    stop = last + 1
    if stop < k and kinds[stop] == "single" and _continues(lines, last, stop, first):
        stop += 1
    return stop


def _second_header(line: Line, kind: str, first: float) -> bool:
    """Two or more words over number columns, where no number is: the header of a further table."""
    return kind == "several" and sum(c.centre > first - line.size and not c.value for c in line.chunks) >= 2


def _continues(lines: list[Line], row: int, k: int, first: float) -> bool:
    line, before = lines[k], lines[row]
    head = before.chunks[0] if before.chunks else None
    if head is None or head.value or line.x1 > first or line.bold != head.bold:
        return False
    return line.y0 - before.y1 < 0.35 * line.size and (line.text[:1].islower() or line.x0 > before.x0 + 0.5 * line.size)


def _start(lines: list[Line], kinds: list[str], i: int, stop: int, free: int) -> tuple[int, int]:
    """Where the table begins, and how many header lines it has, looking upwards from its first row."""
    first, edge = _first_value(lines, kinds, i, stop)
    left = min(line.x0 for line in lines[i:stop])
    top = i
    heads: list[int] = []
    singles = 0
    k = i - 1
    while k >= free:
        line, below = lines[k], lines[k + 1]
        if below.y0 - line.y1 > 2.2 * max(line.size, below.size) or _prose(line, left, first, edge):
            break
        if _is_header(line, kinds[k], first, edge, left):
            heads.append(k)
            singles = 0
        elif line.x1 < first + line.size and (len(line.chunks) == 1 or kinds[k] == "single"):
            singles += 1
            if singles > 4 or (heads and (singles > 2 or line.bold)):
                break
        else:
            break
        k -= 1
    if heads:
        top = min(heads)
        return top, max(heads) - top + 1
    while top - 1 > k and _leads(lines[top - 1], lines[top], first):
        top -= 1
    return top, 0


def _leads(line: Line, row: Line, first: float) -> bool:
    """Does a line above the first row belong to it: as the name of its section, or as the beginning of its label?"""
    if line.text.endswith((":", "：")):
        return len(line.words) <= 8
    return row.text[:1].islower() and row.y0 - line.y1 < 0.35 * line.size and line.x1 < first and line.bold == row.words[0].bold


def _is_header(line: Line, kind: str, first: float, edge: float, left: float) -> bool:
    if kind == "periods":
        return True
    if kind == "row":
        return False
    over = [c for c in line.chunks if c.centre > first - 1.5 * line.size and c.x0 > left + 0.12 * (edge - left)]
    if not over or max(len(c.words) for c in line.chunks) > 14:
        return False
    if line.text.casefold() == "(unaudited)":
        return False
    if len(line.chunks) == 1:
        # A title that is centred over the whole table is no header of its number columns.
        centre = line.chunks[0].centre
        return abs(centre - (left + edge) / 2) > min(abs(centre - (first + edge) / 2), 0.1 * (edge - left))
    return True
