"""The review of one report: a file beside it, on the disk before anything is acknowledged."""

from __future__ import annotations

import getpass
import json
import os
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.report.errors import InputError
from tieout.report.review import ACTIONS, Entry, entry_of, read_review, standing

if TYPE_CHECKING:
    from tieout.viewer.items import Item

__all__ = ["Review", "reviewer"]

_LONGEST_NOTE, _LONGEST_NAME = 4_000, 200


def reviewer() -> str:
    """The name of whoever runs this, where the system knows one."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


class Review:
    """Entries of one file. Several threads may add; ``item`` finds what an id of the payload stands for."""

    def __init__(self, path: Path | None, report: str, item: Callable[[str], Item | None], by: str = "") -> None:
        self.path, self._report, self._item, self._by = path, report, item, by or reviewer()
        self._lock = threading.Lock()
        self.entries: list[Entry] = []
        self._size = 0
        self._refresh()

    def add(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Keeps what a page asks for: ``{"item", "action", "note", "concept", "by"}``, or ``{"action": "undo", "undoes"}``.

        When this returns, the entry is on the disk. Gives ``{"entry", "standing"}``, the latter null where nothing stands for
        its target any more. Raises InputError for what is no decision, OSError where the file can't be written.
        """
        if self.path is None:
            raise InputError("this review can't be kept: name a file with --review")
        with self._lock:
            self._refresh()
        entry = self._entry(given)  # may wait for an engine
        with self._lock:
            self._refresh()
            written = self._write(self.path, entry)
            self.entries.append(entry)
            self._size += written  # where that isn't the file's size, somebody else wrote, and it is read again
        about = entry
        if entry.action == "undo":
            about = next(e for e in self.entries if e.id == entry.undoes)
        now = standing(self.entries).get(about.target)
        return {"entry": entry.to_dict(), "target": about.target, "standing": now.to_dict() if now is not None else None}

    def _refresh(self) -> None:
        """Reads the file again where it has grown: another viewer may keep the review of the same report."""
        if self.path is None or not self.path.is_file():
            return
        size = self.path.stat().st_size
        if size != self._size:
            self.entries, self._size = read_review(self.path), size

    def _entry(self, given: Mapping[str, Any]) -> Entry:
        texts = {name: given.get(name) or "" for name in ("item", "action", "note", "concept", "by", "undoes")}
        if not all(isinstance(v, str) for v in texts.values()):
            raise InputError("a decision's fields are texts")
        if len(texts["note"]) > _LONGEST_NOTE or max(len(texts["by"]), len(texts["concept"])) > _LONGEST_NAME:
            raise InputError(f"a note has at most {_LONGEST_NOTE:,} characters, a name {_LONGEST_NAME}")
        if texts["action"] not in ACTIONS:
            raise InputError(f"{texts['action']!r} is no action; there are {', '.join(ACTIONS)}")
        now = datetime.now(UTC)
        row: dict[str, Any] = {
            "id": f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}",
            "action": texts["action"],
            "by": texts["by"].strip() or self._by,
            "at": now.isoformat(timespec="milliseconds"),
            "report": self._report,
            "reason": texts["note"].strip(),
        }
        if texts["action"] == "undo":
            if not any(e.id == texts["undoes"] and e.action != "undo" for e in self.entries):
                raise InputError("there is no such entry to undo")
            return entry_of(row | {"undoes": texts["undoes"]}, "review")
        item = self._item(texts["item"])
        if item is None:
            raise InputError(f"{texts['item']!r} is nothing that this report has")
        row |= {"kind": item.kind, **item.more}
        if texts["action"] == "retag":
            if item.kind not in ("fact", "number", "tag"):
                raise InputError("only numbers can be tagged otherwise")
            row["concept"] = texts["concept"].strip()
        return entry_of(row, "review")

    def _write(self, path: Path, entry: Entry) -> int:
        line = json.dumps(entry.to_dict(), ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        with path.open("a+b") as handle:
            end = handle.seek(0, os.SEEK_END)
            if end:
                handle.seek(end - 1)
                if handle.read(1) != b"\n":  # what a killed process left unfinished ends here
                    line = b"\n" + line
            handle.write(line)
            handle.flush()
            os.fsync(handle.fileno())
        return len(line)

    def to_dict(self) -> dict[str, Any]:
        """``path``, ``by``, all ``entries``, and ``standing``: what stands for each target."""
        with self._lock:
            self._refresh()
        return {
            "path": str(self.path) if self.path is not None else None,
            "by": self._by,
            "entries": [e.to_dict() for e in self.entries],
            "standing": {target: e.to_dict() for target, e in standing(self.entries).items()},
        }
