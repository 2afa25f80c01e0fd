"""From examples to `Knowledge`, and to rows that a reranker is trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.corpus import Corpus
from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import View, seen_as
from tieout.engines.tagging.habits import Habits
from tieout.engines.tagging.knowledge import LOOKS, Knowledge, Pairs
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.ranking import Candidates, Scorer
from tieout.engines.tagging.towers import Towers, train_towers

__all__ = ["Context", "learn", "ranked_contexts"]

_SHARES = (0.3, 0.1, 0.4, 0.2)
"""How often training looks at each of `VIEWS`."""

_MOST_OF_A_CONTEXT = 100
_MOST_OF_AN_ISSUER = 1.5
"""Times an equal share."""


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


@dataclass(slots=True)
class Context:
    """Mentions that are ranked together, their candidates, and which of these is right (-1: none) for each mention."""

    issuer: str
    view: View
    mentions: list[Mention]
    found: Candidates
    places: NDArray[np.int64]


def ranked_contexts(
    scorer: Scorer, contexts: Sequence[ExampleContext], views: Sequence[View], random: np.random.Generator, most: int
) -> list[Context]:
    """Up to ``most`` mentions of contexts drawn at random; each context is seen in a view drawn from ``views``.

    No issuer gives much more than its share: the habits of one with many filings would else be learned for everybody's.
    """
    result: list[Context] = []
    total = 0
    given: Counter[str] = Counter()
    share = _MOST_OF_AN_ISSUER * most / max(1, len({c.issuer for c in contexts}))
    for at in random.permutation(len(contexts)):
        context = contexts[int(at)]
        if given[context.issuer] >= share:
            continue
        view = views[int(random.integers(len(views)))]
        examples = _drawn(context, random)
        if not examples:
            continue
        mentions = [seen_as(e.mention.of_type(e.type), view) for e in examples]
        for own in _parts(mentions, view):
            found = scorer.candidates([mentions[i] for i in own])
            targets = np.array([scorer.names.number.get(examples[i].concept or "", -1) for i in own])
            hit = found.concepts == targets[:, None]
            places = np.where(hit.any(axis=1), hit.argmax(axis=1), -1)
            found.scores = found.scores[:, :0]  # those of all concepts would fill the memory
            result.append(Context(context.issuer, view, [mentions[i] for i in own], found, places))
            total += len(own)
            given[context.issuer] += len(own)
        if total >= most:
            break
    return result


def _drawn(context: ExampleContext, random: np.random.Generator) -> list[Example]:
    """The tagged examples; of a large table whole rows at random."""
    tagged = [e for e in context.examples if e.concept is not None]
    if len(tagged) <= _MOST_OF_A_CONTEXT:
        return tagged
    start = int(random.integers(len(tagged) - _MOST_OF_A_CONTEXT))
    return tagged[start : start + _MOST_OF_A_CONTEXT]


def _parts(mentions: Sequence[object], view: View) -> Iterator[list[int]]:
    """What is ranked together: the whole context, or in the view of rows each mention alone (a few of them)."""
    if view != "row":
        yield list(range(len(mentions)))
    else:
        yield from ([i] for i in range(0, len(mentions), max(1, len(mentions) // 12)))
