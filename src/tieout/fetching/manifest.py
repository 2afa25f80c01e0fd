"""What was fetched: a file of JSON beside the files, with source, date, licence and hash of each."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from tieout.fetching.transfer import Received
from tieout.report.errors import InputError

__all__ = ["Manifest"]


class Manifest:
    """``manifest.json`` of a folder; entries by path below it."""

    def __init__(self, folder: Path) -> None:
        """Raises InputError where the folder's manifest is none."""
        self._folder, self._path = folder, folder / "manifest.json"
        self.files: dict[str, dict[str, Any]] = {}
        if self._path.exists():
            try:
                files = json.loads(self._path.read_text(encoding="utf-8"))["files"]
                self.files = {
                    name: {**entry, "size": int(entry["size"]), "sha256": entry["sha256"]} for name, entry in files.items()
                }
            except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
                raise InputError(f"{self._path}: is no manifest of fetched files; move it away") from None

    def has(self, path: Path, sha256: str | None = None) -> bool:
        """Whether the file is there already, whole by its size in the manifest (and with that hash, where it is known)."""
        entry = self.files.get(path.relative_to(self._folder).as_posix())
        if entry is None or not path.is_file() or path.stat().st_size != entry["size"]:
            return False
        return sha256 is None or entry["sha256"] == sha256.lower()

    def add(self, received: Received, licence: str, **about: Any) -> None:
        """Notes a file, at once and for good."""
        name = received.path.relative_to(self._folder).as_posix()
        entry = {"source": received.url, "fetched": received.fetched, "size": received.size, "sha256": received.sha256}
        self.files[name] = {**entry, "licence": licence, **about}
        half = self._path.with_suffix(".json.part")
        content = json.dumps({"files": dict(sorted(self.files.items()))}, indent=1, ensure_ascii=False) + "\n"
        try:
            half.write_text(content, encoding="utf-8")
            half.replace(self._path)
        except OSError as error:  # a full disk: what is there stays as it was, and the file is fetched again next time
            with suppress(OSError):
                half.unlink(missing_ok=True)
            raise InputError(f"{self._path}: can't be written: {error.strerror or error}") from None
