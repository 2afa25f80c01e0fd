"""Page, Block, Table and Cell: what a reader sees, in reading order, each with its stored text.

Stored text is the document's own, white space and all, but without the white space at its two ends. Only where markup has no
character is one written: a newline for a line break (``<br/>``) and for the border of nested blocks, a space between a number,
or a bullet, and the footnote mark, or text, that stands in a cell of its own beside it. Spans count code points of it.

Sources with fixed pages (PDF) also give each block and cell a ``box``: (x0, y0, x1, y1) in points of 1/72 inch, from the top
left corner of the page as it is shown, x to the right and y down, so that x0 <= x1 and y0 <= y1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tieout.report.amounts import Amount, read_amount

if TYPE_CHECKING:
    from tieout.report.evidence import Evidence

__all__ = ["Block", "Box", "Cell", "Layout", "Page", "Table", "display"]

Box = tuple[float, float, float, float]


def display(text: str) -> str:
    """Text for showing: every run of white space (no-break and ideographic spaces too) becomes one space."""
    return " ".join(text.split())


def _apart(text: str, raised: tuple[tuple[int, int], ...]) -> str:
    """The text with a space before each raised mark."""
    for start, _ in reversed(raised):
        text = f"{text[:start]} {text[start:]}"
    return text


def _without(text: str, raised: tuple[tuple[int, int], ...]) -> str:
    """The text without its raised marks."""
    for start, end in reversed(raised):
        text = text[:start] + text[end:]
    return text


@dataclass(slots=True, eq=False)
class Block:
    """A heading, paragraph or list item. ``level`` is 1-6 for headings that say so, else 0.

    ``raised`` are the spans of raised footnote marks that follow text directly; ``display`` puts a space before them.
    """

    id: str
    kind: Literal["heading", "paragraph", "list_item"]
    text: str
    page: int
    file: str = ""
    element: int | None = None
    level: int = 0
    hidden: bool = False
    box: Box | None = None
    raised: tuple[tuple[int, int], ...] = ()

    @property
    def display(self) -> str:
        return display(_apart(self.text, self.raised) if self.raised else self.text)


@dataclass(slots=True, eq=False)
class Cell:
    """A cell of a table's true grid.

    ``row`` and ``column`` count from 0 in the table's logical grid: spans resolved, empty spacer columns dropped, ``$``, ``(``,
    ``)`` and ``%`` fragments joined to their number. ``origin`` is the (row, column) in the markup's own grid. ``indent`` is
    points. Spans of 0 mean that an empty cell fell out of the grid and is kept only to be found by its id. ``raised`` are the
    spans of raised footnote marks that follow text directly; ``display`` puts a space before them, ``amount`` reads past them.
    """

    id: str
    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    header: bool = False
    origin: tuple[int, int] = (0, 0)
    element: int | None = None
    element_id: str | None = None
    indent: float = 0.0
    box: Box | None = None
    raised: tuple[tuple[int, int], ...] = ()
    table: Table = field(init=False, repr=False)

    @property
    def display(self) -> str:
        return display(_apart(self.text, self.raised) if self.raised else self.text)

    @property
    def amount(self) -> Amount | None:
        """The number printed in the cell with its unit; None when the cell holds no single number.

        Scale words and currencies of the header, caption or page are not applied: see `tieout.report.amounts`.
        """
        return read_amount(_without(self.text, self.raised) if self.raised else self.text)

    @property
    def row_label(self) -> str:
        """Display text of the label cells to the left in the same row."""
        return self.table.row_label(self.row)

    @property
    def column_headers(self) -> tuple[str, ...]:
        """Display texts of the header cells above, from the top."""
        return self.table.column_headers(self.column)

    @property
    def evidence(self) -> Evidence:
        from tieout.report.evidence import Evidence

        t = self.table
        return Evidence(
            report=t.report,
            file=t.file,
            element=self.element,
            element_id=self.element_id,
            page=t.page,
            printed_page=t.printed_page,
            table=t.id,
            cell=self.id,
            span=(0, len(self.text)),
            quote=self.text,
            printed=not t.hidden,
        )


@dataclass(slots=True, eq=False)
class Table:
    """A table as a grid of cells; ``cell(row, column)`` finds the one that covers a position."""

    id: str
    page: int
    rows: int
    columns: int
    cells: list[Cell]
    header_rows: int = 0
    label_columns: int = 1
    caption: str = ""
    headings: tuple[str, ...] = ()
    report: str = ""
    file: str = ""
    element: int | None = None
    hidden: bool = False
    printed_page: str | None = None
    _grid: dict[tuple[int, int], Cell] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._grid = {}
        for cell in self.cells:
            cell.table = self
            for r in range(cell.row, cell.row + cell.row_span):
                for c in range(cell.column, cell.column + cell.column_span):
                    self._grid.setdefault((r, c), cell)

    def cell(self, row: int, column: int) -> Cell:
        """The cell that covers the position; IndexError if the grid has none there."""
        found = self._grid.get((row, column))
        if found is None:
            raise IndexError(f"table {self.id} has {self.rows} rows and {self.columns} columns: no cell at ({row}, {column})")
        return found

    def get(self, row: int, column: int) -> Cell | None:
        return self._grid.get((row, column))

    def row_label(self, row: int) -> str:
        seen: list[str] = []
        for c in range(self.label_columns):
            cell = self._grid.get((row, c))
            if cell is not None and (text := cell.display) and text not in seen:
                seen.append(text)
        return " ".join(seen)

    def column_headers(self, column: int) -> tuple[str, ...]:
        seen: list[str] = []
        last: Cell | None = None
        for r in range(self.header_rows):
            cell = self._grid.get((r, column))
            if cell is not None and cell is not last and (text := cell.display):
                seen.append(text)
            last = cell
        return tuple(seen)

    def is_section(self, row: int) -> bool:
        """The row below the header holds a label alone: it opens a section (``Current assets:``)."""
        if row < self.header_rows:
            return False
        filled = [cell for c in range(self.columns) if (cell := self._grid.get((row, c))) is not None and cell.text]
        return bool(filled) and all(cell is filled[0] for cell in filled) and filled[0].column < max(1, self.label_columns)

    def sections(self, row: int) -> tuple[str, ...]:
        """Labels of the section rows above that are still open at ``row``, from the outermost.

        A section is closed by a section row that is not indented more, or by a row indented less than it.
        """
        open_sections: list[tuple[float, str]] = []
        for r in range(self.header_rows, row + 1):
            first = next(
                (cell for c in range(self.columns) if (cell := self._grid.get((r, c))) is not None and cell.text), None
            )
            if first is None:
                continue
            section = r < row and self.is_section(r)
            while open_sections and (first.indent < open_sections[-1][0] or (section and first.indent <= open_sections[-1][0])):
                open_sections.pop()
            if section:
                open_sections.append((first.indent, first.display))
        return tuple(text for _, text in open_sections)

    def to_rows(self) -> list[list[str]]:
        """Display texts by row; a spanned position repeats its cell's text."""
        return [
            [cell.display if (cell := self._grid.get((r, c))) else "" for c in range(self.columns)] for r in range(self.rows)
        ]


