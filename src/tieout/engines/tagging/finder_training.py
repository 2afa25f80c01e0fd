"""Training of the finder: its word models on some issuers, its trees on what those say of the others.

Filings are seen in two ways, as the finder is used: whole, every context in its place; and as bare strings, each alone, with as
many negatives as the FinTagging paper samples (its Table 3). Which negatives are drawn, and which issuers learn from which, is
chance: all is done in several draws, whose word models are averaged and whose rows the trees see together, so that finders
trained alike come out alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import ExampleContext
from tieout.engines.tagging.finding import (
    ALONE_THRESHOLD,
    CLASSES,
    FEATURES,
    FinderWords,
    bags_of,
    context_bag,
    printed_rows,
    rows_with_words,
    smoothed,
)
from tieout.engines.tagging.linear import averaged, train_linear
from tieout.engines.tagging.names import TYPE_CODES
from tieout.engines.tagging.numbers import TYPES
from tieout.engines.tagging.tagging import FACT_THRESHOLD
from tieout.engines.tagging.towers import Bag, Floats

__all__ = ["Finder", "Found", "Looks", "found_rows", "prepared", "train_finder", "train_trees", "train_words"]

DRAWS, PARTS = 3, 4
"""How often all is drawn anew, and in how many parts of issuers each time."""

_NEGATIVES = {"text": 1.06, "table": 0.61}
"""For each positive context of the kind."""

_MOST_NUMBERS = 400
"""Of one context."""

_MOST_WHOLE = 60
"""Whole filings of one draw."""

_EACH = 12
"""Numbers of one context that the trees are shown from each draw: those of a large table are much alike."""

Say = Callable[[str], None]


class Finder(NamedTuple):
    """Word models, LightGBM's trees as text, and metrics by cross-validation: within whole reports, and of contexts alone."""

    words: FinderWords
    trees: str
    metrics: dict[str, Any]


class Look(NamedTuple):
    """What a context looks like in one view, whichever word models are asked: bags, classes, features of `printed_rows`."""

    bags: list[Bag]
    targets: NDArray[np.int64]
    printed: Floats


class Prepared(NamedTuple):
    """One context of a filing, seen in one view."""

    issuer: str
    filing: int
    full: bool
    context: ExampleContext
    look: Look


class Found(NamedTuple):
    """Rows for the trees: features, classes, and the issuer, filing-context number and view of each."""

    features: Floats
    targets: NDArray[np.int64]
    issuers: NDArray[np.str_]
    contexts: NDArray[np.int64]
    full: NDArray[np.bool_]


class _Part(NamedTuple):
    """Contexts of some issuers, and what word models of the others say of them."""

    contexts: list[Prepared]
    found: Found


