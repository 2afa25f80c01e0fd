"""Discovery of a taxonomy set (XBRL 2.1, 3.2): the schemas and linkbases that a report's documents refer to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from tieout.reading.library import Document, Library
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.linkbase import Faults
from tieout.reading.names import Names, Scope, canonical_prefix
from tieout.reading.schema import RoleType, Schema, read_schema
from tieout.reading.xml import parse_xml
from tieout.report import Concept, InputError, LimitError, Notice

__all__ = ["Dts", "Linkbase", "Missing"]

# Schemas of the specifications themselves: their vocabulary is known here, so that it does no harm when they are missing.
_SPECIFICATIONS = re.compile(r"https?://(?:www\.)?(?:xbrl|w3)\.org/")
_NAME = re.compile(r"[^\W\d][\w.-]*")
_MISSING_TOLD = 50
_LACKS = {
    "labelLinkbaseRef": "labels",
    "referenceLinkbaseRef": "references",
    "presentationLinkbaseRef": "presentation networks",
    "calculationLinkbaseRef": "calculation networks",
    "definitionLinkbaseRef": "definition networks",
}


@dataclass(frozen=True, slots=True)
class Linkbase:
    """A linkbase document, or the part of a schema that is one."""

    location: str
    document: Document | None
    element: etree._Element | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A document that is referred to and that no package has."""

    location: str
    namespace: str | None
    referrer: str


