"""The trained artefact: a folder of arrays, trees as text and JSON; its manifest is checked before anything is parsed."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.finding import FinderWords
from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.knowledge import Knowledge, Pairs
from tieout.engines.tagging.linear import Linear
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.towers import Floats, Towers, quantised
from tieout.report.errors import InputError

__all__ = ["FORM", "TREES", "Artefact", "read_artefact", "shipped_artefact", "write_artefact"]

FORM = "tieout-tagging-1"
TREES = ("finder", "ranker")
_MANIFEST = "manifest.json"
_LARGEST = 60_000_000


@dataclass(slots=True)
class Artefact:
    """Knowledge, the finder's word models, both models' trees as text, and ``facts``: calibration and the model's card."""

    knowledge: Knowledge
    words: FinderWords
    trees: dict[str, str]
    facts: dict[str, Any] = field(default_factory=dict)


def shipped_artefact() -> Artefact:
    """The one that comes with the package; raises InputError where it is missing."""
    folder = resources.files("tieout") / "models" / "tagging"
    if not (folder / _MANIFEST).is_file():
        raise InputError(
            "no trained model for tagging ships with this version: name one with --model, from `tieout train tagging`"
        )
    return _read(folder, "the shipped model for tagging")


def read_artefact(folder: Path) -> Artefact:
    """An artefact that `write_artefact` wrote. Raises InputError where a file is missing or is not what the manifest says."""
    if not (folder / _MANIFEST).is_file():
        raise InputError(f"{folder}: no model for tagging: {_MANIFEST} is missing; `tieout train tagging` makes one")
    return _read(folder, str(folder))


def write_artefact(artefact: Artefact, folder: Path) -> None:
    """Writes all files, and the manifest with their sizes and SHA-256 last."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in _arrays(artefact).items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)
    names = artefact.knowledge.names
    content = {"names": names.names, "types": names.types.tolist(), "words": names.words}
    (folder / "names.json").write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
    for name in TREES:
        (folder / f"{name}.txt").write_text(artefact.trees[name], encoding="ascii")
    files = {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(folder.iterdir())
        if path.suffix in (".npy", ".txt", ".json") and path.name != _MANIFEST
    }
    manifest = {"form": FORM, **artefact.facts, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _arrays(artefact: Artefact) -> dict[str, NDArray[Any]]:
    k = artefact.knowledge
    arrays: dict[str, NDArray[Any]] = {"tower_keys": k.towers.keys, "tower_bias": k.towers.bias}
    for name, values in (("inputs", k.towers.inputs), ("own", k.towers.own), ("words", k.towers.words)):
        arrays[f"tower_{name}"], arrays[f"tower_{name}_scale"] = quantised(values)
    arrays["tower_unseen"] = np.array([k.towers.unseen_bias], dtype=np.float32)
    arrays |= {f"habit_{name}": array for name, array in k.habits.arrays().items()}
    for name, pairs in (("together", k.together), ("below", k.below)):
        arrays |= {f"{name}_ends": pairs.ends, f"{name}_others": pairs.others, f"{name}_counts": pairs.counts}
    arrays["counts"] = k.counts.astype(np.float16)
    for name, linear in (("number", artefact.words.number), ("gate", artefact.words.gate)):
        arrays |= {
            f"{name}_keys": linear.keys,
            f"{name}_weights": linear.weights.astype(np.float16),
            f"{name}_bias": linear.bias,
        }
    return arrays


def _read(folder: Traversable, name: str) -> Artefact:
    manifest = _manifest(folder, name)
    contents = {file: _checked(folder, file, facts, name) for file, facts in manifest.pop("files").items()}
    try:
        arrays = {
            file.removesuffix(".npy"): np.load(io.BytesIO(data), allow_pickle=False)
            for file, data in contents.items()
            if file.endswith(".npy")
        }
        names = json.loads(contents["names.json"])
        return Artefact(
            _knowledge(arrays, Names(names["names"], np.array(names["types"], dtype=np.int8), names["words"])),
            FinderWords(_linear(arrays, "number"), _linear(arrays, "gate")),
            {tree: contents[f"{tree}.txt"].decode("ascii") for tree in TREES},
            manifest,
        )
    except (KeyError, ValueError, TypeError, IndexError) as fault:
        raise InputError(f"{name}: damaged ({fault}); train or install it again") from fault


def _knowledge(arrays: Mapping[str, NDArray[Any]], names: Names) -> Knowledge:
    towers = Towers(
        arrays["tower_keys"],
        _floats(arrays, "tower_inputs"),
        _floats(arrays, "tower_own"),
        _floats(arrays, "tower_words"),
        arrays["tower_bias"],
        float(arrays["tower_unseen"][0]),
    )
    prefix = "habit_"
    habits = Habits.of_arrays({n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)})
    pairs = {
        name: Pairs(arrays[f"{name}_ends"], arrays[f"{name}_others"], arrays[f"{name}_counts"])
        for name in ("together", "below")
    }
    if len(arrays["counts"]) != len(names.names) or len(towers.own) != len(names.names):
        raise ValueError("names and vectors don't match")
    return Knowledge(names, towers, habits, pairs["together"], pairs["below"], arrays["counts"].astype(np.float32))


def _floats(arrays: Mapping[str, NDArray[Any]], name: str) -> Floats:
    values: Floats = arrays[name].astype(np.float32) * arrays[f"{name}_scale"][:, None]
    return values


def _linear(arrays: Mapping[str, NDArray[Any]], name: str) -> Linear:
    return Linear(arrays[f"{name}_keys"], arrays[f"{name}_weights"].astype(np.float32), arrays[f"{name}_bias"])


def _manifest(folder: Traversable, name: str) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(f"{name}: {_MANIFEST} can't be read: {fault}") from fault
    if not isinstance(manifest, dict) or manifest.get("form") != FORM or not isinstance(manifest.get("files"), dict):
        raise InputError(f"{name}: not a model for tagging of the form {FORM}; train it again with this version")
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
