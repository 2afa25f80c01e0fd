"""Page-split Markdown, as OCR of reports delivers it: pages parted by a marker line, tables as HTML, as LaTeX or with pipes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tieout.reading.encoding import decode_text
from tieout.reading.latex import is_frame, latex_heading, latex_table, tabulars
from tieout.reading.layout.raw import BOLD, IMAGE, Para, RawCell, RawRow, RawTable
from tieout.reading.layout.tables import settle
from tieout.reading.limits import DEFAULT_LIMITS, Limits, check_markup, check_size, over
from tieout.report import InputError, Parts, Report
from tieout.report.layout import Layout

if TYPE_CHECKING:
    from lxml import etree

    from tieout.reading.layout import LayoutBuilder

__all__ = ["read_markdown", "split_pages"]

_MARKER = re.compile(r"^[ \t]*<!?-{2,4}[ \t]*Page Split[ \t]*-{2,4}>[ \t]*(?:\r\n|\r|\n|\Z)", re.M | re.I)
_CELL_BEGINS = re.compile(r"<t[dh]\b", re.I)
_CELL_TAG = re.compile(r"</?(?:tr|td|th)\b[^>]*>?", re.I)
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
_TABLE_TAG = re.compile(r"<(/?)table\b", re.I)
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•●○▪‣–][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?[a-zA-Z][.)][ \t]+)\S")
_PIPE_RULE_CELL = re.compile(r"\s*+:?+-++:?+\s*+")
_PIPE_ROW = re.compile(r"\s*\|.*\|\s*$")
_PIPE = re.compile(r"(?<!\\)\|")
_IMAGE = re.compile(r"\s*!\[[^\]]*\]\([^)]*\)\s*$")
_COMMENT = re.compile(r"\s*<!--.*?-->\s*$")
# Possessive throughout: a line of a megabyte that nearly is such a rule must not be tried in a million ways.
_RULE = re.compile(r"\s*+(?:-\s*+-\s*+-[\s-]*+|\*\s*+\*\s*+\*[\s*]*+|_\s*+_\s*+_[\s_]*+)$")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w-]*\s*$")
_BOLD = re.compile(r"\s*(\*\*|__)(?=\S)(.+?)(?<=\S)\1\s*$", re.S)
LONGEST_BOLD, LONGEST_TAG = 300, 1_000


def split_pages(text: str) -> list[tuple[int, int]]:
    """Start and end of each page's text: everything between two marker lines is a page, also where it is blank."""
    pages: list[tuple[int, int]] = []
    start = 0
    for marker in _MARKER.finditer(text):
        pages.append((start, marker.start()))
        start = marker.end()
    pages.append((start, len(text)))
    return pages


