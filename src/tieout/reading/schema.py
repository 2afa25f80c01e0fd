"""Taxonomy schemas (XBRL 2.1, 5.1): element declarations, role types, types, and references to other documents."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from lxml import etree

from tieout.reading.catalog import resolve
from tieout.reading.names import XBRLI, Names, Scope
from tieout.report import Concept

__all__ = ["LINK", "XLINK", "XML_BASE", "RoleType", "Schema", "base_item_type", "read_schema"]

LINK = "{http://www.xbrl.org/2003/linkbase}"
XLINK = "{http://www.w3.org/1999/xlink}"
XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"

_XS = "{http://www.w3.org/2001/XMLSchema}"
_ELEMENT, _COMPLEX = f"{_XS}element", f"{_XS}complexType"
_PERIOD_TYPE, _BALANCE = f"{{{XBRLI}}}periodType", f"{{{XBRLI}}}balance"
_TRUE = frozenset(("true", "1"))
# Declarations that are vocabulary of links and references, not concepts.
_NO_CONCEPTS = frozenset(("link", "xl", "gen", "label", "ref", "reference"))


@dataclass(frozen=True, slots=True)
class RoleType:
    """A roleType or arcroleType (XBRL 2.1, 5.1.3 and 5.1.4) with its human-readable definition."""

    uri: str
    definition: str | None
    used_on: tuple[str, ...]


@dataclass(slots=True)
class Schema:
    """One schema document.

    ``documents`` are the schemas it imports or includes, as (location, namespace); an include has its own namespace.
    ``linkbases`` are (location, role of the reference) pairs, ``embedded`` are linkbase elements within the schema.
    """

    location: str
    namespace: str | None
    concepts: list[Concept] = field(default_factory=list)
    roles: list[RoleType] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    documents: list[tuple[str, str | None]] = field(default_factory=list)
    linkbases: list[tuple[str, str]] = field(default_factory=list)
    embedded: list[etree._Element] = field(default_factory=list)


def read_schema(root: etree._Element, location: str, scope: Scope, names: Names, including: str | None = None) -> Schema:
    """What the schema at ``location`` declares.

    ``including`` is the namespace of the schema that includes this one: a schema without a target namespace takes it over
    (XML Schema 1, 4.2.1). Unreadable parts are passed over: a schema is never refused for one bad declaration.
    """
    namespace = root.get("targetNamespace") or including
    schema = Schema(location, namespace)
    declared = next((p for p, uri in root.nsmap.items() if uri == namespace and p), None)
    prefix = names.prefix(namespace, declared) if namespace else None
    reader = _Reader(scope, names, f"{prefix}:" if prefix else "", namespace)
    base = _base(root, location)
    for child in root:
        tag = child.tag
        if tag == _ELEMENT:
            concept = reader.concept(child)
            if concept is not None:
                schema.concepts.append(concept)
        elif tag == _COMPLEX:
            name, derived = child.get("name"), reader.base_of(child)
            if name and derived:
                schema.types[reader.own + name] = derived
        elif tag in (f"{_XS}import", f"{_XS}include", f"{_XS}redefine"):
            target = child.get("schemaLocation")
            if target:
                of = child.get("namespace") if tag == f"{_XS}import" else namespace
                schema.documents.append((resolve(_base(child, base), target), of))
        elif tag == f"{_XS}annotation":
            for info in child.iterchildren(f"{_XS}appinfo"):
                _read_appinfo(info, _base(info, base), schema)
    return schema


def _read_appinfo(info: etree._Element, base: str, schema: Schema) -> None:
    for element in info:
        if element.tag == f"{LINK}linkbaseRef":
            href = element.get(f"{XLINK}href")
            if href:
                schema.linkbases.append((resolve(_base(element, base), href), element.get(f"{XLINK}role") or ""))
        elif element.tag in (f"{LINK}roleType", f"{LINK}arcroleType"):
            uri = element.get("roleURI") or element.get("arcroleURI")
            if uri:
                definition = " ".join((element.findtext(f"{LINK}definition") or "").split()) or None
                used = tuple((u.text or "").strip() for u in element.iterchildren(f"{LINK}usedOn"))
                schema.roles.append(RoleType(uri, definition, used))
        elif element.tag == f"{LINK}linkbase":
            schema.embedded.append(element)


def _base(element: etree._Element, base: str) -> str:
    own = element.get(XML_BASE)
    return resolve(base, own) if own else base


class _Reader:
    """Element declarations of one schema; prefixed names are looked up in the document's scope."""

    def __init__(self, scope: Scope, names: Names, own: str, namespace: str | None) -> None:
        self.own = own
        self._scope = scope
        self._names = names
        self._namespace = namespace

    def qname(self, text: str | None, element: etree._Element) -> str | None:
        """Canonical form of a QName in an attribute; without a prefix it is in the default namespace (XML Schema 2, 3.2.18)."""
        if not text:
            return None
        if ":" in text:
            return self._scope.canonical(text, element)
        return self._names.name(self._scope.namespace(None, element), text.strip())

    def concept(self, element: etree._Element) -> Concept | None:
        get = element.get
        name, group = get("name"), self.qname(get("substitutionGroup"), element)
        if not name or group is None or group.partition(":")[0] in _NO_CONCEPTS:
            return None
        period, balance = get(_PERIOD_TYPE), get(_BALANCE)
        declared = get("type")
        return Concept(
            name=self.own + name,
            namespace=self._namespace,
            id=get("id"),
            type=self.qname(declared, element) if declared else self._anonymous(element),
            substitution_group=group,
            period_type="instant" if period == "instant" else "duration" if period == "duration" else None,
            balance="debit" if balance == "debit" else "credit" if balance == "credit" else None,
            abstract=get("abstract") in _TRUE,
            nillable=get("nillable") in _TRUE,
        )

    def _anonymous(self, element: etree._Element) -> str | None:
        inner = element.find(_COMPLEX)
        return self.base_of(inner) if inner is not None else None

    def base_of(self, complex_type: etree._Element) -> str | None:
        for content in complex_type.iterchildren(f"{_XS}simpleContent", f"{_XS}complexContent"):
            for derivation in content.iterchildren(f"{_XS}restriction", f"{_XS}extension"):
                return self.qname(derivation.get("base"), derivation)
        return None


@cache
def _known_types() -> Mapping[str, str]:
    with (files("tieout.reading") / "data" / "item_types.toml").open("rb") as f:
        bases: dict[str, str] = tomllib.load(f)["base"]
    return bases


def _derivations(type_: str, types: Mapping[str, str]) -> Iterator[str]:
    seen: set[str] = set()
    current: str | None = type_
    while current is not None and current not in seen:
        seen.add(current)
        yield current
        current = types.get(current) or _known_types().get(current)


def base_item_type(type_: str | None, types: Mapping[str, str]) -> str | None:
    """The XBRL 2.1 item type (``xbrli:monetaryItemType``) that ``type_`` derives from; None as far as nobody says.

    ``types`` gives the types that loaded schemas define by the type that each derives from; published ones are known without.
    """
    if type_ is None:
        return None
    return next((t for t in _derivations(type_, types) if t.startswith("xbrli:")), None)
