"""A softmax over hashed words, without hidden layer: small, quick, and good enough to be one feature among others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.towers import Bag, Floats, kept_keys, sparse_matrix

__all__ = ["Linear", "averaged", "train_linear"]


@dataclass(slots=True)
class Linear:
    """``weights`` (keys x classes) of the known features ``keys`` (sorted), and ``bias`` by class."""

    keys: NDArray[np.uint32]
    weights: Floats
    bias: Floats

    def check(self, classes: int) -> None:
        """Raises ValueError where it is no model of so many classes."""
        if not (0 < len(self.keys) == len(self.weights) and self.weights.shape[1:] == self.bias.shape == (classes,)):
            raise ValueError(f"a linear model that is none of {classes} classes")

    def scores(self, bags: Sequence[Bag]) -> Floats:
        """Scores (bags x classes), before softmax."""
        result = np.tile(self.bias, (len(bags), 1))
        for i, (keys, weights) in enumerate(bags):
            places = np.searchsorted(self.keys, keys)
            places[places == len(self.keys)] = 0
            known = self.keys[places] == keys
            result[i] += weights[known] @ self.weights[places[known]]
        return result


def averaged(models: Sequence[Linear]) -> Linear:
    """The model that scores as the mean of ``models`` does; a key that one of them doesn't know has no weight there."""
    keys = np.unique(np.concatenate([model.keys for model in models]))
    weights = np.zeros((len(keys), models[0].weights.shape[1]), dtype=np.float32)
    for model in models:
        weights[np.searchsorted(keys, model.keys)] += model.weights / np.float32(len(models))
    return Linear(keys, weights, np.mean([model.bias for model in models], axis=0).astype(np.float32))


def train_linear(
    bags: Sequence[Bag],
    targets: NDArray[np.int64],
    groups: NDArray[np.int64],
    classes: int,
    *,
    epochs: int = 5,
    batch: int = 256,
    rate: float = 0.3,
    drop: float = 0.3,
    seed: int = 1,
) -> Linear:
    """Softmax regression by Adagrad; a feature counts when two groups (issuers) have it."""
    keys = kept_keys(bags, groups)
    matrix = sparse_matrix(bags, keys)
    random = np.random.default_rng(seed)
    weights = np.zeros((len(keys), classes), dtype=np.float32)
    bias = np.zeros(classes, dtype=np.float32)
    sums, bias_sums = np.full_like(weights, 0.01), np.full_like(bias, 0.01)
    steps, step = epochs * (len(targets) // batch + 1), 0
    for _ in range(epochs):
        order = random.permutation(len(targets))
        for begin in range(0, len(order), batch):
            chosen = order[begin : begin + batch]
            x = matrix[chosen]
            x.data = x.data * (random.random(len(x.data)) >= drop) / np.float32(1 - drop)
            p = np.asarray(x @ weights) + bias
            p = np.exp(p - p.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            p[np.arange(len(chosen)), targets[chosen]] -= 1
            now = rate * (1 - step / steps)
            step += 1
            rows = np.unique(x.indices)
            gradient = np.asarray((x.T @ p)[rows], dtype=np.float32)
            sums[rows] += gradient * gradient
            weights[rows] -= now * gradient / np.sqrt(sums[rows])
            down = p.sum(axis=0)
            bias_sums += down * down
            bias -= now * down / np.sqrt(bias_sums)
    return Linear(keys, weights, bias.astype(np.float32))
