"""A ranker of concepts with two towers: the words of a mention's surroundings on one side, the words of a name on the other.

Both sides are sums of vectors, as in fastText (Joulin et al. 2017, "Bag of Tricks for Efficient Text Classification"). A
concept has a vector of its own besides those of its name's words, so that one never seen in training has a vector too. The
score is the inner product, plus a bias of the concept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.names import Names

__all__ = ["Bag", "Floats", "Towers", "bags", "kept_keys", "quantised", "sparse_matrix", "train_towers"]

Floats = NDArray[np.float32]
Bag = tuple[NDArray[np.uint32], Floats]


@dataclass(slots=True)
class Towers:
    """``keys`` are the known features, sorted; ``inputs`` their vectors; ``own`` vectors and ``bias`` of the concepts
    of training, in its order; ``words`` vectors of the words of names, by `Names.word_number` (row 0 is for no word)."""

    keys: NDArray[np.uint32]
    inputs: Floats
    own: Floats
    words: Floats
    bias: Floats
    unseen_bias: float

    def check(self, names: Names) -> None:
        """Raises ValueError where these are not the towers of all ``names`` and their words."""
        rows = (len(self.keys), len(names.names), len(names.words) + 1)
        width = self.inputs.shape[1]
        shapes = [values.shape for values in (self.inputs, self.own, self.words)]
        if not len(self.keys) or shapes != [(n, width) for n in rows] or len(self.bias) != len(names.names):
            raise ValueError("towers: arrays of other sizes than they should have")

    @classmethod
    def averaged(cls, members: Sequence[Towers]) -> Towers:
        """Towers whose score is the mean of those of ``members``, which know the same features, words and concepts.

        Each of several is wrong about other things, having begun elsewhere: their mean is right more often than any
        (Lakshminarayanan et al. 2017, "Simple and Scalable Predictive Uncertainty Estimation using Deep Ensembles").
        """
        share = np.float32(1 / len(members))
        return cls(
            members[0].keys,
            np.concatenate([one.inputs * share for one in members], axis=1),
            np.concatenate([one.own for one in members], axis=1),
            np.concatenate([one.words for one in members], axis=1),
            np.mean([one.bias for one in members], axis=0, dtype=np.float32),
            float(np.mean([one.unseen_bias for one in members])),
        )

    def vectors(self, bags_: Sequence[Bag]) -> Floats:
        """One vector a bag; features that are not known are left out."""
        if not bags_:
            return np.zeros((0, self.inputs.shape[1]), dtype=np.float32)
        places, weights, ends = self._known(bags_)
        result = np.zeros((len(bags_), self.inputs.shape[1]), dtype=np.float32)
        filled = np.flatnonzero(np.diff(ends))
        if len(filled):
            scaled = self.inputs[places] * weights[:, None]
            result[filled] = np.add.reduceat(scaled, ends[:-1][filled], axis=0)
        return result

    def _known(self, bags_: Sequence[Bag]) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
        keys = np.concatenate([bag[0] for bag in bags_])
        weights = np.concatenate([bag[1] for bag in bags_])
        places = np.searchsorted(self.keys, keys)
        places[places == len(self.keys)] = 0
        known = self.keys[places] == keys
        sizes = np.array([len(bag[0]) for bag in bags_])
        total = np.concatenate([[0], np.cumsum(known)])
        ends = total[np.concatenate([[0], np.cumsum(sizes)])]
        return places[known], weights[known], ends

    def concepts(self, names: Names) -> tuple[Floats, Floats]:
        """Vectors and biases of all concepts of ``names``, whose first ones are those of training."""
        words = np.zeros((len(names.words) + 1, self.words.shape[1]), dtype=np.float32)
        words[1 : len(self.words)] = self.words[1:]  # row 0 stands where a name has no more words
        used = (names.padded > 0) & (names.padded < len(self.words))
        total = np.zeros((len(names.names), self.words.shape[1]), dtype=np.float32)
        for column in range(names.padded.shape[1]):
            total += words[names.padded[:, column]]
        total /= np.sqrt(np.maximum(used.sum(axis=1), 1))[:, None]
        total[: len(self.own)] += self.own
        bias = np.full(len(names.names), self.unseen_bias, dtype=np.float32)
        bias[: len(self.bias)] = self.bias
        return total, bias


def bags(pairs: Sequence[Bag]) -> tuple[NDArray[np.uint32], Floats, NDArray[np.int64]]:
    """Bags joined: keys, weights, and where each begins, with the end last."""
    ends = np.concatenate([[0], np.cumsum([len(k) for k, _ in pairs])]).astype(np.int64)
    return np.concatenate([k for k, _ in pairs]), np.concatenate([w for _, w in pairs]), ends


def train_towers(
    matrices: Sequence[Any],
    keys: NDArray[np.uint32],
    targets: NDArray[np.int64],
    weights: Floats,
    names: Names,
    *,
    shares: Sequence[float],
    size: int = 64,
    epochs: int = 12,
    batch: int = 512,
    rate: float = 0.08,
    drop: float = 0.3,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> Towers:
    """Trained on each mention in all its views, drawn by ``shares``; ``targets`` are numbers of concepts in ``names``.

    ``matrices`` are the views (see `sparse_matrix`), ``keys`` the features to learn about, sorted. Softmax over the concepts of
    the target's type (over a sample of them in all passes but the last two), Adagrad, learning rate falling to zero.
    """
    from scipy.sparse import csr_matrix

    random = np.random.default_rng(seed)
    n, k = len(targets), len(names.names)
    name_matrix = _name_matrix(names)
    inputs = (random.standard_normal((len(keys), size)) * 0.1).astype(np.float32)
    own = np.zeros((k, size), dtype=np.float32)
    words = (random.standard_normal((name_matrix.shape[1], size)) * 0.1).astype(np.float32)
    bias = np.zeros(k, dtype=np.float32)
    sums = [np.full_like(a, 1e-3) for a in (inputs, own, words, bias)]
    types = names.types
    steps = epochs * (n // batch + 1)
    step = 0
    for epoch in range(epochs):
        order = random.permutation(n)
        loss = 0.0
        for begin in range(0, n, batch):
            chosen = order[begin : begin + batch]
            x = _thinned(matrices[int(random.choice(len(matrices), p=shares))][chosen], drop, random)
            used, compact = np.unique(x.indices, return_inverse=True)
            x = csr_matrix((x.data, compact.ravel(), x.indptr), shape=(len(chosen), len(used)))
            rivals = _rivals(targets[chosen], k, epoch < epochs - 2, random)
            gold, w = np.searchsorted(rivals, targets[chosen]), weights[chosen]
            hidden = np.asarray(x @ inputs[used], dtype=np.float32)
            keep = (random.random(len(rivals)) > 0.15).astype(np.float32)[:, None]
            some_names = name_matrix[rivals]
            output = own[rivals] * keep + some_names @ words
            p = hidden @ output.T + bias[rivals]
            p[types[targets[chosen]][:, None] != types[rivals][None, :]] = -1e9
            p -= p.max(axis=1, keepdims=True)
            np.exp(p, out=p)
            p /= p.sum(axis=1, keepdims=True)
            at = np.arange(len(gold))
            loss -= float((np.log(p[at, gold] + 1e-12) * w).sum())
            p[at, gold] -= 1
            p *= w[:, None]
            now = rate * (1 - step / steps)
            step += 1
            front = p.T @ hidden
            _adagrad_rows(inputs, sums[0], used, np.asarray(x.T @ (p @ output)), now)
            _adagrad_rows(own, sums[1], rivals, front * keep, now)
            _adagrad(words, sums[2], np.asarray(some_names.T @ front), now)
            _adagrad_rows(bias, sums[3], rivals, p.sum(axis=0), now)
        say(f"concept towers: pass {epoch + 1} of {epochs}, loss {loss / float(weights.sum()):.3f}")
    return Towers(keys, inputs, own, words, bias, float(np.percentile(bias, 5)))


def _rivals(gold: NDArray[np.int64], count: int, some: bool, random: np.random.Generator) -> NDArray[np.int64]:
    """Concepts that a batch is told apart from: all, or (``some``) its own and a few hundred others, which is much quicker."""
    if not some:
        return np.arange(count)
    return np.union1d(gold, random.integers(count, size=min(count, 400)))


def _adagrad(values: Floats, sums: Floats, gradient: Floats, rate: float) -> None:
    sums += gradient * gradient
    values -= rate * gradient / np.sqrt(sums)


def _adagrad_rows(values: Floats, sums: Floats, rows: NDArray[np.intp], gradient: Floats, rate: float) -> None:
    sums[rows] += gradient * gradient
    values[rows] -= rate * gradient / np.sqrt(sums[rows])


def kept_keys(view: Sequence[Bag], groups: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Keys that at least two groups have, sorted; all keys where no two groups share one."""
    if not len(view):
        return np.empty(0, dtype=np.uint32)
    sizes = [len(keys) for keys, _ in view]
    known, place = np.unique(np.concatenate([keys for keys, _ in view]), return_inverse=True)
    many = int(groups.max()) + 1
    owners = np.unique(place.ravel() * many + np.repeat(groups, sizes))
    shared: NDArray[np.uint32] = known[np.bincount(owners // many, minlength=len(known)) >= 2]
    return shared if len(shared) else known


def _thinned(x, drop: float, random: np.random.Generator):  # type: ignore[no-untyped-def]
    """The rows of ``x`` without a share of their entries, drawn anew each time, the others raised in turn."""
    from scipy.sparse import csr_matrix

    keep = random.random(len(x.data), dtype=np.float32) >= drop
    ends = np.concatenate([[0], np.cumsum(keep)])[x.indptr]
    return csr_matrix((x.data[keep] / np.float32(1 - drop), x.indices[keep], ends), shape=x.shape)


def sparse_matrix(view: Sequence[Bag], keys: NDArray[np.uint32]):  # type: ignore[no-untyped-def]
    from scipy.sparse import csr_matrix

    all_keys, weights, ends = bags(view)
    places = np.searchsorted(keys, all_keys)
    places[places == len(keys)] = 0
    known = keys[places] == all_keys
    ends = np.concatenate([[0], np.cumsum(known)])[ends]
    return csr_matrix((weights[known], places[known].astype(np.int32), ends), shape=(len(view), len(keys)))


def _name_matrix(names: Names):  # type: ignore[no-untyped-def]
    """Concepts x words (row 0 of words is for none): 1/√n for each of the n words of a name."""
    from scipy.sparse import csr_matrix

    rows, columns = np.nonzero(names.padded)
    counts = np.maximum((names.padded > 0).sum(axis=1), 1)
    data = (1.0 / np.sqrt(counts))[rows].astype(np.float32)
    return csr_matrix((data, (rows, names.padded[rows, columns])), shape=(len(names.names), len(names.words) + 1))


_LEVELS = 31
"""To each side of zero: a quarter of what 8 bits hold costs no accuracy, and packs to little more than half."""


def quantised(values: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Rows as small integers, and the scale of each."""
    scale = np.maximum(np.abs(values).max(axis=1, initial=0), 1e-8) / _LEVELS
    return np.rint(values / scale[:, None]).astype(np.int8), scale.astype(np.float32)
