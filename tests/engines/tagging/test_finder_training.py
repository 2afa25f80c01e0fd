"""Which contexts and numbers the finder learns from, and how."""

import numpy as np
import pytest

from tieout.engines.tagging.bare import bare_examples
from tieout.engines.tagging.examples import Example, ExampleContext, examples_of
from tieout.engines.tagging.finder_training import DRAWS, Finder, Found, Looks, prepared, train_finder, train_trees
from tieout.engines.tagging.finding import CLASSES, FEATURES
from tieout.engines.tagging.mention import mentions_in
from tieout.reading.read import read_bytes

from .made_up import inline_filing


def _context(issuer: str, amount: int, tagged: bool) -> ExampleContext:
    (mention,) = mentions_in(f"The loss was ${amount} million.")
    label = ("NetIncomeLoss", "monetaryItemType") if tagged else (None, None)
    return ExampleContext(issuer, (Example(mention, *label),))


def _rows(sizes: dict[str, int]) -> Found:
    random = np.random.default_rng(1)
    n = sum(sizes.values())
    issuers = np.repeat(np.array(list(sizes)), list(sizes.values()))
    return Found(
        random.random((n, len(FEATURES)), dtype=np.float32), random.integers(0, CLASSES, n), issuers,
        np.zeros(n, dtype=np.int64), np.ones(n, dtype=bool),
    )  # fmt: skip


def test_bare_strings_have_as_many_negatives_as_the_benchmark_samples():
    bare = [[_context("A", 100 + n, n % 10 == 0) for n in range(500)]]
    seen = prepared([], bare, np.random.default_rng(1), Looks())
    positive = [c for c in seen if (c.look.targets > 0).any()]
    assert len(positive) == 50
    assert len(seen) - len(positive) == 53
    assert not any(c.full for c in seen)


def test_whole_filings_keep_all_their_contexts():
    whole = [[_context("A", 100 + n, n % 10 == 0) for n in range(50)]]
    seen = prepared(whole, [], np.random.default_rng(1), Looks())
    assert [c.context for c in seen] == whole[0]
    assert all(c.full for c in seen)


def test_a_context_that_is_drawn_again_is_not_looked_at_again():
    bare = [[_context("A", 100 + n, n % 10 == 0) for n in range(50)]]
    looks = Looks()
    first, second = (prepared([], bare, np.random.default_rng(seed), looks) for seed in (1, 2))
    known = {id(c.context): c.look for c in first}
    assert any(id(c.context) not in known for c in second), "the draws are the same"
    assert all(known.get(id(c.context), c.look) is c.look for c in second)


def test_of_a_large_table_few_numbers_are_learnt_from_in_each_draw():
    said: list[str] = []
    train_trees([_rows({"A": 1000, "B": 10}), _rows({"A": 500, "B": 3})], trees=1, say=said.append)
    assert said == ["finder: trees on 37 of 1,513 numbers"]


@pytest.fixture(scope="module")
def filings() -> list[list[ExampleContext]]:
    return [list(examples_of(read_bytes(inline_filing(n).encode(), f"{n}.htm"))) for n in range(4)]


def _trained(filings: list[list[ExampleContext]], seed: int) -> Finder:
    bare = [list(bare_examples(read_bytes(inline_filing(n).encode(), "x"), f)) for n, f in enumerate(filings)]
    return train_finder(filings, bare, seed=seed, trees=3)


def test_the_same_seed_makes_the_same_finder(filings):
    one, two, other = (_trained(filings, seed) for seed in (3, 3, 4))
    assert one.trees == two.trees
    assert np.array_equal(one.words.number.weights, two.words.number.weights)
    assert one.trees != other.trees
    assert set(one.metrics) == {"report", "alone"}


def test_every_draw_says_so(filings):
    said: list[str] = []
    train_finder(filings, [], trees=1, say=said.append)
    assert [line for line in said if "draw" in line] == [f"finder: draw {n} of {DRAWS}" for n in range(1, DRAWS + 1)]


def test_no_leaf_of_a_rare_class_has_a_boundless_score():
    random = np.random.default_rng(1)
    n = 4000
    features = random.random((n, len(FEATURES)), dtype=np.float32)
    # Nearly all is told by one feature, so that there are soon next to no second derivatives left.
    targets = np.where(features[:, 0] > 0.5, 1, 0)
    targets[random.integers(0, n, 12)] = 5
    rows = Found(features, targets, np.full(n, "A"), np.arange(n), np.ones(n, dtype=bool))
    text = train_trees([rows], trees=60)
    leaves = [line.removeprefix("leaf_value=").split() for line in text.splitlines() if line.startswith("leaf_value=")]
    # The first tree of each class holds the logarithm of its share too.
    assert max(abs(float(value)) for values in leaves[CLASSES:] for value in values) < 0.5
