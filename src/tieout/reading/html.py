"""Plain HTML: one file or several, as issuers publish them and as EDINET's annotated reports come."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from tieout.reading.encoding import decode_text
from tieout.reading.limits import DEFAULT_LIMITS, Limits, check_markup, check_size
from tieout.report import InputError, LimitError, Notice, Parts, Report
from tieout.report.layout import Layout

__all__ = ["parse_html", "read_html"]

_XHTML = b"http://www.w3.org/1999/xhtml"
# What follows the end of body or html is content all the same (several documents in one file, careless editing).
_ENDS = re.compile(r"</(?:body|html)\s*>", re.I)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(rb"<!ENTITY", re.I)


def read_html(files: Sequence[tuple[str, bytes]], name: str, limits: Limits = DEFAULT_LIMITS) -> Report:
    """The report that HTML files, (file name, data) in reading order, make up; tables keep their ``table-id`` and ``cell-id``.

    Raises `InputError` for a file without any element, and `LimitError` for one that is too large or nested too deeply.
    """
    notices: list[Notice] = []
    roots = [(file, parse_html(data, file, limits, notices)) for file, data in files]

    def layout() -> Layout:
        from tieout.reading.layout import build_layout

        return build_layout(roots, name, limits)

    return Report(name, "html", tuple(file for file, _ in files), Parts(layout=layout, markup=lambda: tuple(roots)), notices)


def parse_html(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS, notices: list[Notice] | None = None) -> etree._Element:
    """The root element of an HTML file; well-formed XHTML is parsed as XML, everything else as browsers take it.

    Nothing is fetched and no entity is expanded. Raises as `read_html`.
    """
    check_size(data, name, limits)
    check_markup(data, name, limits)
    if not data.strip():
        raise InputError(f"{name}: the file is empty")
    root = _as_xml(data) if _XHTML in data[:8192] else None
    if root is None:
        root = _as_soup(data, name, notices)
    return root


def _as_xml(data: bytes) -> etree._Element | None:
    if _ENTITY.search(data):
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=True)
    try:
        return etree.fromstring(data.lstrip(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _as_soup(data: bytes, name: str, notices: list[Notice] | None) -> etree._Element:
    text, encoding = decode_text(data)
    if notices is not None and "\ufffd" in text and "\ufffd".encode() not in data:
        notices.append(Notice("html-encoding", f"some bytes are not valid {encoding.upper()}; they are shown as U+FFFD", name))
    text = _ENDS.sub("", _DECLARATION.sub("", text)).replace("\x00", "")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True, recover=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as fault:
        raise InputError(f"{name}: is not HTML: {(fault.msg or 'no element found')[:200]}") from fault
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise LimitError(f"{name}: elements are nested more than 2,048 deep, or one is larger than the parser takes")
    if root is None:
        raise InputError(f"{name}: holds no HTML element")
    return root
