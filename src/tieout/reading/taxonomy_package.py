"""Taxonomy packages (Taxonomy Packages 1.0): what a package's manifest says, and where its files lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike

from lxml import etree

from tieout.reading.archive import FileSource, open_source
from tieout.reading.catalog import Catalog
from tieout.reading.library import Shelf, catalog_at
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.xml import parse_xml
from tieout.report import InputError

__all__ = ["EntryPoint", "TaxonomyPackage", "open_package", "open_packages", "package_root"]

_TP = "{http://xbrl.org/2016/taxonomy-package}"
_MANIFEST = "META-INF/taxonomyPackage.xml"


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A set of documents that the publisher means to be used together."""

    name: str
    description: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaxonomyPackage:
    """One package: what its manifest says, and its files."""

    name: str
    identifier: str
    version: str
    entry_points: tuple[EntryPoint, ...]
    shelf: Shelf


def package_root(source: FileSource) -> str | None:
    """The folder in ``source`` that holds META-INF/taxonomyPackage.xml: "" or one top folder with ``/``; None if none does."""
    for member in source.members:
        if member.endswith(_MANIFEST) and member.count("/") <= 2:
            root = member[: -len(_MANIFEST)]
            if root == "" or root.endswith("/"):
                return root
    return None


def open_packages(paths: Sequence[str | PathLike[str]], limits: Limits = DEFAULT_LIMITS) -> list[TaxonomyPackage]:
    """The taxonomy packages at ``paths``. Raises InputError where one is no taxonomy package."""
    return [open_package(open_source(path, limits), n) for n, path in enumerate(paths)]


def open_package(source: FileSource, number: int = 0) -> TaxonomyPackage:
    """The taxonomy package in ``source``. ``number`` tells several packages of one reading apart."""
    root = package_root(source)
    if root is None:
        raise InputError(f"{source.name}: is no taxonomy package: it has no {_MANIFEST}, at its top or in its one top folder")
    manifest = parse_xml(source.read(root + _MANIFEST), source.where(root + _MANIFEST), source.limits)
    catalog_member = root + "META-INF/catalog.xml"
    catalog = catalog_at(source, catalog_member, source.limits) if catalog_member in source else Catalog()
    return TaxonomyPackage(
        _text(manifest, "name") or source.name,
        _text(manifest, "identifier"),
        _text(manifest, "version"),
        tuple(_entry_point(e) for e in manifest.iter(f"{_TP}entryPoint")),
        Shelf(source, root, catalog, number),
    )


def _text(element: etree._Element, name: str) -> str:
    return " ".join((element.findtext(f"{_TP}{name}") or "").split())


def _entry_point(element: etree._Element) -> EntryPoint:
    documents = tuple(href for d in element.iterchildren(f"{_TP}entryPointDocument") if (href := d.get("href")))
    return EntryPoint(_text(element, "name"), _text(element, "description"), documents)
