"""The report as page-split Markdown, the way an OCR tool would have read the printed pages."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from make_samples.story import Cell, Grid, Page, Paragraph, plain

SPLIT = "<--- Page Split --->"
MARKS = {"title": "# ", "heading": "## ", "sub": "### "}


def figure(cell: Cell) -> str:
    inside = plain(cell.pieces)
    return f"{cell.before.replace('$', '$ ')}{inside}{cell.after}" if inside else ""


def table(grid: Grid) -> str:
    rows = []
    for row in grid.rows:
        cells = [f"<td>{escape(plain(row.label))}</td>"]
        for cell in row.cells:
            span = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
            cells.append(f"<td{span}>{escape(figure(cell))}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


def page(content: Page) -> str:
    parts = []
    for item in content.items:
        if isinstance(item, Grid):
            parts.append(table(item))
        elif isinstance(item, Paragraph) and (words := plain(item.pieces)):
            parts.append(MARKS.get(item.style, "") + words)
    if content.printed:
        parts.append(content.printed)
    return "\n\n".join(parts)


def document(pages: Sequence[Page]) -> bytes:
    return (f"\n\n{SPLIT}\n\n".join(page(p) for p in pages) + "\n").encode("utf-8")
