"""Which document a location stands for: the package that is read, then the taxonomy packages, and nothing else."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tieout.reading.archive import FileSource, SingleFileSource
from tieout.reading.catalog import MOST_REWRITES, Catalog, Rewrite, is_url, rewrites_of
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.names import canonical_prefix
from tieout.reading.xml import parse_xml
from tieout.report import InputError

__all__ = ["Document", "Library", "Shelf", "catalog_at"]

_TARGET_NAMESPACE = re.compile(rb"""\stargetNamespace\s*=\s*["']([^"']{1,1000})["']""")


@dataclass(frozen=True, slots=True)
class Document:
    """A document that exists: ``location`` is the one name under which a DTS knows it, however it was referred to."""

    source: FileSource
    member: str
    location: str
    is_taxonomy: bool

    def read(self) -> bytes:
        return self.source.read(self.member)


class Shelf:
    """A taxonomy package as a place to look in: its files below ``root``, under the URLs that its catalog gives them."""

    def __init__(self, source: FileSource, root: str, catalog: Catalog, number: int) -> None:
        self.source = source
        self.root = root
        # A rewrite of every address there is (`https://`) only says where a file would lie, not that it should be there.
        self._promised = Catalog([r for r in catalog.rewrites if "." in r.start])
        # Files that no rewrite covers get an address of their own, in a domain that can't exist (RFC 2606).
        self._catalog = Catalog([*catalog.rewrites, Rewrite(f"http://package{number}.invalid/", root)])
        self._namespaces: dict[str, str] | None = None

    @property
    def members(self) -> list[str]:
        """The files of the package, without its META-INF."""
        return [m for m in self.source.members if m.startswith(self.root) and not m.startswith(self.root + "META-INF/")]

    def find(self, url: str) -> Document | None:
        member = next((p for p in self._catalog.paths_of(url) if p in self.source), None)
        return self.document(member) if member is not None else None

    def promises(self, url: str) -> bool:
        """Whether the package's own catalog says that the document at ``url`` is in it."""
        return any(path.startswith(self.root) for path in self._promised.paths_of(url))

    def document(self, member: str) -> Document:
        return Document(self.source, member, self._catalog.url_of(member) or member, True)

    def schema_of(self, prefix: str) -> Document | None:
        """The schema whose namespace goes by that canonical prefix: the same taxonomy, perhaps of another year."""
        if self._namespaces is None:
            self._namespaces = {}
            for member in self.members:
                if member.endswith(".xsd") and (found := _TARGET_NAMESPACE.search(self.source.head(member, 8192))):
                    known = canonical_prefix(found[1].decode("utf-8", "replace"))
                    if known is not None:
                        self._namespaces.setdefault(known, member)
        found_at = self._namespaces.get(prefix)
        return self.document(found_at) if found_at is not None else None


class Library:
    """Everything that a DTS may draw on."""

    def __init__(self, own: FileSource | None, shelves: Sequence[Shelf] = (), limits: Limits = DEFAULT_LIMITS) -> None:
        self.own = own
        self.shelves = tuple(shelves)
        self._limits = limits
        self._catalog: Catalog | None = None
        self._by_name: dict[str, list[str]] | None = None

    def find(self, location: str) -> Document | None:
        """The document at a location, None where no package has it.

        A file of the filing is also found by its bare name, because filings refer to their schema by the address that it
        is going to have, and because archives rename files (``a.xsd`` to ``a.xsd.xml``).
        """
        return self._exact(location) or self._on_shelves(location) or self._by_bare_name(location)

    def promised_by(self, location: str) -> str | None:
        """Name of the taxonomy package that the document at ``location`` should be in, None if it belongs to none."""
        if not is_url(location):
            return None
        return next((s.source.name for s in self.shelves if s.promises(location)), None)

    def _exact(self, location: str) -> Document | None:
        if self.own is None:
            return None
        if not is_url(location):
            return self._mine(location) if location in self.own else None
        path = next((p for p in self._own_catalog().paths_of(location) if p in self.own), None)
        return self._mine(path) if path is not None else None

    def _on_shelves(self, location: str) -> Document | None:
        if not is_url(location):
            return None
        return next((d for shelf in self.shelves if (d := shelf.find(location)) is not None), None)

    def _by_bare_name(self, location: str) -> Document | None:
        if self.own is None:
            return None
        name = posixpath.basename(location)
        for candidate in (name, name + ".xml"):
            found = self._names_index().get(candidate, ())
            if len(found) == 1:
                return self._mine(found[0])
        return None

    def _mine(self, member: str) -> Document:
        assert self.own is not None  # noqa: S101  (callers have looked)
        return Document(self.own, member, member, False)

    def _names_index(self) -> dict[str, list[str]]:
        if self._by_name is None:
            self._by_name = {}
            if self.own is not None:
                members = self.own.beside if isinstance(self.own, SingleFileSource) else self.own.members
                for member in members:
                    self._by_name.setdefault(posixpath.basename(member), []).append(member)
        return self._by_name

    def _own_catalog(self) -> Catalog:
        """Rewrites of catalogs inside the filing itself, as report packages and rolled filings have them."""
        if self._catalog is None:
            rewrites: list[Rewrite] = []
            for member in self.own.members if self.own is not None else ():
                if member == "META-INF/catalog.xml" or member.endswith("/META-INF/catalog.xml"):
                    assert self.own is not None  # noqa: S101
                    try:
                        rewrites.extend(catalog_at(self.own, member, self._limits).rewrites)
                    except InputError:
                        continue  # a broken catalog redirects nothing; what then is missing gets its notice
            self._catalog = Catalog(rewrites[:MOST_REWRITES])
        return self._catalog


def catalog_at(source: FileSource, member: str, limits: Limits = DEFAULT_LIMITS) -> Catalog:
    """The catalog at a member path. Raises InputError where it can't be read."""
    return Catalog(rewrites_of(parse_xml(source.read(member), source.where(member), limits), member))
