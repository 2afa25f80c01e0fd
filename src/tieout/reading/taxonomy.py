"""Taxonomy packages (Taxonomy Packages 1.0): a zip or folder with META-INF, one or several read as one taxonomy."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from tieout.reading.archive import FileSource, open_source
from tieout.reading.description import schemas_and_linkbases
from tieout.reading.dts import Dts
from tieout.reading.library import Library, Shelf
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.names import Names
from tieout.reading.networks import lazy_networks
from tieout.reading.resources import read_labels, read_references
from tieout.reading.schema import base_item_type
from tieout.reading.taxonomy_package import EntryPoint, TaxonomyPackage, open_package, open_packages
from tieout.report import Concept, Facts, Label, Network, Notice, Parts, Reference, Report

__all__ = ["Taxonomy", "read_taxonomy"]


class Taxonomy:
    """Every document of one or several taxonomy packages, whichever entry points name it.

    Concepts, labels, references and networks are each read when first asked for; the arcs of a network only when that
    network is used. ``notices`` names the documents that the packages refer to and lack.
    """

    def __init__(
        self,
        packages: Sequence[TaxonomyPackage],
        limits: Limits = DEFAULT_LIMITS,
        notices: list[Notice] | None = None,
        names: Names | None = None,
    ) -> None:
        self.packages = tuple(packages)
        self.notices: list[Notice] = [] if notices is None else notices
        library = Library(None, [p.shelf for p in packages], limits)
        self._dts = Dts(library, names or Names(), limits, self.notices)
        self._lock = threading.RLock()
        self._loaded = False
        self._concepts: dict[str, Concept] | None = None
        self._networks: tuple[Network, ...] | None = None
        self._labels: Mapping[str, list[Label]] | None = None
        self._references: Mapping[str, list[Reference]] | None = None

    @classmethod
    def open(cls, paths: Sequence[str | PathLike[str]], limits: Limits = DEFAULT_LIMITS) -> Taxonomy:
        """The taxonomy in the packages at ``paths``; InputError where one is no taxonomy package."""
        return cls(open_packages(paths, limits), limits)

    @property
    def entry_points(self) -> tuple[EntryPoint, ...]:
        return tuple(e for p in self.packages for e in p.entry_points)

    @property
    def dts(self) -> Dts:
        """All schemas of the packages, loaded."""
        with self._lock:
            if not self._loaded:
                self._loaded = True
                for package in self.packages:
                    self._load(package.shelf)
            return self._dts

    def _load(self, shelf: Shelf) -> None:
        members = frozenset(shelf.members)
        schemas, linkbases = schemas_and_linkbases(shelf.source)
        self._dts.add([(shelf.document(m).location, None) for m in schemas if m in members])
        self._dts.add([], [shelf.document(m).location for m in linkbases if m in members])

    @property
    def concepts(self) -> Mapping[str, Concept]:
        """Every element that the packages declare, by canonical name, with labels and references as far as they are there."""
        with self._lock:
            if self._concepts is None:
                dts = self.dts
                labels, references = self.labels, self.references
                for name, concept in dts.concepts.items():
                    concept.labels = labels.get(name, concept.labels)
                    concept.references = references.get(name, concept.references)
                    concept.base_type = base_item_type(concept.type, dts.types)
                self._concepts = dts.concepts
            return self._concepts

    @property
    def labels(self) -> Mapping[str, list[Label]]:
        with self._lock:
            if self._labels is None:
                self._labels = read_labels(self.dts)
            return self._labels

    @property
    def references(self) -> Mapping[str, list[Reference]]:
        with self._lock:
            if self._references is None:
                self._references = read_references(self.dts)
            return self._references

    @property
    def networks(self) -> tuple[Network, ...]:
        """One network a role and arcrole; its arcs are read on first use."""
        with self._lock:
            if self._networks is None:
                self._networks = lazy_networks(self.dts)
            return self._networks


def read_taxonomy(source: FileSource, limits: Limits = DEFAULT_LIMITS, more: Sequence[Path] = ()) -> Report:
    """A taxonomy package as a report without facts: kind ``taxonomy``, with concepts and networks.

    ``more`` are packages that it builds on; their concepts and networks are there too.
    """
    notices: list[Notice] = []
    first = open_package(source)
    others = [open_package(open_source(p, limits), n) for n, p in enumerate(more, start=1)]
    taxonomy = Taxonomy([first, *others], limits, notices)
    parts = Parts(facts=lambda: Facts(()), concepts=lambda: taxonomy.concepts, networks=lambda: taxonomy.networks)
    return Report(source.name, "taxonomy", tuple(first.shelf.members), parts, notices)
