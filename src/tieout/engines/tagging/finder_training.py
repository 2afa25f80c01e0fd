"""Training of the finder: its word models on some issuers, its trees on what those say of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import ExampleContext
from tieout.engines.tagging.fields import seen_as
from tieout.engines.tagging.finding import CLASSES, FEATURES, FinderWords, bags_of, context_bag, finder_rows, smoothed
from tieout.engines.tagging.linear import train_linear
from tieout.engines.tagging.names import TYPE_CODES
from tieout.engines.tagging.towers import Bag

__all__ = ["Found", "found_rows", "prepared", "train_trees", "train_words"]


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


def prepared(filings: Sequence[Sequence[ExampleContext]], random: np.random.Generator, share: float) -> list[Prepared]:
    """A ``share`` of the filings seen whole, with headings and neighbours; of the others a part of contexts, each alone."""
    result: list[Prepared] = []
    for number, filing in enumerate(filings):
        full = random.random() < share
        for context in filing:
            if not full and random.random() > 0.6:
                continue
            mentions = [e.mention if full else seen_as(e.mention, "context") for e in context.examples][:150]
            targets = [TYPE_CODES[e.type] + 1 if e.type is not None else 0 for e in context.examples][:150]
            result.append(Prepared(context.issuer, number, full, context, bags_of(mentions), np.array(targets, dtype=np.int64)))
    return result


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
        mentions = [e.mention if context.full else seen_as(e.mention, "context") for e in context.context.examples]
        scores = words.number.scores(context.bags)
        features.append(
            finder_rows(mentions[: len(context.bags)], scores, float(gate[i]), float(near[i]), float(far[i]), context.full)
        )
    sizes = [len(c.bags) for c in contexts]
    return Found(
        np.concatenate(features),
        np.concatenate([c.targets for c in contexts]),
        [c.issuer for c in contexts for _ in c.bags],
        np.repeat(np.arange(len(contexts)), sizes),
        np.repeat(np.array([c.full for c in contexts]), sizes),
    )


def train_trees(rows: Found, *, trees: int = 120, seed: int = 1, say: Callable[[str], None] = lambda _: None) -> str:
    """LightGBM's model as text: probabilities of the six classes."""
    import lightgbm

    say(f"finder: trees on {len(rows.targets):,} numbers")
    settings = {
        "objective": "multiclass", "num_class": CLASSES, "learning_rate": 0.1, "num_leaves": 31, "min_data_in_leaf": 60,
        "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1, "num_threads": 1, "seed": seed, "verbosity": -1,
        "deterministic": True,
    }  # fmt: skip
    data = lightgbm.Dataset(rows.features, rows.targets, feature_name=list(FEATURES), free_raw_data=True)
    text: str = lightgbm.train(settings, data, trees).model_to_string()
    return text
