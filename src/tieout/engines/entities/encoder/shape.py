"""What an encoder's arrays are, and a check that they are it before anything is worked out with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Shape", "Weights", "check"]

Floats = NDArray[np.float32]
Weights = Mapping[str, Floats]
"""``words``, ``positions``, ``embedding.norm.*``, for each layer N ``N.query.weight`` … , and for MPNet ``distances``."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the arrays don't tell."""

    family: Literal["bert", "mpnet"]
    heads: int
    layers: int
    epsilon: float

    @property
    def first_position(self) -> int:
        return 2 if self.family == "mpnet" else 0  # MPNet counts positions from behind its padding's number


def check(shape: Shape, weights: Weights) -> None:
    """Raises ValueError where an array is missing, of another size than the others ask for, or not finite."""
    try:
        width = weights["words"].shape[1]
        inner = len(weights["0.inner.bias"])
    except (KeyError, IndexError, TypeError):
        raise ValueError("no vectors of words, or no first layer") from None
    if shape.heads < 1 or width % shape.heads or shape.layers < 1 or not 0 < shape.epsilon < 1:
        raise ValueError(f"{shape.heads} heads in vectors of {width}, {shape.layers} layers")
    if weights.get("positions", np.zeros((0, 0))).shape != (len(weights.get("positions", ())), width):
        raise ValueError("positions are of another width than words")
    if len(weights["positions"]) < shape.first_position + 3:
        raise ValueError("no positions")
    for name, due in _due(shape, width, inner):
        found = weights.get(name)
        if found is None or found.shape != due:
            raise ValueError(f"{name} is {'missing' if found is None else found.shape} where {due} is due")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise ValueError("numbers that aren't finite")


def _due(shape: Shape, width: int, inner: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield from (("embedding.norm.weight", (width,)), ("embedding.norm.bias", (width,)))
    if shape.family == "mpnet":
        yield "distances", (32, shape.heads)
    for layer in range(shape.layers):
        for part in ("query", "key", "value", "output"):
            yield f"{layer}.{part}.weight", (width, width)
            yield f"{layer}.{part}.bias", (width,)
        for part in ("norm1", "norm2"):
            yield f"{layer}.{part}.weight", (width,)
            yield f"{layer}.{part}.bias", (width,)
        yield from ((f"{layer}.inner.weight", (inner, width)), (f"{layer}.inner.bias", (inner,)))
        yield from ((f"{layer}.outer.weight", (width, inner)), (f"{layer}.outer.bias", (width,)))
