"""Ledger of a build: what each filing gave, written as soon as it is there, so that a build that was stopped can go on.

Below ``parts/``: ``build.json`` (what is built, of what) and one file of JSON lines a filing, whose first line is its head. A
part is written beside its place and moved there whole. When all are there they are put together, and ``parts/`` goes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError

__all__ = ["Ledger"]

Row = dict[str, Any]
_FOLDER = "parts"


class Ledger:
    """The parts of one build in its folder. ``resumed`` tells how many were there when it was opened."""

    def __init__(self, out: Path, filings: Iterable[str], settings: Mapping[str, Any]) -> None:
        """Raises InputError where ``out`` holds anything but a build of these filings with these settings that was stopped."""
        self._folder = out / _FOLDER
        self._names = list(filings)
        wanted = {"filings": self._names, **settings}
        plan = self._folder / "build.json"
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            if not plan.is_file():
                raise InputError(f"{out}: not empty; --out names a new folder, or one of a build that was stopped")
            try:
                begun = json.loads(plan.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                begun = None
            if begun != wanted:
                raise InputError(f"{out}: holds a build that was begun with other filings or options; name another --out")
        else:
            self._folder.mkdir(parents=True)
            _write_whole(plan, json.dumps(wanted, ensure_ascii=False))
        self._there = {name for name in self._names if _is_whole(self._part(name))}
        self.resumed = len(self._there)

    def has(self, name: str) -> bool:
        """Whether the filing's part is there; one that can't be read is built again."""
        return name in self._there

    def write(self, name: str, head: Mapping[str, Any], rows: Iterable[Row]) -> None:
        lines = [json.dumps(one, ensure_ascii=False) for one in (head, *rows)]
        _write_whole(self._part(name), "\n".join(lines) + "\n")
        self._there.add(name)

    def heads(self) -> Iterator[tuple[str, Row]]:
        """(filing, head) of the parts, in the order of the filings."""
        for name in self._names:
            with self._part(name).open(encoding="utf-8") as handle:
                yield name, json.loads(handle.readline())

    def rows(self) -> Iterator[Row]:
        """All rows, one filing's after the other's."""
        for name in self._names:
            with self._part(name).open(encoding="utf-8") as handle:
                handle.readline()
                yield from map(json.loads, handle)

    def close(self) -> None:
        """Takes the parts away."""
        shutil.rmtree(self._folder)

    def _part(self, name: str) -> Path:
        return self._folder / f"{self._names.index(name):05d}.jsonl"


def _is_whole(part: Path) -> bool:
    try:
        with part.open(encoding="utf-8") as handle:
            rows = [json.loads(line) for line in handle]
    except (OSError, ValueError, RecursionError):
        return False
    return bool(rows) and all(isinstance(row, dict) for row in rows) and rows[0].keys() >= {"skipped", "dropped"}


def _write_whole(path: Path, text: str) -> None:
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    beside.replace(path)
