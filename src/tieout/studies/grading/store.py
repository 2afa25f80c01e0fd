"""What annotators said: a file a person, a line a grade, only ever added to, on the disk before it is acknowledged.

A process that is killed can leave one unfinished line, which was never acknowledged; it is passed over.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from tieout.report.errors import InputError

__all__ = ["GRADES", "Grade", "Grades"]

GRADES = ("ok", "not_ok", "uncertain")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Grade:
    """One judgment; ``grade`` is None where it was taken back. ``at`` is UTC, ISO 8601; ``seconds`` how long it took."""

    annotator: str
    item: str
    grade: str | None
    at: str
    seconds: float | None = None


class Grades:
    """The grades in a folder. Several threads may add; several processes should not serve one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def add(self, grade: Grade) -> None:
        """Keeps a grade; when this returns, it is on the disk. Raises InputError for a name or a grade that can't be."""
        path = self._path(grade.annotator)
        if grade.grade is not None and grade.grade not in GRADES:
            raise InputError(f"{grade.grade!r} is no grade; there are {', '.join(GRADES)}")
        line = json.dumps(asdict(grade), ensure_ascii=False).encode() + b"\n"
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as handle:
                if handle.tell() and not _ends_whole(path):
                    line = b"\n" + line
                handle.write(line)
                handle.flush()
                os.fsync(handle.fileno())

    def of(self, annotator: str) -> dict[str, str]:
        """The annotator's last word on each item; what was taken back is left out."""
        found: dict[str, str | None] = {}
        path = self._path(annotator)
        for one in _read(path) if path.is_file() else []:
            found[one.item] = one.grade
        return {item: grade for item, grade in found.items() if grade is not None}

    def annotators(self) -> list[str]:
        """Everyone who has said something."""
        return sorted(path.stem for path in self._folder.glob("*.jsonl") if _NAME.fullmatch(path.stem))

    def by_item(self) -> dict[str, dict[str, str]]:
        """Grades by item and annotator."""
        found: dict[str, dict[str, str]] = {}
        for annotator in self.annotators():
            for item, grade in self.of(annotator).items():
                found.setdefault(item, {})[annotator] = grade
        return found

    def _path(self, annotator: str) -> Path:
        if not _NAME.fullmatch(annotator):
            raise InputError(f"{annotator!r} is no name of an annotator: letters, digits, '.', '_' and '-', at most 64")
        return self._folder / f"{annotator}.jsonl"


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as handle:
        handle.seek(-1, os.SEEK_END)
        return handle.read(1) == b"\n"


def _read(path: Path) -> list[Grade]:
    grades = []
    for number, line in enumerate(path.read_bytes().removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            one = Grade(**json.loads(line))
            hash(one)
        except (ValueError, TypeError, RecursionError):
            continue  # the end of a process that was killed
        if one.grade is not None and one.grade not in GRADES:
            raise InputError(f"{path}, line {number}: {one.grade!r} is no grade")
        grades.append(one)
    return grades
