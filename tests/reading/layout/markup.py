"""Small made-up documents and the layouts they give."""

from __future__ import annotations

from lxml import etree

from tieout.reading import DEFAULT_LIMITS, Limits
from tieout.reading.layout import build_layout
from tieout.report import Layout, Table

IX = "http://www.xbrl.org/2013/inlineXBRL"
NUMERIC = f"{{{IX}}}nonFraction"
TEXT = f"{{{IX}}}nonNumeric"
MARKED = frozenset((NUMERIC, TEXT, f"{{{IX}}}continuation"))


def tree(body: str) -> etree._Element:
    """An XHTML document with the inline XBRL namespace around ``body``."""
    return etree.fromstring(f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="{IX}"><body>{body}</body></html>'.encode())


def layout_of(*bodies: str, limits: Limits = DEFAULT_LIMITS) -> Layout:
    """The layout of XHTML files with these bodies."""
    roots = [(f"file{n}.htm", tree(body)) for n, body in enumerate(bodies, 1)]
    return build_layout(roots, "made-up.htm", limits, MARKED)


def table_of(rows: str, attributes: str = "") -> Table:
    """The one table of a document with these rows."""
    (table,) = [t for p in layout_of(f"<table {attributes}>{rows}</table>").pages for t in p.tables]
    return table


def row(*cells: str, **spans: int) -> str:
    """A table row; a cell that starts with ``3*`` spans three columns."""
    made = []
    for cell in cells:
        count, star, text = cell.partition("*")
        span = f' colspan="{count}"' if star and count.isdigit() else ""
        made.append(f"<td{span}>{text if span else cell}</td>")
    return f"<tr>{''.join(made)}</tr>"
