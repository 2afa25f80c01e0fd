r"""Tables in LaTeX, as OCR that knows formulas puts them into Markdown: ``\begin{tabular}{lrr} … \end{tabular}``.

Only what tables need of LaTeX (the tabular environments of "LaTeX: A Document Preparation System", section 3.6.2, and of the
packages multirow, booktabs and longtable): rows, cells, cells over several columns or rows, and commands that only change the
look of their text, which are dropped.
"""

from __future__ import annotations

import re

from tieout.reading.layout.raw import Para, RawCell, RawRow, RawTable

__all__ = ["is_frame", "latex_heading", "latex_table", "tabulars"]

_FRAME = re.compile(
    r"\s*\\(?:(?:begin|end)\{(?:table|center|adjustbox|footnotesize|small)\*?\}(?:\[[^\]]{0,20}\])?|centering|label\{[^{}]{0,80}\})\s*"
)
_HEADING = re.compile(r"\s*\\(?:(?:sub)*section|chapter|title|caption)\*?\{([^{}]*)\}\s*$")
_BORDER = re.compile(r"\\(begin|end)\{(?:tabular[x*]?|longtable|array)\}")
_INNER = re.compile(
    r"\\begin\{tabular\}(?:\[[^\]]{0,20}\])?\{[^{}]{0,200}\}((?:(?!\\begin\{|\\end\{).)*)\\end\{tabular\}", re.S
)
_ROW_ENDS = re.compile(r"(?<!\\)\\\\(?:\[[^\]]{0,20}\])?")
_CELL_ENDS = re.compile(r"(?<!\\)&")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace"
    r"|(?:cline|cmidrule|noalign)(?:\([^)]{0,20}\))?\s*\{[^{}]{0,60}\})"
)
_SPANNING = re.compile(r"\s*\\(multicolumn|multirow)\s*\{\s*\*?(-?[0-9]{1,3})\s*\}")
_LOOK = re.compile(
    r"\\(?:text[a-z]{2}|text|math[a-z]{2,4}|emph|underline|bm|textsuperscript|operatorname|footnotemark)\s*\{([^{}]*)\}"
)
_SPACE = re.compile(r"\\(?:[,;:! ]|quad\b|qquad\b)|~|\s+")
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?")
_ESCAPED = re.compile(r"\\([$%&#_{}])")
_DEEPEST, _MOST_SPANNED = 6, 60


def latex_heading(line: str) -> tuple[int, int] | None:
    r"""Start and end of the title in ``\section*{Balance sheet}``, or of a caption; None where the line is neither."""
    found = _HEADING.match(line)
    return found.span(1) if found else None


def tabulars(text: str, start: int, end: int) -> dict[int, int]:
    """Where each table that begins between ``start`` and ``end`` is over; one that is never closed is not there."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for border in _BORDER.finditer(text, start, end):
        if border[1] == "begin":
            opened.append(border.start())
        elif opened:
            found[opened.pop()] = border.end()
    return found


def is_frame(line: str) -> bool:
    r"""Whether a line only says how a table is set: ``\begin{table}``, ``\centering``."""
    return _FRAME.fullmatch(line) is not None


def latex_table(source: str) -> RawTable:
    """The rows and cells of a table, its two borders included in the source."""
    borders = list(_BORDER.finditer(source))
    body = source[borders[0].end() : borders[-1].start()]
    body = _without_arguments(body, 2 if "tabularx" in borders[0][0] or "tabular*" in borders[0][0] else 1)
    for _ in range(_DEEPEST):
        shorter = _INNER.sub(lambda inner: _CELL_ENDS.sub(" ", _ROW_ENDS.sub(" ", inner[1])), body)
        if shorter == body:
            break
        body = shorter
    table = RawTable()
    for line in _ROW_ENDS.split(body):
        line = _RULES.sub("", line)
        if line.strip():
            table.rows.append(RawRow(cells=[_cell(part) for part in _CELL_ENDS.split(line)]))
    return table


def _without_arguments(body: str, count: int) -> str:
    """What follows the position and the columns' alignment."""
    body = body.lstrip()
    if body.startswith("["):
        body = body.partition("]")[2].lstrip()
    for _ in range(count):
        body = body[_closed(body, 0) :].lstrip() if body.startswith("{") else body
    return body


def _closed(text: str, start: int) -> int:
    """The place after the bracket that closes the one at ``start``; the text's end where none does."""
    depth = 0
    for place in range(start, len(text)):
        if text[place] in "{}" and text[place - 1 : place] != "\\":
            depth += 1 if text[place] == "{" else -1
            if depth == 0:
                return place + 1
    return len(text)


def _cell(source: str) -> RawCell:
    cell = RawCell()
    for _ in range(_DEEPEST):
        found = _SPANNING.match(source)
        if found is None:
            break
        number = min(max(abs(int(found[2])), 1), _MOST_SPANNED)
        if found[1] == "multicolumn":
            cell.column_span = number
        else:
            cell.row_span = number
        rest = source[found.end() :].lstrip()
        second = _closed(rest, 0) if rest.startswith("{") else rest.find("{") if "{" in rest else len(rest)
        rest = rest[second:].lstrip()
        source = rest[1 : _closed(rest, 0) - 1] if rest.startswith("{") else rest
    text = _plain(source)
    if text:
        para = Para()
        para.text, para.length, para.emphasis = text, len(text), 0
        cell.items.append(para)
    return cell


def _plain(source: str) -> str:
    r"""The text as a reader sees it: ``\$ 2{,}418`` is ``$ 2,418``, and ``$(41.3)$`` is ``(41.3)``."""
    for _ in range(_DEEPEST):
        shorter = _LOOK.sub(r"\1", source)
        if shorter == source:
            break
        source = shorter
    source = re.sub(r"(?<!\\)[${}]", "", _SPACE.sub(" ", source))
    return _ESCAPED.sub(r"\1", _COMMAND.sub("", source)).strip()
