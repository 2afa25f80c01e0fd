"""LightGBM's ranking trees: trained with LambdaRank (Burges 2010), kept as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from tieout.engines.tables.strings import Array
from tieout.report.errors import InputError

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
        import lightgbm

        if not _whole(text):
            raise InputError("the ranking trees are cut short or damaged; install or train them again")
        try:
            self._booster = lightgbm.Booster(model_str=text)
        except (lightgbm.basic.LightGBMError, ValueError) as fault:
            raise InputError(f"the ranking trees can't be read: {fault}") from fault
        if self._booster.num_feature() != features:
            found = self._booster.num_feature()
            raise InputError(f"the ranking trees are for {found} features, this version has {features}; train them again")

    def score(self, values: Array) -> Array:
        return np.asarray(self._booster.predict(values, num_threads=1), dtype=np.float32)


def _whole(text: str) -> bool:
    """Whether every tree is there, with as many entries as it has leaves and no child or feature out of range.

    LightGBM's own reader trusts all that, and takes the process down with it.
    """
    head, *trees = text.split("\n\n\nend of trees", 1)[0].split("\nTree=")
    sizes = re.search(r"^tree_sizes=([\d ]+)$", head, re.MULTILINE)
    widest = re.search(r"^max_feature_idx=(\d+)$", head, re.MULTILINE)
    if "\nend of trees" not in text or sizes is None or widest is None or len(sizes[1].split()) != len(trees):
        return False
    return all(_sound(tree, int(widest[1])) for tree in trees)


def _sound(tree: str, widest: int) -> bool:
    fields = dict(line.split("=", 1) for line in tree.splitlines() if "=" in line)
    try:
        leaves = int(fields["num_leaves"])
        if leaves < 2:
            return leaves == 1
        if not all(0 <= int(one) <= widest for one in fields["split_feature"].split()):
            return False
        children = [[int(one) for one in fields[side].split()] for side in ("left_child", "right_child")]
        # Every node but the first, and every leaf, is the child of one node before it: no way leads in a circle.
        met = sorted(child for side in children for child in side)
        lengths = {len(fields[name].split()) for name in ("split_feature", "threshold", "decision_type")}
        return (
            met == [*range(-leaves, 0), *range(1, leaves - 1)]
            and {len(side) for side in children} | lengths == {leaves - 1}
            and len(fields["leaf_value"].split()) == leaves
        )
    except (KeyError, ValueError):
        return False


def train_ranker(
    values: Array, relevant: np.ndarray, sizes: Sequence[int], names: Sequence[str], rounds: int = 120, seed: int = 1
) -> str:
    """The trees as text. ``sizes`` are the numbers of rows of the questions, in order."""
    import lightgbm

    data = lightgbm.Dataset(values, label=relevant, group=list(sizes), feature_name=[n.replace(".", "_") for n in names])
    booster = lightgbm.train({**_PARAMETERS, "seed": seed}, data, num_boost_round=rounds)
    return str(booster.model_to_string())