@dataclass(slots=True, eq=False)
class Page:
    """A page of the report. ``number`` counts from 1 in document order; ``printed`` is the number that stands on it.

    ``size`` is (width, height) in points as shown, where the source has fixed pages.
    """

    number: int
    items: list[Block | Table] = field(default_factory=list)
    printed: str | None = None
    file: str = ""
    size: tuple[float, float] | None = None

    @property
    def blocks(self) -> list[Block]:
        return [x for x in self.items if isinstance(x, Block)]

    @property
    def tables(self) -> list[Table]:
        return [x for x in self.items if isinstance(x, Table)]

    @property
    def text(self) -> str:
        """Display text of the page, one block or table row a line, cells parted by tabs."""
        lines: list[str] = []
        for item in self.items:
            if isinstance(item, Block):
                if not item.hidden:
                    lines.append(item.display)
            elif not item.hidden:
                lines.extend("\t".join(row) for row in item.to_rows())
        return "\n".join(lines)


@dataclass(slots=True, eq=False)
class Layout:
    """Pages of one report, and where each tagged element's text lies in them.

    ``places`` maps an element's key, which is the reader's own, to (page, block id, table id, cell id, start, end).
    """

    pages: list[Page] = field(default_factory=list)
    places: dict[Any, tuple[int, str | None, str | None, str | None, int, int]] = field(default_factory=dict)
    _ids: dict[str, Block | Table | Cell] | None = field(default=None, init=False, repr=False)

    def _by_id(self, id_: str | None) -> Block | Table | Cell | None:
        if self._ids is None:
            ids: dict[str, Block | Table | Cell] = {}
            for page in self.pages:
                for item in page.items:
                    ids.setdefault(item.id, item)
                    if isinstance(item, Table):
                        for cell in item.cells:
                            ids.setdefault(cell.id, cell)
            self._ids = ids
        return self._ids.get(id_) if id_ is not None else None

    def block_by_id(self, id_: str) -> Block | None:
        found = self._by_id(id_)
        return found if isinstance(found, Block) else None

    def table_by_id(self, id_: str) -> Table | None:
        found = self._by_id(id_)
        return found if isinstance(found, Table) else None

    def cell_by_id(self, id_: str) -> Cell | None:
        found = self._by_id(id_)
        return found if isinstance(found, Cell) else None

    def printed_number(self, page: int) -> str | None:
        """The number that is printed on the page that counts as ``page``; None where there is none."""
        found = self.pages[page - 1] if 0 < page <= len(self.pages) else None
        if found is None or found.number != page:
            found = next((p for p in self.pages if p.number == page), None)
        return found.printed if found is not None else None

    def stored_text(self, block: str | None, cell: str | None) -> str:
        """The text that an evidence's span counts in: the cell's, or where there is none the block's; empty if neither is."""
        found = self._by_id(cell) or self._by_id(block)
        return found.text if isinstance(found, (Block, Cell)) else ""
