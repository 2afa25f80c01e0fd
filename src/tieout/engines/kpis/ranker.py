"""The trained weighing of candidates: trees as text, as `tieout.engines.artefacts` keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tieout.engines.artefacts import ModelKind, read_files, shipped_files, write_files
from tieout.engines.kpis.candidates import Candidate
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.trees import read_trees

__all__ = ["FORM", "Ranker", "feature_names", "load_ranker", "write_ranker"]

FORM = "tieout-kpis-1"
_KIND = ModelKind("kpis", FORM, largest=20_000_000)
_TREES = "trees.txt"


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
    files = shipped_files(_KIND) if folder is None else read_files(_KIND, folder)
    return Ranker(files.text(_TREES), dict(files.facts))


def write_ranker(trees: str, facts: dict[str, Any], folder: Path) -> None:
    """Writes the trees, and a manifest with their size and SHA-256; raises TieoutError where that can't be done."""
    write_files(_KIND, folder, facts, {_TREES: trees})
