"""What is graded: each table of reports, beside the picture of the page that it was read from.

A report is a PDF, whose pages are drawn, or page-split Markdown with its pictures in ``pages/page_0001.png`` beside it (as
`tieout read --ocr` leaves them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tieout.reading import read
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.pdf.pictures import page_pictures
from tieout.report import Report
from tieout.report.errors import InputError, TieoutError
from tieout.report.layout import Table

__all__ = ["Item", "find_items", "picture_of"]

_PICTURES = (".png", ".jpg", ".jpeg")
_SUFFIXES = (".pdf", ".mmd", ".md")


@dataclass(frozen=True, slots=True)
class Item:
    """A table: ``rows`` are its cells as (text, rows spanned, columns spanned); ``picture`` is None for a page of a PDF."""

    id: str
    report: str
    path: Path
    page: int
    rows: tuple[tuple[tuple[str, int, int], ...], ...]
    picture: Path | None = None


def find_items(source: Path, limits: Limits = DEFAULT_LIMITS) -> Iterator[Item]:
    """The tables of a report, or of all below a folder, in order. A report without page pictures gives none.

    Raises InputError where ``source`` holds no table with a picture.
    """
    paths = (
        [source] if source.is_file() else sorted(p for p in source.rglob("*") if p.suffix.lower() in _SUFFIXES and p.is_file())
    )
    if not paths:
        raise InputError(f"{source}: no PDF and no Markdown there")
    found = 0
    why = "no table"
    for path in paths:
        if path.parent.name == "pages":  # texts of single pages
            continue
        try:
            report = read(path, limits=limits)
        except TieoutError as error:
            why = str(error)
            continue
        name = path.relative_to(source).with_suffix("").as_posix() if source.is_dir() else path.stem
        for item in _tables(report, name, path):
            found += 1
            yield item
    if not found:
        raise InputError(f"{source}: no table beside a page picture there ({why}); pictures are pages/page_0001.png beside it")


def _tables(report: Report, name: str, path: Path) -> Iterator[Item]:
    numbers: dict[int, int] = {}
    for table in report.tables:
        if table.page is None or table.hidden:
            continue
        picture = None
        if path.suffix.lower() != ".pdf":
            picture = _beside(path, table.page)
            if picture is None:
                continue
        numbers[table.page] = numbers.get(table.page, 0) + 1
        yield Item(f"{name}/page_{table.page:04d}/table_{numbers[table.page]}", name, path, table.page, _rows(table), picture)


def _beside(path: Path, page: int) -> Path | None:
    places = (path.parent / "pages" / f"page_{page:04d}{suffix}" for suffix in _PICTURES)
    return next((place for place in places if place.is_file()), None)


def _rows(table: Table) -> tuple[tuple[tuple[str, int, int], ...], ...]:
    rows: list[tuple[tuple[str, int, int], ...]] = []
    seen: set[int] = set()
    for r in range(table.rows):
        row: list[tuple[str, int, int]] = []
        for c in range(table.columns):
            cell = table.get(r, c)
            if cell is None:
                row.append(("", 1, 1))
            elif id(cell) not in seen:
                seen.add(id(cell))
                row.append((cell.display, max(1, cell.row_span), max(1, cell.column_span)))
        rows.append(tuple(row))
    return tuple(rows)


def picture_of(item: Item, limits: Limits = DEFAULT_LIMITS) -> bytes | None:
    """The page's picture (PNG or JPEG); None where the page can't be drawn."""
    if item.picture is not None:
        return item.picture.read_bytes()
    return next(islice(page_pictures(item.path.read_bytes(), item.path.name, limits, first=item.page), 1), None)
