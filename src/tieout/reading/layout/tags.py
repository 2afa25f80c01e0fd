"""What each element means for the layout, in XHTML, in HTML without namespaces and around inline XBRL."""

from __future__ import annotations

from typing import Final

__all__ = ["kind_of"]

(
    INLINE,
    BLOCK,
    LINE_BREAK,
    TABLE,
    ROW,
    CELL,
    ROWS,
    HEAD_ROWS,
    CAPTION,
    SKIP,
    HEADING,
    LIST_ITEM,
    RULE,
    PICTURE,
    ANCHOR,
    STRONG,
    SLANTED,
    LINED,
    RAISED_TEXT,
    CENTRE,
) = range(20)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BLOCKS = _words(
    "address article aside blockquote body dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup"
    " html legend main menu nav ol option optgroup p pre section summary ul textarea"
)
_SKIPPED = _words("head script style title noscript template meta link base col colgroup object applet map select")
_KINDS: Final = {
    **dict.fromkeys(_BLOCKS, BLOCK),
    **dict.fromkeys(_SKIPPED, SKIP),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), HEADING),
    "br": LINE_BREAK,
    "table": TABLE,
    "tr": ROW,
    "td": CELL,
    "th": CELL,
    "tbody": ROWS,
    "tfoot": ROWS,
    "thead": HEAD_ROWS,
    "caption": CAPTION,
    "li": LIST_ITEM,
    "hr": RULE,
    "img": PICTURE,
    "svg": PICTURE,
    "a": ANCHOR,
    "b": STRONG,
    "strong": STRONG,
    "i": SLANTED,
    "em": SLANTED,
    "u": LINED,
    "ins": LINED,
    "sup": RAISED_TEXT,
    "center": CENTRE,
}
# Parts of inline XBRL that are never displayed (Inline XBRL 1.1, 6 and 7), and what stands in them.
_UNSEEN = frozenset(("header", "hidden", "references", "resources", "relationship", "footnotearc"))
_DATA_PREFIXES = frozenset(("xbrli", "xbrldi", "link", "xlink"))
XHTML = "http://www.w3.org/1999/xhtml"
INLINE_XBRL = ("http://www.xbrl.org/2008/inlineXBRL", "http://www.xbrl.org/2013/inlineXBRL")
_DATA_SPACES = ("http://www.xbrl.org/2003/", "http://xbrl.org/2006/xbrldi")


def kind_of(tag: str) -> int:
    """The kind of an element by its tag: Clark notation, or the bare name of a tree that an HTML parser built."""
    if tag.startswith("{"):
        space, _, name = tag[1:].partition("}")
        name = name.lower()
        if space in INLINE_XBRL:
            return SKIP if name in _UNSEEN else INLINE
        if space.startswith(_DATA_SPACES):
            return SKIP
        return _KINDS.get(name, INLINE) if space == XHTML or not space else INLINE
    prefix, colon, name = tag.lower().rpartition(":")
    if colon:
        return SKIP if prefix in _DATA_PREFIXES or (prefix == "ix" and name in _UNSEEN) else INLINE
    return _KINDS.get(name, INLINE)
