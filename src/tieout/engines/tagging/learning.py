"""From a corpus to `Knowledge`."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.corpus import Corpus
from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.knowledge import LOOKS, Knowledge, Pairs
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.towers import Towers, train_towers

__all__ = ["learn"]

_SHARES = (0.3, 0.1, 0.4, 0.2)
"""How often training looks at each of `VIEWS`."""


def learn(
    corpus: Corpus,
    without: Collection[str] = (),
    *,
    size: int = 64,
    epochs: int = 10,
    towers: int = 2,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> Knowledge:
    """Knowledge from all issuers but those ``without``; ``towers`` are trained and averaged."""
    left_out = [corpus.issuers[issuer] for issuer in without if issuer in corpus.issuers]
    kept = np.flatnonzero(~np.isin(corpus.owners, left_out))
    names = Names.of((corpus.concepts[corpus.targets[i]], corpus.types[i]) for i in kept.tolist())
    # No row that is kept has one of -1: of a concept that only issuers left out use.
    number = np.array([names.number.get(concept, -1) for concept in corpus.concepts], dtype=np.int64)
    many = len(names.names)
    targets, groups, weights = number[corpus.targets[kept]], corpus.owners[kept], corpus.weights[kept]
    sums = np.bincount(groups, weights=weights)
    # An issuer with many filings would else speak for all.
    weights *= np.sqrt(sums[sums > 0].mean() / sums[groups]).astype(np.float32)
    say(f"{len(kept):,} different examples of {many:,} concepts from {len(np.unique(groups))} issuers")

    def rows(all_: NDArray[np.integer], *concepts: int) -> NDArray[np.int64]:
        """Those of issuers that are kept (the last column), with ``names``' numbers in the columns ``concepts``."""
        own = all_[~np.isin(all_[:, -1], left_out)].astype(np.int64)
        for column in concepts:
            own[:, column] = number[own[:, column]]
        return own

    keys, concepts, issuers = rows(corpus.around, 1).T
    profiles = Profiles.learn(corpus.vocabulary[keys], concepts, issuers, many)
    del keys, concepts, issuers
    columns = np.searchsorted(corpus.vocabulary, profiles.keys)
    matrices = [view[kept][:, columns] for view in corpus.views]
    trained = [
        train_towers(
            matrices, profiles.keys, targets, weights, names, shares=_SHARES, size=size, epochs=epochs, drop=0.5,
            seed=seed + 101 * member, say=say,
        )
        for member in range(towers)
    ]  # fmt: skip
    del matrices
    return Knowledge(
        names,
        Towers.averaged(trained),
        Habits.learn(rows(corpus.habits, 2)),
        profiles,
        Pairs.learn(rows(corpus.together, 0, 1), many),
        Pairs.learn(rows(corpus.below, 0, 1), many),
        _counts(corpus, kept, targets, many),
    )


def _counts(corpus: Corpus, kept: NDArray[np.int64], targets: NDArray[np.int64], size: int) -> NDArray[np.float32]:
    owners = corpus.owners[kept]
    real = ~np.isin(owners, list(corpus.made_up))
    # What the primer doesn't tell, such as whether a fact is about a day, comes from others where there are any.
    told = real | (np.bincount(targets[real], minlength=size) == 0)[targets]
    filers = real & ~np.isin(owners, list(corpus.standard))
    own = targets[told]
    n = np.maximum(np.bincount(own, minlength=size), 1)
    looks = corpus.looks[kept][told]
    shares = [np.bincount(own, weights=looks[:, i], minlength=size) / n for i in range(len(LOOKS))]
    issuers = _different(targets[filers], owners[filers], size)
    labels = _different(own, corpus.labels[kept][told], size)
    return np.column_stack([np.log1p(issuers), *shares, labels / n]).astype(np.float32)


def _different(groups: NDArray[np.int64], values: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """How many different values each group has."""
    many = int(values.max(initial=0)) + 1
    return np.bincount(np.unique(groups * many + values) // many, minlength=size)
