"""From a filing's inline documents to HTML as the shared tasks have it: `table-id` and `cell-id` attributes, no tags left.

Tables are numbered through the report in document order (nested ones too), cells by their row and their place in it, as in
``S100TEST-0105010-tab7-r2c3``. What was tagged within a ``<td>`` is told apart, and is all that the gold is made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.xml import parse_xml

__all__ = ["Annotated", "Tagged", "annotate"]

_INLINE = ("{http://www.xbrl.org/2008/inlineXBRL}", "{http://www.xbrl.org/2013/inlineXBRL}")
_FACTS = ("nonFraction", "nonNumeric", "fraction")
_CODE = re.compile(r"\d{7}")
_HTML = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tag within a cell: its concept as the document writes it, its context's id, and the cell's id."""

    concept: str
    context: str
    cell: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """A report's files by name, and what was tagged in their cells, in document order."""

    files: dict[str, bytes]
    tags: list[Tagged]


def annotate(documents: Iterable[tuple[str, bytes]], report: str, limits: Limits = DEFAULT_LIMITS) -> Annotated:
    """The annotated report of inline documents (name, bytes) in their order. Raises InputError where one is no XHTML.

    Files are called ``REPORT-CODE.html`` by the seven digits that EDINET's names begin with; of two files of one code the
    first is taken.
    """
    files: dict[str, bytes] = {}
    tags: list[Tagged] = []
    tables = 0
    for place, (name, data) in enumerate(documents):
        found = _CODE.search(name.rpartition("/")[2])
        code = found[0] if found else f"{place:07d}"
        file = f"{report}-{code}.html"
        if file in files:
            continue
        root = parse_xml(data, name, limits)
        tables = _number(root, f"{report}-{code}", tables)
        tags += _tags(root)
        _strip(root)
        files[file] = etree.tostring(root, method="html", encoding="utf-8", doctype="<!DOCTYPE html>")
    return Annotated(files, tags)


def _number(root: etree._Element, stem: str, tables: int) -> int:
    """Puts the attributes on all tables and cells, and returns how many tables the report has so far."""
    for table in root.iter("{*}table"):
        tables += 1
        id_ = f"{stem}-tab{tables}"
        table.set("table-id", id_)
        for row, tr in enumerate(_rows(table), 1):
            cells = [cell for cell in tr if isinstance(cell.tag, str) and _local(cell) in ("td", "th")]
            for column, cell in enumerate(cells, 1):
                cell.set("cell-id", f"{id_}-r{row}c{column}")
    return tables


def _rows(table: etree._Element) -> list[etree._Element]:
    """The table's own rows, not those of tables within it."""
    rows = []
    for child in table:
        if not isinstance(child.tag, str):
            continue
        if _local(child) == "tr":
            rows.append(child)
        elif _local(child) in ("thead", "tbody", "tfoot"):
            rows += [row for row in child if isinstance(row.tag, str) and _local(row) == "tr"]
    return rows


def _tags(root: etree._Element) -> list[Tagged]:
    tags = []
    for namespace in _INLINE:
        for element in root.iter(*(namespace + name for name in _FACTS)):
            cell = next((up for up in element.iterancestors() if up.get("cell-id") is not None), None)
            if cell is None or _local(cell) != "td" or _hidden(element):
                continue
            tags.append(Tagged(element.get("name", ""), element.get("contextRef", ""), cell.get("cell-id", "")))
    return tags


def _hidden(element: etree._Element) -> bool:
    return any(
        _local(up) == "header" or "display:none" in up.get("style", "").replace(" ", "") for up in element.iterancestors()
    )


def _strip(root: etree._Element) -> None:
    """Takes the inline header out with its content, every other inline element out around its content, and all namespaces."""
    for namespace in _INLINE:
        etree.strip_elements(root, namespace + "header", with_tail=False)
        etree.strip_tags(root, namespace + "*")
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = _HTML.sub("", element.tag)
            for name in [name for name in element.attrib if str(name).startswith("{")]:
                del element.attrib[name]
    etree.cleanup_namespaces(root)


def _local(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
