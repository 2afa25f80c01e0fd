"""What a reader sees, built from a tree: pages, headings, paragraphs, list items and tables with a true grid.

One walk serves every source that is HTML or like it: inline XBRL, plain HTML, EDINET's annotated HTML, tables in Markdown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lxml import etree

from tieout.reading.layout.builder import LayoutBuilder
from tieout.reading.layout.raw import RawTable
from tieout.reading.layout.tables import settle
from tieout.reading.layout.walker import walk_tree
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.report.layout import Layout

__all__ = ["LayoutBuilder", "build_layout", "walk_into"]


def build_layout(
    roots: Sequence[tuple[str, etree._Element]],
    report: str,
    limits: Limits = DEFAULT_LIMITS,
    marked: Collection[str] = frozenset(),
) -> Layout:
    """The layout of the files of one report, in reading order; each file begins a new page.

    ``roots`` are (file name, root element). ``marked`` are the tags (Clark notation) whose elements get an entry in
    `Layout.places`: (page, block id, table id, cell id, start, end), where the stored text of that cell, or else of that block,
    sliced from start to end is the element's own text. An element over several blocks gets the part in its first one with
    text. Elements that are not displayed are found in hidden blocks, those of ``ix:header`` not at all.

    Raises LimitError where a file is nested too deeply, or a table or the number of pages is too large.
    """
    builder = LayoutBuilder(report, limits)
    for name, root in roots:
        builder.begin_file(name)
        walk_into(builder, root, name, limits, marked)
    return builder.finish()


def walk_into(
    builder: LayoutBuilder,
    root: etree._Element,
    name: str,
    limits: Limits,
    marked: Collection[str] = frozenset(),
    numbered: bool = True,
) -> None:
    """Walk one tree and add what is found to the builder's current page; only if ``numbered`` with element ordinals."""

    def settled(table: RawTable, nested: bool) -> list[object]:
        return settle(table, nested, limits, name)

    walk_tree(root, name, builder.add, settled, limits, frozenset(marked), numbered)
