"""Training of the finder: its word models on some issuers, its trees on what those say of the others.

Filings are seen in two ways, as the finder is used: whole, every context in its place; and as bare strings, each alone, with as
many negatives as the FinTagging paper samples (its Table 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import ExampleContext
from tieout.engines.tagging.finding import CLASSES, FEATURES, FinderWords, bags_of, context_bag, finder_rows, smoothed
from tieout.engines.tagging.linear import train_linear
from tieout.engines.tagging.names import TYPE_CODES
from tieout.engines.tagging.towers import Bag

__all__ = ["Found", "found_rows", "prepared", "train_trees", "train_words"]

_NEGATIVES = {"text": 1.06, "table": 0.61}
"""For each positive context of the kind."""

_MOST_NUMBERS = 400
"""Of one context."""

_EACH = 24
"""Numbers of one context that the trees are shown: those of a large table are much alike."""


class Prepared(NamedTuple):
    """One context of a filing, seen in one view: its mentions' bags and classes."""

    issuer: str
    filing: int
    full: bool
    context: ExampleContext
    bags: list[Bag]
    targets: NDArray[np.int64]


class Found(NamedTuple):
    """Rows for the trees: features, classes, and the issuer, filing-context number and view of each."""

    features: NDArray[np.float32]
    targets: NDArray[np.int64]
    issuers: list[str]
    contexts: NDArray[np.int64]
    full: NDArray[np.bool_]


def prepared(
    whole: Sequence[Sequence[ExampleContext]], bare: Sequence[Sequence[ExampleContext]], random: np.random.Generator
) -> list[Prepared]:
    """The contexts of filings seen whole, with headings and neighbours, and of filings as bare strings, negatives sampled."""
    result = [_prepared(context, number, True) for number, filing in enumerate(whole) for context in filing]
    for number, filing in enumerate(bare):
        result += [_prepared(context, number, False) for context in _sampled(filing, random)]
    return result


def _sampled(filing: Sequence[ExampleContext], random: np.random.Generator) -> list[ExampleContext]:
    """All positive contexts, and negatives in proportion, in the filing's order."""
    chosen: set[int] = set()
    for kind, share in _NEGATIVES.items():
        own = [i for i, c in enumerate(filing) if c.examples[0].mention.kind == kind]
        positive = [i for i in own if filing[i].tagged]
        negative = [i for i in own if not filing[i].tagged]
        some = min(len(negative), round(share * len(positive)))
        chosen.update(positive)
        chosen.update(negative[int(i)] for i in random.choice(len(negative), some, replace=False))
    return [filing[i] for i in sorted(chosen)]


def _prepared(context: ExampleContext, filing: int, full: bool) -> Prepared:
    examples = context.examples[:_MOST_NUMBERS]
    targets = [TYPE_CODES[e.type] + 1 if e.type is not None else 0 for e in examples]
    bags = bags_of([e.mention for e in examples])
    return Prepared(context.issuer, filing, full, context, bags, np.array(targets, dtype=np.int64))


def train_words(contexts: Sequence[Prepared], most: int = 80_000) -> FinderWords:
    """The two linear models."""
    issuers = {issuer: i for i, issuer in enumerate(sorted({c.issuer for c in contexts}))}
    groups = np.array([issuers[c.issuer] for c in contexts], dtype=np.int64)
    tagged = np.array([bool((c.targets > 0).any()) for c in contexts], dtype=np.int64)
    gate = train_linear([context_bag(c.bags) for c in contexts], tagged, groups, 2)
    bags = [bag for c in contexts for bag in c.bags]
    targets = np.concatenate([c.targets for c in contexts])
    owners = np.repeat(groups, [len(c.bags) for c in contexts])
    if len(bags) > most:
        chosen = np.sort(np.random.default_rng(1).choice(len(bags), most, replace=False))
        bags, targets, owners = [bags[i] for i in chosen], targets[chosen], owners[chosen]
    return FinderWords(train_linear(bags, targets, owners, CLASSES), gate)


def found_rows(words: FinderWords, contexts: Sequence[Prepared]) -> Found:
    """What the trees see of these contexts; those of filings seen whole know their neighbours."""
    gates = words.gate.scores([context_bag(c.bags) for c in contexts])
    gate = gates[:, 1] - gates[:, 0]
    near, far = np.full(len(contexts), np.nan, dtype=np.float32), np.full(len(contexts), np.nan, dtype=np.float32)
    filings = np.array([c.filing if c.full else -1 for c in contexts])
    for filing in np.unique(filings[filings >= 0]):
        own = np.flatnonzero(filings == filing)
        near[own], far[own] = smoothed(gate[own], 3), smoothed(gate[own], 15)
    features = []
    for i, context in enumerate(contexts):
        mentions = [e.mention for e in context.context.examples[: len(context.bags)]]
        scores = words.number.scores(context.bags)
        features.append(finder_rows(mentions, scores, float(gate[i]), float(near[i]), float(far[i]), context.full))
    sizes = [len(c.bags) for c in contexts]
    return Found(
        np.concatenate(features),
        np.concatenate([c.targets for c in contexts]),
        [c.issuer for c in contexts for _ in c.bags],
        np.repeat(np.arange(len(contexts)), sizes),
        np.repeat(np.array([c.full for c in contexts]), sizes),
    )


def train_trees(rows: Found, *, trees: int = 120, seed: int = 1, say: Callable[[str], None] = lambda _: None) -> str:
    """LightGBM's model as text: probabilities of the six classes.

    Of each context a few numbers are shown, weighted by the root of how many they stand for: no table is learnt by heart.
    """
    import lightgbm

    kept, weights = _some_of_each(_numbered(rows), np.random.default_rng(seed))
    say(f"finder: trees on {len(kept):,} of {len(rows.targets):,} numbers")
    settings = {
        "objective": "multiclass", "num_class": CLASSES, "learning_rate": 0.1, "num_leaves": 31, "min_data_in_leaf": 60,
        "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1, "num_threads": 1, "seed": seed, "verbosity": -1,
        "deterministic": True,
    }  # fmt: skip
    data = lightgbm.Dataset(
        rows.features[kept], rows.targets[kept], weight=weights, feature_name=list(FEATURES), free_raw_data=True
    )
    text: str = lightgbm.train(settings, data, trees).model_to_string()
    return text


def _numbered(rows: Found) -> NDArray[np.int64]:
    """A number for each context; those of other issuers may have been counted from 0 again."""
    _, issuers = np.unique(rows.issuers, return_inverse=True)
    _, numbers = np.unique(issuers.ravel() * (int(rows.contexts.max(initial=0)) + 1) + rows.contexts, return_inverse=True)
    result: NDArray[np.int64] = numbers.ravel()
    return result


def _some_of_each(contexts: NDArray[np.int64], random: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Places of at most `_EACH` rows of each context, drawn, in order; and their weights."""
    order = random.permutation(len(contexts))
    by_context = order[np.argsort(contexts[order], kind="stable")]
    sizes = np.bincount(contexts)
    starts = np.concatenate([[0], np.cumsum(sizes)])[contexts[by_context]]
    kept = np.sort(by_context[np.arange(len(contexts)) - starts < _EACH])
    own = sizes[contexts[kept]]
    weights: NDArray[np.float64] = np.sqrt(own / np.minimum(own, _EACH))
    return kept, weights
