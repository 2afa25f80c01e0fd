"""From examples to `Knowledge`, and to rows that a reranker is trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import VIEWS, Keys, View, features, seen_as
from tieout.engines.tagging.habits import Habits, habit_keys
from tieout.engines.tagging.knowledge import COUNTS, Knowledge, Pairs
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.profiles import Profiles
from tieout.engines.tagging.ranking import Candidates, Scorer
from tieout.engines.tagging.towers import Towers, sparse_matrix, train_towers
from tieout.engines.tagging.words import words

__all__ = ["Context", "Corpus", "corpus_of", "learn", "ranked_contexts"]

_SHARES = (0.3, 0.1, 0.4, 0.2)
"""How often training looks at each of `VIEWS`."""

_WHOLE: tuple[View, ...] = ("full", "flat")
"""Views that show all there is, of a page and of a bare string."""

_MOST_OF_A_CONTEXT = 100
_MOST_OF_AN_ISSUER = 1.5
"""Times an equal share."""


@dataclass(slots=True)
class _Seen:
    """Examples that look the same, of one issuer, with how often they were seen."""

    example: Example
    issuer: int
    weight: float


@dataclass(slots=True)
class Corpus:
    """All there is to learn from: contexts, examples that look different, and what models look at of each.

    ``views`` has for each of `VIEWS` a sparse matrix of examples x ``vocabulary`` (known keys, sorted). ``around`` are rows of
    key (its place in the vocabulary), example's concept (its place in ``concepts``) and issuer, each that occurs once.
    ``standard`` and ``made_up``: of the numbers of ``issuers``, those that are taxonomies, and those of the primer.
    """

    contexts: list[ExampleContext]
    issuers: dict[str, int]
    seen: list[_Seen]
    vocabulary: Keys
    views: list[Any]
    concepts: list[str]
    around: NDArray[np.int32]
    habits: list[list[int]]
    standard: frozenset[int]
    made_up: frozenset[int]


def corpus_of(
    filings: Sequence[ExampleContext],
    presentations: Sequence[ExampleContext] = (),
    taxonomies: Sequence[ExampleContext] = (),
    primer: Sequence[ExampleContext] = (),
) -> Corpus:
    """From the tagged examples of filings, rows made of filings' presentations (which count half), of taxonomies', and those of
    the primer."""
    contexts = [*filings, *presentations, *taxonomies, *primer]
    issuers = {issuer: i for i, issuer in enumerate(sorted({c.issuer for c in contexts}))}
    seen = [
        one
        for own, weight in ((filings, 1.0), (presentations, 0.5), (taxonomies, 0.3), (primer, 1.0))
        for one in _distinct(own, issuers, weight)
    ]
    mentions = [s.example.mention.of_type(s.example.type) for s in seen]
    vocabulary, views = _views(mentions)
    concepts = list(dict.fromkeys(s.example.concept or "" for s in seen))
    number = {concept: i for i, concept in enumerate(concepts)}
    own = np.array([number[s.example.concept or ""] for s in seen], dtype=np.int64)
    around = _around(views, own, np.array([s.issuer for s in seen], dtype=np.int64), len(concepts), len(issuers))
    habits = [habit_keys(m).tolist() for m in mentions]
    standard, made_up = (frozenset(issuers[c.issuer] for c in own_) for own_ in (taxonomies, primer))
    return Corpus(contexts, issuers, seen, vocabulary, views, concepts, around, habits, standard, made_up)


def _views(mentions: Sequence[Mention]) -> tuple[Keys, list[Any]]:
    """The keys that any mention has in a whole view, and a matrix for each of `VIEWS`."""
    bags = {view: [features(seen_as(m, view)) for m in mentions] for view in VIEWS}
    whole = [np.unique(np.concatenate([keys for keys, _ in bags[view]])) for view in _WHOLE] if mentions else []
    vocabulary = np.unique(np.concatenate(whole)) if whole else np.empty(0, dtype=np.uint32)
    return vocabulary, [sparse_matrix(bags.pop(view), vocabulary) for view in VIEWS]


def _around(
    views: Sequence[Any], concepts: NDArray[np.int64], issuers: NDArray[np.int64], size: int, many: int
) -> NDArray[np.int32]:
    parts = []
    for view in _WHOLE:
        matrix = views[VIEWS.index(view)]
        each = np.repeat(concepts * many + issuers, np.diff(matrix.indptr))
        parts.append(np.unique(matrix.indices.astype(np.int64) * (size * many) + each))
    triples = np.unique(np.concatenate(parts))
    key, rest = np.divmod(triples, size * many)
    return np.stack([key, *np.divmod(rest, many)], axis=1).astype(np.int32)


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
    left_out = {corpus.issuers[issuer] for issuer in without if issuer in corpus.issuers}
    kept = [i for i, one in enumerate(corpus.seen) if one.issuer not in left_out]
    seen = [corpus.seen[i] for i in kept]
    names = Names.of((s.example.concept or "", s.example.type or "") for s in seen)
    targets = np.array([names.number[s.example.concept or ""] for s in seen], dtype=np.int64)
    groups = np.array([s.issuer for s in seen], dtype=np.int64)
    weights = np.array([s.weight for s in seen], dtype=np.float32)
    sums = np.bincount(groups, weights=weights)
    # An issuer with many filings would else speak for all.
    weights *= np.sqrt(sums[sums > 0].mean() / sums[groups]).astype(np.float32)
    say(f"{len(seen):,} different examples of {len(names.names):,} concepts from {len(set(groups.tolist()))} issuers")
    profiles = _profiles(corpus, left_out, names)
    columns = np.searchsorted(corpus.vocabulary, profiles.keys)
    matrices = [view[kept][:, columns] for view in corpus.views]
    trained = [
        train_towers(
            matrices, profiles.keys, targets, weights, names, shares=_SHARES, size=size, epochs=epochs, drop=0.5,
            seed=seed + 101 * number, say=say,
        )
        for number in range(towers)
    ]  # fmt: skip
    del matrices
    habits = Habits.learn((s.issuer, corpus.habits[i], int(t)) for s, i, t in zip(seen, kept, targets, strict=True))
    contexts = [c for c in corpus.contexts if corpus.issuers[c.issuer] not in left_out]
    together, below = _pairs(contexts, corpus.issuers, names)
    return Knowledge(
        names,
        Towers.averaged(trained),
        habits,
        profiles,
        together,
        below,
        _counts(seen, targets, len(names.names), corpus),
    )


def _profiles(corpus: Corpus, left_out: Collection[int], names: Names) -> Profiles:
    keys, concepts, issuers = corpus.around[~np.isin(corpus.around[:, 2], list(left_out))].T
    number = np.array([names.number.get(concept, -1) for concept in corpus.concepts], dtype=np.int64)
    return Profiles.learn(corpus.vocabulary[keys], number[concepts], issuers.astype(np.int64), len(names.names))


def _distinct(contexts: Sequence[ExampleContext], issuers: dict[str, int], weight: float) -> list[_Seen]:
    found: dict[tuple[object, ...], _Seen] = {}
    times: Counter[tuple[object, ...]] = Counter()
    for context in contexts:
        for example in context.examples:
            if example.concept is None:
                continue
            m = example.mention
            looks: tuple[object, ...] = (
                context.issuer, example.concept, m.kind, m.row_label, tuple(words(h) for h in m.column_headers), m.section_rows,
                words(m.caption), words(m.sentence), words(m.before[-40:]),
            )  # fmt: skip
            times[looks] += 1
            found.setdefault(looks, _Seen(example, issuers[context.issuer], weight))
    for looks, one in found.items():
        one.weight = weight * (1 + float(np.log(times[looks])))
    return list(found.values())


def _pairs(contexts: Sequence[ExampleContext], issuers: dict[str, int], names: Names) -> tuple[Pairs, Pairs]:
    together: set[tuple[int, int, int]] = set()
    below: set[tuple[int, int, int]] = set()
    for context in contexts:
        who = issuers[context.issuer]
        tagged = [(e, names.number[e.concept]) for e in context.examples if e.concept is not None]
        different = list(dict.fromkeys(concept for _, concept in tagged))[:60]
        together.update((who, a, b) for a in different for b in different if a != b)
        columns: dict[int, int] = {}
        for example, concept in tagged:
            column = example.mention.place.column if example.mention.kind == "table" else 0
            if column in columns:
                below.add((who, columns[column], concept))
            columns[column] = concept
    return Pairs.learn(together, len(names.names)), Pairs.learn(below, len(names.names))


def _counts(seen: Sequence[_Seen], targets: NDArray[np.int64], size: int, corpus: Corpus) -> NDArray[np.float32]:
    rows: list[list[_Seen]] = [[] for _ in range(size)]
    for one, target in zip(seen, targets.tolist(), strict=True):
        rows[target].append(one)
    counts = np.zeros((size, len(COUNTS)), dtype=np.float32)
    for concept, all_ in enumerate(rows):
        # What the primer doesn't tell, such as whether a fact is about a day, comes from others where there are any.
        own = [s for s in all_ if s.issuer not in corpus.made_up] or all_
        mentions = [s.example.mention for s in own]
        counts[concept] = (
            np.log1p(len({s.issuer for s in own} - corpus.standard - corpus.made_up)),
            np.mean([s.example.instant for s in own]),
            np.mean([m.negative for m in mentions]),
            np.mean([m.percent or m.column_percent for m in mentions]),
            np.mean([m.kind == "table" for m in mentions]),
            np.mean([m.form == "dash" for m in mentions]),
            len({m.row_label for m in mentions}) / len(mentions),
        )
    return counts


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
