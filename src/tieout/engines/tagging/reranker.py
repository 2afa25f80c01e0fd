"""Both passes of the reranker over one context's candidates: the same in use and where confidence is learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.confidence import first_two
from tieout.engines.tagging.ranking import FINALISTS, Candidates, Floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    import lightgbm

    from tieout.engines.tagging.mention import Mention
    from tieout.engines.tagging.ranking import Scorer

__all__ = ["Ranked", "Reranker", "asked"]

_TOGETHER = 2_000
"""Mentions whose candidates trees are asked about in one go: each asking copies them."""


@dataclass(slots=True)
class Ranked:
    """Of n mentions: the candidates as the first impression had them; ``order``, their places, best first (n x candidates); the
    last pass's scores, best first (n x `FINALISTS`, -inf where the type differs); and ``two``, the features by which it saw
    the first two (n x 2 x `SECOND`)."""

    found: Candidates
    order: NDArray[np.intp]
    scores: Floats
    two: Floats

    @property
    def concepts(self) -> NDArray[np.int64]:
        """Concept numbers of the finalists, best first (n x `FINALISTS`)."""
        return np.take_along_axis(self.found.concepts, self.order[:, : self.scores.shape[1]], axis=1)

    @property
    def first_concepts(self) -> NDArray[np.int64]:
        """Concept numbers of the first two (n x 2)."""
        return first_two(self.found.concepts, self.order)


class Reranker:
    """Trees of a first pass, which choose the finalists, and of a second, which knows what the first says of all of a table."""

    def __init__(self, scorer: Scorer, first: lightgbm.Booster, second: lightgbm.Booster) -> None:
        self.scorer = scorer
        self._first = first
        self._second = second

    def ranked(self, mentions: Sequence[Mention]) -> Ranked:
        """Candidates of the mentions of one context, each with its type set (None: any type), in order."""
        found = self.scorer.candidates(mentions)
        scores = np.where(found.barred, -np.inf, asked(self._first, found.features))
        order = np.argsort(-scores, axis=1, kind="stable")
        final = found.ordered(order[:, :FINALISTS])
        features = self.scorer.second(mentions, final, np.take_along_axis(scores, order[:, :FINALISTS], axis=1))
        scores = np.where(final.barred, -np.inf, asked(self._second, features))
        last = np.argsort(-scores, axis=1, kind="stable")
        every = np.concatenate([np.take_along_axis(order[:, :FINALISTS], last, axis=1), order[:, FINALISTS:]], axis=1)
        return Ranked(found, every, np.take_along_axis(scores, last, axis=1), first_two(features, last))


def asked(trees: lightgbm.Booster, features: Floats) -> NDArray[np.float64]:
    """What the trees say (mentions x candidates) of features (mentions x candidates x features)."""
    n, c, width = features.shape
    starts = range(0, n, _TOGETHER)
    scores = [np.asarray(trees.predict(features[i : i + _TOGETHER].reshape(-1, width), num_threads=1)) for i in starts]
    return np.concatenate(scores).reshape(n, c)
