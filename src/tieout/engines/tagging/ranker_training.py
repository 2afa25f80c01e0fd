"""Training of the reranker: two passes of trees, each on what models of other issuers say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.drawing import Drawn
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.ranking import FEATURES, FINALISTS, SECOND, Candidates, Floats, Scorer
from tieout.engines.tagging.reranker import Reranker, asked

if TYPE_CHECKING:
    import lightgbm

__all__ = ["Context", "Rankers", "ranked_contexts", "train_rankers"]

Say = Callable[[str], None]


@dataclass(slots=True)
class Context:
    """Mentions that are ranked together, their candidates, and which of these is right (-1: none) for each mention."""

    mentions: list[Mention]
    found: Candidates
    places: NDArray[np.int64]


@dataclass(slots=True)
class Rankers:
    """Both passes' trees as text; and for each fold a reranker that learned from the other folds."""

    first: str
    second: str
    unknowing: list[Reranker]


@dataclass(slots=True)
class _Rows:
    """A fold: features of both passes (mentions x candidates x `SECOND`), which candidate is right (-1: none), its contexts.

    There are gigabytes of them: those of the second pass are filled in when the first has been made, and nothing is copied.
    """

    features: Floats
    places: NDArray[np.int64]
    contexts: Sequence[Context]


def ranked_contexts(scorer: Scorer, drawn: Iterable[Drawn]) -> list[Context]:
    """What the scorer says of drawn contexts: of each mention the `FINALISTS` that are likeliest by first impression."""
    result: list[Context] = []
    for context in drawn:
        every = scorer.candidates(context.mentions)
        found = every.ordered(np.tile(np.arange(min(FINALISTS, every.concepts.shape[1])), (len(context.mentions), 1)))
        found.scores = found.scores[:, :0]  # those of all concepts would fill the memory
        targets = np.array([scorer.names.number.get(concept, -1) for concept in context.concepts])
        hit = found.concepts == targets[:, None]
        places = np.where(hit.any(axis=1), hit.argmax(axis=1), -1)
        result.append(Context(context.mentions, found, places))
    return result


def train_rankers(
    folds: Sequence[list[Context]], scorers: Sequence[Scorer], *, trees: int = 60, seed: int = 1, say: Say = lambda _: None
) -> Rankers:
    """From the contexts of each fold of issuers, whose candidates ``scorers`` made: of models trained on the other folds."""
    rows = [_rows(fold) for fold in folds]
    say("reranker: first pass")
    first = _trained(rows, FEATURES, trees, seed).model_to_string()
    firsts = []
    for number, own in enumerate(rows):
        say(f"reranker: first pass without fold {number + 1}")
        firsts.append(_trained([r for i, r in enumerate(rows) if i != number], FEATURES, trees, seed))
        _fill(scorers[number], own, asked(firsts[number], own.features[:, :, : len(FEATURES)]))
    unknowing = []
    for number, scorer in enumerate(scorers):
        say(f"reranker: second pass without fold {number + 1}")
        second = _trained([r for i, r in enumerate(rows) if i != number], SECOND, trees, seed)
        unknowing.append(Reranker(scorer, firsts[number], second))
    say("reranker: second pass")
    return Rankers(first, _trained(rows, SECOND, trees, seed).model_to_string(), unknowing)


def _rows(fold: Sequence[Context]) -> _Rows:
    """All contexts together, whose own features from now on are parts of it."""
    places = np.concatenate([c.places for c in fold])
    features = np.empty((len(places), fold[0].found.features.shape[1], len(SECOND)), dtype=np.float32)
    for context, own in zip(fold, _slices(fold), strict=True):
        features[own, :, : len(FEATURES)] = context.found.features
        context.found.features = features[own, :, : len(FEATURES)]
    return _Rows(features, places, fold)


def _fill(scorer: Scorer, rows: _Rows, first: NDArray[np.floating]) -> None:
    """Adds what the second pass is told besides, context by context, from the first one's scores."""
    for context, own in zip(rows.contexts, _slices(rows.contexts), strict=True):
        rows.features[own, :, len(FEATURES) :] = scorer.added(context.mentions, context.found, first[own])


def _slices(contexts: Sequence[Context]) -> list[slice]:
    ends = np.cumsum([len(c.mentions) for c in contexts]).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def _trained(rows: Sequence[_Rows], names: Sequence[str], trees: int, seed: int) -> lightgbm.Booster:
    """Trees by which a mention's candidates are ordered (rank_xendcg; Bruch et al. 2020)."""
    import lightgbm

    # A mention whose concept is not among its candidates teaches nothing about their order.
    known = [np.flatnonzero(r.places >= 0) for r in rows]
    width = rows[0].features.shape[1]
    places = np.concatenate([r.places[k] for r, k in zip(rows, known, strict=True)])
    y = (places[:, None] == np.arange(width)[None, :]).ravel().astype(np.int8)
    x = [_sequence(r.features, k, len(names)) for r, k in zip(rows, known, strict=True)]
    settings = {
        "objective": "rank_xendcg", "learning_rate": 0.16, "num_leaves": 31, "min_data_in_leaf": 60, "feature_fraction": 0.4,
        "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 5.0, "num_threads": 1, "seed": seed, "verbosity": -1,
        "objective_seed": seed, "deterministic": True, "max_bin": 63,
    }  # fmt: skip
    data = lightgbm.Dataset(x, y, group=np.full(len(places), width), feature_name=list(names), free_raw_data=True)
    return lightgbm.train(settings, data, trees)


def _sequence(features: Floats, mentions: NDArray[np.int64], columns: int) -> lightgbm.Sequence:
    """The candidates of those mentions, one after the other, with their first features: what LightGBM reads piece by piece."""
    import lightgbm

    width = features.shape[1]
    flat = features.reshape(-1, features.shape[2])
    rows = (mentions[:, None] * width + np.arange(width)).ravel()

    class Candidates(lightgbm.Sequence):
        def __getitem__(self, at: Any) -> NDArray[np.float64]:
            return flat[rows[at], :columns].astype(np.float64)

        def __len__(self) -> int:
            return len(rows)

    return Candidates()
