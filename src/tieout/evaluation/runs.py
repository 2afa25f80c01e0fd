"""The run folder: ``run.json`` (what was run), ``samples.jsonl`` (the answers), ``results.json`` (the scores)."""

from __future__ import annotations

import json
import os
import platform
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tieout._version import __version__
from tieout.report.errors import InputError

__all__ = ["RunFolder", "package_versions", "timestamp"]

_FORMAT = 1
_PACKAGES = ("numpy", "httpx", "lxml")


def timestamp() -> str:
    """Now, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def package_versions() -> dict[str, str]:
    """Versions of Python, of Tieout, and of the libraries that a score may depend on."""
    versions = {"python": platform.python_version(), "tieout": __version__}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder that holds, or is to hold, one run."""

    path: Path
    description: dict[str, Any] = field(default_factory=dict)

    @property
    def samples(self) -> Path:
        return self.path / "samples.jsonl"

    @classmethod
    def create(cls, path: Path, description: Mapping[str, Any]) -> RunFolder:
        """A new run; raises InputError where a run, or anything else, is already."""
        if (path / "run.json").exists():
            raise InputError(f"{path} already holds a run; go on with --resume, or choose another --out")
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise InputError(f"{path} is not an empty folder; choose another --out")
        path.mkdir(parents=True, exist_ok=True)
        run = cls(path, {"format": _FORMAT, **description, "started": timestamp(), "sessions": []})
        run.save()
        return run

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """The run that is there; raises InputError when there is none, or one that this version can't read."""
        file = path / "run.json"
        try:
            description = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path} is no run folder: it has no run.json") from None
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{file} can't be read: {error}") from None
        if not isinstance(description, dict) or description.get("format") != _FORMAT:
            raise InputError(f"{file} is not of format {_FORMAT}; it was written by another version of Tieout")
        return cls(path, description)

    def check(self, wanted: Mapping[str, Any]) -> None:
        """Raises InputError when going on would mix two different runs; ``wanted`` is the new command's description."""
        for key, names in _MUST_AGREE.items():
            before, now = self.description.get(key), wanted.get(key)
            if before != now:
                raise InputError(
                    f"{self.path} can't be resumed: {names} differs ({_difference(before, now)}); choose another --out"
                )

    def save(self) -> None:
        write_json(self.path / "run.json", self.description)

    def save_results(self, results: Mapping[str, Any]) -> None:
        write_json(self.path / "results.json", results)


_MUST_AGREE = {
    "task": "the task",
    "version": "the task's version",
    "split": "the split",
    "data_hash": "the data (hash)",
    "prompt_hash": "the prompt (hash)",
    "solver": "the solver",
    "seed": "the seed",
    "repeats": "the number of repeats",
}


def _difference(before: Any, now: Any) -> str:
    if isinstance(before, dict) and isinstance(now, dict):
        changed = [key for key in sorted({*before, *now}) if before.get(key) != now.get(key)]
        return "; ".join(f"{key}: {before.get(key)!r} before, {now.get(key)!r} now" for key in changed)
    return f"{_short(before)} before, {_short(now)} now"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:12] + "…"


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Replace the file in one step: a reader sees the old content or the new, never half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(content, out, indent=2, ensure_ascii=False)
            out.write("\n")
            out.flush()
            os.fsync(out.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
