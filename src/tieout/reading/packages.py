"""Folders and zips: which kind of filing or taxonomy they hold, and who reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tieout.reading.archive import FileSource, FolderSource, SingleFileSource, ZipSource
from tieout.reading.limits import Limits
from tieout.report import InputError, Report

__all__ = ["read_folder", "read_instance_file", "read_source", "read_zip"]


def read_folder(where: Path, limits: Limits, taxonomy: Sequence[Path] = ()) -> Report:
    """The report or taxonomy that a folder holds."""
    return read_source(FolderSource(where, limits), limits, taxonomy)


def read_zip(data: bytes, name: str, limits: Limits, taxonomy: Sequence[Path] = ()) -> Report:
    """The report or taxonomy that the bytes of a zip hold."""
    return read_source(ZipSource(data, limits, name), limits, taxonomy)


def read_instance_file(
    data: bytes, name: str, limits: Limits, taxonomy: Sequence[Path] = (), beside: Path | None = None
) -> Report:
    """The report of one instance; its schema and linkbases are looked for in the folder ``beside``."""
    from tieout.reading.xbrl_package import read_instance_report

    source = SingleFileSource(beside / name, limits) if beside is not None else None
    return read_instance_report(data, name, name, source, limits, taxonomy)


def read_source(source: FileSource, limits: Limits, taxonomy: Sequence[Path] = ()) -> Report:
    """The report or taxonomy in a set of files. Raises `InputError` where there is none, or more than one could be meant."""
    from tieout.reading.edinet import annotated_pages, is_edinet, read_edinet
    from tieout.reading.taxonomy import read_taxonomy
    from tieout.reading.taxonomy_package import package_root
    from tieout.reading.xbrl_package import facts_documents, read_package

    if not source.members:
        raise InputError(f"{source.name}: holds no files")
    if is_edinet(source):
        return read_edinet(source, limits, taxonomy)
    if pages := annotated_pages(source):
        from tieout.reading.html import read_html

        return read_html([(m, source.read(m)) for m in pages], source.name, limits)
    if package_root(source) is not None and not any(facts_documents(source)):
        return read_taxonomy(source, limits, taxonomy)
    if any(m.lower().endswith((".xsd", ".xbrl")) for m in source.members) or any(facts_documents(source)):
        return read_package(source, limits, taxonomy)
    return _only_document(source, limits, taxonomy)


def _only_document(source: FileSource, limits: Limits, taxonomy: Sequence[Path]) -> Report:
    """The one document of a set of files without XBRL, such as a zipped PDF."""
    from tieout.reading.detect import detect
    from tieout.reading.read import read_bytes

    documents = [m for m in source.members if detect(source.head(m, 65_536), m) in ("html", "markdown", "pdf")]
    if len(documents) != 1:
        found = f"{len(documents):,} documents: name one of them" if documents else "nothing that can be read as a report"
        raise InputError(f"{source.name}: holds no XBRL filing, and {found}")
    return read_bytes(source.read(documents[0]), documents[0], limits=limits, taxonomy=taxonomy)
