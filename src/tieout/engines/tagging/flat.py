"""A table's numbers as they look where only the order of its cells is known: no spans, no columns, no indents, no page around.

Tables that were copied as bare ``<td>`` cells, or as text, have lost which header stands above which number. What is left is
the order: the n-th number of a row stands below the n-th head of a row that has as many heads, or fewer by a whole factor; a
line before the heads is a title; a line between the numbers opens a section.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tieout.engines.tagging.mention import Mention, cell_is_number, short_label
from tieout.engines.tagging.steps import stepped
from tieout.report.layout import Cell, Table

__all__ = ["flattened"]

_MOST_CELLS = 60
_MOST_LABELS = 80
_MOST_LINES = 8
_UNITS = re.compile(r"[$£€]?\s*\([^()]*\)\s*|(?:dollars |amounts )?in (?:millions|thousands)\b.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Heads:
    """Texts of a row of heads; ``labelled``: the first stands above the labels, most likely."""

    texts: tuple[str, ...]
    labelled: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of numbers: its cells, which of them are numbers, its label, and what is open above it."""

    label: Cell | None
    numbers: tuple[Cell, ...]
    heads: tuple[_Heads, ...]
    sections: tuple[str, ...]


def flattened(table: Table, mentions: Sequence[Mention]) -> list[Mention]:
    """The ``mentions`` of the table, each with what is left when columns and surroundings are lost."""
    filled: list[list[Cell]] = [[] for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda c: (c.row, c.column)):
        if cell.text and 0 <= cell.row < table.rows and len(filled[cell.row]) < _MOST_CELLS:
            filled[cell.row].append(cell)
    titles, rows = _read(filled)
    labels = tuple(short_label(row[0].display) for row in filled if row and not cell_is_number(row[0]))[:_MOST_LABELS]
    caption = " ".join(titles)[-300:]
    percents = _percents(rows.values())
    found = []
    for mention in (replace(m, row_step="", column_step="") for m in mentions):
        row = rows.get(mention.place.row)
        if row is None:
            found.append(
                replace(mention, column_headers=(), section_rows=(), caption=caption, headings=(), table_labels=labels)
            )
            continue
        ordinal = next((i for i, cell in enumerate(row.numbers) if cell.column == mention.place.column), None)
        in_label = row.label is not None and row.label.column == mention.place.column
        label = "" if row.label is None else short_label(row.label.display)
        found.append(
            replace(
                mention,
                row_label=mention.row_label if in_label else label,
                column_headers=_above(row, ordinal),
                section_rows=row.sections,
                caption=caption,
                headings=(),
                table_labels=labels,
                column_currency=any(cell.text.lstrip("( ")[:1] in "$€£¥" for cell in row.numbers),
                column_percent=ordinal is not None and (len(row.numbers), ordinal) in percents,
                place=replace(mention.place, column=-1 if ordinal is None else ordinal),
            )
        )
    return stepped(found)


def _read(filled: Sequence[Sequence[Cell]]) -> tuple[list[str], dict[int, _Row]]:
    """Titles, and the rows of numbers."""
    titles: list[str] = []
    heads: list[_Heads] = []
    sections: list[str] = []
    last = "start"
    rows: dict[int, _Row] = {}
    for r, cells in enumerate(filled):
        if not cells:
            continue
        texts = tuple(short_label(cell.display) for cell in cells)
        if any(map(cell_is_number, cells)):
            label = cells[0] if not cell_is_number(cells[0]) else None
            numbers = tuple(cell for cell in cells if cell_is_number(cell))
            rows[r] = _Row(label, numbers, tuple(heads), tuple(sections[-3:]))
            last = "numbers"
        elif len(cells) > 1:
            heads = [*(heads if last != "numbers" else []), _Heads(texts, cells[0].column == 0)][-_MOST_LINES:]
            last = "heads"
        elif last == "start" or _UNITS.fullmatch(texts[0]):
            titles.append(texts[0])
            del titles[:-_MOST_LINES]
        else:
            sections = [*(sections if last == "section" else []), texts[0]]
            last = "section"
    return titles, rows


def _above(row: _Row, ordinal: int | None) -> tuple[str, ...]:
    if ordinal is None:
        return ()
    count = len(row.numbers)
    above: list[str] = []
    for row_of_heads in row.heads:
        texts = row_of_heads.texts
        for heads in (texts[1:], texts) if row_of_heads.labelled else (texts,):
            if heads and count % len(heads) == 0:
                above.append(heads[ordinal * len(heads) // count])
                break
    return tuple(above)


def _percents(rows: Iterable[_Row]) -> set[tuple[int, int]]:
    """(numbers in the row, ordinal) of columns with a percent sign in most of their rows."""
    signs: Counter[tuple[int, int]] = Counter()
    sizes: Counter[int] = Counter()
    for row in rows:
        sizes[len(row.numbers)] += 1
        signs.update((len(row.numbers), i) for i, cell in enumerate(row.numbers) if "%" in cell.text)
    return {place for place, count in signs.items() if 2 * count > sizes[place[0]]}
