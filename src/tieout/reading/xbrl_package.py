"""XBRL filings of several files: an instance or inline documents, with their schema and linkbases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tieout.reading.archive import FileSource
from tieout.reading.description import Description, schemas_and_linkbases
from tieout.reading.detect import detect, is_inline
from tieout.reading.instance import dts_references, read_instance
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.names import Names
from tieout.reading.once import Once
from tieout.report import Facts, InputError, Notice, Parts, Report

__all__ = ["facts_documents", "read_instance_report", "read_package"]

_HTML = re.compile(r"\.x?html?$", re.I)
_XML = re.compile(r"\.(?:xml|xbrl)$", re.I)
# EDGAR's own renderings (R1.htm …) are made from the filing and hold no facts.
_RENDERED = re.compile(r"(?:^|/)R\d+\.htm$")
_SCHEMA_REF = re.compile(rb"""<(?:[\w.-]+:)?schemaRef\b[^<>]*?[\s:]href\s*=\s*["']([^"']{1,2000})["']""")
_HEAD = 65_536


def facts_documents(source: FileSource) -> tuple[list[str], list[str]]:
    """Members of a source that are inline documents, and those that are plain instances."""
    inline: list[str] = []
    instances: list[str] = []
    for member in source.members:
        if _HTML.search(member):
            if not _RENDERED.search(member) and is_inline(source.head(member, _HEAD)):
                inline.append(member)
        elif _XML.search(member):
            kind = detect(source.head(member, _HEAD), member)
            if kind == "instance":
                instances.append(member)
            elif kind == "inline":
                inline.append(member)
    return inline, instances


def read_package(source: FileSource, limits: Limits = DEFAULT_LIMITS, taxonomy: Sequence[Path] = ()) -> Report:
    """The report of a filing. Facts come from its inline documents where it has any, else from its instance.

    A plain instance that lies beside inline documents is the one that a regulator extracted from them; it is left alone. A
    filing without either still has concepts and networks. Raises `InputError` where there is none of all this.
    """
    inline, instances = facts_documents(source)
    if inline:
        from tieout.reading.inline_report import read_inline_report

        sets = _document_sets([(m, source.read(m)) for m in inline])
        return read_inline_report(sets, source.name, limits, taxonomy, source=source)
    if instances:
        notices = []
        if len(instances) > 1:
            others = ", ".join(instances[1:10])
            notices.append(Notice("several-instances", f"read {instances[0]}; this filing also holds {others}", source.name))
        return read_instance_report(source.read(instances[0]), instances[0], source.name, source, limits, taxonomy, notices)
    schemas, linkbases = schemas_and_linkbases(source)
    if not schemas and not linkbases:
        raise InputError(f"{source.name}: holds no XBRL: neither an instance, an inline document, a schema nor a linkbase")
    notices = [Notice("no-instance", "has a schema or linkbases but no instance, so there are no facts", source.name)]
    names, no_facts = Names(), Facts(())
    described = Description(source, lambda: (schemas, linkbases), lambda: no_facts, names, limits, notices, taxonomy)
    parts = Parts(concepts=described.concepts, networks=described.networks)
    return Report(source.name, "xbrl", (*schemas, *linkbases), parts, notices)


def read_instance_report(
    data: bytes,
    file: str,
    name: str,
    source: FileSource | None,
    limits: Limits = DEFAULT_LIMITS,
    taxonomy: Sequence[Path] = (),
    notices: list[Notice] | None = None,
) -> Report:
    """The report of one instance document; its schema and linkbases are looked for in ``source``."""
    notices = [] if notices is None else notices
    names = Names()
    instance, found = read_instance(data, file, name, limits, names, notices)
    described = Description(
        source, lambda: dts_references(instance.root, file), lambda: Facts(found), names, limits, notices, taxonomy
    )
    labels = Once(lambda: described.labels("en"))
    parts = Parts(
        facts=lambda: Facts(found, labels),
        concepts=described.concepts,
        networks=described.networks,
        contexts=lambda: instance.contexts,
        units=lambda: instance.units,
    )
    return Report(name, "xbrl", (file,), parts, notices)


def _document_sets(files: Sequence[tuple[str, bytes]]) -> list[list[tuple[str, bytes]]]:
    """Inline documents by the report they belong to: those with one schemaRef in common, or with none, are one set.

    Inline XBRL 1.1 (4.1.1) leaves it to the receiver which documents make a set; a schemaRef stands once in each.
    """
    sets: dict[bytes, list[tuple[str, bytes]]] = {}
    without: list[tuple[str, bytes]] = []
    for file, data in files:
        found = _SCHEMA_REF.search(data)
        if found is None:
            without.append((file, data))
        else:
            sets.setdefault(found[1], []).append((file, data))
    if not sets:
        return [without]
    first = next(iter(sets))
    sets[first].extend(without)
    return list(sets.values())
