"""Qualified names: from the prefixes of a document to canonical ones (``us-gaap:Assets``), whatever the year."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from lxml import etree

__all__ = ["XBRLI", "Names", "canonical_prefix"]

XBRLI = "http://www.xbrl.org/2003/instance"

_XHTML = "http://www.w3.org/1999/xhtml"
_DECLARATION = re.compile(rb"""xmlns(?::([\w.-]{1,100}))?\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})')""")


@cache
def _registry() -> tuple[dict[str, str], tuple[tuple[re.Pattern[str], str], ...]]:
    # By path: importlib.resources takes longer to load than a filing takes to read.
    with (Path(__file__).parent / "data" / "prefixes.toml").open("rb") as f:
        table = tomllib.load(f)
    return table["exact"], tuple((re.compile(p["namespace"]), p["prefix"]) for p in table["pattern"])


@lru_cache(maxsize=10_000)
def canonical_prefix(namespace: str) -> str | None:
    """The prefix that a published taxonomy goes by, the same for every year; None for all other namespaces."""
    exact, patterns = _registry()
    if namespace in exact:
        return exact[namespace]
    for pattern, prefix in patterns:
        if m := pattern.fullmatch(namespace):
            return m.expand(prefix)
    return None


class Names:
    """Canonical names for one report, the same over all its files.

    A namespace that no registry knows keeps the prefix under which the report first declares it, unless that prefix is
    taken: then a number is added, so that two namespaces never share one.
    """

    def __init__(self) -> None:
        self._prefixes: dict[str, str] = {}
        self._taken: dict[str, str] = {}
        self._numbers: dict[str, int] = {}

    def prefix(self, namespace: str, declared: str | None) -> str:
        known = self._prefixes.get(namespace)
        if known is not None:
            return known
        prefix = canonical_prefix(namespace)
        if prefix is None:
            wanted = prefix = declared or "ns"
            n = self._numbers.get(wanted, 1)
            while self._taken.get(prefix, namespace) != namespace or _is_canonical(prefix):
                n += 1
                prefix = f"{wanted}{n}"
            self._numbers[wanted] = n
        self._prefixes[namespace] = prefix
        self._taken[prefix] = namespace
        return prefix

    def namespace(self, prefix: str) -> str | None:
        """The namespace that was given this prefix in this report."""
        return self._taken.get(prefix)

    def name(self, namespace: str | None, local: str, declared: str | None = None) -> str:
        return f"{self.prefix(namespace, declared)}:{local}" if namespace else local

    def clark(self, tag: str, declared: str | None = None) -> str:
        """Canonical name of ``{namespace}local``."""
        if tag.startswith("{"):
            namespace, _, local = tag[1:].partition("}")
            return self.name(namespace, local, declared)
        return tag


@lru_cache(maxsize=10_000)
def _is_canonical(prefix: str) -> bool:
    exact, _ = _registry()
    return prefix in exact.values() or prefix in {"us-gaap", "dei", "srt", "ifrs-full"}


class Scope:
    """Resolves the prefixed names that stand in attributes and text of one document.

    Nearly every document declares a prefix once, or always for the same namespace: then one table serves all its
    elements. Where a prefix changes its meaning within the document, each element's own scope is asked.
    """

    def __init__(self, names: Names, data: bytes | None, root: etree._Element) -> None:
        """``data`` is the document's text, or None where no namespace is declared below the root."""
        self._names = names
        self._cache: dict[str, str] = {}
        self._namespaces: dict[str | None, str] = dict(root.nsmap)
        self._others: set[str] = set()
        self.uniform = True
        if data is not None:
            self._collect(data)

    def declares(self, namespace: str) -> bool:
        """Whether the namespace is declared on the root, or anywhere in a document that declares some below it."""
        return namespace in self._namespaces.values() or namespace in self._others

    def _collect(self, data: bytes) -> None:
        """Add the prefixes declared anywhere; one with two meanings makes the scope depend on the element."""
        at = 0
        while (at := data.find(b"xmlns", at)) >= 0:
            m = _DECLARATION.match(data, at)
            at += 5
            if m is None:
                continue
            prefix = m[1].decode("utf-8", "replace") if m[1] else None
            namespace = (m[2] if m[2] is not None else m[3]).decode("utf-8", "replace").replace("&amp;", "&")
            self._others.add(namespace)
            known = self._namespaces.setdefault(prefix, namespace)
            if known != namespace and prefix is not None:
                self.uniform = False

    def canonical(self, text: str, element: etree._Element) -> str:
        """Canonical form of a prefixed name; unchanged where the prefix is declared nowhere."""
        if ":" not in text:
            return self._resolve(text.strip(), element.nsmap)
        if self.uniform:
            known = self._cache.get(text)
            if known is None:
                known = self._cache[text] = self._resolve(text.strip(), self._namespaces)
            return known
        return self._resolve(text.strip(), element.nsmap)

    def namespace(self, prefix: str | None, element: etree._Element) -> str | None:
        return self._namespaces.get(prefix) if self.uniform else element.nsmap.get(prefix)

    def _resolve(self, text: str, namespaces: Mapping[str | None, str]) -> str:
        prefix, colon, local = text.rpartition(":")
        namespace = namespaces.get(prefix if colon else None)
        if not namespace or namespace == _XHTML:
            # In a document of XHTML a bare word is a mistake, not the name of an HTML element.
            return text
        return self._names.name(namespace, local, prefix or None)
