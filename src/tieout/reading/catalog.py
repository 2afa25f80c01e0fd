"""Addresses of files: how a reference becomes a location, and how catalogs of taxonomy packages redirect it.

A location is an absolute URL, or a path inside the package that is being read. Nothing here opens anything: what a location
can yield is decided by the sources that know their own members, so that `file:///etc/passwd` is merely a name nobody has.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin

__all__ = ["MOST_REWRITES", "Catalog", "Rewrite", "is_url", "resolve", "rewrites_of"]

# Far more than any publisher's catalog has; each reference is held against all of them.
MOST_REWRITES = 500
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CATALOG = "{urn:oasis:names:tc:entity:xmlns:xml:catalog}"


def is_url(location: str) -> bool:
    return _SCHEME.match(location) is not None


def resolve(base: str, reference: str) -> str:
    """The location that ``reference`` names when it stands in the document at ``base``; the fragment is cut off.

    A path that climbs out of the package keeps its leading ``..`` or ``/``, and so matches no member.
    """
    reference = reference.strip().partition("#")[0]
    if not reference:
        return base
    if is_url(reference):
        return reference
    if is_url(base):
        try:
            return urljoin(base, reference)
        except ValueError:  # malformed host parts such as "http://[": no such document
            return reference
    if reference.startswith("//"):
        return "http:" + reference
    path = unquote(reference).replace("\\", "/")
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
    return joined + "/" if path.endswith("/") and joined != "/" else joined  # a folder stays one: xml:base may name it


@dataclass(frozen=True, slots=True)
class Rewrite:
    """URLs that begin with ``start`` lie at ``prefix`` plus the rest, in the package's own paths."""

    start: str
    prefix: str


def rewrites_of(root: Any, catalog_path: str) -> list[Rewrite]:
    """The rewriteURI entries of a catalog (OASIS XML Catalogs 1.1, 6.5.9), prefixes resolved against the catalog's path."""
    found: list[Rewrite] = []
    for element in root.iter(f"{_CATALOG}rewriteURI", f"{_CATALOG}rewriteSystem"):
        start, prefix = element.get("uriStartString") or element.get("systemIdStartString"), element.get("rewritePrefix")
        if not start or prefix is None or is_url(prefix):
            continue
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(catalog_path), unquote(prefix)))
        folder = "" if joined == "." else joined + ("/" if prefix.endswith("/") or not prefix else "")
        if not folder.startswith(("..", "/")) and len(found) < MOST_REWRITES:
            found.append(Rewrite(start, folder))
    return found


class Catalog:
    """Rewrites of one package; the longest matching start wins, as OASIS XML Catalogs 1.1 (7.2.2) has it."""

    def __init__(self, rewrites: Iterable[Rewrite] = ()) -> None:
        self.rewrites = tuple(sorted(set(rewrites), key=lambda r: -len(r.start)))

    def __bool__(self) -> bool:
        return bool(self.rewrites)

    def paths_of(self, url: str) -> list[str]:
        """Where in the package the document of ``url`` may lie, the likeliest first; empty if no rewrite covers it."""
        found: list[str] = []
        for variant in _variants(url):
            for rewrite in self.rewrites:
                if variant.startswith(rewrite.start):
                    path = posixpath.normpath(rewrite.prefix + unquote(variant[len(rewrite.start) :].partition("?")[0]))
                    if not path.startswith(("..", "/")):
                        found.append(path)
        return found

    def url_of(self, path: str) -> str | None:
        """The URL by which other documents refer to the member at ``path``, None if no rewrite leads there."""
        best = max((r for r in self.rewrites if path.startswith(r.prefix)), key=lambda r: len(r.prefix), default=None)
        return best.start + path[len(best.prefix) :] if best is not None else None


def _variants(url: str) -> tuple[str, ...]:
    """The URL as written, then with the other of http and https: publishers moved to https, and references did not."""
    if url.startswith("http://"):
        return (url, "https://" + url[7:])
    if url.startswith("https://"):
        return (url, "http://" + url[8:])
    return (url,)
