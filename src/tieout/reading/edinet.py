"""EDINET filings: the manifest names the inline documents of each instance, of PublicDoc and of AuditDoc.

The form is that of the FSA's filer manual: ``XBRL/PublicDoc/manifest_PublicDoc.xml`` lists, for each instance, its inline
files in order; the first, the header file, holds the contexts of all.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from pathlib import Path

from tieout.reading.archive import FileSource
from tieout.reading.detect import has_tags, is_inline
from tieout.reading.inline_report import read_inline_report
from tieout.reading.limits import Limits
from tieout.reading.xml import parse_xml
from tieout.report import InputError, Notice, Report

__all__ = ["is_edinet", "read_edinet"]

_MANIFEST_NS = "{http://disclosure.edinet-fsa.go.jp/2013/manifest}"
_MANIFEST = re.compile(r"(?:^|/)manifest(?:_[A-Za-z]+)?\.xml$")
_FOLDERS = ("PublicDoc", "AuditDoc")
_IN_FOLDER = re.compile(r"(?:^|/)(PublicDoc|AuditDoc)/[^/]+$")
_HTML = re.compile(r"\.x?html?$", re.I)


def is_edinet(source: FileSource) -> bool:
    """Whether the files lie as EDINET's do: in a PublicDoc or AuditDoc folder, or beside a manifest of one."""
    return any(_IN_FOLDER.search(m) or re.search(r"(?:^|/)manifest_(?:Public|Audit)Doc\.xml$", m) for m in source.members)


def annotated_pages(source: FileSource) -> list[str]:
    """The files of an annotated report (HTML with `cell-id` on cells, no Inline XBRL left, nothing of XBRL beside it)."""
    if any(m.lower().endswith((".xsd", ".xbrl", ".xml")) for m in source.members):
        return []
    data = {m: source.read(m) for m in source.members if _HTML.search(m)}
    annotated = any(b' cell-id="' in d for d in data.values()) and not any(has_tags(d) for d in data.values())
    return sorted(data) if annotated else []


def read_edinet(source: FileSource, limits: Limits, taxonomy: Sequence[Path] = ()) -> Report:
    """The report of an EDINET filing: the inline documents of all instances, PublicDoc before AuditDoc.

    Without a manifest the inline files of a folder make one instance, with a notice. A filing without any inline document is
    read as plain HTML. Raises `InputError` when there is nothing to read.
    """
    notices: list[Notice] = []
    sets = [s for folder in _FOLDERS for s in _instances(source, folder, limits, notices)]
    if sets:
        return read_inline_report(sets, source.name, limits, taxonomy, kind="edinet", notices=notices, source=source)
    pages = [m for m in source.members if _IN_FOLDER.search(m) and _HTML.search(m)]
    if not pages:
        raise InputError(f"{source.name}: looks like an EDINET filing, but PublicDoc holds no document")
    from tieout.reading.html import read_html

    return read_html([(m, source.read(m)) for m in pages], source.name, limits)


def _instances(source: FileSource, folder: str, limits: Limits, notices: list[Notice]) -> list[list[tuple[str, bytes]]]:
    manifests = [m for m in source.members if _MANIFEST.search(m) and _folder_of(m) == folder]
    named: list[list[str]] = []
    for manifest in manifests:
        named.extend(_listed(source, manifest, limits, notices))
    if not manifests:
        loose = [m for m in source.members if _IN_FOLDER.search(m) and _folder_of(m) == folder and _HTML.search(m)]
        loose = [m for m in loose if is_inline(source.read(m))]
        if loose:
            notices.append(Notice("edinet-no-manifest", f"{folder} has no manifest: its inline files are read as one instance"))
            named.append(loose)
    sets = []
    for files in named:
        found = [(f, source.read(f)) for f in files if f in source]
        notices.extend(
            Notice("edinet-missing-file", "the manifest names a file that is not there", source.where(f))
            for f in files
            if f not in source
        )
        inline = [(f, data) for f, data in found if is_inline(data)]
        notices.extend(
            Notice("edinet-not-inline", "the manifest names a file without Inline XBRL", source.where(f))
            for f, data in found
            if not is_inline(data)
        )
        if inline:
            sets.append(inline)
    return sets


def _folder_of(member: str) -> str | None:
    if m := _IN_FOLDER.search(member):
        return m[1]
    m = re.search(r"manifest_(PublicDoc|AuditDoc)\.xml$", member)
    return m[1] if m else None


def _listed(source: FileSource, manifest: str, limits: Limits, notices: list[Notice]) -> list[list[str]]:
    """Paths of the inline files of each instance that a manifest lists."""
    try:
        root = parse_xml(source.read(manifest), source.where(manifest), limits, notices)
    except InputError as e:
        notices.append(Notice("edinet-manifest", str(e), source.where(manifest)))
        return []
    here = posixpath.dirname(manifest)
    instances = []
    for instance in root.iter(f"{_MANIFEST_NS}instance"):
        files = [
            posixpath.normpath(posixpath.join(here, (e.text or "").strip())) for e in instance.iter(f"{_MANIFEST_NS}ixbrl")
        ]
        instances.append(files)
    if not any(instances):
        notices.append(Notice("edinet-manifest", "the manifest lists no inline file", source.where(manifest)))
    return [files for files in instances if files]
