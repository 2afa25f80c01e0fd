"""Columns of running text on a page: which lines are read before which."""

from __future__ import annotations

from bisect import bisect_left

from tieout.reading.pdf.lines import Line, is_value, lines_of

__all__ = ["flows"]


def flows(lines: list[Line], width: float) -> list[list[Line]]:
    """Lines of a page in reading order, one list for each stretch of text.

    A page of prose in two columns gives stretches for the left and the right column; all other pages give one. The gutter
    is told from the space between the columns of a table by the prose right of it, which begins at one x.
    """
    gutter = _gutter(lines, width)
    if gutter is None:
        return [lines] if lines else []
    result: list[list[Line]] = []
    whole = False
    for first, last, split in _bands(lines, gutter, width):
        band = lines[first:last]
        if not split:
            if whole:
                result[-1].extend(band)
            else:
                result.append(band)
            whole = True
            continue
        whole = False
        inside = [w for line in band for w in line.words]
        for half in ([w for w in inside if w.x0 < gutter - 2], [w for w in inside if w.x0 >= gutter - 2]):
            if half:
                result.append(lines_of(half))
    return result


def _gutter(lines: list[Line], width: float) -> float | None:
    """x at which the right column begins, where prose in two columns is on the page.

    Rows with words on both sides of a space near the middle vote for it; the space that most rows share wins.
    """
    spaces: list[tuple[float, float]] = []
    for line in lines:
        for before, chunk in zip([None, *line.chunks], line.chunks, strict=False):
            if before is None or before.value or chunk.value or not 0.35 * width < chunk.x0 < 0.65 * width:
                continue
            if (
                len(before.words) >= 4
                and len(chunk.words) >= 2
                and 0.2 * width < before.x1 - before.x0
                and before.x1 < chunk.x0
            ):
                spaces.append((before.x1, chunk.x0))
    begins, ends = sorted(a for a, _ in spaces), sorted(b for _, b in spaces)

    def votes(x: float) -> int:
        """How many of the spaces have x in them: those that begin before it, without those that end before it."""
        return bisect_left(begins, x) - bisect_left(ends, x)

    best = max(ends, key=lambda x: (votes(x), -x), default=0.0)
    return best - 1.0 if votes(best) >= 4 else None


def _bands(lines: list[Line], gutter: float, width: float) -> list[tuple[int, int, bool]]:
    """Stretches of lines (from, to, two columns?) from the top of the page."""
    kinds: list[str] = []
    for line in lines:
        size = line.size
        crosses = any(w.x0 < gutter - 1 and w.x1 > gutter + 1 for w in line.words)
        for a, b in zip(line.words, line.words[1:], strict=False):
            if a.x1 <= gutter + 1 and b.x0 >= gutter - 1 and b.x0 - a.x1 < 0.6 * size:
                crosses = True
        right = [w for w in line.words if w.x0 >= gutter - 1]
        left = [w for w in line.words if w.x0 < gutter - 1]
        if crosses:
            kinds.append("whole")
        elif right and all(is_value(w.text) or w.text in "$()%" for w in right):
            kinds.append("table" if left else "open")
        elif right and right[0].x0 <= gutter + 4 * size:
            kinds.append("two")
        else:
            kinds.append("open")
    bands: list[tuple[int, int, bool]] = []
    start = 0
    while start < len(lines):
        stop = start
        whole = kinds[start] == "whole"
        while stop < len(lines) and (kinds[stop] == "whole") == whole:
            stop += 1
        bands.extend([(start, stop, False)] if whole else _split_band(lines, kinds, start, stop, 0.2 * width))
        start = stop
    return bands


def _split_band(lines: list[Line], kinds: list[str], start: int, stop: int, wide: float) -> list[tuple[int, int, bool]]:
    """Of lines that all leave the gutter free: which are two columns, and which a table that happens to leave it free."""
    twos = [i for i in range(start, stop) if kinds[i] == "two"]
    prose = sum(any(len(c.words) >= 4 and c.x1 - c.x0 > wide for c in lines[i].chunks) for i in twos)
    if len(twos) < 2 or prose < 2:
        return [(start, stop, False)]
    groups: list[list[int]] = [[twos[0], twos[0]]]
    for i in twos[1:]:
        between = sum(kinds[k] == "table" for k in range(groups[-1][1] + 1, i))
        if between >= 4:
            groups.append([i, i])
        else:
            groups[-1][1] = i
    bands: list[tuple[int, int, bool]] = []
    at = start
    for k, (first, last) in enumerate(groups):
        # Lines on one side only, just above or below, belong to the columns unless they are rows of a table.
        end = groups[k + 1][0] if k + 1 < len(groups) else stop
        while last + 1 < end and kinds[last + 1] == "open":
            last += 1
        # A heading at the end is that of what follows.
        while last > groups[k][1] and lines[last].bold:
            last -= 1
        tables = [i for i in range(at, first) if kinds[i] == "table"]
        head = tables[-1] + 1 if tables else (at if k else first)
        if head > at:
            bands.append((at, head, False))
        bands.append((head, last + 1, True))
        at = last + 1
    if at < stop:
        bands.append((at, stop, False))
    return bands
