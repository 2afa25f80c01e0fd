"""Statements on a screen of any width, coloured or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tieout.cli.output.grid import cell_len, fit, share
from tieout.cli.statements.model import Row, Statement

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["render"]

_GAP = 2
_LABEL_LEAST = 28
_CONCEPT_LEAST = 24
_COLUMN_MOST = 24


def render(statement: Statement, console: Console, concepts: bool = True) -> None:
    """Prints one statement: title, unit, heads, rows; the concepts too where there is room for them."""
    print_line(console, Text(statement.title, "bold"))
    under = " · ".join(x for x in (statement.note, f"page {statement.page}" if statement.page else "") if x)
    if under:
        print_line(console, Text(under, "dim"))
    columns = _fitting(statement, console.width)
    widths = [_width(statement, i) for i in columns]
    labels = max([_LABEL_LEAST, *(2 * r.depth + cell_len(r.label) for r in statement.rows)])
    taken = sum(widths) + _GAP * len(widths)
    room = console.width - taken
    named = max((cell_len(r.concept or "") for r in statement.rows), default=0) if concepts else 0
    tags = 0
    if named and room - _GAP >= _LABEL_LEAST + _CONCEPT_LEAST:
        labels, tags = share([labels, named], room, _GAP, _CONCEPT_LEAST)
    else:
        labels = min(labels, max(room, _LABEL_LEAST))
    depth = max((len(statement.columns[i]) for i in columns), default=0)
    for level in range(depth):
        heads = [_head_line(statement.columns[i], depth, level) for i in columns]
        if any(heads):
            cells = "".join(" " * _GAP + fit(h, w, "right") for h, w in zip(heads, widths, strict=True))
            print_line(console, Text(" " * labels + cells, "bold"))
    print_line(console, Text("─" * (labels + taken + (tags + _GAP if tags else 0)), "dim"))
    for row in statement.rows:
        print_line(console, _line(row, columns, widths, labels, tags))
    if len(columns) < len(statement.columns):
        print_line(console, Text(f"… {len(statement.columns) - len(columns)} more columns: widen the window", "dim"))


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
    texts = [*statement.columns[column], *(r.cells[column] for r in statement.rows if column < len(r.cells))]
    return min(_COLUMN_MOST, max((cell_len(t) + (not t.endswith(")")) for t in texts), default=1))


def _head_line(head: tuple[str, ...], depth: int, level: int) -> str:
    """Heads stand on the bottom line when they have fewer lines than others."""
    at = level - (depth - len(head))
    return head[at] if at >= 0 else ""


def _line(row: Row, columns: list[int], widths: list[int], labels: int, tags: int) -> Text:
    style = "bold" if row.total or row.head else ""
    line = Text(fit("  " * row.depth + row.label, labels), style)
    for i, width in zip(columns, widths, strict=True):
        cell = row.cells[i] if i < len(row.cells) else ""
        # The parenthesis of a negative number hangs to the right, so that digits stand below digits.
        cell = cell if cell.endswith(")") or not cell else cell + " "
        line.append(" " * _GAP + fit(cell, width, "right"), "red" if cell.startswith("(") else "")
    if tags and row.concept and not row.head:
        line.append(" " * _GAP + fit(row.concept, tags), "dim cyan")
    return line
