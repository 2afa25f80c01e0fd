"""Which contexts and numbers the finder learns from."""

import numpy as np

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.finder_training import Found, prepared, train_trees
from tieout.engines.tagging.finding import CLASSES, FEATURES
from tieout.engines.tagging.mention import mentions_in


def _context(issuer: str, amount: int, tagged: bool) -> ExampleContext:
    (mention,) = mentions_in(f"The loss was ${amount} million.")
    label = ("NetIncomeLoss", "monetaryItemType") if tagged else (None, None)
    return ExampleContext(issuer, (Example(mention, *label),))


def test_bare_strings_have_as_many_negatives_as_the_benchmark_samples():
    bare = [[_context("A", 100 + n, n % 10 == 0) for n in range(500)]]
    seen = prepared([], bare, np.random.default_rng(1))
    positive = [c for c in seen if (c.targets > 0).any()]
    assert len(positive) == 50
    assert len(seen) - len(positive) == 53
    assert not any(c.full for c in seen)


def test_whole_filings_keep_all_their_contexts():
    whole = [[_context("A", 100 + n, n % 10 == 0) for n in range(50)]]
    seen = prepared(whole, [], np.random.default_rng(1))
    assert [c.context for c in seen] == whole[0]
    assert all(c.full for c in seen)


def test_of_a_large_table_few_numbers_are_learnt_from():
    sizes = [1000, 10]
    random = np.random.default_rng(1)
    n = sum(sizes)
    rows = Found(
        random.random((n, len(FEATURES)), dtype=np.float32), random.integers(0, CLASSES, n), ["A"] * 1000 + ["B"] * 10,
        np.array([0] * n), np.ones(n, dtype=bool),
    )  # fmt: skip
    said: list[str] = []
    train_trees(rows, trees=1, say=said.append)
    assert said == ["finder: trees on 34 of 1,010 numbers"]
