"""The forward pass: word vectors of chosen layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.engines.entities.encoder.shape import Floats, Shape, Weights, check
from tieout.engines.entities.encoder.wordpiece import WordPiece

__all__ = ["Encoder", "Floats", "Shape", "Weights"]

_PIECES_AT_ONCE = 2048
_MOST_PIECES = 250  # of a sentence; vectors of words beyond are zero


class Encoder:
    """Vectors of words, each the mean of its pieces' vectors. Safe to use from several threads.

    Raises ValueError where the weights aren't those of an encoder of this shape.
    """

    def __init__(self, shape: Shape, weights: Weights, pieces: WordPiece) -> None:
        check(shape, weights)
        self.shape = shape
        self.weights = weights
        self.pieces = pieces
        self.width = int(weights["words"].shape[1])
        self._most = min(_MOST_PIECES, len(weights["positions"]) - shape.first_position - 2)

    def vectors(
        self, sentences: Sequence[Sequence[str]], layers: Sequence[int], watch: Callable[[float], None] = lambda share: None
    ) -> Floats:
        """An array of words (of all sentences, one after the other) by ``len(layers) * width``. Layer 1 is the first.

        ``watch`` hears again and again which share of the words is done.
        """
        lengths = [len(words) for words in sentences]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        found = np.zeros((int(starts[-1]), len(layers) * self.width), np.float32)
        numbered = [self._numbers(words) for words in sentences]
        done = 0
        for batch in _batches([len(numbers) for numbers, _ in numbered]):
            hidden = self._forward([numbered[place][0] for place in batch], layers)
            for row, place in enumerate(batch):
                owners = numbered[place][1]
                if not len(owners):
                    continue
                begins = np.searchsorted(owners, np.unique(owners))
                counts = np.diff([*begins, len(owners)])[:, None]
                summed = np.add.reduceat(hidden[row, 1 : 1 + len(owners)], begins, axis=0)
                found[starts[place] + np.unique(owners)] = summed / counts
            done += sum(lengths[place] for place in batch)
            watch(done / max(1, len(found)))
        return found

    def _numbers(self, words: Sequence[str]) -> tuple[list[int], NDArray[np.int64]]:
        """Pieces with the first and last mark, and for each piece between them the word that it belongs to."""
        pieces: list[int] = []
        owners: list[int] = []
        for place, word in enumerate(words):
            own = self.pieces.pieces_of(word)
            if len(pieces) + len(own) > self._most:
                break
            pieces.extend(own)
            owners.extend([place] * len(own))
        return [self.pieces.first, *pieces, self.pieces.last], np.array(owners, np.int64)

    def _forward(self, batch: Sequence[Sequence[int]], layers: Sequence[int]) -> Floats:
        """Hidden states of the chosen layers side by side, sentences by positions by vectors."""
        weights, shape = self.weights, self.shape
        longest = max(len(numbers) for numbers in batch)
        numbers = np.zeros((len(batch), longest), np.int64)
        hide = np.full((len(batch), 1, 1, longest), -1e9, np.float32)
        for row, own in enumerate(batch):
            numbers[row, : len(own)] = own
            hide[row, ..., : len(own)] = 0
        state: Floats = weights["words"][numbers] + weights["positions"][shape.first_position : shape.first_position + longest]
        state = _norm(state, weights, "embedding.norm", shape.epsilon)
        if shape.family == "mpnet":
            hide = hide + weights["distances"][_buckets(longest)].transpose(2, 0, 1)
        chosen = {}
        for layer in range(max(layers)):
            state = self._layer(state, hide, f"{layer}.")
            if layer + 1 in layers:
                chosen[layer + 1] = state
        return np.concatenate([chosen[layer] for layer in layers], axis=2)

    def _layer(self, state: Floats, hide: Floats, name: str) -> Floats:
        weights, epsilon = self.weights, self.shape.epsilon
        count, length, width = state.shape
        heads = self.shape.heads

        def apart(kind: str) -> Floats:
            return _linear(state, weights, name + kind).reshape(count, length, heads, width // heads).transpose(0, 2, 1, 3)

        attention: Floats = apart("query") @ apart("key").transpose(0, 1, 3, 2)
        attention *= np.float32((width // heads) ** -0.5)
        attention += hide
        attention -= attention.max(axis=-1, keepdims=True)
        np.exp(attention, out=attention)
        attention /= attention.sum(axis=-1, keepdims=True)
        seen: Floats = (attention @ apart("value")).transpose(0, 2, 1, 3).reshape(count, length, width)
        state = _norm(state + _linear(seen, weights, name + "output"), weights, name + "norm1", epsilon)
        inner = _gelu(_linear(state, weights, name + "inner"))
        return _norm(state + _linear(inner, weights, name + "outer"), weights, name + "norm2", epsilon)


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of sentences of like length, few enough at once."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: lengths[place]):
        if batch and (len(batch) + 1) * lengths[place] > _PIECES_AT_ONCE:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _linear(state: Floats, weights: Weights, name: str) -> Floats:
    flat: Floats = state.reshape(-1, state.shape[-1]) @ weights[name + ".weight"].T + weights[name + ".bias"]
    return flat.reshape(*state.shape[:-1], -1)


def _norm(state: Floats, weights: Weights, name: str, epsilon: float) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(epsilon))
    normed: Floats = centred / spread * weights[name + ".weight"] + weights[name + ".bias"]
    return normed


def _gelu(x: Floats) -> Floats:
    """x times the normal distribution's integral up to x, by Abramowitz and Stegun 7.1.26 (error below 1.5e-7)."""
    z = np.abs(x) * np.float32(0.7071067811865476)
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * np.float32(1.061405429)))))
    tail *= np.exp(-z * z)
    result: Floats = np.where(x >= 0, x * (1 - tail / 2), x * tail / 2)
    return result


def _buckets(length: int, buckets: int = 32, farthest: int = 128) -> NDArray[np.int64]:
    """Which bucket of distances a query (row) and a key (column) are in: near ones one each, far ones by logarithm."""
    distance = np.arange(length)[:, None] - np.arange(length)[None, :]
    half = buckets // 2
    near = half // 2
    away = np.abs(distance)
    far = near + (np.log(np.maximum(away, 1) / near) / np.log(farthest / near) * (half - near)).astype(np.int64)
    bucket: NDArray[np.int64] = np.where(distance < 0, half, 0) + np.where(away < near, away, np.minimum(far, half - 1))
    return bucket
