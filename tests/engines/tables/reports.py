"""Small annotated reports of invented companies, written as tests need them."""

from __future__ import annotations

from collections.abc import Sequence

from tieout.engines.tables.view import ReportView, view_of
from tieout.reading.html import read_html


def html(*parts: str) -> bytes:
    return f"<html><body>{''.join(parts)}</body></html>".encode()


def table(id_: str, rows: Sequence[Sequence[str]]) -> str:
    """A table with the attributes of the shared tasks' reports."""
    lines = []
    for r, row in enumerate(rows, start=1):
        cells = "".join(f'<td cell-id="{id_}-r{r}c{c}">{text}</td>' for c, text in enumerate(row, start=1))
        lines.append(f"<tr>{cells}</tr>")
    return f'<table table-id="{id_}">{"".join(lines)}</table>'


def view(*parts: str, file: str = "S100TEST-0105010.html") -> ReportView:
    return view_of(read_html([(file, html(*parts))], "S100TEST"))
