"""HTML of a report that has none of its own to show: made from the pages that were read."""

from __future__ import annotations

from html import escape

from tieout.report.layout import Block, Cell, Page, Table
from tieout.viewer.document.characters import squeeze
from tieout.viewer.document.document import Document, Span

__all__ = ["of_layout"]

_MOST_HEADING = 6


def of_layout(file: str, pages: list[Page]) -> Document:
    """Headings, paragraphs, list items and tables of the pages, each with its stored text."""
    writer = Writer()
    for page in pages:
        writer.out.append(f'<section class="page" id="page-{page.number}">')
        for item in page.items:
            if isinstance(item, Block):
                writer.block(item)
            elif not item.hidden:
                writer.table(item)
        writer.out.append("</section>")
    return Document(file, "text", "".join(writer.out), "".join(writer.text), items=writer.items)


class Writer:
    """Writes items and keeps count of their characters."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.text: list[str] = []
        self.items: dict[str, Span] = {}
        self.at = 0

    def block(self, block: Block) -> None:
        if block.hidden:
            return
        name = {"heading": f"h{min(block.level or 3, _MOST_HEADING)}", "list_item": "li"}.get(block.kind, "p")
        self.out.append(f"<{name}>")
        self.stored(block.id, block.text)
        self.out.append(f"</{name}>")

    def table(self, table: Table) -> None:
        """The grid as it was read; a cell over several rows or columns stands once."""
        self.out.append("<table>")
        rows: list[list[Cell]] = [[] for _ in range(table.rows)]
        for cell in table.cells:
            if cell.row_span and cell.column_span and 0 <= cell.row < table.rows:
                rows[cell.row].append(cell)
        for r, row in enumerate(rows):
            self.out.append("<tr>")
            for cell in sorted(row, key=lambda c: c.column):
                name = "th" if r < table.header_rows or cell.header else "td"
                spans = "".join(
                    f' {key}="{n}"' for key, n in (("rowspan", cell.row_span), ("colspan", cell.column_span)) if n > 1
                )
                numeric = ' class="n"' if cell.column >= table.label_columns and name == "td" else ""
                self.out.append(f"<{name}{spans}{numeric}>")
                self.stored(cell.id, cell.text)
                self.out.append(f"</{name}>")
            self.out.append("</tr>")
        self.out.append("</table>")

    def stored(self, id_: str, text: str) -> None:
        """The text of a block or cell, with its line breaks."""
        self.out.append(escape(text, quote=False).replace("\n", "<br>"))
        dense = squeeze(text)
        self.items.setdefault(id_, (self.at, self.at + len(dense)))
        if dense:
            self.text.append(dense)
            self.at += len(dense)
