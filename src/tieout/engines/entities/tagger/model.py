"""The tagger: sentences of words in, a label for each word out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.artefacts import ModelFiles, ModelKind, read_files, shipped_files, write_files
from tieout.engines.entities.encoder.network import Encoder
from tieout.engines.entities.encoder.storage import pack, unpack
from tieout.engines.entities.tagger.chain import Chain, Floats, best_paths, groups
from tieout.engines.entities.tagger.features import featurise, templates
from tieout.engines.entities.tagger.words import Lexicon
from tieout.report.errors import InputError

__all__ = ["KIND", "LABELS", "Encoding", "Tagger"]

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
KIND = ModelKind("entities", "tieout-entity-tagger-1", largest=1_000_000_000)

_TOKENS_AT_ONCE = 2048
_STEPS = 127  # int8 steps to the largest weight of a label
_FEWEST_BITS, _MOST_BITS = 10, 22


@dataclass(frozen=True, slots=True)
class Encoding:
    """What an encoder's vectors add to the scores: ``vectors @ weights + bias``."""

    encoder: Encoder
    layers: tuple[int, ...]
    weights: Floats
    bias: Floats

    def scores(self, sentences: Sequence[Sequence[str]], vectors: Floats | None = None) -> Floats:
        if vectors is None:
            vectors = self.encoder.vectors(sentences, self.layers)
        scores: Floats = vectors @ self.weights + self.bias
        return scores


class Tagger:
    """Weights of hashed features and of label pairs. Safe to use from several threads."""

    def __init__(
        self,
        lexicon: Lexicon,
        bits: int,
        used: NDArray[np.int32],
        weights: Floats,
        chain: Chain,
        encoding: Encoding | None = None,
    ) -> None:
        """``weights`` are those of the features ``used``, by label; all others weigh nothing."""
        self.encoding = encoding
        self.lexicon = lexicon
        self.bits = bits
        self.chain = chain
        self._table = np.zeros((1 << bits, len(LABELS)), np.float32)
        self._table[used] = weights

    def scores(self, sentences: Sequence[Sequence[str]], vectors: Floats | None = None) -> tuple[Floats, NDArray[np.int64]]:
        """Scores by token and label before labels look at each other, and the offsets at which sentences begin.

        ``vectors`` are the encoder's of all words, where they are known already.
        """
        features = featurise(sentences, self.lexicon, self.bits)
        scores = np.empty((len(features.ids), len(LABELS)), np.float32)
        for begin in range(0, len(scores), _TOKENS_AT_ONCE):
            part = features.ids[begin : begin + _TOKENS_AT_ONCE]
            scores[begin : begin + _TOKENS_AT_ONCE] = self._table[part].sum(axis=1)
        if self.encoding is not None and len(scores):
            scores += self.encoding.scores(sentences, vectors)
        return scores, features.starts

    def label(self, sentences: Sequence[Sequence[str]], vectors: Floats | None = None) -> Iterator[list[str]]:
        """The labels of each sentence's words; ``vectors`` as in `scores`."""
        scores, starts = self.scores(sentences, vectors)
        best = best_paths(scores, self.chain, groups(starts))
        for begin, end in pairwise(starts):
            yield [LABELS[number] for number in best[begin:end]]

    def added(self, used: NDArray[np.int32], weights: Floats, bits: int, by: Floats) -> tuple[NDArray[np.int32], Floats]:
        """Features below ``2**bits`` with their weights: those given, plus this tagger's own times ``by`` (labels by labels).

        A feature is known by its first bits, so each of this tagger's is several of the finer ones. Raises ValueError where
        this tagger's are the finer ones, or where it has an encoder.
        """
        if bits < self.bits or self.encoding is not None:
            raise ValueError(
                f"{self.bits} bits with{'out' if self.encoding is None else ''} an encoder can't be added to {bits}"
            )
        table = np.repeat(self._table @ by, 1 << (bits - self.bits), axis=0)
        table[used] += weights
        every = np.nonzero(table.any(axis=1))[0].astype(np.int32)
        return every, table[every]

    def save(self, folder: Path, card: Mapping[str, Any], smallest: float = 0.0) -> None:
        """Writes an artefact in int8 steps; features none of whose weights reaches ``smallest`` are left out."""
        used = np.nonzero(np.abs(self._table).max(axis=1) > smallest)[0]
        weights = self._table[used]
        scale = np.maximum(np.abs(weights).max(axis=0, initial=0.0), 1e-6) / _STEPS
        contents: dict[str, object] = {
            "used.npy": used.astype(np.uint32),
            "weights.npy": np.rint(weights / scale).astype(np.int8),
            "model.json": {
                "labels": list(LABELS),
                "bits": self.bits,
                "templates": len(templates()),
                "scale": [float(step) for step in scale],
                "moves": [[float(weight) for weight in row] for row in self.chain.moves],
                "first": [float(weight) for weight in self.chain.first],
            },
        }
        if self.encoding is not None:
            contents["encoding.npy"] = np.vstack([self.encoding.weights, self.encoding.bias])
            contents["encoding.json"] = {"layers": list(self.encoding.layers)}
            contents |= pack(self.encoding.encoder, max(self.encoding.layers))
        write_files(KIND, folder, {"card": dict(card)}, contents)

    @classmethod
    def load(cls, folder: Path, lexicon: Lexicon) -> Tagger:
        """Raises InputError where the folder holds no such artefact, or one that was changed or is of another version."""
        return cls.of(read_files(KIND, folder), lexicon)

    @classmethod
    def shipped(cls, lexicon: Lexicon) -> Tagger:
        """The one that comes with the package."""
        return cls.of(shipped_files(KIND, "tagger"), lexicon)

    @classmethod
    def of(cls, files: ModelFiles, lexicon: Lexicon) -> Tagger:
        said = files.json("model.json")
        used, steps = files.array("used.npy", "uint32", 1), files.array("weights.npy", "int8", 2)
        try:
            bits = int(said["bits"])
            with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused below
                scale, first = np.array(said["scale"], np.float32), np.array(said["first"], np.float32)
                moves = np.array(said["moves"], np.float32)
            same = tuple(said["labels"]) == LABELS and int(said["templates"]) == len(templates())
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError(f"{files.name}: model.json is not what it has to be: train the model again") from None
        count = len(LABELS)
        shaped = steps.shape == (len(used), count) and scale.shape == first.shape == (count,) and moves.shape == (count, count)
        finite = all(np.isfinite(array).all() for array in (scale, first, moves))
        if not (same and shaped and finite and _FEWEST_BITS <= bits <= _MOST_BITS and used.max(initial=0) < 1 << bits):
            raise InputError(f"{files.name}: a model of another version of tieout: train it again")
        encoding = _encoding(files) if "encoding.npy" in files.contents else None
        return cls(lexicon, bits, used.astype(np.int32), steps * scale, Chain(moves, first), encoding)


def _encoding(files: ModelFiles) -> Encoding:
    encoder, both = unpack(files), files.array("encoding.npy", "float32", 2)
    try:
        layers = tuple(int(layer) for layer in files.json("encoding.json")["layers"])
    except (KeyError, TypeError, ValueError, OverflowError):
        layers = ()
    if not layers or min(layers) < 1 or max(layers) > encoder.shape.layers:
        raise InputError(f"{files.name}: encoding.json names no layers of the encoder: train the model again")
    if both.shape != (len(layers) * encoder.width + 1, len(LABELS)) or not np.isfinite(both).all():
        raise InputError(f"{files.name}: encoding.npy doesn't fit the encoder: train the model again")
    return Encoding(encoder, layers, both[:-1], both[-1])
