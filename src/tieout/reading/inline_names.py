"""Names of the elements of Inline XBRL 1.0 and 1.1."""

from __future__ import annotations

from tieout.reading.detect import INLINE_NAMESPACES

__all__ = ["FACTS", "FRACTION", "HIDDEN", "NUMERIC", "XML_LANG", "tags"]


def tags(*names: str) -> tuple[str, ...]:
    """The elements of those names, in either version."""
    return tuple(f"{{{ns}}}{name}" for ns in INLINE_NAMESPACES for name in names)


FACTS = tags("nonFraction", "nonNumeric", "fraction")
NUMERIC = frozenset(tags("nonFraction", "fraction"))
FRACTION = frozenset(tags("fraction"))
HIDDEN = tags("hidden")
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
