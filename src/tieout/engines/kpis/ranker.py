"""The trained weighing of candidates: trees as text in a folder whose manifest is checked before anything is parsed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from tieout.engines.kpis.candidates import Candidate
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.trees import read_trees
from tieout.report.errors import InputError

__all__ = ["FORM", "Ranker", "feature_names", "load_ranker", "write_ranker"]

FORM = "tieout-kpis-1"
_MANIFEST, _TREES = "manifest.json", "trees.txt"
_LARGEST = 20_000_000


def feature_names(features: dict[str, float]) -> list[str]:
    """Names in the order of the ranker's columns; the first column is the KPI's place in the catalogue."""
    return ["kpi", *sorted(features)]


class Ranker:
    """Chances of candidates to be right."""

    def __init__(self, trees: str, facts: dict[str, Any]) -> None:
        self._booster = read_trees(trees, "the trees of the model for KPIs")
        self.facts = facts
        self._places = {name: float(place) for place, name in enumerate(catalogue())}
        self._names = self._booster.feature_name()[1:]

    def row(self, one: Candidate) -> list[float]:
        return [self._places[one.kpi.name], *(one.features.get(name, 0.0) for name in self._names)]

    def score(self, found: Sequence[Candidate]) -> None:
        """Sets `Candidate.score` of all, at once."""
        if found:
            values = np.array([self.row(one) for one in found], dtype=np.float64)
            for one, score in zip(found, self._booster.predict(values, num_threads=1), strict=True):
                one.score = float(score)


@cache
def load_ranker(folder: Path | None = None) -> Ranker:
    """The shipped ranker, or one that `tieout train kpis` wrote. Raises InputError where a file is missing or altered."""
    where: Traversable = resources.files("tieout") / "models" / "kpis" if folder is None else folder
    name = "the shipped model for KPIs" if folder is None else str(folder)
    try:
        manifest = json.loads((where / _MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise InputError(f"{name}: {_MANIFEST} can't be read: {fault}") from fault
    if not isinstance(manifest, dict) or manifest.get("form") != FORM:
        raise InputError(f"{name}: not a model for KPIs of the form {FORM}; train it again with this version")
    facts = manifest.get("files", {}).get(_TREES, {})
    try:
        with (where / _TREES).open("rb") as handle:
            data = handle.read(_LARGEST + 1)
    except OSError as fault:
        raise InputError(f"{name}: {_TREES} can't be read: {fault}") from fault
    if len(data) != facts.get("bytes") or hashlib.sha256(data).hexdigest() != facts.get("sha256"):
        raise InputError(f"{name}: {_TREES} is not the file that {_MANIFEST} names (its SHA-256 differs); install it again")
    return Ranker(data.decode("ascii", "replace"), manifest)


def write_ranker(trees: str, facts: dict[str, Any], folder: Path) -> None:
    """Writes the trees, and last the manifest with their size and SHA-256."""
    folder.mkdir(parents=True, exist_ok=True)
    data = trees.encode("ascii")
    (folder / _TREES).write_bytes(data)
    files = {_TREES: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}}
    manifest = {"form": FORM, **facts, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
