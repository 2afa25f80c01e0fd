"""The trained artefact: arrays, trees as text and JSON, as `tieout.engines.artefacts` keeps them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tieout.engines.artefacts import ModelFiles, ModelKind, read_files, shipped_files, write_files
from tieout.engines.tables.habits import Habits
from tieout.engines.tables.knowledge import Knowledge

__all__ = ["FORM", "RANKERS", "Artefact", "read_artefact", "shipped_artefact", "write_artefact"]

FORM = "tieout-tables-2"
RANKERS = ("within", "across", "tables")
"""The rankers of cells within a table, of cells across a report, and of tables by their best cells."""

_KIND = ModelKind("tables", FORM, largest=200_000_000)


@dataclass(slots=True)
class Artefact:
    """Knowledge, habits, the rankers' trees as text, and ``facts``: calibration, and what it was trained on."""

    knowledge: Knowledge
    habits: Habits
    trees: dict[str, str]
    facts: dict[str, Any] = field(default_factory=dict)


def shipped_artefact() -> Artefact:
    """The one that comes with the package; raises InputError where it is missing."""
    return _artefact(shipped_files(_KIND))


def read_artefact(folder: Path) -> Artefact:
    """An artefact that `write_artefact` wrote. Raises InputError where a file is missing or is not what the manifest says."""
    return _artefact(read_files(_KIND, folder))


def write_artefact(artefact: Artefact, folder: Path) -> None:
    """Writes all files, and a manifest with their sizes and SHA-256; raises TieoutError where that can't be done."""
    contents: dict[str, object] = {f"{name}.npy": array for name, array in artefact.knowledge.arrays("knowledge").items()}
    contents["habits.json"] = json.dumps(artefact.habits.to_json(), separators=(",", ":"))
    contents |= {f"{name}.txt": text for name, text in artefact.trees.items()}
    write_files(_KIND, folder, artefact.facts, contents)


def _artefact(files: ModelFiles) -> Artefact:
    habits, trees = files.json("habits.json"), {ranker: files.text(f"{ranker}.txt") for ranker in RANKERS}
    with files.fitting():
        return Artefact(Knowledge.load(files.arrays(), "knowledge"), Habits.from_json(habits), trees, dict(files.facts))
