"""Training the tagger: the likelihood of a conditional random field, with a penalty on squared weights.

(Lafferty, McCallum and Pereira, 2001.) Only features that the examples show get a weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from tieout.engines.entities.encoder.network import Encoder
from tieout.engines.entities.tagger.chain import Chain, Floats, Groups, expectations, groups
from tieout.engines.entities.tagger.features import Features, featurise
from tieout.engines.entities.tagger.lbfgs import minimise
from tieout.engines.entities.tagger.model import LABELS, Encoding, Tagger
from tieout.engines.entities.tagger.words import Lexicon

__all__ = ["Encoded", "Sentences", "Settings", "train"]

_COUNT = len(LABELS)


@dataclass(frozen=True, slots=True)
class Sentences:
    """Typed examples: the words of each sentence, and a label of `LABELS` for each word."""

    words: Sequence[Sequence[str]]
    labels: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Settings:
    """``penalty`` on squared weights, most steps of L-BFGS, the number of hashed features as a power of two.

    Features seen fewer than ``fewest`` times get no weight. ``encoder_scale`` is the standard deviation that the encoder's
    vectors are given: the smaller, the more their weights cost. ``prior_scale`` is the same of a prior tagger's scores.
    """

    penalty: float = 3.0
    encoder_scale: float = 0.1
    prior_scale: float = 0.3
    steps: int = 100
    bits: int = 21
    fewest: int = 1

    def shown(self) -> dict[str, float]:
        """The settings that are tried, by name, for a card."""
        return {name: getattr(self, name) for name in ("penalty", "encoder_scale", "prior_scale")}


def train(
    examples: Sentences,
    lexicon: Lexicon,
    settings: Settings,
    encoded: Encoded | None = None,
    watch: Callable[[int, float], None] | None = None,
    prior: Tagger | None = None,
) -> Tagger:
    """A tagger of the examples; ``watch`` hears the number and loss of each step. The same examples give the same tagger.

    ``encoded`` are the same words' vectors by an encoder: they add to the scores of the hashed features. So do the scores of
    ``prior``, a tagger of hashed features alone that was trained on other examples; being sums of weights of the same features,
    they become part of the weights, and cost nothing later. Raises ValueError where its features are finer than these.
    """
    features = featurise(examples.words, lexicon, settings.bits)
    labels = np.array([LABELS.index(label) for sentence in examples.labels for label in sentence], np.int64)
    blocks = [np.zeros((len(labels), 0), np.float32)]
    if encoded is not None:
        mean, spread = encoded.vectors.mean(axis=0), encoded.vectors.std(axis=0) + np.float32(1e-6)
        by_vector = np.float32(settings.encoder_scale) / spread
        blocks.append((encoded.vectors - mean) * by_vector)
    if prior is not None:
        scores, _ = prior.scores(examples.words)
        by_score = np.float32(settings.prior_scale) / (scores.std(axis=0) + np.float32(1e-6))
        blocks.append(scores * by_score)
    objective = _Objective(features, labels, np.concatenate(blocks, axis=1), settings.penalty, settings.fewest)
    found = minimise(objective, np.zeros(objective.size, np.float32), iterations=settings.steps, watch=watch)
    weights, on_blocks, chain = objective.parted(found)
    encoding = None
    if encoded is not None:
        on_vectors = on_blocks[: len(by_vector)] * by_vector[:, None]
        encoding = Encoding(encoded.encoder, encoded.layers, on_vectors, -mean @ on_vectors)
    used = objective.used
    if prior is not None:
        used, weights = prior.added(used, weights, settings.bits, on_blocks[-_COUNT:] * by_score[:, None])
    return Tagger(lexicon, settings.bits, used, weights, chain, encoding)


@dataclass(frozen=True, slots=True)
class Encoded:
    """The vectors of all words of the examples, one after the other, and what made them."""

    encoder: Encoder
    layers: tuple[int, ...]
    vectors: Floats


class _Objective:
    """Negative log likelihood plus penalty, with gradient, as a function of all weights in one vector."""

    def __init__(self, features: Features, labels: NDArray[np.int64], dense: Floats, penalty: float, fewest: int = 1) -> None:
        self.used, self._by_token = _matrix(features.ids, fewest)
        self._by_feature = self._by_token.T.tocsr()
        self._groups: Groups = groups(features.starts)
        self._gold = np.eye(_COUNT, dtype=np.float32)[labels]
        inner = np.ones(len(labels), bool)
        begins = features.starts[:-1][np.diff(features.starts) > 0]
        inner[begins] = False
        later = np.nonzero(inner)[0]
        self._gold_moves = np.zeros((_COUNT, _COUNT), np.float32)
        np.add.at(self._gold_moves, (labels[later - 1], labels[later]), 1)
        self._gold_first = self._gold[begins].sum(axis=0)
        self._dense = dense
        self._penalty = np.float32(penalty)
        self.size = (len(self.used) + dense.shape[1] + _COUNT + 1) * _COUNT

    def parted(self, vector: Floats) -> tuple[Floats, Floats, Chain]:
        """Scores by used feature, by component of the encoder's vectors, and the chain's."""
        rows = vector.reshape(-1, _COUNT)
        first, second = len(self.used), len(self.used) + self._dense.shape[1]
        return rows[:first], rows[first:second], Chain(rows[second:-1], rows[-1])

    def __call__(self, vector: Floats) -> tuple[float, Floats]:
        weights, on_vectors, chain = self.parted(vector)
        scores = self._by_token @ weights + self._dense @ on_vectors
        total, nodes, moves, first = expectations(scores, chain, self._groups)
        gold = float(
            (scores * self._gold).sum() + (chain.moves * self._gold_moves).sum() + (chain.first * self._gold_first).sum()
        )
        slope = np.empty_like(vector)
        surplus = nodes - self._gold
        by_feature, by_component, chain_slope = self.parted(slope)
        by_component[:] = self._dense.T @ surplus
        by_feature[:] = self._by_feature @ surplus
        chain_slope.moves[:] = moves - self._gold_moves
        chain_slope.first[:] = first - self._gold_first
        loss = total - gold + 0.5 * float(self._penalty) * float(vector @ vector)
        return loss, slope + self._penalty * vector


def _matrix(ids: NDArray[np.int32], fewest: int) -> tuple[NDArray[np.int32], Any]:
    """Features that occur at least ``fewest`` times, and a sparse matrix of ones: tokens by these features."""
    found, inverse, counts = np.unique(ids, return_inverse=True, return_counts=True)
    kept = counts >= fewest
    number = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)[inverse].reshape(ids.shape)
    present = number >= 0
    begins = np.concatenate([np.zeros(1, np.int64), present.sum(axis=1).cumsum()]).astype(np.int32)
    columns = number[present]
    ones = np.ones(len(columns), np.float32)
    return found[kept], csr_array((ones, columns, begins), shape=(len(ids), int(kept.sum())))
