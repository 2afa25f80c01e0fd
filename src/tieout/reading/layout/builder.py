"""From items in reading order to the model: pages, blocks and tables with their ids and headings."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from tieout.reading.layout.grid import Grid
from tieout.reading.layout.headers import unit_within
from tieout.reading.layout.headings import Chain, heading_rank, run_in_heading
from tieout.reading.layout.heads import is_heads, put_heads
from tieout.reading.layout.pages import number_pages
from tieout.reading.layout.raw import BREAK, LINE, Bundle, Item, Para, Signal
from tieout.reading.limits import Limits, over
from tieout.report.layout import Block, Cell, Layout, Page, Table, display

__all__ = ["LayoutBuilder"]

# How many blocks above a table the line that names its unit may stand.
REACH = 6
RUN_IN_RANK = 6
_PAGE_NUMBER = re.compile(r"(?:[-–—]\s*|[Pp]age\s+)?(\d{1,4})(?:\s*[-–—])?")
# How many items from the top of a page may be a running head.
TOP = 5


class LayoutBuilder:
    """Takes items in reading order, file after file, and ends in a Layout.

    Pages begin with each file, where `open_page` is called and, if ``breaks``, where the markup breaks the page.
    """

    def __init__(self, report: str, limits: Limits, breaks: bool = True) -> None:
        self._breaks = breaks
        self._report = report
        self._limits = limits
        self._layout = Layout()
        self._chain = Chain()
        self._file = ""
        self._page: Page | None = None
        self._used = False
        self._break = True
        self._heads: Grid | None = None  # a table of heads that waits for its body
        self._ruled = 0  # the page number above the last line that ended a page
        self._blocks = 0
        self._tables = 0
        self._above: deque[str] = deque(maxlen=REACH)
        self._ids: set[str] = set()
        self._tops: set[str] = set()
        self._tops_before: set[str] = set()

    def begin_file(self, name: str) -> None:
        """What follows is of this file; its first item begins a new page."""
        self._release()
        self._file = name
        self._break = True
        self._ruled = 0

    def add(self, item: Item) -> None:
        """A paragraph, table, page break or image, or a bundle of them."""
        stack: list[Iterator[Item]] = [iter((item,))]
        while stack:
            for inner in stack[-1]:
                if isinstance(inner, Bundle):
                    stack.append(iter(inner.items))
                    break
                if isinstance(inner, Grid):
                    self._hold_or_add(inner)
                    continue
                self._release()
                if isinstance(inner, Para):
                    self._add_para(inner)
                elif isinstance(inner, Signal):
                    if inner is BREAK or (inner is LINE and self._ends_page()):
                        self._break = self._break or (self._breaks and self._used)
                    elif inner is LINE:
                        pass
                    else:
                        self._current()
            else:
                stack.pop()

    def _ends_page(self) -> bool:
        """A line drawn right below a page number, higher than the one above the line before, ends the page."""
        items = self._page.items if self._page is not None and not self._break else []
        last = items[-1] if items else None
        number = _PAGE_NUMBER.fullmatch(last.text) if isinstance(last, Block) and not last.hidden else None
        if number is None or int(number[1]) <= self._ruled:
            return False
        self._ruled = int(number[1])
        return True

    def finish(self) -> Layout:
        """The layout, with the printed page numbers."""
        self._release()
        number_pages(self._layout.pages)
        return self._layout

    def open_page(self) -> Page:
        """Begin a page now, also if nothing will stand on it."""
        self._release()
        pages = self._layout.pages
        if len(pages) >= self._limits.pages:
            raise over(self._limits, "pages", f"{self._file}: has more pages")
        self._page = Page(number=len(pages) + 1, file=self._file)
        pages.append(self._page)
        self._used = False
        self._break = False
        self._above.clear()
        self._tops_before, self._tops = self._tops, set()
        return self._page

    def _current(self) -> Page:
        page = self._page
        if page is None or self._break:
            page = self.open_page()
        self._used = True
        return page

    def _add_para(self, para: Para) -> None:
        page = (self._page or self.open_page()) if para.hidden else self._current()
        self._blocks += 1
        block = Block(
            f"b{self._blocks}",
            "paragraph",
            para.text,
            page.number,
            self._file,
            para.ordinal,
            hidden=para.hidden,
            raised=para.raised,
        )
        for element, start, end, _ in para.marks:
            self._layout.places[element] = (page.number, block.id, None, None, start, end)
        page.items.append(block)
        if para.hidden:
            return
        ranked = heading_rank(para)
        if ranked is not None and not self._is_running_head(page, block):
            block.kind = "heading"
            block.level = ranked[1]
            self._chain.heading(*ranked, para.text)
        elif ranked is None:
            if para.list_item:
                block.kind = "list_item"
            self._chain.other()
            if para.bold_lead and (lead := run_in_heading(para)):
                self._chain.heading(RUN_IN_RANK, 0, lead)
                self._chain.other()
        if len(para.text) <= 400:
            self._above.append(para.text)

    def _is_running_head(self, page: Page, block: Block) -> bool:
        """A heading at the top of the page that stood at the top of the page before too: it opens nothing new."""
        if len(page.items) > TOP:
            return False
        self._tops.add(block.text)
        return block.text in self._tops_before

    def _hold_or_add(self, grid: Grid) -> None:
        """A table of heads waits for the next item; it becomes part of that if it is a table that it fits."""
        heads, self._heads = self._heads, None
        if heads is not None and not put_heads(heads, grid):
            self._add_grid(heads)
        if is_heads(grid):
            self._heads = grid
        else:
            self._add_grid(grid)

    def _release(self) -> None:
        heads, self._heads = self._heads, None
        if heads is not None:
            self._add_grid(heads)

    def _add_grid(self, grid: Grid) -> None:
        page = self._current()
        raw = grid.raw
        self._tables += 1
        table_id = raw.table_id if raw.table_id and raw.table_id not in self._ids else f"t{self._tables}"
        self._ids.add(table_id)
        cells: list[Cell] = []
        places = self._layout.places
        for found in grid.cells:
            placed = found.placed
            row, column = placed.row, placed.column
            cell_id = found.ids[0] if found.ids else f"{table_id}-{'h' if found.above else 'r'}{row + 1}c{column + 1}"
            cells.append(
                Cell(
                    cell_id,
                    found.row,
                    found.column,
                    found.text,
                    found.row_span,
                    found.column_span,
                    found.header,
                    (row, column),
                    placed.raw.ordinal,
                    placed.raw.element_id,
                    found.indent,
                    raised=found.raised,
                )
            )
            for element, start, end, _ in found.marks:
                places[element] = (page.number, None, table_id, cell_id, start, end)
        page.items.append(
            Table(
                table_id,
                page.number,
                grid.rows,
                grid.columns,
                cells,
                grid.header_rows,
                grid.label_columns,
                self._caption(grid),
                self._chain.texts,
                self._report,
                self._file,
                raw.ordinal,
            )
        )
        self._chain.other()

    def _caption(self, grid: Grid) -> str:
        """The table's own caption, else the nearest line that names the unit, in the table's header or just above it."""
        own = [display(item.text) for item in grid.raw.caption if isinstance(item, Para)]
        if own:
            return " ".join(own)
        if grid.unit_line:
            return grid.unit_line
        return next((unit for text in reversed(self._above) if (unit := unit_within(text))), "")
