"""Pages, blocks and tables of a PDF from its words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tieout.reading.pdf.blocks import Piece, body_size, levels, pieces
from tieout.reading.pdf.document import MOST_CHARACTERS
from tieout.reading.pdf.furniture import Furniture, furniture_of
from tieout.reading.pdf.isolated import page_texts
from tieout.reading.pdf.lines import Line, flows, lines_of
from tieout.reading.pdf.regions import regions_of
from tieout.reading.pdf.tables import box_of, table_of
from tieout.reading.pdf.words import PageText
from tieout.report.errors import Notice
from tieout.report.layout import Block, Layout, Page, Table

__all__ = ["layout_of"]

# A page with more words than this is no text: a map, a drawing, a trap. Its words are kept, tables are not looked for.
_MOST_WORDS = 20_000


@dataclass(slots=True)
class _Sheet:
    """A page on the way to its blocks."""

    text: PageText
    upright: PageText
    lines: list[Line]
    furniture: Furniture | None = None


def layout_of(data: bytes, name: str, pages: int, notices: list[Notice]) -> Layout:
    """The pages of a PDF. What could not be read, or needs OCR, is told in ``notices``."""
    sheets: list[_Sheet] = []
    lost: list[int] = []
    for number, text in page_texts(data, pages):
        if text is None:
            lost.append(number)
            text = PageText(number, 0.0, 0.0)
        upright = text.upright()
        sheets.append(_Sheet(text, upright, lines_of(upright.words)))
    _tell(sheets, lost, name, notices)
    found = furniture_of([(s.text.number, s.lines, s.upright.height) for s in sheets])
    for sheet, furniture in zip(sheets, found, strict=True):
        sheet.furniture = furniture
    body = body_size([s.lines for s in sheets])
    drafts = [_draft(sheet, body, name) for sheet in sheets]
    level = levels(Counter(x.style for draft in drafts for x in draft if isinstance(x, Piece) and x.kind == "heading"))
    layout = Layout()
    headings: list[tuple[int, str]] = []
    for sheet, draft in zip(sheets, drafts, strict=True):
        layout.pages.append(_page(sheet, draft, level, headings, name))
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


def _page(
    sheet: _Sheet, draft: list[Piece | Table], level: dict[tuple[int, bool], int], headings: list[tuple[int, str]], name: str
) -> Page:
    """The page with its items; ``headings`` is the chain of headings in force, and goes on from page to page."""
    text = sheet.text
    size = (round(text.width, 2), round(text.height, 2)) if text.width else None
    page = Page(text.number, [], sheet.furniture.printed if sheet.furniture else None, name, size)
    near: list[Block] = []
    for item in draft:
        if isinstance(item, Table):
            item.headings = tuple(h for _, h in headings)
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
            level=level.get(item.style, 0),
            box=_rounded(sheet, box_of(item.words)),
        )
        page.items.append(block)
        if block.kind == "heading":
            while headings and headings[-1][0] >= block.level:
                headings.pop()
            headings.append((block.level, block.display))
        near = [*near, block][-4:] if _titles(item) else []
    return page


def _titles(piece: Piece) -> bool:
    """Can the block be part of the title of a table right below? Headings, and short lines such as ``(in millions)``."""
    return not piece.edge and (piece.kind == "heading" or _short(piece))


def _short(piece: Piece) -> bool:
    return len(piece.lines) <= 2 and not piece.text.endswith((".", ";")) and len(piece.text) <= 160


def _rounded(sheet: _Sheet, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = sheet.upright.shown(box)
    return round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)


# Notices -----------------------------------------------------------------------------------------------------------


def _tell(sheets: list[_Sheet], lost: list[int], name: str, notices: list[Notice]) -> None:
    gone = set(lost)
    scanned = [s.text.number for s in sheets if s.text.characters == 0 and s.text.images]
    garbled = [s.text.number for s in sheets if s.text.unmapped > max(0.1 * s.text.characters, 5) and s.text.number not in gone]
    cut = [s.text.number for s in sheets if s.text.cut]
    dense = [s.text.number for s in sheets if len(s.text.words) > _MOST_WORDS]
    for code, pages, message in (
        (
            "pdf-page-unreadable",
            lost,
            "could not be read: the file is damaged there, or takes more time, memory or text than any report",
        ),
        ("pdf-no-text", scanned, "has a picture but no text (scanned?); it needs OCR before it can be read"),
        (
            "pdf-garbled",
            garbled,
            "uses fonts that don't say which characters their glyphs are; its text is unreliable, OCR would help",
        ),
        ("pdf-page-cut", cut, f"has more than {MOST_CHARACTERS:,} characters; the rest was not read"),
        ("pdf-dense", dense, f"has more than {_MOST_WORDS:,} words; tables were not looked for"),
    ):
        for first, last in _ranges(pages):
            where = f"page {first}" if first == last else f"pages {first}-{last}, each of which"
            notices.append(Notice(code, f"{where} {message}", f"{name}, page {first}" + ("" if first == last else f"-{last}")))


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found
