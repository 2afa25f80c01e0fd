"""Pages, blocks and tables of a PDF from its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tieout.reading.limits import Limits
from tieout.reading.pdf.blocks import Piece, Style, body_size, levels, pieces, sizes_of
from tieout.reading.pdf.budget import Budget
from tieout.reading.pdf.document import MOST_CHARACTERS
from tieout.reading.pdf.flows import flows
from tieout.reading.pdf.furniture import Edges, Furniture, edges_of, furniture_of
from tieout.reading.pdf.isolated import PackedPage, packed_pages
from tieout.reading.pdf.lines import Line, lines_of
from tieout.reading.pdf.regions import regions_of
from tieout.reading.pdf.tables import box_of, table_of
from tieout.reading.pdf.words import PageText
from tieout.report.errors import Notice
from tieout.report.layout import Block, Layout, Page, Table

__all__ = ["layout_of"]

# A page with more words than this is no text: a map, a drawing, a trap. Its words are kept, tables are not looked for.
_MOST_WORDS = 20_000


class _Sheet:
    """A page with its words and lines, on the way to its blocks."""

    __slots__ = ("furniture", "lines", "text", "upright")

    def __init__(self, text: PageText, furniture: Furniture | None = None) -> None:
        self.text = text
        self.upright = text.upright()
        self.lines = lines_of(self.upright.words)
        self.furniture = furniture


def layout_of(data: bytes, name: str, pages: int, limits: Limits, notices: list[Notice]) -> Layout:
    """The pages of a PDF. What could not be read, or needs OCR, is told in ``notices``.

    Headers, footers and the size of the body text take the whole document to tell, blocks and tables need them. So every page
    is looked at twice, and between the two is kept packed: words take ten times the memory of what becomes of them.
    Raises LimitError over ``limits`` (``words``, ``items``).
    """
    budget = Budget(name, len(data), limits)
    packed: list[PackedPage] = []
    edges: list[Edges] = []
    sizes: Counter[float] = Counter()
    tellings = _Tellings()
    for page in packed_pages(data, pages):
        text = page.text()
        budget.charge_words(text)
        tellings.note(page, text)
        sheet = _Sheet(text)
        packed.append(page)
        edges.append(edges_of(page.number, sheet.lines, sheet.upright.height))
        sizes.update(sizes_of(sheet.lines))
    notices.extend(tellings.notices(name))
    body = body_size(sizes)
    layout = Layout()
    styles: dict[Block, Style] = {}
    for page, furniture in zip(packed, furniture_of(edges), strict=True):
        sheet = _Sheet(page.text(), furniture)
        layout.pages.append(_page(sheet, _draft(sheet, body, name), styles, name))
        budget.charge_items(layout.pages[-1])
    _outline(layout, styles)
    return layout


def _draft(sheet: _Sheet, body: float, name: str) -> list[Piece | Table]:
    lines, furniture = sheet.lines, sheet.furniture
    if furniture is None or not lines:
        return []
    edge = {*furniture.top, *furniture.bottom}
    inner = [line for i, line in enumerate(lines) if i not in edge]
    draft: list[Piece | Table] = []
    for i in furniture.top:
        draft.append(Piece("paragraph", [lines[i]], edge=True))
    if len(sheet.text.words) > _MOST_WORDS:
        draft.extend(pieces(inner, body, sheet.upright.width))
    else:
        for flow in flows(inner, sheet.upright.width):
            draft.extend(_flow(flow, body, sheet, name, sum(isinstance(x, Table) for x in draft)))
    for i in furniture.bottom:
        draft.append(Piece("paragraph", [lines[i]], edge=True))
    return draft


def _flow(lines: list[Line], body: float, sheet: _Sheet, name: str, tables: int) -> list[Piece | Table]:
    draft: list[Piece | Table] = []
    right = max(line.x1 for line in lines)
    number = sheet.text.number
    at = 0
    for region in regions_of(lines):
        table = table_of(lines, region, sheet.upright.rules, number, f"p{number}t{tables}", name, name)
        if table is None:
            continue
        draft.extend(pieces(lines[at : region.start], body, right))
        draft.append(table)
        tables += 1
        at = region.stop
    draft.extend(pieces(lines[at:], body, right))
    return draft


def _page(sheet: _Sheet, draft: list[Piece | Table], styles: dict[Block, Style], name: str) -> Page:
    """The page with its items; the style of each heading goes into ``styles``."""
    text = sheet.text
    size = (round(text.width, 2), round(text.height, 2)) if text.width else None
    page = Page(text.number, [], sheet.furniture.printed if sheet.furniture else None, name, size)
    near: list[Block] = []
    for item in draft:
        if isinstance(item, Table):
            item.caption = " ".join(b.display for b in near)
            for cell in item.cells:
                if cell.box is not None:
                    cell.box = _rounded(sheet, cell.box)
            page.items.append(item)
            near = []
            continue
        block = Block(
            f"p{text.number}b{len(page.items)}",
            item.kind,
            item.text,
            text.number,
            name,
            box=_rounded(sheet, box_of(item.words)),
        )
        page.items.append(block)
        if block.kind == "heading":
            styles[block] = item.style
        near = [*near, block][-4:] if _titles(item) else []
    return page


def _outline(layout: Layout, styles: dict[Block, Style]) -> None:
    """Give headings their level, which all headings of the document tell, and tables the headings in force above them."""
    level = levels(Counter(styles.values()))
    headings: list[tuple[int, str]] = []
    for page in layout.pages:
        for item in page.items:
            if isinstance(item, Table):
                item.headings = tuple(h for _, h in headings)
            elif item in styles:
                item.level = level.get(styles[item], 0)
                while headings and headings[-1][0] >= item.level:
                    headings.pop()
                headings.append((item.level, item.display))


def _titles(piece: Piece) -> bool:
    """Can the block be part of the title of a table right below? Headings, and short lines such as ``(in millions)``."""
    return not piece.edge and (piece.kind == "heading" or _short(piece))


def _short(piece: Piece) -> bool:
    return len(piece.lines) <= 2 and not piece.text.endswith((".", ";")) and len(piece.text) <= 160


def _rounded(sheet: _Sheet, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = sheet.upright.shown(box)
    return round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)


# Notices -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tellings:
    """Numbers of the pages with something to tell."""

    lost: list[int] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)
    garbled: list[int] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    dense: list[int] = field(default_factory=list)

    def note(self, page: PackedPage, text: PageText) -> None:
        for kind, met in (
            (self.lost, page.row is None),
            (self.scanned, text.characters == 0 and text.images),
            (self.garbled, text.unmapped > max(0.1 * text.characters, 5)),
            (self.cut, text.cut),
            (self.dense, len(text.words) > _MOST_WORDS),
        ):
            if met:
                kind.append(page.number)

    def notices(self, name: str) -> Iterator[Notice]:
        """What a reader should know; one notice for each run of pages."""
        for code, pages, message in (
            (
                "pdf-page-unreadable",
                self.lost,
                "could not be read: the file is damaged there, or takes more time, memory or text than any report",
            ),
            ("pdf-no-text", self.scanned, "has a picture but no text (scanned?); it needs OCR before it can be read"),
            (
                "pdf-garbled",
                self.garbled,
                "uses fonts that don't say which characters their glyphs are; its text is unreliable, OCR would help",
            ),
            ("pdf-page-cut", self.cut, f"has more than {MOST_CHARACTERS:,} characters; the rest was not read"),
            ("pdf-dense", self.dense, f"has more than {_MOST_WORDS:,} words; tables were not looked for"),
        ):
            for first, last in _ranges(pages):
                where = f"page {first}" if first == last else f"pages {first}-{last}, each of which"
                place = f"{name}, page {first}" + ("" if first == last else f"-{last}")
                yield Notice(code, f"{where} {message}", place)


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found
