"""The inline documents below a folder, those in zips too; nothing is unpacked to disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tieout.reading.archive import ZipSource, is_zip
from tieout.report.errors import InputError

__all__ = ["Found", "documents_in"]

_SUFFIXES = frozenset((".htm", ".html", ".xhtml", ".xml"))
_NOT_REPORTS = ("_lab.xml", "_pre.xml", "_cal.xml", "_def.xml", "_ref.xml")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be an inline document.

    ``label`` is its path below the folder, with the member for a zip; ``fault`` says what keeps it from being read.
    """

    path: Path
    label: str
    member: str | None = None
    fault: str | None = None

    def read(self) -> bytes:
        """The bytes; raises InputError where they can't be read."""
        if self.fault is not None:
            raise InputError(self.fault)
        if self.member is not None:
            with ZipSource(self.path) as archive:
                return archive.read(self.member)
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"{self.label}: {error.strerror or error}") from None


def documents_in(folder: Path) -> Iterator[Found]:
    """Candidates in the order of their labels. Raises InputError where ``folder`` is neither a folder, a zip nor a document."""
    if folder.is_file():
        yield from _of_file(folder, folder.name)
        return
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; --from names a folder of inline 10-K and 10-Q documents")
    for here, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(here) / name
            if not name.startswith(".") and path.is_file():
                yield from _of_file(path, path.relative_to(folder).as_posix())


def _of_file(path: Path, label: str) -> Iterator[Found]:
    suffix = path.suffix.lower()
    if suffix == ".zip":
        with path.open("rb") as handle:
            if not is_zip(handle.read(4)):
                return
        try:
            with ZipSource(path) as archive:
                members = archive.members
        except InputError as error:
            yield Found(path, label, fault=str(error))
            return
        for member in members:
            if _may_be_report(member):
                yield Found(path, f"{label}/{member}", member)
    elif _may_be_report(path.name):
        yield Found(path, label)


def _may_be_report(name: str) -> bool:
    lower = name.lower()
    return Path(lower).suffix in _SUFFIXES and not lower.endswith(_NOT_REPORTS)