class Dts:
    """Schemas and linkbases reachable from some entry documents, loaded without ever leaving the `Library`.

    ``notices`` gets one notice for each document that is missing or unreadable. Cycles of imports end, because each
    document is loaded once, by its canonical location.
    """

    def __init__(
        self,
        library: Library,
        names: Names | None = None,
        limits: Limits = DEFAULT_LIMITS,
        notices: list[Notice] | None = None,
    ) -> None:
        self.library = library
        self.names = names or Names()
        self.limits = limits
        self.notices: list[Notice] = [] if notices is None else notices
        self.faults = Faults()
        self.concepts: dict[str, Concept] = {}
        self.roles: dict[str, RoleType] = {}
        self.types: dict[str, str] = {}
        self.missing: dict[str, Missing] = {}
        self.linkbases: list[Linkbase] = []
        self._own: set[str] = set()
        self._documents: dict[str, Document | None] = {}
        self._ids: dict[str, dict[str, str]] = {}
        self._by_id: dict[str, str | None] = {}
        self._linkbase_locations: set[str] = set()
        self._stands_for: dict[str, str] = {}

    # Discovery ------------------------------------------------------------------------------------------------------

    def add(self, schemas: Iterable[tuple[str, str | None]], linkbases: Iterable[str] = (), referrer: str = "") -> None:
        """Load the schemas at these (location, namespace) pairs, all that they refer to, and take note of the linkbases."""
        for location in linkbases:
            self._take_linkbase(location, referrer)
        queue = [(location, namespace, referrer) for location, namespace in schemas]
        at = 0
        while at < len(queue):
            location, namespace, referrer = queue[at]
            at += 1
            if location in self._documents:
                continue
            schema = self._load(location, namespace, referrer)
            if schema is not None:
                queue.extend((where, of, schema.location) for where, of in schema.documents if where not in self._documents)
        queue.clear()

    def _load(self, location: str, namespace: str | None, referrer: str) -> Schema | None:
        document = self._find(location, namespace, referrer)
        if document is None or document.location in self._ids:
            return None
        self._ids[document.location] = {}
        if document.location != location:
            self._documents[document.location] = document
        try:
            data = document.read()
            root = parse_xml(data, document.source.where(document.member), self.limits, self.notices)
        except LimitError:
            raise
        except InputError as e:
            self.notices.append(Notice("schema-unreadable", str(e), referrer))
            return None
        if root.tag != "{http://www.w3.org/2001/XMLSchema}schema":
            return None  # locators and imports may point at linkbases too; those come in as linkbases
        schema = read_schema(root, document.location, Scope(self.names, data, root), self.names, namespace)
        self._take_in(schema, document)
        return schema

    def _find(self, location: str, namespace: str | None, referrer: str, role: str = "") -> Document | None:
        document = self._documents[location] = self.library.find(location)
        if document is None and location not in self.missing:
            self.missing[location] = Missing(location, namespace, referrer)
            self._tell_missing(location, referrer, role)
        return document

    def _tell_missing(self, location: str, referrer: str, role: str) -> None:
        if _SPECIFICATIONS.match(location) or len(self.missing) > _MISSING_TOLD + 1:
            return
        package = self.library.promised_by(location)
        what = _LACKS.get(role.rpartition("/")[2])
        if len(self.missing) > _MISSING_TOLD:
            notice = Notice("document-missing", "more documents are missing than are named here", referrer)
        elif package is not None:
            message = f"{location} is missing from the taxonomy package {package}" + (
                f": it lacks these {what}" if what else ""
            )
            notice = Notice("taxonomy-incomplete", message, referrer)
        else:
            message = f"{location[:300]} is in none of the packages; what it declares is known only as far as the filing tells"
            notice = Notice("document-missing", message, referrer)
        self.notices.append(notice)

    def _take_in(self, schema: Schema, document: Document) -> None:
        ids = self._ids[document.location]
        for concept in schema.concepts:
            if document.is_taxonomy:
                concept.source = "taxonomy"
            else:
                self._own.add(concept.name)
            concept = self.concepts.setdefault(concept.name, concept)
            if concept.id:
                ids[concept.id] = concept.name
                # An id that two schemas use tells nothing without its schema.
                same = self._by_id.setdefault(concept.id, concept.name) == concept.name
                if not same:
                    self._by_id[concept.id] = None
        for role in schema.roles:
            self.roles.setdefault(role.uri, role)
        for name, base in schema.types.items():
            self.types.setdefault(name, base)
        for element in schema.embedded:
            self.linkbases.append(Linkbase(document.location, None, element))
        for linkbase, reference_role in schema.linkbases:
            self._take_linkbase(linkbase, schema.location, reference_role)

    def _take_linkbase(self, location: str, referrer: str, role: str = "") -> None:
        if location in self._documents:
            return
        document = self._find(location, None, referrer, role)
        if document is None:
            return
        if document.location not in self._linkbase_locations:
            self._linkbase_locations.add(document.location)
            self._documents[document.location] = document
            self.linkbases.append(Linkbase(document.location, document))

    def take_stand_ins(self, prefixes: Container[str]) -> list[tuple[str, str]]:
        """Load, for each missing schema whose namespace has one of the prefixes, the same taxonomy's of another year.

        Returns (namespace wanted, location taken) pairs; a name such as ``us-gaap:Assets`` means the same in each year.
        """
        taken: list[tuple[str, str]] = []
        for missing in list(self.missing.values()):
            prefix = canonical_prefix(missing.namespace) if missing.namespace else None
            if prefix is None or prefix not in prefixes or missing.namespace in self._stands_for:
                continue
            document = next((d for shelf in self.library.shelves if (d := shelf.schema_of(prefix)) is not None), None)
            if document is not None:
                self._stands_for[str(missing.namespace)] = document.location
                self.add([(document.location, None)], referrer=missing.referrer)
                taken.append((str(missing.namespace), document.location))
        return taken

    # Questions ------------------------------------------------------------------------------------------------------

    @property
    def has_own(self) -> bool:
        """Whether any schema or linkbase of the report itself was found."""
        return any(d is not None and not d.is_taxonomy for d in self._documents.values())

    @property
    def own_concepts(self) -> frozenset[str]:
        """Names of the concepts that the report's own schemas declare."""
        return frozenset(self._own)

    def target(self, location: str, id_: str) -> str | None:
        """The concept that a locator points at. Loads the schema if it isn't yet (3.2, rule 6: hrefs of locators).

        Where the schema is missing, the id itself tells: the one element of that id in any schema, or the name that the
        id is built from by custom (``us-gaap_Assets``).
        """
        if location not in self._documents:
            self.add([(location, None)], referrer=location)
        document = self._documents.get(location)
        if document is not None:
            return self._ids.get(document.location, {}).get(id_)
        return self._by_id.get(id_) or self._from_id(id_, location)

    def _from_id(self, id_: str, location: str) -> str | None:
        """``prefix_Local`` as ``prefix:Local``. Where the prefix holds ``_`` (``jppfs_cor``), the file's name tells its end."""
        if not _NAME.fullmatch(id_) or "_" not in id_[1:-1]:
            return None
        file = posixpath.basename(location)
        ends = [i for i, c in enumerate(id_) if c == "_" and 0 < i < len(id_) - 1]
        named = [i for i in ends if file.startswith(id_[:i]) and not file[i : i + 1].isalnum()]
        end = named[-1] if named else ends[0]
        return f"{id_[:end]}:{id_[end + 1 :]}"

    def roots(self, *wanted: bytes) -> Iterator[tuple[str, etree._Element]]:
        """(location, linkbase element) of each linkbase that has one of these byte strings in it; trees are not kept.

        Linkbases that come to light while this runs are given too.
        """
        at = 0
        while at < len(self.linkbases):
            linkbase = self.linkbases[at]
            at += 1
            root = self.root_of(linkbase, *wanted)
            if root is not None:
                yield linkbase.location, root

    def root_of(self, linkbase: Linkbase, *wanted: bytes) -> etree._Element | None:
        """The linkbase element; None where none of the ``wanted`` byte strings is in it, or where it can't be read."""
        if linkbase.element is not None or linkbase.document is None:
            return linkbase.element
        document = linkbase.document
        try:
            data = document.read()
            # Encodings other than those based on ASCII are rare enough to be parsed whatever they hold.
            if wanted and not any(w in data for w in wanted) and b"\x00" not in data[:4]:
                return None
            root = parse_xml(data, document.source.where(document.member), self.limits, self.notices)
        except LimitError:
            raise
        except InputError as e:
            notice = Notice("linkbase-unreadable", str(e), linkbase.location)
            if notice not in self.notices:
                self.notices.append(notice)
            return None
        return next(root.iter("{http://www.xbrl.org/2003/linkbase}linkbase"), None)
