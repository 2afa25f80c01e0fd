"""Limited-memory BFGS, as far as a smooth convex function needs it.

Two-loop recursion (Nocedal and Wright, *Numerical Optimization*, algorithm 7.4) with a backtracking line search that asks for
sufficient decrease.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["minimise"]

Vector = NDArray[np.float32]

_SUFFICIENT = 1e-4  # of the decrease that the slope promises
_MOST_HALVINGS = 20


def minimise(
    function: Callable[[Vector], tuple[float, Vector]],
    start: Vector,
    *,
    iterations: int,
    memory: int = 8,
    tolerance: float = 1e-5,
    watch: Callable[[int, float], None] | None = None,
) -> Vector:
    """The place where ``function``, which gives value and gradient, is least, as far as ``iterations`` steps lead.

    Stops early where a step gains less than ``tolerance`` of the value. ``watch`` hears the number and value of each step.
    """
    place = start.copy()
    value, slope = function(place)
    pairs: deque[tuple[Vector, Vector, float]] = deque(maxlen=memory)
    for number in range(iterations):
        direction = _direction(slope, pairs)
        promised = float(direction @ slope)
        if promised >= 0:  # rounding spoilt the curvature: begin anew with steepest descent
            pairs.clear()
            direction, promised = -slope, -float(slope @ slope)
        if promised == 0:
            break
        size = 1.0 if pairs else min(1.0, 1.0 / float(np.abs(slope).sum()))
        for _ in range(_MOST_HALVINGS):
            tried = place + np.float32(size) * direction
            tried_value, tried_slope = function(tried)
            if tried_value <= value + _SUFFICIENT * size * promised:
                break
            size /= 2
        else:
            break
        step, bend = tried - place, tried_slope - slope
        curvature = float(step @ bend)
        if curvature > 1e-10:
            pairs.append((step, bend, 1.0 / curvature))
        gained = value - tried_value
        place, value, slope = tried, tried_value, tried_slope
        if watch is not None:
            watch(number, value)
        if gained < tolerance * max(1.0, abs(value)):
            break
    return place


def _direction(slope: Vector, pairs: deque[tuple[Vector, Vector, float]]) -> Vector:
    direction = -slope
    weights: list[float] = []
    for step, bend, inverse in reversed(pairs):
        weight = inverse * float(step @ direction)
        weights.append(weight)
        direction = direction - np.float32(weight) * bend
    if pairs:
        step, bend, inverse = pairs[-1]
        direction = direction * np.float32(1.0 / (inverse * float(bend @ bend)))
    for (step, bend, inverse), weight in zip(pairs, reversed(weights), strict=True):
        direction = direction + np.float32(weight - inverse * float(bend @ direction)) * step
    return direction
