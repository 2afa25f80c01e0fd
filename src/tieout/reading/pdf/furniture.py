"""Running headers and footers, and the page numbers printed in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass

from tieout.reading.pdf.lines import Line

__all__ = ["Edges", "Furniture", "edges_of", "furniture_of"]

_EDGE = 3  # so many lines at the top and at the bottom can be header and footer
_NUMBER = r"(?P<prefix>[A-Z]{1,3}\s?[-–.])?\s?(?P<number>\d{1,4}|[ivxlc]{1,7})"
_ALONE = re.compile(rf"(?i:page|p\.|頁)?\s*[-–—|\[(]*\s*{_NUMBER}\s*[-–—|\])]*(?i:\s*(?:of|/)\s*\d{{1,4}})?\s*頁?")
_LAST = re.compile(rf".*?(?:[|•·–—]|\b(?i:page)|\s{{1}})\s*{_NUMBER}")
_FIRST = re.compile(rf"(?i:page\s+)?{_NUMBER}\s*(?:[|•·–—]|\s).*")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


# No running header is longer.
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class _Edge:
    """A line that can be header or footer: its index on the page, side, text and place; ``data`` if it has several numbers."""

    index: int
    side: str
    text: str
    y0: float
    y1: float
    data: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """What tells the header and footer of a page: its number and height, how many lines it has, and the outer ones."""

    number: int
    height: float
    lines: int
    edges: tuple[_Edge, ...]


@dataclass(slots=True)
class Furniture:
    """Of one page: indices of the lines that are header or footer, and the page number printed there."""

    top: list[int]
    bottom: list[int]
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: int
    side: str
    printed: str
    series: tuple[str, bool, int]
    alone: bool


def _value(text: str) -> int:
    if text.isdigit():
        return int(text)
    total = 0
    for a, b in zip(text, [*text[1:], ""], strict=True):
        total += -_ROMAN[a] if b and _ROMAN[a] < _ROMAN[b] else _ROMAN[a]
    return total


def edges_of(number: int, lines: list[Line], height: float) -> Edges:
    """The outer lines of a page; ``lines`` are in order from the top."""
    top = [(i, "top") for i in range(min(_EDGE, len(lines)))]
    sides = top + [(i, "bottom") for i in range(max(len(lines) - _EDGE, len(top)), len(lines))]
    edges = tuple(
        _Edge(i, side, line.text, line.y0, line.y1, sum(c.value for c in line.chunks) > 1)
        for i, side in sides
        if len((line := lines[i]).text) <= _LONGEST
    )
    return Edges(number, height, len(lines), edges)


def _candidates(page: Edges) -> list[_Candidate]:
    found: list[_Candidate] = []
    for edge in page.edges:
        if len(edge.text) > 160 or edge.data:
            continue
        for pattern in (_ALONE, _LAST, _FIRST):
            match = pattern.fullmatch(edge.text)
            if match is None:
                continue
            prefix = re.sub(r"\s", "", match["prefix"] or "")
            printed = prefix + match["number"]
            offset = _value(match["number"]) - page.number
            found.append(
                _Candidate(edge.index, edge.side, printed, (prefix, match["number"].isdigit(), offset), pattern is _ALONE)
            )
            if pattern is _ALONE:
                break
    return found


def furniture_of(pages: list[Edges]) -> list[Furniture]:
    """Header and footer of each page.

    A printed number counts where it goes up with the pages: at least two others near it agree; in a document of one or two
    pages, where it stands alone and counts from the first or second page. A line is a running header
    or footer where the same words, numbers aside, stand at the same height on at least three pages.
    """
    candidates = [_candidates(page) for page in pages]
    votes: dict[tuple[str, bool, int], list[int]] = defaultdict(list)
    for k, found in enumerate(candidates):
        for series in {c.series for c in found}:
            votes[series].append(k)
    repeated = _repeated(pages)
    result: list[Furniture] = []
    for k, page in enumerate(pages):
        best, most = None, 0
        for c in candidates[k]:
            agreeing = votes[c.series]  # in ascending order
            near = (bisect_right(agreeing, k + 12) - bisect_left(agreeing, k - 12)) * 2 + c.alone
            if near > most:
                best, most = c, near
        if best is not None and most < (6 if len(pages) > 2 or not best.alone or best.series[2] not in (0, -1) else 3):
            best = None
        last = page.lines
        marked = repeated[k]
        if best is not None:
            marked.add(best.line)
        first = _EDGE if last > 2 * _EDGE else last // 2
        top = _run(range(first), marked)
        bottom = _run(range(last - 1, first - 1, -1), marked)
        result.append(Furniture(top, bottom, best.printed if best else None))
    return result


def _run(order: range, marked: set[int]) -> list[int]:
    """Marked lines from the edge inwards, up to the first that is not marked."""
    found: list[int] = []
    for i in order:
        if i not in marked:
            break
        found.append(i)
    return sorted(found)


def _repeated(pages: list[Edges]) -> list[set[int]]:
    seen: Counter[tuple[str, str, int]] = Counter()
    keys: list[list[tuple[int, tuple[str, str, int]]]] = []
    for page in pages:
        own: list[tuple[int, tuple[str, str, int]]] = []
        for edge in page.edges:
            words = re.sub(r"\d+", "#", edge.text).strip()
            if edge.data or not any(c.isalpha() for c in words):
                continue
            at = round((edge.y0 if edge.side == "top" else page.height - edge.y1) / 8)
            own.append((edge.index, (words, edge.side, at)))
        keys.append(own)
        seen.update({key for _, key in own})
    return [{index for index, key in own if seen[key] >= 3} for own in keys]
