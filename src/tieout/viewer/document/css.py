"""Styles of a filing, made so that they load nothing. The content security policy of the page stands behind this."""

from __future__ import annotations

import re

__all__ = ["safe_sheet", "safe_style"]

# CSS escapes (CSS Syntax 3, 4.3.7): a name may be written with them, so they are resolved before anything is looked for.
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\r\n\f]?|([^\r\n\f0-9a-fA-F]))")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_URL = re.compile(r"(?:url|src|image|image-set|-webkit-image-set|cross-fade|element)\s*\(", re.I)
_LOADS = re.compile(r"@import|@charset|@namespace|expression\s*\(|-moz-binding|behavior\s*:|javascript:|vbscript:", re.I)
# The viewer's own marks: a filing has nothing to say about how they look, or whether they are seen.
_OURS = re.compile(r"tieout|data-t\b", re.I)
_DATA_URL = re.compile(
    r"""url\s*\(\s*(?P<q>["']?)data:(?:image/(?:png|jpe?g|gif|webp|bmp)|font/[a-z0-9-]+|application/(?:x-)?font-[a-z0-9-]+)"""
    r"""(?:;[a-z=0-9-]+)*;base64,[A-Za-z0-9+/=\s]*+(?P=q)\s*+\)""",
    re.I,
)
# No "@" in it, so that many rules without an end are looked through once; `_LOADS` breaks those that are left.
_AT_RULE = re.compile(r"@(?:import|charset|namespace)\b[^;{}@]*+(?:;|\Z)", re.I)


def safe_style(text: str) -> str:
    """The declarations of a style attribute that load nothing; empty where what they do can't be told."""
    if "\\" not in text and "(" not in text and "/*" not in text and not _LOADS.search(text):
        return text
    kept = []
    for declaration in _plain(text).split(";"):
        if not _loads(declaration):
            kept.append(declaration)
    return ";".join(kept)


def safe_sheet(text: str) -> str:
    """A style sheet without imports and addresses, but for pictures and fonts that stand in it; no end tag can be in it."""
    plain = _AT_RULE.sub("", _plain(text))
    pieces: list[str] = []
    at = 0
    for found in _DATA_URL.finditer(plain):
        pieces += [_without_addresses(plain[at : found.start()]), found[0]]
        at = found.end()
    pieces.append(_without_addresses(plain[at:]))
    return "".join(pieces).replace("<", "\\3c ")


def _plain(text: str) -> str:
    """Without comments and escapes; the escapes of what would end a string or a rule stay."""
    return _ESCAPE.sub(_character, _COMMENT.sub("", text))


def _character(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[2] if found[2].isalnum() or found[2] in "-_@:(" else found[0]
    code = int(found[1], 16)
    character = chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
    return character if character.isalnum() or character in "-_@:(" else found[0]


def _loads(text: str) -> bool:
    return _LOADS.search(text) is not None or _URL.search(_DATA_URL.sub("", text)) is not None


def _without_addresses(text: str) -> str:
    return _OURS.sub("x-left-out", _LOADS.sub("x-left-out-", _URL.sub("x-left-out(", text)))
