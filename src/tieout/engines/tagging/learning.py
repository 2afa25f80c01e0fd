"""From examples to `Knowledge`, and to rows that a reranker is trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import VIEWS, View, features, seen_as
from tieout.engines.tagging.habits import Habits, habit_keys
from tieout.engines.tagging.knowledge import COUNTS, Knowledge, Pairs
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.ranking import Scorer
from tieout.engines.tagging.towers import train_towers
from tieout.engines.tagging.words import words

__all__ = ["Ranked", "learn", "ranked_rows"]

_SHARES = (0.35, 0.45, 0.2)
"""How often training looks at each of `VIEWS`."""

_MOST_OF_A_CONTEXT = 100


@dataclass(slots=True)
class _Seen:
    """Examples that look the same, of one issuer, with how often they were seen."""

    example: Example
    issuer: int
    weight: float


def learn(
    filings: Sequence[ExampleContext],
    presentations: Sequence[ExampleContext] = (),
    *,
    size: int = 64,
    epochs: int = 6,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> Knowledge:
    """Knowledge from the tagged examples of filings, and from rows made of presentations (which count half)."""
    issuers = {issuer: i for i, issuer in enumerate(sorted({c.issuer for c in (*filings, *presentations)}))}
    seen = [*_distinct(filings, issuers, 1.0), *_distinct(presentations, issuers, 0.5)]
    names = Names.of((s.example.concept or "", s.example.type or "") for s in seen)
    targets = np.array([names.number[s.example.concept or ""] for s in seen], dtype=np.int64)
    groups = np.array([s.issuer for s in seen], dtype=np.int64)
    weights = np.array([s.weight for s in seen], dtype=np.float32)
    sums = np.bincount(groups, weights=weights)
    # An issuer with many filings would else speak for all.
    weights *= np.sqrt(sums[sums > 0].mean() / sums[groups]).astype(np.float32)
    mentions = [s.example.mention.of_type(s.example.type) for s in seen]
    say(f"{len(seen):,} different examples of {len(names.names):,} concepts from {len(issuers)} issuers")
    views = [[features(seen_as(mention, view)) for mention in mentions] for view in VIEWS]
    towers = train_towers(
        views, targets, weights, groups, names, shares=_SHARES, size=size, epochs=epochs, drop=0.4, seed=seed, say=say
    )
    del views
    habits = Habits.learn(
        (s.issuer, habit_keys(mention).tolist(), int(target))
        for s, mention, target in zip(seen, mentions, targets, strict=True)
    )
    together, below = _pairs([*filings, *presentations], issuers, names)
    return Knowledge(names, towers, habits, together, below, _counts(seen, targets, len(names.names)))


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


def _counts(seen: Sequence[_Seen], targets: NDArray[np.int64], size: int) -> NDArray[np.float32]:
    rows: list[list[_Seen]] = [[] for _ in range(size)]
    for one, target in zip(seen, targets.tolist(), strict=True):
        rows[target].append(one)
    counts = np.zeros((size, len(COUNTS)), dtype=np.float32)
    for concept, own in enumerate(rows):
        mentions = [s.example.mention for s in own]
        counts[concept] = (
            np.log1p(len({s.issuer for s in own})),
            np.mean([s.example.instant for s in own]),
            np.mean([m.negative for m in mentions]),
            np.mean([m.percent or m.column_percent for m in mentions]),
            np.mean([m.kind == "table" for m in mentions]),
            np.mean([m.form == "dash" for m in mentions]),
            len({m.row_label for m in mentions}) / len(mentions),
        )
    return counts


class Ranked(NamedTuple):
    """Rows for a reranker: features by candidate, which candidate is right, candidates of each mention (``sizes``); and by
    mention: number of its right concept among the candidates (-1: not there), concept name, view, issuer, and weight."""

    features: NDArray[np.float32]
    right: NDArray[np.int8]
    sizes: NDArray[np.int64]
    places: NDArray[np.int64]
    weights: NDArray[np.float32]
    kinds: list[tuple[str, str, str]]


def ranked_rows(
    scorer: Scorer, contexts: Sequence[ExampleContext], views: Sequence[View], random: np.random.Generator, most: int
) -> Ranked:
    """Rows of up to ``most`` mentions of contexts drawn at random; each context is seen in a view drawn from ``views``."""
    features_: list[NDArray[np.float32]] = []
    places: list[int] = []
    kinds: list[tuple[str, str, str]] = []
    weights: list[float] = []
    total = 0
    for at in random.permutation(len(contexts)):
        context = contexts[int(at)]
        view = views[int(random.integers(len(views)))]
        examples = _drawn(context, random)
        if not examples:
            continue
        mentions = [seen_as(e.mention.of_type(e.type), view) for e in examples]
        for own in _parts(mentions, view):
            found = scorer.candidates([mentions[i] for i in own])
            for row, i in enumerate(own):
                target = scorer.names.number.get(examples[i].concept or "", -1)
                hit = np.flatnonzero(found.concepts[row] == target)
                features_.append(found.features[row])
                places.append(int(hit[0]) if len(hit) else -1)
                kinds.append((context.issuer, view, mentions[i].kind))
                weights.append(1.0)
        total += len(examples)
        if total >= most:
            break
    width = features_[0].shape[0] if features_ else 0
    right = np.zeros((len(places), width), dtype=np.int8)
    for i, place in enumerate(places):
        if place >= 0:
            right[i, place] = 1
    return Ranked(
        np.concatenate(features_),
        right.ravel(),
        np.full(len(places), width, dtype=np.int64),
        np.array(places, dtype=np.int64),
        np.array(weights, dtype=np.float32),
        kinds,
    )


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
