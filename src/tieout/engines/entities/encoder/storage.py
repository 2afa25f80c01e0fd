"""An encoder in a model's files: matrices as int8 with a scale for each row, in one array; the rest as float16 in another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.engines.artefacts import ModelFiles, ModelKind
from tieout.engines.entities.encoder.network import Encoder, Floats, Shape
from tieout.engines.entities.encoder.wordpiece import WordPiece
from tieout.report.errors import InputError

__all__ = ["KIND", "pack", "unpack"]

KIND = ModelKind("entities", "tieout-entity-encoder-1", largest=1_000_000_000)

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "<s>", "</s>", "<pad>", "<unk>", "<mask>")


def pack(encoder: Encoder, layers: int, latin_only: bool = False) -> dict[str, object]:
    """The files of an encoder with its first ``layers`` layers; ``latin_only`` leaves out pieces with other letters."""
    weights = dict(encoder.weights)
    pieces = encoder.pieces.pieces
    if latin_only:
        kept = [number for number, piece in enumerate(pieces) if _is_latin(piece)]
        pieces = [pieces[number] for number in kept]
        weights["words"] = weights["words"][kept]
    names = [name for name in sorted(weights) if not name[0].isdigit() or int(name.split(".")[0]) < layers]
    steps: list[NDArray[np.int8]] = []
    rest: list[NDArray[np.float16]] = []
    index = []
    for name in names:
        array = weights[name]
        as_steps = array.ndim == 2 and name not in ("positions", "distances")
        index.append({"name": name, "shape": list(array.shape), "steps": as_steps})
        if as_steps:
            scale = np.maximum(np.abs(array).max(axis=1) / 127, 1e-7).astype(np.float16)
            steps.append(np.clip(np.rint(array / scale.astype(np.float32)[:, None]), -127, 127).astype(np.int8).ravel())
            rest.append(scale)
        else:
            rest.append(array.astype(np.float16).ravel())
    shape = encoder.shape
    said = {
        "family": shape.family,
        "heads": shape.heads,
        "layers": min(layers, shape.layers),
        "epsilon": shape.epsilon,
        "lower": encoder.pieces.lower,
        "arrays": index,
    }
    return {
        "encoder.json": said,
        "encoder.pieces.txt": "\n".join(pieces),
        "encoder.int8.npy": np.concatenate(steps),
        "encoder.float16.npy": np.concatenate(rest),
    }


def unpack(files: ModelFiles) -> Encoder:
    """The encoder in the files of a model; raises InputError where its parts don't fit together."""
    said = files.json("encoder.json")
    steps = files.array("encoder.int8.npy", "int8", 1)
    rest = files.array("encoder.float16.npy", "float16", 1).astype(np.float32)
    pieces = files.text("encoder.pieces.txt").split("\n")
    try:
        shape = Shape(said["family"], int(said["heads"]), int(said["layers"]), float(said["epsilon"]))
        arrays = [(str(one["name"]), [int(side) for side in one["shape"]], bool(one["steps"])) for one in said["arrays"]]
        weights = _unpacked(arrays, steps, rest)
        if shape.family not in ("bert", "mpnet") or len(pieces) != len(weights["words"]):
            raise ValueError
        return Encoder(shape, weights, WordPiece(pieces, bool(said["lower"])))
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        raise InputError(f"{files.name}: encoder.json doesn't fit its arrays: train the model again") from None


def _unpacked(arrays: Sequence[tuple[str, list[int], bool]], steps: NDArray[np.int8], rest: Floats) -> dict[str, Floats]:
    weights: dict[str, Floats] = {}
    at_step = at_rest = 0
    for name, shape, as_steps in arrays:
        size = math.prod(shape)
        if as_steps:
            scale = rest[at_rest : at_rest + shape[0]]
            weights[name] = steps[at_step : at_step + size].reshape(shape) * scale[:, None]
            at_step, at_rest = at_step + size, at_rest + shape[0]
        else:
            weights[name] = rest[at_rest : at_rest + size].reshape(shape)
            at_rest += size
    return weights


def _is_latin(piece: str) -> bool:
    if piece in _SPECIAL:
        return True
    if piece.startswith("[unused"):
        return False
    return all(character < "\u0250" or "\u2010" <= character <= "\u2040" or character in "€£¥™" for character in piece)
