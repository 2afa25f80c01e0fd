"""The trained artefact: a folder of arrays, trees as text and JSON; its manifest is checked before anything is parsed."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from tieout.engines.tables.habits import Habits
from tieout.engines.tables.knowledge import Knowledge
from tieout.report.errors import InputError

__all__ = ["FORM", "RANKERS", "Artefact", "read_artefact", "shipped_artefact", "write_artefact"]

FORM = "tieout-tables-2"
RANKERS = ("within", "across", "tables")
"""The rankers of cells within a table, of cells across a report, and of tables by their best cells."""

_MANIFEST = "manifest.json"
_LARGEST = 40_000_000


@dataclass(slots=True)
class Artefact:
    """Knowledge, habits, the rankers' trees as text, and ``facts``: calibration, and what it was trained on."""

    knowledge: Knowledge
    habits: Habits
    trees: dict[str, str]
    facts: dict[str, Any] = field(default_factory=dict)


def shipped_artefact() -> Artefact:
    """The one that comes with the package; raises InputError where it is missing."""
    folder = resources.files("tieout") / "models" / "tables"
    if not (folder / _MANIFEST).is_file():
        raise InputError(
            "no trained model for tables ships with this version: name one with --model, from `tieout train tables`"
        )
    return _read(folder, "the shipped model for tables")


def read_artefact(folder: Path) -> Artefact:
    """An artefact that `write_artefact` wrote. Raises InputError where a file is missing or is not what the manifest says."""
    if not (folder / _MANIFEST).is_file():
        raise InputError(f"{folder}: no model for tables: {_MANIFEST} is missing; `tieout train tables` makes one")
    return _read(folder, str(folder))


def write_artefact(artefact: Artefact, folder: Path) -> None:
    """Writes all files, and the manifest with their sizes and SHA-256 last."""
    folder.mkdir(parents=True, exist_ok=True)
    artefact.knowledge.save(folder, "knowledge")
    (folder / "habits.json").write_text(json.dumps(artefact.habits.to_json(), separators=(",", ":")), encoding="ascii")
    for name, text in artefact.trees.items():
        (folder / f"{name}.txt").write_text(text, encoding="ascii")
    files = {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(folder.iterdir())
        if path.suffix in (".npy", ".txt", ".json") and path.name != _MANIFEST
    }
    manifest = {"form": FORM, **artefact.facts, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _read(folder: Traversable, name: str) -> Artefact:
    manifest = _manifest(folder, name)
    contents = {file: _checked(folder, file, facts, name) for file, facts in manifest.pop("files").items()}
    try:
        arrays = {
            file.removesuffix(".npy"): np.load(io.BytesIO(data), allow_pickle=False)
            for file, data in contents.items()
            if file.endswith(".npy")
        }
        return Artefact(
            Knowledge.load(arrays, "knowledge"),
            Habits.from_json(json.loads(contents["habits.json"])),
            {ranker: contents[f"{ranker}.txt"].decode("ascii") for ranker in RANKERS},
            manifest,
        )
    except (KeyError, ValueError, TypeError, IndexError) as fault:
        raise InputError(f"{name}: damaged ({fault}); train or install it again") from fault


def _manifest(folder: Traversable, name: str) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(f"{name}: {_MANIFEST} can't be read: {fault}") from fault
    if not isinstance(manifest, dict) or manifest.get("form") != FORM or not isinstance(manifest.get("files"), dict):
        raise InputError(f"{name}: not a model for tables of the form {FORM}; train it again with this version")
    return manifest


def _checked(folder: Traversable, file: str, facts: Any, name: str) -> bytes:
    if "/" in file or "\\" in file or file.startswith("."):
        raise InputError(f"{name}: {_MANIFEST} names a file {file!r} outside the folder")
    try:
        size = int(facts["bytes"])
        with (folder / file).open("rb") as handle:
            data = handle.read(min(size, _LARGEST) + 1)
    except (OSError, KeyError, TypeError, ValueError) as fault:
        raise InputError(f"{name}: {file} can't be read: {fault}") from fault
    if len(data) != size or hashlib.sha256(data).hexdigest() != facts.get("sha256"):
        raise InputError(
            f"{name}: {file} is not the file that {_MANIFEST} names (its SHA-256 differs); install or train it again"
        )
    return data
