"""What a filing's schema and linkbases say about its concepts, found when someone asks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from tieout.reading.archive import FileSource, SingleFileSource
from tieout.reading.detect import detect
from tieout.reading.dts import Dts
from tieout.reading.inference import infer_concepts
from tieout.reading.library import Library, Shelf
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.names import Names
from tieout.reading.networks import build_networks
from tieout.reading.resources import read_labels
from tieout.reading.schema import base_item_type
from tieout.reading.taxonomy_package import open_packages
from tieout.report import STANDARD_LABEL, Concept, Facts, Network, Notice, TypedMember

__all__ = ["Description", "schemas_and_linkbases"]

_MARKUP = (".xml", ".xsd", ".xbrl")


class Description:
    """Concepts and networks of one filing, built once each, from whatever thread asks first.

    ``references`` are the locations of the schemas and of the linkbases that the filing's documents name. Where they lead to
    no file of the filing, every schema and linkbase in ``source`` is taken.
    """

    def __init__(
        self,
        source: FileSource | None,
        references: Callable[[], tuple[Sequence[str], Sequence[str]]],
        facts: Callable[[], Facts],
        names: Names,
        limits: Limits = DEFAULT_LIMITS,
        notices: list[Notice] | None = None,
        taxonomy: Sequence[Path] = (),
    ) -> None:
        self._source = source
        self._references = references
        self._facts = facts
        self._names = names
        self._limits = limits
        self._notices: list[Notice] = [] if notices is None else notices
        self._taxonomy = taxonomy
        self._dts: Dts | None = None
        self._networks: tuple[Network, ...] | None = None
        self._lock = threading.RLock()

    def networks(self) -> tuple[Network, ...]:
        with self._lock:
            if self._networks is None:
                self._networks = build_networks(self.dts())
            return self._networks

    def concepts(self) -> Mapping[str, Concept]:
        """The concepts that the filing declares, then those that its facts, contexts, networks and labels name."""
        with self._lock:
            dts, networks, facts = self.dts(), self.networks(), self._facts()
            labels = read_labels(dts)
            own = dts.own_concepts
            names = dict.fromkeys((*(n for n in dts.concepts if n in own), *_named(facts, networks)))
            if dts.library.shelves:
                self._take_stand_ins(dts, {n.partition(":")[0] for n in names if n not in dts.concepts})
            concepts = {n: dts.concepts[n] for n in names if n in dts.concepts}
            concepts.update(infer_concepts(concepts, facts, networks, (n for n in labels if n not in dts.concepts)))
            for name, concept in concepts.items():
                concept.labels = labels.get(name, concept.labels)
                concept.base_type = base_item_type(concept.type, dts.types)
            return concepts

    def labels(self, language: str) -> Mapping[str, str]:
        """The standard label of every concept that has one, in that language if there is one; builds no networks."""
        with self._lock:
            found: dict[str, str] = {}
            for name, labels in read_labels(self.dts()).items():
                standard = [x for x in labels if x.role == STANDARD_LABEL]
                if standard:
                    found[name] = next((x for x in standard if x.language.lower().startswith(language)), standard[0]).text
            return found

    def dts(self) -> Dts:
        """The taxonomy set. Raises InputError when a package given as ``taxonomy`` can't be read."""
        with self._lock:
            if self._dts is None:
                self._dts = self._discover()
            return self._dts

    def _discover(self) -> Dts:
        shelves: tuple[Shelf, ...] = ()
        if self._taxonomy:
            shelves = tuple(p.shelf for p in open_packages(self._taxonomy, self._limits))
        dts = Dts(Library(self._source, shelves, self._limits), self._names, self._limits, self._notices)
        schemas, linkbases = self._references()
        dts.add([(s, None) for s in schemas], linkbases)
        if not dts.has_own and self._source is not None and not isinstance(self._source, SingleFileSource):
            schemas, linkbases = schemas_and_linkbases(self._source)
            dts.add([(s, None) for s in schemas], linkbases)
        return dts

    def _take_stand_ins(self, dts: Dts, prefixes: set[str]) -> None:
        for namespace, location in dts.take_stand_ins(prefixes):
            message = f"{namespace} is not in the taxonomy packages: its concepts are described as {location} has them"
            self._notices.append(Notice("taxonomy-other-year", message))


def schemas_and_linkbases(source: FileSource) -> tuple[list[str], list[str]]:
    """Members of a source that are taxonomy schemas, and those that are linkbases, by a look into each."""
    kinds: dict[str, list[str]] = {"schema": [], "linkbase": []}
    for member in source.members:
        if member.lower().endswith(_MARKUP):
            kinds.get(detect(source.head(member, 16_384), member), []).append(member)
    return kinds["schema"], kinds["linkbase"]


def _named(facts: Facts, networks: Iterable[Network]) -> Iterable[str]:
    seen: set[int] = set()
    for fact in facts:
        yield fact.concept
        if id(fact.context) not in seen:
            seen.add(id(fact.context))
            for axis, member in fact.context.dimensions.items():
                yield axis
                if not isinstance(member, TypedMember):
                    yield member
    for network in networks:
        for arc in network.arcs:
            yield arc.parent
            yield arc.child
