"""The trained artefact: arrays, trees as text and JSON, as `tieout.engines.artefacts` keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.artefacts import ModelFiles, ModelKind, read_files, shipped_files, write_files
from tieout.engines.tagging.calibration import Calibration
from tieout.engines.tagging.finding import CLASSES, FinderWords
from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.knowledge import COUNTS, Knowledge, Pairs
from tieout.engines.tagging.linear import Linear
from tieout.engines.tagging.names import TYPE_CODES, Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.record import Record
from tieout.engines.tagging.towers import Floats, Towers, quantised

__all__ = ["FORM", "TREES", "Artefact", "read_artefact", "shipped_artefact", "write_artefact"]

FORM = "tieout-tagging-6"
TREES = ("finder", "first", "second", "confidence")
_KIND = ModelKind("tagging", FORM, largest=300_000_000)
_PROFILE = ("ends", "concepts", "counts", "sizes")
"""Without the keys, which are those of the towers."""
_PAIRS = {"ends": ("int32", 1), "others": ("uint16", 1), "counts": ("uint8", 1)}
_LINEAR = {"keys": ("uint32", 1), "weights": ("float16", 2), "bias": ("float32", 1)}
_FORMS = {
    "tower": {
        **dict.fromkeys(("bias", "unseen", "inputs_scale", "own_scale", "words_scale"), ("float32", 1)),
        **dict.fromkeys(("inputs", "own", "words"), ("int8", 2)),
        "keys": ("uint32", 1),
    },
    "habit": {
        "keys": ("uint32", 1), "ends": ("int32", 1), "concepts": ("uint16", 1), "counts": ("uint8", 1), "sizes": ("int64", 2),
    },
    "profile": {"ends": ("int32", 1), "concepts": ("uint16", 1), "counts": ("uint8", 1), "sizes": ("uint8", 1)},
    "together": _PAIRS,
    "below": _PAIRS,
    "number": _LINEAR,
    "gate": _LINEAR,
    "": {"counts": ("float16", 2), "record": ("float16", 2)},
}  # fmt: skip
"""Type and dimensions of each array, by what it is a part of."""

_STEPS = {
    **dict.fromkeys(("tower_keys", "habit_keys", "number_keys", "gate_keys"), "uint32"),
    **dict.fromkeys(("habit_ends", "profile_ends", "together_ends", "below_ends"), "int32"),
    "profile_concepts": "uint16",
}
"""Sorted for the most part, so the steps from one to the next are kept, which pack to half the size or less."""


@dataclass(slots=True)
class Artefact:
    """Knowledge, the finder's word models, how concepts fared, both models' trees as text, and ``facts``: calibration and the
    model's card."""

    knowledge: Knowledge
    words: FinderWords
    record: Record
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
    contents: dict[str, object] = {f"{name}.npy": array for name, array in _arrays(artefact).items()}
    names = artefact.knowledge.names
    content = {"names": names.names, "types": names.types.tolist(), "words": names.words}
    contents["names.json"] = json.dumps(content, separators=(",", ":"))
    contents |= {f"{name}.txt": artefact.trees[name] for name in TREES}
    write_files(_KIND, folder, artefact.facts, contents)


def _arrays(artefact: Artefact) -> dict[str, NDArray[Any]]:
    k = artefact.knowledge
    arrays: dict[str, NDArray[Any]] = {"tower_keys": k.towers.keys, "tower_bias": k.towers.bias}
    for name, values in (("inputs", k.towers.inputs), ("own", k.towers.own), ("words", k.towers.words)):
        arrays[f"tower_{name}"], arrays[f"tower_{name}_scale"] = quantised(values)
    arrays["tower_unseen"] = np.array([k.towers.unseen_bias], dtype=np.float32)
    arrays |= {f"habit_{name}": array for name, array in k.habits.arrays().items()}
    arrays |= {f"profile_{name}": getattr(k.profiles, name) for name in _PROFILE}
    for name, pairs in (("together", k.together), ("below", k.below)):
        arrays |= {f"{name}_ends": pairs.ends, f"{name}_others": pairs.others, f"{name}_counts": pairs.counts}
    arrays["counts"] = k.counts.astype(np.float16)
    arrays["record"] = artefact.record.array()
    for name, linear in (("number", artefact.words.number), ("gate", artefact.words.gate)):
        arrays |= {
            f"{name}_keys": linear.keys,
            f"{name}_weights": linear.weights.astype(np.float16),
            f"{name}_bias": linear.bias,
        }
    return arrays | {name: np.diff(arrays[name], prepend=np.zeros(1, dtype)) for name, dtype in _STEPS.items()}


def _artefact(files: ModelFiles) -> Artefact:
    arrays = {
        f"{part}_{name}".removeprefix("_"): files.array(f"{part}_{name}.npy".removeprefix("_"), *form)
        for part, forms in _FORMS.items()
        for name, form in forms.items()
    }
    names, trees = files.json("names.json"), {tree: files.text(f"{tree}.txt") for tree in TREES}
    with files.fitting():
        if not all(np.isfinite(array).all() for name, array in arrays.items() if name != "counts"):
            raise ValueError("an array holds what is no number")
        Calibration.of_json(files.facts.get("calibration"))
        arrays |= {name: np.cumsum(arrays[name], dtype=dtype) for name, dtype in _STEPS.items()}
        knowledge = _knowledge(arrays, Names(names["names"], np.array(names["types"], dtype=np.int8), names["words"]))
        return Artefact(
            knowledge,
            FinderWords(_linear(arrays, "number", CLASSES), _linear(arrays, "gate", 2)),
            Record.of_array(arrays["record"], len(knowledge.names.names)),
            trees,
            dict(files.facts),
        )


def _knowledge(arrays: Mapping[str, NDArray[Any]], names: Names) -> Knowledge:
    size = len(names.names)
    fits = size == len(names.types) == len(arrays["profile_sizes"]) and arrays["counts"].shape == (size, len(COUNTS))
    if not fits or not np.isin(names.types, list(TYPE_CODES.values())).all():
        raise ValueError("names and what is known of them don't match")
    (unseen,) = arrays["tower_unseen"].tolist()
    floats = (_floats(arrays, f"tower_{name}") for name in ("inputs", "own", "words"))
    towers = Towers(arrays["tower_keys"], *floats, arrays["tower_bias"], unseen)
    towers.check(names)
    profiles = Profiles(towers.keys, *(arrays[f"profile_{name}"] for name in _PROFILE))
    profiles.check()
    pairs = {name: Pairs(*(arrays[f"{name}_{part}"] for part in _PAIRS)) for name in ("together", "below")}
    for own in pairs.values():
        own.check(size)
    habits = Habits.of_arrays({name: arrays[f"habit_{name}"] for name in _FORMS["habit"]}, size)
    return Knowledge(names, towers, habits, profiles, pairs["together"], pairs["below"], arrays["counts"].astype(np.float32))


def _floats(arrays: Mapping[str, NDArray[Any]], name: str) -> Floats:
    values: Floats = arrays[name].astype(np.float32) * arrays[f"{name}_scale"][:, None]
    return values


def _linear(arrays: Mapping[str, NDArray[Any]], name: str, classes: int) -> Linear:
    found = Linear(arrays[f"{name}_keys"], arrays[f"{name}_weights"].astype(np.float32), arrays[f"{name}_bias"])
    found.check(classes)
    return found
