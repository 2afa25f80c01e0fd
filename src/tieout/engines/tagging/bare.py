"""Contexts as they look when somebody gives only a string of them: a table's rows of cells, a paragraph, and nothing around.

In such strings spans are lost, so rows and headers no longer stand in line; what is trained on whole pages alone is at a loss
there. Labels come from the report's own examples: the numbers of both forms follow each other in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import seen_as
from tieout.engines.tagging.mention import Mention, mentions_in
from tieout.report.layout import Table

if TYPE_CHECKING:
    from tieout.report import Report
    from tieout.report.layout import Cell

__all__ = ["bare_examples", "bare_string"]

_SIGNS = ("$", "€", "£", "¥")
_MOST = 5_000  # numbers of one table: a larger one teaches nothing more


def bare_examples(report: Report, contexts: Sequence[ExampleContext]) -> Iterator[ExampleContext]:
    """The report's examples again, each context alone; those of prose lose their headings only."""
    tables = {item.id: item for page in report.pages for item in page.items if isinstance(item, Table)}
    for number, context in enumerate(contexts):
        evidence = context.examples[0].mention.evidence
        table = tables.get(evidence.table) if evidence is not None and evidence.table is not None else None
        if table is None or len(context.examples) > _MOST:
            alone = (replace(e, mention=seen_as(e.mention, "context")) for e in context.examples)
            yield ExampleContext(context.issuer, tuple(alone))
            continue
        found = mentions_in(bare_string(table, split_signs=number % 3 > 0))
        if found:
            yield ExampleContext(context.issuer, tuple(_labelled(found, context.examples)))


def bare_string(table: Table, split_signs: bool = True) -> str:
    """The table's rows as ``<table><tr><td>…``: every cell once, with empty cells, without spans.

    Filings give currency signs cells of their own, and no empty cell to rows without; ``split_signs`` does the same.
    """
    rows = []
    for r in range(table.rows):
        cells: list[str] = []
        last: Cell | None = None
        for c in range(table.columns):
            cell = table.get(r, c)
            if cell is not None and cell is last:
                continue
            last = cell
            text = cell.display if cell is not None and cell.row == r else ""
            if split_signs and text.startswith(_SIGNS) and len(text) > 1:
                cells += [text[0], text[1:].strip()]
            else:
                cells.append(text)
        rows.append("".join(f"<td>{escape(text)}</td>" for text in cells))
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _labelled(found: Sequence[Mention], examples: Sequence[Example]) -> Iterator[Example]:
    """Each mention with the label of the first example of the same number that no mention before it has taken."""
    waiting: dict[str, deque[Example]] = {}
    for example in examples:
        waiting.setdefault(example.mention.value, deque()).append(example)
    for mention in found:
        same = waiting.get(mention.value)
        if not same:
            yield Example(mention)
            continue
        label = same.popleft() if len(same) > 1 else same[0]
        yield Example(mention, label.concept, label.type, label.instant)
