"""Safe parsing of XML and XHTML: no network, no external entities, no entity expansion, bounded size and depth."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree

from tieout.reading.limits import DEFAULT_LIMITS, Limits, check_markup, check_size, over
from tieout.report import InputError, LimitError, Notice

__all__ = ["depth_of", "elements", "end_of_root_tag", "parse_xml"]

# Encodings in which the bytes of `<!ENTITY` are those of ASCII, so that looking for them finds every declaration.
_ASCII_BASED = re.compile(
    r"(utf-?8|us-ascii|ascii|ansi_x3\.4.*|iso-?8859-?\d+|latin-?\d+|windows-125\d|cp125\d|shift[_-]?jis|sjis|windows-31j|"
    r"x-sjis|cp932|euc-jp|gb2312|gbk|gb18030|big5|euc-kr|koi8-r|macintosh)",
    re.I,
)
_DECLARED = re.compile(rb"""^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']{1,40})["']""")
_NAMED_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30});")
_XML_ENTITIES = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_BOMS = ((b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CLOSED = re.compile(rb"</[A-Za-z_][\w.:-]*\s*>\s*(?:(?:<!--(?:(?!-->).)*-->|<\?(?:(?!\?>).)*\?>)\s*)*$", re.S)


def parse_xml(
    data: bytes,
    name: str,
    limits: Limits = DEFAULT_LIMITS,
    notices: list[Notice] | None = None,
) -> etree._Element:
    """The root element of an XML document.

    White space before the XML declaration is passed over, and HTML's named entities (``&nbsp;``) are read, because filings
    have both. A document that is whole but not well-formed is read as far as libxml2 can mend it, with a notice
    ``xml-recovered`` that names the first fault.

    Raises `InputError` when the data is empty, cut off, wrongly encoded, not XML or declares entities, and `LimitError`
    when it is larger or deeper than ``limits`` allow.
    """
    check_size(data, name, limits)
    data = _ascii_based(data, name).lstrip(b" \t\r\n")
    check_markup(data, name, limits)
    if not data:
        raise InputError(f"{name}: the file is empty")
    if not data.startswith(b"<"):
        raise InputError(f"{name}: this is not XML: it starts with {data[:20]!r}")
    if b"<!ENTITY" in data[: _prolog_end(data)]:
        raise InputError(f"{name}: declares entities of its own; a report has no need of them, so it is refused")
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as fault:
        root = _second_try(data, name, limits, notices, fault)
    if root is None:
        raise InputError(f"{name}: has no root element")
    return root


def _parser(huge: bool = False, recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=huge, recover=recover
    )


def _ascii_based(data: bytes, name: str) -> bytes:
    """The data in an encoding in which markup is ASCII; UTF-16 and UTF-32 are rewritten as UTF-8."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:]
    encoding = next((e for bom, e in _BOMS if data.startswith(bom)), None)
    if encoding is None and b"\x00" in data[:4]:
        # XML 1.0, appendix F: no mark, but the zero bytes of `<` tell width and order.
        encoding = "utf-16-be" if data[:1] == b"\x00" else "utf-16-le"
    if encoding is not None:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as e:
            raise InputError(f"{name}: is not valid {encoding.upper()} at byte {e.start:,}: binary, or cut off") from e
        return re.sub(r"^\s*<\?xml[^>]*\?>", "", text).encode("utf-8")
    declared = _DECLARED.match(data.lstrip(b" \t\r\n")[:200])
    if declared and not _ASCII_BASED.fullmatch(declared[1].decode("ascii", "replace")):
        raise InputError(f"{name}: declares the encoding {declared[1].decode('ascii', 'replace')!r}, which is not supported")
    return data


def _prolog_end(data: bytes) -> int:
    """Offset of the root element: the first `<` that opens neither declaration, comment nor processing instruction."""
    at = 0
    while (at := data.find(b"<", at)) >= 0:
        if data.startswith(b"<!--", at):
            at = data.find(b"-->", at)
        elif data.startswith(b"<?", at):
            at = data.find(b"?>", at)
        elif data.startswith(b"<!", at):
            # A document type: entity declarations stand between its brackets, so look on to its end.
            bracket, close = data.find(b"[", at), data.find(b">", at)
            at = data.find(b"]", bracket) if 0 <= bracket < close else close
        else:
            return at
        if at < 0:
            break
        at += 1
    return len(data)


def end_of_root_tag(data: bytes) -> int:
    """Offset behind the root's start tag, or somewhat before where an attribute holds a `>`; 0 where there is none."""
    return data.find(b">", _prolog_end(data)) + 1


def _second_try(
    data: bytes, name: str, limits: Limits, notices: list[Notice] | None, fault: etree.XMLSyntaxError
) -> etree._Element:
    message = _sentence(fault)
    if _is_size_fault(message):
        root = _parse_huge(data, name, limits)
        if root is not None:
            return root
    if not _CLOSED.search(data[-4000:]):
        raise InputError(f"{name}: ends in the middle of an element ({message}): the file seems to be cut off") from fault
    if "encoding" in message or "not proper UTF-8" in message or "Invalid bytes" in message:
        raise InputError(f"{name}: is not in the encoding that it declares ({message}); save it anew as UTF-8") from fault
    if "Entity" in message:
        known = _named_entities_resolved(data)
        if known != data:
            try:
                return etree.fromstring(known, _parser(huge=True))
            except etree.XMLSyntaxError as other:
                data, message = known, _sentence(other)
    try:
        root = etree.fromstring(data, _parser(huge=True, recover=True))
    except etree.XMLSyntaxError:
        root = None
    if root is None or len(root) == 0:
        raise InputError(f"{name}: is not well-formed XML: {message}") from fault
    _check_depth(root, name, limits)
    if notices is not None:
        notices.append(Notice("xml-recovered", f"not well-formed, read as far as it could be mended: {message}", name))
    return root


def _is_size_fault(message: str) -> bool:
    return "huge" in message.lower() or "xcessive depth" in message


def _parse_huge(data: bytes, name: str, limits: Limits) -> etree._Element | None:
    """Parse without libxml2's own caution, which is deeper than 256 elements or 10 MB of text in one node."""
    try:
        root = etree.fromstring(data, _parser(huge=True))
    except etree.XMLSyntaxError as fault:
        if _is_size_fault(_sentence(fault)):
            raise LimitError(f"{name}: elements are nested more than 2,048 deep, which no parser here accepts") from fault
        return None
    _check_depth(root, name, limits)
    return root


def elements(root: etree._Element, path: str) -> list[etree._Element]:
    """The elements that an XPath without prefixes selects, in document order."""
    return cast("list[etree._Element]", root.xpath(path))


def depth_of(root: etree._Element) -> int:
    """The number of elements from the root, counted as 1, to the deepest."""
    depth = deepest = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest


def _check_depth(root: etree._Element, name: str, limits: Limits) -> None:
    if (depth := depth_of(root)) > limits.depth:
        raise over(limits, "depth", f"{name}: elements are nested {depth:,} deep, deeper")


def _named_entities_resolved(data: bytes) -> bytes:
    from html.entities import html5  # 2,000 names that nearly no report needs

    def reference(m: re.Match[bytes]) -> bytes:
        if m[1] in _XML_ENTITIES:
            return m[0]
        text = html5.get(m[1].decode("ascii") + ";")
        return m[0] if text is None else "".join(f"&#{ord(c)};" for c in text).encode("ascii")

    return _NAMED_ENTITY.sub(reference, data)


def _sentence(fault: etree.XMLSyntaxError) -> str:
    return (fault.msg or "unknown fault").splitlines()[0][:200]
