"""A report as a run of lines and tables in reading order: what finding a letter looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tieout.report import Block, Evidence, Page, Report, Table
from tieout.studies.letters.phrases import plain

__all__ = ["Item", "evidence_of", "items_of", "runs_of_page"]

PROSE = 18
"""Words from which a block is prose, not a line of a heading, a caption or a signature."""

LINE = 14
"""Words up to which a block can be a heading or a line of a signature."""


@dataclass(frozen=True, slots=True)
class Item:
    """A block or a table. ``words`` is its length; ``top`` says that no other text of its page stands before it."""

    source: Block | Table
    page: int
    text: str
    words: int
    top: bool

    @property
    def block(self) -> Block | None:
        return self.source if isinstance(self.source, Block) else None

    @property
    def is_prose(self) -> bool:
        return isinstance(self.source, Block) and self.source.kind != "heading" and self.words >= PROSE

    @property
    def is_line(self) -> bool:
        """Short enough for a heading: marked as one, or a line without a sentence's end."""
        if not isinstance(self.source, Block) or not 0 < self.words <= LINE:
            return False
        return self.source.kind == "heading" or not self.text.rstrip().endswith((".", ";"))

    @property
    def is_heading(self) -> bool:
        """Marked as a heading, or a line of a few words that looks like one (capitals at its beginning)."""
        if not self.is_line:
            return False
        return (self.block is not None and self.block.kind == "heading") or (self.words <= 8 and self.text[:1].isupper())

    @property
    def plain(self) -> str:
        return plain(self.text)


def items_of(report: Report) -> list[Item]:
    """All blocks and tables of the report that are shown and not empty, in reading order."""
    return [item for page in report.pages for item in runs_of_page(page)]


def runs_of_page(page: Page) -> Iterator[Item]:
    top = True
    for source in page.items:
        if source.hidden:
            continue
        text = source.display if isinstance(source, Block) else "\n".join(" ".join(row) for row in source.to_rows())
        if text.strip():
            # A page number at the top is no text.
            yield Item(source, page.number, text, len(text.split()), top)
            top = top and plain(text).isdigit()


def evidence_of(report: Report, item: Item, pages: Sequence[str | None] = ()) -> Evidence:
    """The whole block, or the table, as evidence; ``pages`` are the printed page numbers, by page."""
    source = item.source
    printed = pages[item.page - 1] if 0 < item.page <= len(pages) else None
    if isinstance(source, Table):
        return Evidence(
            report.name, source.file, source.element, page=item.page, printed_page=printed, table=source.id,
            quote=source.caption,
        )  # fmt: skip
    return Evidence(
        report=report.name,
        file=source.file,
        element=source.element,
        page=item.page,
        printed_page=printed,
        block=source.id,
        span=(0, len(source.text)),
        quote=source.text,
    )
