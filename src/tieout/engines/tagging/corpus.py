"""All that training learns from, made once: every model of the cross-validation learns from a part of it.

Examples that look the same are kept once, with how often they were seen; what is counted by issuer is kept as rows of numbers,
from which those of the issuers left out are taken away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import VIEWS, Keys, View, features, seen_as
from tieout.engines.tagging.habits import KINDS, habit_keys
from tieout.engines.tagging.knowledge import LOOKS
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.towers import sparse_matrix
from tieout.engines.tagging.words import words

__all__ = ["Corpus", "corpus_of"]

_WHOLE: tuple[View, ...] = ("full", "flat")
"""Views that show all there is, of a page and of a bare string."""

_MOST_OF_A_CONTEXT = 60
"""Different concepts of a table that are counted as standing together."""

Rows = NDArray[np.int64]


@dataclass(slots=True)
class Corpus:
    """Of each different example its concept (``targets``: a place in ``concepts``), item type, issuer (``owners``: a number of
    ``issuers``), weight, `LOOKS` (examples x looks) and ``labels`` (a number for each row label); and what models look at:
    ``views`` has for each of `VIEWS` a sparse matrix of examples x ``vocabulary`` (known keys, sorted).

    Rows of numbers: ``around`` (place of the key in the vocabulary, concept, issuer), ``habits`` (kind, key, concept, issuer),
    ``together`` and ``below`` (concept, other concept, issuer). ``standard`` and ``made_up``: of the numbers of issuers,
    those that are taxonomies, and those of the primer.
    """

    issuers: dict[str, int]
    concepts: list[str]
    targets: Rows
    types: list[str]
    owners: Rows
    weights: NDArray[np.float32]
    looks: NDArray[np.bool_]
    labels: Rows
    vocabulary: Keys
    views: list[Any]
    around: NDArray[np.int32]
    habits: Rows
    together: NDArray[np.int32]
    below: NDArray[np.int32]
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
    number: dict[str, int] = {}
    targets = np.array([number.setdefault(s.example.concept or "", len(number)) for s in seen], dtype=np.int64)
    owners = np.array([s.issuer for s in seen], dtype=np.int64)
    mentions = [s.example.mention.of_type(s.example.type) for s in seen]
    vocabulary, views = _views(mentions)
    label: dict[str, int] = {}
    together, below = _pairs(contexts, issuers, number)
    return Corpus(
        issuers=issuers,
        concepts=list(number),
        targets=targets,
        types=[s.example.type or "" for s in seen],
        owners=owners,
        weights=np.array([s.weight for s in seen], dtype=np.float32),
        looks=np.array([_looks(s.example) for s in seen], dtype=bool).reshape(-1, len(LOOKS)),
        labels=np.array([label.setdefault(m.row_label, len(label)) for m in mentions], dtype=np.int64),
        vocabulary=vocabulary,
        views=views,
        around=_around(views, targets, owners, len(issuers)),
        habits=_habits(mentions, targets, owners),
        together=together,
        below=below,
        standard=frozenset(issuers[c.issuer] for c in taxonomies),
        made_up=frozenset(issuers[c.issuer] for c in primer),
    )


@dataclass(slots=True)
class _Seen:
    """Examples that look the same, of one issuer, with how often they were seen."""

    example: Example
    issuer: int
    weight: float


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


def _looks(example: Example) -> tuple[bool, ...]:
    m = example.mention
    return (example.instant, m.negative, m.percent or m.column_percent, m.kind == "table", m.form == "dash")


def _views(mentions: Sequence[Mention]) -> tuple[Keys, list[Any]]:
    """The keys that any mention has in a whole view, and a matrix for each of `VIEWS`."""
    bags = {view: [features(seen_as(m, view)) for m in mentions] for view in VIEWS}
    whole = [np.unique(np.concatenate([keys for keys, _ in bags[view]])) for view in _WHOLE] if mentions else []
    vocabulary = np.unique(np.concatenate(whole)) if whole else np.empty(0, dtype=np.uint32)
    return vocabulary, [sparse_matrix(bags.pop(view), vocabulary) for view in VIEWS]


def _around(views: Sequence[Any], targets: Rows, owners: Rows, many: int) -> NDArray[np.int32]:
    size = int(targets.max(initial=0)) + 1
    parts = []
    for view in _WHOLE:
        matrix = views[VIEWS.index(view)]
        each = np.repeat(targets * many + owners, np.diff(matrix.indptr))
        parts.append(np.unique(matrix.indices.astype(np.int64) * (size * many) + each))
    key, rest = np.divmod(np.unique(np.concatenate(parts)), size * many)
    return np.stack([key, *np.divmod(rest, many)], axis=1).astype(np.int32)


def _habits(mentions: Sequence[Mention], targets: Rows, owners: Rows) -> Rows:
    keys = np.array([habit_keys(m) for m in mentions], dtype=np.int64).reshape(len(mentions), len(KINDS))
    example, kind = np.nonzero(keys >= 0)
    return np.stack([kind, keys[example, kind], targets[example], owners[example]], axis=1)


def _pairs(
    contexts: Sequence[ExampleContext], issuers: dict[str, int], number: dict[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    together: set[tuple[int, int, int]] = set()
    below: set[tuple[int, int, int]] = set()
    for context in contexts:
        who = issuers[context.issuer]
        tagged = [(e, number[e.concept]) for e in context.examples if e.concept is not None]
        different = list(dict.fromkeys(concept for _, concept in tagged))[:_MOST_OF_A_CONTEXT]
        together.update((a, b, who) for a in different for b in different if a != b)
        columns: dict[int, int] = {}
        for example, concept in tagged:
            column = example.mention.place.column if example.mention.kind == "table" else 0
            if column in columns:
                below.add((columns[column], concept, who))
            columns[column] = concept
    return _rows(together), _rows(below)


def _rows(triples: set[tuple[int, int, int]]) -> NDArray[np.int32]:
    return np.array(sorted(triples), dtype=np.int32).reshape(-1, 3)
