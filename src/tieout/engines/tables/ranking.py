"""LightGBM's ranking trees: trained with LambdaRank (Burges 2010), kept as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tieout.engines.tables.strings import Array
from tieout.engines.trees import read_trees

__all__ = ["Ranker", "train_ranker"]

_PARAMETERS: dict[str, Any] = {
    "objective": "lambdarank",
    "learning_rate": 0.1,
    "num_leaves": 31,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "lambdarank_truncation_level": 8,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


class Ranker:
    """Scores rows of features; only their order within one question means anything."""

    def __init__(self, text: str, features: int) -> None:
        """From the trees' text; raises InputError where it is none, or is for other than so many features."""
        self._booster = read_trees(text, "the ranking trees", features)

    def score(self, values: Array) -> Array:
        return np.asarray(self._booster.predict(values, num_threads=1), dtype=np.float32)


def train_ranker(
    values: Array, relevant: np.ndarray, sizes: Sequence[int], names: Sequence[str], rounds: int = 120, seed: int = 1
) -> str:
    """The trees as text. ``sizes`` are the numbers of rows of the questions, in order."""
    import lightgbm

    data = lightgbm.Dataset(values, label=relevant, group=list(sizes), feature_name=[n.replace(".", "_") for n in names])
    booster = lightgbm.train({**_PARAMETERS, "seed": seed}, data, num_boost_round=rounds)
    return str(booster.model_to_string())