def read_markdown(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Report:
    """The report that a Markdown file holds. Blocks store slices of the source; nothing has an element ordinal.

    Raises `InputError` when the file is empty, `LimitError` when it is larger or has more pages than the limits allow.
    """
    check_size(data, name, limits)
    check_markup(data, name, limits)
    text, _ = decode_text(data)
    if not text.strip():
        raise InputError(f"{name}: the file is empty")
    pages = split_pages(text)
    if len(pages) > limits.pages:
        raise over(limits, "pages", f"{name}: has more pages")
    return Report(name, "markdown", (name,), Parts(layout=lambda: _layout(text, pages, name, limits)))


def _layout(text: str, pages: list[tuple[int, int]], name: str, limits: Limits) -> Layout:
    from tieout.reading.layout import LayoutBuilder, walk_into

    builder = LayoutBuilder(name, limits, breaks=False)
    builder.begin_file(name)
    for start, end in pages:
        builder.open_page()
        for is_table, s, e in _segments(text, start, end):
            if is_table:
                _check_cells(text, s, e, name, limits)
                root = _fragment(text[s:e])
                if root is not None:
                    walk_into(builder, root, name, limits, numbered=False)
            else:
                _Lines(text, s, e, builder, name, limits).read()
    return builder.finish()


def _check_cells(text: str, start: int, end: int, name: str, limits: Limits) -> None:
    """Refuses a table of more cells than the limit allows positions before its markup is parsed, which takes longest."""
    if end - start > limits.cells and sum(1 for _ in _CELL_BEGINS.finditer(text, start, end)) > limits.cells:
        line = text.count("\n", 0, start) + 1
        raise over(limits, "cells", f"{name}: the table at line {line} covers more positions")


def _segments(text: str, start: int, end: int) -> Iterator[tuple[bool, int, int]]:
    """The page in stretches: (is a HTML table, start, end).

    Tables nest only where every one that opens is closed; else, as OCR writes it, a table ends where the next one begins.
    """
    tags = list(_TABLE_TAG.finditer(text, start, end))
    balanced = 2 * sum(1 for tag in tags if tag[1]) == len(tags)
    at = start
    opened = -1
    depth = 0
    for tag in tags:
        if tag[1]:
            depth = max(depth - 1, 0)
            if depth == 0 and opened >= 0:
                stop = text.find(">", tag.end(), min(end, tag.end() + LONGEST_TAG)) + 1 or tag.end()
                yield True, opened, stop
                at, opened = stop, -1
        elif opened >= 0 and balanced:
            depth += 1
        else:
            if opened >= 0:
                at = _end_of_unclosed(text, opened, tag.start())
                yield True, opened, at
            if tag.start() > at:
                yield False, at, tag.start()
            opened, depth = tag.start(), 1
    if opened >= 0:
        at = _end_of_unclosed(text, opened, end)
        yield True, opened, at
    if at < end:
        yield False, at, end


def _end_of_unclosed(text: str, start: int, end: int) -> int:
    """Where a table without an end tag ends: at the first blank line after its last cell, else at ``end``."""
    last = max((m.end() for m in _CELL_TAG.finditer(text, start, end)), default=start)
    blank = _BLANK_LINE.search(text, last, end)
    return blank.start() if blank else end


def _fragment(markup: str) -> etree._Element | None:
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True, recover=True)
    try:
        return etree.fromstring(markup.replace("\x00", "").encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None


def _lines(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """(start, end without the line break, text) of each line."""
    lines: list[tuple[int, int, str]] = []
    for line in text[start:end].splitlines(keepends=True):
        bare = line.rstrip("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
        lines.append((start, start + len(bare), bare))
        start += len(line)
    return lines


class _Lines:
    """Reads the lines between two HTML tables into blocks and pipe tables."""

    def __init__(self, text: str, start: int, end: int, builder: LayoutBuilder, name: str, limits: Limits) -> None:
        self._text = text
        self._lines = _lines(text, start, end)
        self._tabulars = tabulars(text, start, end)
        self._builder = builder
        self._name = name
        self._limits = limits
        self._from = -1
        self._to = -1
        self._item = False

    def read(self) -> None:
        i = 0
        while i < len(self._lines):
            start, end, line = self._lines[i]
            i += 1
            if not line.strip() or _COMMENT.match(line) or _RULE.match(line) or _FENCE.match(line):
                self._flush()
            elif _IMAGE.match(line):
                self._flush()
                self._builder.add(IMAGE)
            elif heading := _HEADING.match(line):
                self._flush()
                named = line.rstrip(" \t").rstrip("#").rstrip(" \t")
                self._add(start + heading.end(), start + max(heading.end(), len(named)), level=len(heading[1]))
            elif is_frame(line):
                self._flush()
            elif stop := self._tabulars.get(start + len(line) - len(line.lstrip()), 0):
                self._flush()
                for item in settle(latex_table(self._text[start:stop]), False, self._limits, self._name):
                    self._builder.add(item)
                while i < len(self._lines) and self._lines[i][0] < stop:
                    i += 1
            elif line.lstrip().startswith("\\") and (title := latex_heading(line)):
                self._flush()
                self._add(start + title[0], start + title[1], level=1)
            elif "|" in line and (rows := self._pipe_rows(i - 1)) > 1:
                self._flush()
                self._pipe_table(self._lines[i - 1 : i - 1 + rows])
                i += rows - 1
            else:
                if _LIST_ITEM.match(line):
                    self._flush()
                    self._item = True
                if self._from < 0:
                    self._from = start
                self._to = end
        self._flush()

    def _flush(self) -> None:
        if self._from >= 0:
            self._add(self._from, self._to, item=self._item)
        self._from = self._to = -1
        self._item = False

    def _add(self, start: int, end: int, level: int = 0, item: bool = False) -> None:
        text = self._text[start:end].strip()
        bold = _BOLD.match(text) if len(text) <= LONGEST_BOLD else None
        if bold and "**" not in bold[2]:
            text = bold[2]
        if not text:
            return
        para = Para()
        para.text, para.level, para.list_item = text, level, item
        para.length = len(text)
        para.emphasis = BOLD if bold else 0
        self._builder.add(para)

    def _pipe_rows(self, first: int) -> int:
        """How many lines from ``first`` make a pipe table: two or more with pipes, the second a rule or all in outer pipes."""
        lines = self._lines
        ruled = first + 1 < len(lines) and "-" in lines[first + 1][2] and _is_pipe_rule(lines[first + 1][2])
        count = 0
        while first + count < len(lines):
            line = lines[first + count][2]
            if "|" not in line or not (ruled or _PIPE_ROW.match(line)):
                break
            count += 1
        return count

    def _pipe_table(self, lines: list[tuple[int, int, str]]) -> None:
        table = RawTable()
        for r, (start, end, line) in enumerate(lines):
            if r == 1 and _is_pipe_rule(line):
                table.rows[0].head = True
                continue
            row = RawRow()
            for s, e in _pipe_cells(self._text, start, end):
                cell = RawCell()
                if content := self._text[s:e].strip():
                    para = Para()
                    para.text, para.emphasis = content, 0
                    cell.items.append(para)
                row.cells.append(cell)
            table.rows.append(row)
        for item in settle(table, False, self._limits, self._name):
            self._builder.add(item)


def _is_pipe_rule(line: str) -> bool:
    """Whether the line is that below the header of a pipe table: ``|:--|--:|``, the outer pipes optional."""
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    return all(_PIPE_RULE_CELL.fullmatch(cell) for cell in cells)


def _pipe_cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end and text[start] == "|":
        start += 1
    if end > start and text[end - 1] == "|" and text[end - 2] != "\\":
        end -= 1
    cells: list[tuple[int, int]] = []
    for pipe in _PIPE.finditer(text, start, end):
        cells.append((start, pipe.start()))
        start = pipe.end()
    cells.append((start, end))
    return cells