class Looks:
    """Looks of contexts, each made once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bool], tuple[ExampleContext, Look]] = {}

    def of(self, context: ExampleContext, full: bool) -> Look:
        """That of the context; ``full``: in its place in the report."""
        key = id(context), full
        if key not in self._known:
            # The context is kept too: while it lives, no other has its id.
            self._known[key] = context, _look(context, full)
        return self._known[key][1]


def _look(context: ExampleContext, full: bool) -> Look:
    examples = context.examples[:_MOST_NUMBERS]
    mentions = [e.mention for e in examples]
    targets = [TYPE_CODES[e.type] + 1 if e.type is not None else 0 for e in examples]
    return Look(bags_of(mentions), np.array(targets, dtype=np.int64), printed_rows(mentions, full))


def train_finder(
    whole: Sequence[Sequence[ExampleContext]],
    bare: Sequence[Sequence[ExampleContext]],
    *,
    seed: int = 1,
    trees: int = 120,
    say: Say = lambda _: None,
) -> Finder:
    """The finder of all issuers of these filings, given whole and as bare strings."""
    random = np.random.default_rng(seed)
    looks = Looks()
    words: list[FinderWords] = []
    draws: list[list[_Part]] = []
    for draw in range(DRAWS):
        say(f"finder: draw {draw + 1} of {DRAWS}")
        seen = prepared(_one_each(whole, random)[:_MOST_WHOLE], bare, random, looks)
        draws.append(_parts(seen, random))
        words.append(train_words(seen, seed=int(random.integers(2**31))))
    del looks
    metrics = _validated(draws[0], trees, seed, say)
    rows = [_joined([part.found for part in draw]) for draw in draws]
    mean = FinderWords(averaged([w.number for w in words]), averaged([w.gate for w in words]))
    return Finder(mean, train_trees(rows, trees=trees, seed=seed, say=say), metrics)


def _one_each(filings: Sequence[Sequence[ExampleContext]], random: np.random.Generator) -> list[Sequence[ExampleContext]]:
    """A filing of each issuer, drawn."""
    chosen: dict[str, Sequence[ExampleContext]] = {}
    for i in random.permutation(len(filings)):
        chosen.setdefault(filings[i][0].issuer, filings[i])
    return list(chosen.values())


def _parts(seen: Sequence[Prepared], random: np.random.Generator) -> list[_Part]:
    issuers = sorted({c.issuer for c in seen})
    count = min(PARTS, len(issuers))
    part_of = {issuers[i]: place % count for place, i in enumerate(random.permutation(len(issuers)))}
    result = []
    for part in range(count):
        words = train_words([c for c in seen if part_of[c.issuer] != part], seed=int(random.integers(2**31)))
        own = [c for c in seen if part_of[c.issuer] == part]
        result.append(_Part(own, found_rows(words, own)))
    return result


def prepared(
    whole: Sequence[Sequence[ExampleContext]],
    bare: Sequence[Sequence[ExampleContext]],
    random: np.random.Generator,
    looks: Looks,
) -> list[Prepared]:
    """The contexts of filings seen whole, with headings and neighbours, and of filings as bare strings, negatives sampled."""
    result = [_prepared(context, number, True, looks) for number, filing in enumerate(whole) for context in filing]
    for number, filing in enumerate(bare):
        result += [_prepared(context, number, False, looks) for context in _sampled(filing, random)]
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


def _prepared(context: ExampleContext, filing: int, full: bool, looks: Looks) -> Prepared:
    return Prepared(context.issuer, filing, full, context, looks.of(context, full))


def train_words(contexts: Sequence[Prepared], most: int = 80_000, seed: int = 1) -> FinderWords:
    """The two linear models."""
    issuers = {issuer: i for i, issuer in enumerate(sorted({c.issuer for c in contexts}))}
    groups = np.array([issuers[c.issuer] for c in contexts], dtype=np.int64)
    tagged = np.array([bool((c.look.targets > 0).any()) for c in contexts], dtype=np.int64)
    gate = train_linear([context_bag(c.look.bags) for c in contexts], tagged, groups, 2, seed=seed)
    bags = [bag for c in contexts for bag in c.look.bags]
    targets = np.concatenate([c.look.targets for c in contexts])
    owners = np.repeat(groups, [len(c.look.bags) for c in contexts])
    if len(bags) > most:
        chosen = np.sort(np.random.default_rng(seed).choice(len(bags), most, replace=False))
        bags, targets, owners = [bags[i] for i in chosen], targets[chosen], owners[chosen]
    return FinderWords(train_linear(bags, targets, owners, CLASSES, seed=seed), gate)


def found_rows(words: FinderWords, contexts: Sequence[Prepared]) -> Found:
    """What the trees see of these contexts; those of filings seen whole know their neighbours."""
    gates = words.gate.scores([context_bag(c.look.bags) for c in contexts])
    gate = gates[:, 1] - gates[:, 0]
    near, far = np.full(len(contexts), np.nan, dtype=np.float32), np.full(len(contexts), np.nan, dtype=np.float32)
    filings = np.array([c.filing if c.full else -1 for c in contexts])
    for filing in np.unique(filings[filings >= 0]):
        own = np.flatnonzero(filings == filing)
        near[own], far[own] = smoothed(gate[own], 3), smoothed(gate[own], 15)
    features = []
    for i, c in enumerate(contexts):
        mentions = [e.mention for e in c.context.examples[: len(c.look.bags)]]
        scores = words.number.scores(c.look.bags)
        features.append(rows_with_words(c.look.printed, mentions, scores, float(gate[i]), float(near[i]), float(far[i])))
    sizes = [len(c.look.bags) for c in contexts]
    return Found(
        np.concatenate(features),
        np.concatenate([c.look.targets for c in contexts]),
        np.repeat(np.array([c.issuer for c in contexts]), sizes),
        np.repeat(np.arange(len(contexts)), sizes),
        np.repeat(np.array([c.full for c in contexts]), sizes),
    )


def train_trees(draws: Sequence[Found], *, trees: int = 120, seed: int = 1, say: Say = lambda _: None) -> str:
    """LightGBM's model as text: probabilities of the six classes; ``draws`` are rows of the same filings in other draws.

    Of each context a few numbers are shown, weighted by the root of how many they stand for: no table is learnt by heart.
    Where a class is rare or already sure, a leaf's second derivatives are next to nothing and its score, unless held back, is
    boundless: without the last two settings one seed in two spoils the types of whole tables (2 points of F1).
    """
    import lightgbm

    random = np.random.default_rng(seed)
    chosen = [_some_of_each(_numbered(rows), random) for rows in draws]
    features = np.concatenate([rows.features[kept] for rows, (kept, _) in zip(draws, chosen, strict=True)])
    targets = np.concatenate([rows.targets[kept] for rows, (kept, _) in zip(draws, chosen, strict=True)])
    weights = np.concatenate([own for _, own in chosen])
    say(f"finder: trees on {len(targets):,} of {sum(len(rows.targets) for rows in draws):,} numbers")
    settings = {
        "objective": "multiclass", "num_class": CLASSES, "learning_rate": 0.1, "num_leaves": 31, "min_data_in_leaf": 60,
        "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1, "num_threads": 1, "seed": seed, "verbosity": -1,
        "deterministic": True, "lambda_l2": 10.0, "min_sum_hessian_in_leaf": 5.0,
    }  # fmt: skip
    data = lightgbm.Dataset(features, targets, weight=weights, feature_name=list(FEATURES), free_raw_data=True)
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


def _validated(draw: Sequence[_Part], trees: int, seed: int, say: Say) -> dict[str, Any]:
    """Finders of the other issuers on each part of the first draw, learned from that draw alone: the card's metrics."""
    import lightgbm

    counts = {"report": [0, 0, 0], "alone": [0, 0, 0]}
    for held in draw:
        others = _joined([part.found for part in draw if part is not held])
        finder = lightgbm.Booster(model_str=train_trees([others], trees=trees, seed=seed, say=say))
        p = np.asarray(finder.predict(held.found.features, num_threads=1))
        for view, full, threshold in (("report", True, FACT_THRESHOLD), ("alone", False, ALONE_THRESHOLD)):
            for i, count in enumerate(_pairs(held.contexts, p, full, threshold)):
                counts[view][i] += count
    return {view: _f1(*own_) for view, own_ in counts.items()}


def _pairs(contexts: Sequence[Prepared], p: NDArray[np.float64], full: bool, threshold: float) -> tuple[int, int, int]:
    """Pairs that are right, found, and there, by set in each context."""
    hit = said = there = start = 0
    for context in contexts:
        targets = context.look.targets
        own = p[start : start + len(targets)]
        start += len(targets)
        if context.full != full:
            continue
        gold, found = set(), set()
        for example, target, row in zip(context.context.examples, targets.tolist(), own, strict=False):
            if target:
                gold.add((example.mention.value, TYPES[target - 1]))
            if 1 - row[0] >= threshold:
                found.add((example.mention.value, TYPES[int(row[1:].argmax())]))
        hit, said, there = hit + len(gold & found), said + len(found), there + len(gold)
    return hit, said, there


def _f1(hit: float, said: float, there: float) -> dict[str, float]:
    precision, recall = hit / max(said, 1), hit / max(there, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def _joined(rows: Sequence[Found]) -> Found:
    return Found(*(np.concatenate(column) for column in zip(*rows, strict=True)))
