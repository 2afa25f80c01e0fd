"""Networks of a taxonomy set: one for each role and arcrole, after prohibition and override."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from lxml import etree

from tieout.reading.dts import Dts
from tieout.reading.linkbase import BaseSet, LinkReader, base_set, effective, equivalence, extended_links
from tieout.reading.schema import LINK
from tieout.report import Arc, Network

__all__ = ["LazyNetwork", "build_networks", "lazy_networks"]

_RESOURCE_LINKS = frozenset((f"{LINK}labelLink", f"{LINK}referenceLink", f"{LINK}footnoteLink"))
# One of these is in every linkbase that has arcs between concepts.
_MARKS = (b"presentationLink", b"calculationLink", b"definitionLink", b"generic")
_KIND_ORDER = {"presentation": 0, "calculation": 1, "definition": 2, "other": 3}

Candidate = tuple[Any, Arc, int, bool]


def build_networks(dts: Dts) -> tuple[Network, ...]:
    """All networks of the taxonomy set, sorted by their role definitions, in one pass over its linkbases."""
    reader = LinkReader(dts.target, dts.limits, dts.faults)
    found: dict[BaseSet, list[Candidate]] = {}
    for location, root in dts.roots(*_MARKS):
        for link in _links(root):
            for key, candidate in _candidates(reader, link, location):
                found.setdefault(key, []).append(candidate)
    dts.notices.extend(dts.faults.take())
    networks = [
        Network(role, arcrole, kind, _definition(dts, role), arcs)
        for (kind, role, arcrole), candidates in found.items()
        if (arcs := effective(candidates))
    ]
    return _sorted(networks)


def lazy_networks(dts: Dts) -> tuple[Network, ...]:
    """The same, for taxonomies: arcs of a network are read when they are first asked for, and only those."""
    where: dict[BaseSet, list[int]] = {}
    at = 0
    while at < len(dts.linkbases):
        root = dts.root_of(dts.linkbases[at], *_MARKS)
        for link in _links(root) if root is not None else ():
            for key in {base_set(link, arc) for arc in link if arc.get("{http://www.w3.org/1999/xlink}type") == "arc"}:
                places = where.setdefault(key, [])
                if at not in places:
                    places.append(at)
        at += 1

    cache = _LinkCache(dts)

    def loader(key: BaseSet) -> Callable[[], list[Arc]]:
        return lambda: _arcs_of(dts, key, where[key], cache)

    return _sorted(
        [
            LazyNetwork(role, arcrole, kind, _definition(dts, role), loader((kind, role, arcrole)))
            for kind, role, arcrole in where
        ]
    )


def _arcs_of(dts: Dts, key: BaseSet, places: list[int], cache: _LinkCache) -> list[Arc]:
    with cache.lock:
        reader = LinkReader(dts.target, dts.limits, dts.faults)
        candidates: list[Candidate] = []
        for at in places:
            for link in cache.links(at).get(key[1], ()):
                candidates.extend(c for _, c in _candidates(reader, link, dts.linkbases[at].location, key))
        dts.notices.extend(dts.faults.take())
        return effective(candidates)


class _LinkCache:
    """Links of the linkbases used last, by role: the networks of one linkbase are often asked for one after the other."""

    def __init__(self, dts: Dts, size: int = 4) -> None:
        self.lock = threading.RLock()
        self._dts = dts
        self._size = size
        self._kept: dict[int, dict[str, list[etree._Element]]] = {}

    def links(self, at: int) -> dict[str, list[etree._Element]]:
        found = self._kept.pop(at, None)
        if found is None:
            found = {}
            root = self._dts.root_of(self._dts.linkbases[at])
            for link in _links(root) if root is not None else ():
                found.setdefault(link.get("{http://www.w3.org/1999/xlink}role") or "", []).append(link)
            while len(self._kept) >= self._size:
                del self._kept[next(iter(self._kept))]
        self._kept[at] = found
        return found


def _links(root: etree._Element) -> Iterator[etree._Element]:
    return (link for link in extended_links(root) if link.tag not in _RESOURCE_LINKS)


def _candidates(
    reader: LinkReader, link: etree._Element, location: str, wanted: BaseSet | None = None
) -> Iterator[tuple[BaseSet, Candidate]]:
    for key, relation in reader.relations(link, location, wanted):
        if not isinstance(relation.target, str):
            continue  # labels of generic links
        arc = reader.arc(relation, key[0], location)
        if arc is not None:
            yield key, (equivalence(arc), arc, *reader.standing(relation.arc, location))


def _definition(dts: Dts, role: str) -> str | None:
    known = dts.roles.get(role)
    return known.definition if known is not None else None


def _sorted(networks: list[Network]) -> tuple[Network, ...]:
    """By role definition, as filings number them for that purpose; roles without one come last."""
    return tuple(
        sorted(networks, key=lambda n: (n.definition is None, n.definition or "", n.role, _KIND_ORDER[n.kind], n.arcrole))
    )


class LazyNetwork(Network):
    """A network that reads its arcs on first use, from whatever thread."""

    __slots__ = ("_load", "_lock")

    def __init__(self, role: str, arcrole: str, kind: str, definition: str | None, load: Callable[[], list[Arc]]) -> None:
        self.role = role
        self.arcrole = arcrole
        self.kind = kind
        self.definition = definition
        self._load = load
        self._lock = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        # Only called while a slot is empty: the base class fills arcs, children and parents together.
        if name not in ("arcs", "_children", "_parents"):
            raise AttributeError(name)
        with self._lock:
            try:
                return object.__getattribute__(self, name)
            except AttributeError:
                super().__init__(self.role, self.arcrole, self.kind, self.definition, self._load())
        return object.__getattribute__(self, name)

    def __repr__(self) -> str:
        return f"<Network {self.kind} {self.definition or self.role}>"
