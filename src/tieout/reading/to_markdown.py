"""A report as page-split Markdown, which `read_markdown` reads again: what OCR makes of printed pages, without a trace of tags.

Pages are parted by LEDGER's marker line; blank pages stay, as qrels count them. Tables are HTML of the true grid (spans kept,
``$``, ``(``, ``)`` and ``%`` joined to their number) without any attribute but spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from tieout.report import Report
from tieout.report.layout import Block, Page, Table

__all__ = ["PAGE_SPLIT", "page_markdown", "report_markdown", "table_html"]

PAGE_SPLIT = "<--- Page Split --->"
_OPENS_TAG = re.compile(r"<(?=[A-Za-z!/?-])")


def report_markdown(report: Report) -> str:
    """The whole report; page n is what stands between the marker lines n - 1 and n."""
    return f"\n{PAGE_SPLIT}\n".join(page_markdown(page) for page in report.pages) + "\n"


def page_markdown(page: Page) -> str:
    """One page: headings, paragraphs, list items and tables in reading order, parted by blank lines."""
    return "\n\n".join(_items(page))


def _items(page: Page) -> Iterator[str]:
    for item in page.items:
        if item.hidden:
            continue
        text = table_html(item) if isinstance(item, Table) else _block(item)
        if text:
            yield text


def _block(block: Block) -> str:
    text = _OPENS_TAG.sub("< ", block.display)
    return f"{'#' * (block.level or 2)} {text}" if block.kind == "heading" and text else text


def table_html(table: Table) -> str:
    """The table as HTML: rows and cells with their spans and texts, nothing else."""
    rows: list[list[str]] = [[] for _ in range(table.rows)]
    seen: set[int] = set()
    for r in range(table.rows):
        for c in range(table.columns):
            cell = table.get(r, c)
            if cell is None:
                rows[r].append("<td></td>")
            elif id(cell) not in seen and cell.row_span and cell.column_span:
                seen.add(id(cell))
                spans = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
                spans += f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
                rows[r].append(f"<td{spans}>{escape(cell.display, quote=False)}</td>")
    return "<table>" + "".join(f"<tr>{''.join(row)}</tr>" for row in rows) + "</table>"
