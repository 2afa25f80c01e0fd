"""One file of an Inline XBRL document set: what facts ask about the place where they stand."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field

from lxml import etree

from tieout.reading.inline_names import XML_LANG
from tieout.reading.names import Scope
from tieout.reading.xml import elements

__all__ = ["InlineDocument"]

_HIDING = re.compile(r"display\s*:\s*none")
_BY_STYLE = "//*[contains(@style, 'display') and contains(@style, 'none')]"
_TWIN = re.compile(r"-(?:sec|esef)-ix-hidden\s*:\s*([^\s;]+)")


class _Languages:
    """xml:lang in scope (XML 1.0, 2.12): the nearest declared on the element or around it."""

    def __init__(self) -> None:
        self._known: dict[etree._Element, str | None] = {}

    def of(self, node: etree._Element) -> str | None:
        path: list[etree._Element] = []
        language: str | None = None
        e: etree._Element | None = node
        while e is not None:
            if e in self._known:
                language = self._known[e]
                break
            path.append(e)
            if (language := e.get(XML_LANG)) is not None:
                break
            e = e.getparent()
        self._known.update(dict.fromkeys(path, language))
        return language


@dataclass(eq=False)
class InlineDocument:
    """One file of a document set: its tree, and the names in scope."""

    file: str
    root: etree._Element
    scope: Scope
    languages: _Languages = field(default_factory=_Languages)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ordinals: dict[etree._Element, int] | None = None
    _unseen: frozenset[etree._Element] | None = None
    _twins: dict[str, etree._Element] | None = None

    def ordinal(self, element: etree._Element) -> int:
        """Position of the element among all elements of the file in document order; the root is 0."""
        with self._lock:
            if self._ordinals is None:
                self._ordinals = {e: n for n, e in enumerate(self.root.iter(etree.Element))}
            return self._ordinals[element]

    def is_unseen(self, element: etree._Element) -> bool:
        """Whether a ``display: none`` on the element or around it keeps it from being seen."""
        with self._lock:
            if self._unseen is None:
                unseen: set[etree._Element] = set()
                for top in elements(self.root, _BY_STYLE):
                    # Within another one, as document order shows, it hides nothing more.
                    if top not in unseen and _HIDING.search(top.get("style", "")):
                        unseen.update(top.iter())
                self._unseen = frozenset(unseen)
            return element in self._unseen

    def twin(self, id_: str) -> etree._Element | None:
        """The displayed element whose style names a hidden fact (EDGAR Filer Manual's ``-sec-ix-hidden``)."""
        with self._lock:
            if self._twins is None:
                self._twins = {}
                for e in elements(self.root, "//*[contains(@style, 'ix-hidden')]"):
                    if m := _TWIN.search(e.get("style", "")):
                        self._twins.setdefault(m[1], e)
            return self._twins.get(id_)
