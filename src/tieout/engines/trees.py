"""LightGBM's trees from text that may be anybody's: looked through first, since LightGBM's own reader trusts all it is given.

A tree with a child, a feature or a category out of range takes the whole process down when it is read or asked.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from tieout.report.errors import InputError

if TYPE_CHECKING:
    import lightgbm

__all__ = ["read_trees"]

_CATEGORICAL = 1  # this bit of a node's decision_type: the threshold is the place of a set of categories


# So many at a time, for each costs memory while the match lasts.
_SOME_NUMBERS = re.compile(r"(?:[-+]?(?:\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|inf|nan) ?){1,1000}")
_OF_NODES = (
    *("split_feature", "split_gain", "threshold", "decision_type", "left_child", "right_child"),
    *("internal_value", "internal_weight", "internal_count"),
)
_OF_LEAVES = ("leaf_value", "leaf_weight", "leaf_count")


def read_trees(text: str, what: str, features: int | None = None) -> lightgbm.Booster:
    """The trees; ``what`` names them in errors.

    Raises InputError where they are cut short, damaged, or for other than so many ``features``.
    """
    import lightgbm

    if not _whole(text):
        raise InputError(f"{what} are cut short or damaged; install or train them again")
    try:
        booster = lightgbm.Booster(model_str=text)
    except (lightgbm.basic.LightGBMError, ValueError) as fault:
        raise InputError(f"{what} can't be read: {fault}") from fault
    found = booster.num_feature()
    if features is not None and found != features:
        raise InputError(f"{what} are for {found} features, this version has {features}; train them again")
    return booster


def _whole(text: str) -> bool:
    """Whether the head fits what follows it, the trees stand where it says, and each is sound."""
    starts = [found.start() for found in re.finditer(r"^Tree=\d+$", text, re.MULTILINE)]
    end = text.find("\nend of trees") + 1
    if not starts or end < starts[-1]:
        return False
    head = _fields(text[: starts[0]])
    trees = [text[start:stop] for start, stop in pairwise([*starts, end])]
    try:
        widest = int(head["max_feature_idx"])
        every = int(head["num_tree_per_iteration"])
        fits = (
            [int(size) for size in head["tree_sizes"].split()] == [len(tree) for tree in trees]
            and len(head["feature_names"].split()) == len(head["feature_infos"].split()) == widest + 1
            and every == int(head["num_class"]) >= 1
            and len(trees) % every == 0
            and all(one.isdigit() for one in (head["label_index"], head["num_class"], head["num_tree_per_iteration"]))
        )
    except (KeyError, ValueError):
        return False
    return fits and all(_sound(_fields(tree), widest) for tree in trees)


def _fields(text: str) -> dict[str, str]:
    """Name and value of each line; a line that has no ``=`` stands for itself."""
    return {name: value for name, _, value in (line.partition("=") for line in text.splitlines() if line)}


def _sound(fields: dict[str, str], widest: int) -> bool:
    """Whether a tree has as many entries as it has leaves, and no child, feature or category out of range."""
    if not all(_all_numbers(value) for value in fields.values()):
        return False
    try:
        leaves = int(fields["num_leaves"])
        if leaves < 2 or int(fields.get("is_linear", "0")):
            return leaves == 1 and not int(fields.get("is_linear", "0"))
        if not all(0 <= int(one) <= widest for one in fields["split_feature"].split()):
            return False
        children = [[int(one) for one in fields[side].split()] for side in ("left_child", "right_child")]
        # Every node but the first, and every leaf, is the child of one node before it: no way leads in a circle.
        met = sorted(child for side in children for child in side)
        return (
            met == [*range(-leaves, 0), *range(1, leaves - 1)]
            and all(len(fields[name].split()) == leaves - 1 for name in _OF_NODES)
            and all(len(fields[name].split()) == leaves for name in _OF_LEAVES)
            and _sound_categories(fields)
        )
    except (KeyError, ValueError):
        return False


def _all_numbers(text: str) -> bool:
    """Whether the text is numbers and single spaces, or empty."""
    at = 0
    while at < len(text):
        found = _SOME_NUMBERS.match(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def _sound_categories(fields: dict[str, str]) -> bool:
    """Whether each categorical node names one of the sets, and the sets part the words of bits among them."""
    count = int(fields.get("num_cat", "0"))
    asked = [
        float(threshold)
        for threshold, decision in zip(fields["threshold"].split(), fields["decision_type"].split(), strict=True)
        if int(decision) & _CATEGORICAL
    ]
    if count == 0:
        return not asked
    borders = [int(one) for one in fields["cat_boundaries"].split()]
    words = [int(one) for one in fields["cat_threshold"].split()]
    return (
        len(borders) == count + 1
        and borders[0] == 0
        and borders[-1] == len(words)
        and all(first <= second for first, second in pairwise(borders))
        and all(0 <= word < 2**32 for word in words)
        and all(one == int(one) and 0 <= one < count for one in asked)
    )
