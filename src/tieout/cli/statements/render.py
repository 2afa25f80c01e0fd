"""Statements on a screen of any width, coloured or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from tieout.cli.output.grid import cell_len, fit
from tieout.cli.reading_rows import page_words
from tieout.statements.model import Row, Statement

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["render"]

_GAP = 2
_LABEL_LEAST = 28
_CONCEPT_LEAST = 20
_LABEL_MOST = 64
_COLUMN_LEAST = 12
_COLUMN_MOST = 24
_HEAD_MOST = 5
# A heading as short as "12 months to" stays on one line.
_UNBROKEN = 12
_MONTH_AND_DAY = re.compile(r"([A-Za-z]{3,9}\.?) (\d{1,2}\b)")


def render(statement: Statement, console: Console, concepts: bool = True) -> None:
    """Prints one statement: title, unit, heads, rows; the concepts too where there is room for them."""
    print_line(console, Text(statement.title, "bold"))
    under = " · ".join(
        x for x in (statement.note, f"page {page_words(statement.page, statement.printed_page)}" if statement.page else "") if x
    )
    if under:
        print_line(console, Text(under, "dim"))
    columns = _fitting(statement, console.width)
    widths = [_width(statement, i) for i in columns]
    taken = sum(widths) + _GAP * len(widths)
    room = console.width - taken
    labels = max([_LABEL_LEAST, *(2 * r.depth + cell_len(r.label) for r in statement.rows)])
    named = max((cell_len(r.concept or "") for r in statement.rows), default=0) if concepts else 0
    tags = 0
    if named and room - _GAP >= _LABEL_LEAST + _CONCEPT_LEAST:
        labels = min(labels, _LABEL_MOST, room - _GAP - min(named, _CONCEPT_LEAST))
        tags = min(named, room - _GAP - labels)
    else:
        labels = min(labels, max(room, _LABEL_LEAST))
    heads = [_wrapped(_bound(statement.columns[i]), w) for i, w in zip(columns, widths, strict=True)]
    depth = max((len(h) for h in heads), default=0)
    for level in range(depth):
        # Heads stand on the bottom line when they have fewer lines than others.
        texts = [h[level - depth + len(h)] if level - depth + len(h) >= 0 else "" for h in heads]
        if any(texts):
            cells = "".join(" " * _GAP + fit(t + " ", w, "right") for t, w in zip(texts, widths, strict=True))
            print_line(console, Text(" " * labels + cells, "bold"))
    print_line(
        console,
        Text(("─" if console.encoding.startswith("utf") else "-") * (labels + taken + (tags + _GAP if tags else 0)), "dim"),
    )
    for row in statement.rows:
        print_line(console, _line(row, columns, widths, labels, tags))
    if len(columns) < len(statement.columns):
        left = len(statement.columns) - len(columns)
        print_line(console, Text(f"… {left} more column{'s' if left > 1 else ''}: a wider window shows more", "dim"))


def print_line(console: Console, text: Text) -> None:
    """One line as it is: never wrapped, never cut, no blanks at its end."""
    text.rstrip()
    console.print(text, no_wrap=True, overflow="ignore", crop=False)


def _fitting(statement: Statement, width: int) -> list[int]:
    """The columns for which there is room beside the labels; the first at any rate."""
    fitting: list[int] = []
    room = width - _LABEL_LEAST
    for i in range(len(statement.columns)):
        room -= _width(statement, i) + _GAP
        if room < 0 and fitting:
            break
        fitting.append(i)
    return fitting


def _width(statement: Statement, column: int) -> int:
    """Width of a column: of its values, and of its heading's longest word (headings wrap)."""
    head = _bound(statement.columns[column])
    values = (r.cells[column] for r in statement.rows if column < len(r.cells))
    words = (w for h in head for w in ([h] if len(h) <= _UNBROKEN else h.split(" ")))
    widest = max((cell_len(t) + (not t.endswith(")")) for t in values), default=1)
    return min(_COLUMN_MOST, max([_COLUMN_LEAST, widest, *(cell_len(w) + 1 for w in words)]))


def _bound(head: tuple[str, ...]) -> tuple[str, ...]:
    """A heading whose month and day stay together (``December 31, / 2024``)."""
    return tuple(_MONTH_AND_DAY.sub("\\1\u00a0\\2", h) for h in head)


def _wrapped(head: tuple[str, ...], width: int) -> list[str]:
    """The lines of a heading, broken between words where they are too wide; at most `_HEAD_MOST`, the last cut."""
    lines: list[str] = []
    for text in head:
        line = ""
        for word in text.split(" "):
            if line and cell_len(f"{line} {word}") > width - 1:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        lines.append(line)
    if len(lines) > _HEAD_MOST:
        lines[_HEAD_MOST - 1 :] = [" ".join(lines[_HEAD_MOST - 1 :])]
    return lines


def _line(row: Row, columns: list[int], widths: list[int], labels: int, tags: int) -> Text:
    style = "bold" if row.total or row.head else ""
    line = Text()
    line.append(fit("  " * row.depth + row.label, labels), style)
    for i, width in zip(columns, widths, strict=True):
        cell = row.cells[i] if i < len(row.cells) else ""
        # The parenthesis of a negative number hangs to the right, so that digits stand below digits.
        cell = cell if cell.endswith(")") or not cell else cell + " "
        line.append(" " * _GAP + fit(cell, width, "right"), "red" if cell.startswith("(") else style)
    if tags and row.concept and not row.head:
        line.append(" " * _GAP + fit(row.concept, tags), "dim cyan")
    return line
