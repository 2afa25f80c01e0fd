"""Trees from files that may be anybody's: damaged ones are refused before LightGBM reads them."""

from __future__ import annotations

import gzip
import random
import re
from importlib import resources

import lightgbm
import numpy as np
import pytest

from tieout.engines.trees import read_trees
from tieout.report.errors import InputError


def trained(categorical: bool = False) -> str:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(400, 3))
    values[:, 0] = rng.integers(0, 8, size=400)
    target = values[:, 1] + (values[:, 0] % 3 == 0)
    data = lightgbm.Dataset(values, target, categorical_feature=[0] if categorical else [])
    parameters = {"verbosity": -1, "num_leaves": 6, "num_threads": 1, "min_data_per_group": 5, "cat_smooth": 1}
    return str(lightgbm.train(parameters, data, num_boost_round=4).model_to_string())


@pytest.fixture(scope="module")
def trees() -> str:
    return trained()


@pytest.fixture(scope="module")
def with_categories() -> str:
    text = trained(categorical=True)
    assert re.search(r"^num_cat=[1-9]", text, re.MULTILINE)
    return text


def test_trees_that_are_whole_are_read(trees: str, with_categories: str) -> None:
    row = np.array([[3.0, 0.5, 0.1]])
    for text in (trees, with_categories):
        assert read_trees(text, "these trees", 3).predict(row) == pytest.approx(lightgbm.Booster(model_str=text).predict(row))


@pytest.mark.parametrize("model", ["kpis/trees.txt", "tagging/finder.txt.gz", "tagging/second.txt.gz"])
def test_the_trees_that_ship_are_sound(model: str) -> None:
    data = (resources.files("tieout") / "models" / model).read_bytes()
    text = (gzip.decompress(data) if model.endswith(".gz") else data).decode("ascii")
    assert read_trees(text, model).num_trees() > 10


def test_trees_for_other_features_are_refused(trees: str) -> None:
    with pytest.raises(InputError, match="these trees are for 3 features, this version has 4"):
        read_trees(trees, "these trees", 4)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.4, 0.7, 0.95])
def test_trees_that_are_cut_are_refused(trees: str, share: float) -> None:
    end = trees.index("\nend of trees")
    with pytest.raises(InputError, match="cut short or damaged"):
        read_trees(trees[: int(end * share)], "these trees")


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"^left_child=-?\d+", "left_child=99999"),
        (r"^right_child=-?\d+", "right_child=0"),
        (r"^split_feature=\d+", "split_feature=7"),
        (r"^split_feature=\d+", "split_feature=-1"),
        (r"^leaf_value=\S+ ", "leaf_value="),
        (r"^threshold=\S+ ", "threshold="),
        (r"^num_leaves=\d+", "num_leaves=9000000"),
        (r"^tree_sizes=\d+ ", "tree_sizes="),
    ],
)
def test_trees_whose_parts_dont_fit_are_refused(trees: str, pattern: str, replacement: str) -> None:
    damaged = re.sub(pattern, replacement, trees, count=1, flags=re.MULTILINE)
    assert damaged != trees
    with pytest.raises(InputError, match="cut short or damaged"):
        read_trees(damaged, "these trees")


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"^num_cat=\d+", "num_cat=0"),
        (r"^num_cat=\d+", "num_cat=50"),
        (r"^cat_boundaries=0 \d+", "cat_boundaries=0 70000"),
        (r"^cat_threshold=\d+", "cat_threshold=-4"),
    ],
)
def test_categories_out_of_range_are_refused(with_categories: str, pattern: str, replacement: str) -> None:
    damaged = re.sub(pattern, replacement, with_categories, count=1, flags=re.MULTILINE)
    assert damaged != with_categories
    with pytest.raises(InputError, match="cut short or damaged"):
        read_trees(damaged, "these trees")


def test_swapped_digits_end_in_trees_or_in_a_refusal(with_categories: str) -> None:
    rng = random.Random(9)
    structure = [m.start() for m in re.finditer(r"\d", with_categories.split("\nend of trees")[0])]
    for _ in range(60):
        at = rng.choice(structure)
        damaged = with_categories[:at] + str(rng.randint(0, 9)) + with_categories[at + 1 :]
        try:
            read_trees(damaged, "these trees").predict(np.array([[3.0, 0.5, 0.1], [9.0, np.nan, 0.0]]))
        except (InputError, lightgbm.basic.LightGBMError):
            continue
