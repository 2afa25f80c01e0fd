"""Pages, where on them each fact stands, and the printed numbers that no tag explains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tieout.report import Evidence
from tieout.report.amounts import Amount, find_amounts
from tieout.report.layout import Block, Cell
from tieout.viewer.items import about_place
from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.report import Page
    from tieout.viewer.subject import Subject

__all__ = ["part", "place_of"]

# A tag on a whole note, or on a sentence of it, explains none of the numbers in it.
_LONGEST_TAGGED = 80
_PAGES = frozenset(("page", "pages", "page no", "page number", "頁", "ページ"))


def part(subject: Subject) -> dict[str, Any]:
    """``pages``, ``facts`` (where on its page each one stands) and ``numbers`` (printed and not explained)."""
    return {"pages": _pages(subject), "facts": _facts(subject), "numbers": list(_numbers(subject))}


def place_of(item: Block | Cell, page: int, printed: str | None) -> dict[str, Any]:
    """Where a block or cell stands, in words: page, labels of its row and heads of its column."""
    if isinstance(item, Block):
        return lean(page=page, printed_page=printed, block=item.id)
    return lean(
        page=page, printed_page=printed, table=item.table.id, cell=item.id, row=item.row_label, column=list(item.column_headers)
    )


def _pages(subject: Subject) -> list[dict[str, Any]]:
    files = {d.file: n for n, d in enumerate(subject.documents)}
    pages = []
    for page in subject.report.pages:
        document = files.get(page.file)
        start = _start(subject, page)
        pages.append(
            lean(printed=page.printed)
            | {"number": page.number, "document": document, "start": start["start"] if start is not None else None}
        )
    return pages


def _start(subject: Subject, page: Page) -> dict[str, int] | None:
    """The first place on the page that is shown."""
    for item in page.items:
        ids = [item.id] if isinstance(item, Block) else [c.id for c in item.cells]
        for id_ in ids:
            if (found := subject.places.item(id_)) is not None:
                return subject.places.json(*found)
    return None


def _facts(subject: Subject) -> dict[str, dict[str, Any]]:
    layout = subject.report.layout
    found = {}
    for fact, id_ in subject.fact_ids.items():
        evidence = fact.evidence if fact.evidence.printed else (fact.evidence.twin or fact.evidence)
        item = layout.cell_by_id(evidence.cell or "") or layout.block_by_id(evidence.block or "")
        if item is not None and evidence.page is not None:
            found[id_] = place_of(item, evidence.page, evidence.printed_page) | lean(
                span=list(evidence.span) if evidence.span else None, element=evidence.element
            )
    return found


def _numbers(subject: Subject) -> Iterator[dict[str, Any]]:
    """Every printed amount that no fact covers."""
    explained = _explained(subject)
    count = 0
    for page in subject.report.pages:
        for item, amount in _amounts(page):
            found = subject.places.within(item, *amount.span)
            if found is None or any(explained[found[0]][found[1] : found[2]]):
                continue
            place = place_of(item, page.number, page.printed)
            evidence = _evidence(item, page, amount, subject.report.name)
            yield (
                subject.note(f"n{count}", "number", about_place(evidence, text=amount.text))
                | lean(text=amount.text, value=amount.value, unit=amount.unit, span=list(amount.span))
                | place
                | {"at": [subject.places.json(*found)]}
            )
            count += 1


def _amounts(page: Page) -> Iterator[tuple[Block | Cell, Amount]]:
    for item in page.items:
        if item.hidden:
            continue
        if isinstance(item, Block):
            if item.text.strip() != page.printed:
                yield from ((item, amount) for amount in find_amounts(item.text))
            continue
        for cell in item.cells:
            if not (cell.row_span and cell.column_span) or _is_page_number(cell):
                continue
            amount = cell.amount
            if amount is not None:
                yield cell, amount
            else:
                yield from ((cell, one) for one in find_amounts(cell.text))


def _is_page_number(cell: Cell) -> bool:
    """A number in a column of a table of contents."""
    heads = cell.column_headers
    return bool(heads) and heads[-1].strip(" .()").lower() in _PAGES and cell.text.strip().isdecimal()


def _evidence(item: Block | Cell, page: Page, amount: Amount, report: str) -> Evidence:
    if isinstance(item, Cell):
        return replace(item.evidence, span=amount.span, quote=amount.text)
    return Evidence(report, item.file, item.element, page=page.number, block=item.id, span=amount.span, quote=amount.text)


def _explained(subject: Subject) -> list[bytearray]:
    """For each document its characters, marked where the tag of a number, or a short text's, covers them."""
    covered = [bytearray(len(d.characters)) for d in subject.documents]
    for fact in subject.report.facts:
        for n, document in enumerate(subject.documents):
            span = document.tagged.get(fact.node) or document.twins.get(fact.id or "")
            if span is not None and (fact.is_numeric or span[1] - span[0] <= _LONGEST_TAGGED):
                covered[n][span[0] : span[1]] = b"\x01" * (span[1] - span[0])
    return covered
