"""From the paths on the command line to the reports there."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.report.errors import InputError

if TYPE_CHECKING:
    from tieout.reading import Limits
    from tieout.report import Report

__all__ = ["STDIN", "Source", "find_sources"]

STDIN = "-"

_REPORT_KINDS = frozenset({"zip", "pdf", "inline", "instance", "html", "markdown"})
# A file with such a name is meant to be a report: when it turns out to be none, the user wants to hear of it.
_REPORT_SUFFIXES = frozenset({".htm", ".html", ".xhtml", ".xbrl", ".xml", ".zip", ".pdf", ".md", ".mmd"})
# What we and other programs write out of reports: data, even where a text in it is markup, or the file a zip.
_RESULT_SUFFIXES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx", ".xls", ".docx", ".parquet", ".sarif"})
# Kinds of files that lie beside a report, and are no failure.
_BESIDE = frozenset({"schema", "linkbase", "other-xml"})
# Folders that only a package has: EDINET's document folders, and XBRL's report and taxonomy packages (1.0, 3.1).
_PACKAGE_FOLDERS = frozenset({"xbrl", "publicdoc", "auditdoc", "meta-inf"})
_HEAD = 65_536
_URL = re.compile(r"(?:https?|ftp|file)://?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Source:
    """A place that holds one report; ``label`` is what the user would call it, relative to the path given."""

    path: Path
    label: str

    def read(self, limits: Limits, taxonomy: Sequence[Path] = (), texts: bool = False) -> Report:
        """The report; raises InputError or LimitError with one clear line. With ``texts``, plain text is one too."""
        from tieout.reading import read, read_bytes

        if self.label == STDIN:
            return read_bytes(_standard_input(limits), "stdin", limits=limits, taxonomy=taxonomy, texts=texts)
        # "." has no name to call the report by; the folder it stands for has.
        path = self.path if self.path.name not in ("", "..") else self.path.resolve()
        return read(path, limits=limits, taxonomy=taxonomy, texts=texts)


def find_sources(paths: Sequence[str], texts: bool = False) -> list[Source]:
    """Every report below ``paths``, in order. A folder that is one filing is one report; any other is searched.

    Which files are reports is told by looking into them; with ``texts``, plain text files (.txt) are reports too. Raises
    InputError for a path where nothing is, and for a folder without any report.
    """
    found: list[Source] = []
    for text in paths:
        path = Path(text)
        if text == STDIN:
            found.append(Source(path, STDIN))
        elif _URL.match(text) and not path.exists():
            raise InputError(
                f"{text}: nothing is fetched while reading: download it first, or pipe it in: curl -s URL | tieout …"
            )
        elif not path.exists():
            raise InputError(f"{text}: there is no such file or folder")
        elif path.is_dir() and not _is_package(path):
            below = list(_search(path, path, texts))
            if not below:
                also = ", plain text" if texts else ""
                raise InputError(f"{text}: no report in this folder: nothing in it is XBRL, HTML, Markdown{also}, PDF or a zip")
            found.extend(below)
        else:
            found.append(Source(path, text))
    return found


def _search(folder: Path, top: Path, texts: bool) -> Iterator[Source]:
    pending = [folder]
    while pending:
        here = pending.pop()
        if not os.access(here, os.R_OK | os.X_OK):
            yield Source(here, _label(here, top))  # reading it says what is wrong
            continue
        if here != folder and _is_package(here):
            yield Source(here, _label(here, top))
            continue
        folders: list[Path] = []
        for entry in _entries(here):
            if entry.is_dir():
                if not entry.is_symlink():  # a link may lead back up
                    folders.append(entry)
            elif entry.is_file() and _is_candidate(entry, texts):
                yield Source(entry, _label(entry, top))
        pending.extend(reversed(folders))


def _label(path: Path, top: Path) -> str:
    return path.relative_to(top).as_posix() if path != top else path.as_posix()


def _entries(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            return sorted(Path(e.path) for e in found if not e.name.startswith("."))
    except OSError:
        return []


def _is_package(folder: Path) -> bool:
    """Whether the files of a folder belong together as one filing or taxonomy package.

    So they do where a package's own folders are, beside an XBRL instance, and beside a single schema. Where several
    schemas lie, several filings were put into one folder.
    """
    entries = _entries(folder)
    if any(e.name.lower() in _PACKAGE_FOLDERS and e.is_dir() for e in entries):
        return True
    kinds = [_kind(e) for e in entries if e.suffix.lower() in {".xsd", ".xml", ".xbrl"} and e.is_file()]
    schemas, instances = kinds.count("schema"), kinds.count("instance")
    return schemas == 1 or (schemas == 0 and instances == 1)


def _is_candidate(path: Path, texts: bool) -> bool:
    if path.suffix.lower() in _RESULT_SUFFIXES:
        return False
    kind = _kind(path)
    if kind in _REPORT_KINDS:
        return True
    if texts and path.suffix.lower() == ".txt":
        return kind in ("text", "binary")  # a binary one calls itself a text: reading it says that it is none
    return kind not in _BESIDE and path.suffix.lower() in _REPORT_SUFFIXES


def _kind(path: Path) -> str:
    from tieout.reading.detect import detect

    try:
        with path.open("rb") as f:
            return detect(f.read(_HEAD), path.name)
    except OSError:
        return "binary"


def _standard_input(limits: Limits) -> bytes:
    from tieout.reading.limits import over

    if sys.stdin is None or sys.stdin.isatty():
        raise InputError("-: standard input is a terminal: pipe a report into it, or name a file")
    data = sys.stdin.buffer.read(limits.file_size + 1)
    if len(data) > limits.file_size:
        raise over(limits, "file_size", "-: has more bytes")
    return data
