"""The mean reaction by horizon as a drawing: a point and its 95 % interval for each, run-up and aftermath in two colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tieout.evaluation.svg import COLOURS, GRID, drawing, label, line
from tieout.report.errors import InputError
from tieout.studies.events.means import MeanReturn

__all__ = ["chart"]

_LEFT, _TOP, _STEP, _HEIGHT, _LEAST = 64, 62, 48, 240, 6


def chart(means: Sequence[MeanReturn], title: str = "Mean return around the announcement") -> str:
    """SVG text. Horizons stand side by side in order, not to scale. InputError where there is no mean to draw."""
    if not means:
        raise InputError("no event has a return: there is nothing to draw")
    low, high, step = _scale([value for one in means for value in (one.mean, *(one.interval or ()), 0.0)])
    width = _LEFT + _STEP * max(len(means), _LEAST) + 20

    def y(value: float) -> float:
        return round(_TOP + (high - value) / (high - low) * _HEIGHT, 1)

    parts = _legend(means)
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        at_zero = abs(value) < step / 2
        parts.append(line(_LEFT, y(value), width - 20, y(value), "#888888" if at_zero else GRID))
        parts.append(label(_LEFT - 6, y(value) + 4, f"{value * 100:.{_decimals(step)}f} %", "end"))
    for place, one in enumerate(means):
        x = _LEFT + _STEP * place + _STEP / 2
        colour = COLOURS[0 if one.horizon.days < 0 else 1]
        told = f"{one.horizon.name}: {one.mean * 100:.2f} %"
        if one.interval is not None:
            bottom, top = one.interval
            parts.append(line(x, y(bottom), x, y(top), colour, 2))
            parts += [line(x - 5, y(end), x + 5, y(end), colour, 2) for end in one.interval]
            told += f" [{bottom * 100:.2f}, {top * 100:.2f}]"
        told += f", {one.events} events"
        parts.append(f'<circle cx="{x:g}" cy="{y(one.mean):g}" r="4" fill="{colour}"><title>{told}</title></circle>')
        parts.append(label(x, _TOP + _HEIGHT + 18, one.horizon.label, "middle"))
        parts.append(label(x, _TOP + _HEIGHT + 32, f"n={one.events}", "middle"))
    parts.append(label(_LEFT, _TOP + _HEIGHT + 52, "days from the event day (trading days; d: calendar days), 95 % intervals"))
    return drawing(width, _TOP + _HEIGHT + 64, title, parts)


def _legend(means: Sequence[MeanReturn]) -> list[str]:
    parts: list[str] = []
    x = _LEFT
    for colour, name, shown in (
        (COLOURS[0], "run-up r_h, h < 0", any(one.horizon.days < 0 for one in means)),
        (COLOURS[1], "forward return, h > 0", any(one.horizon.days > 0 for one in means)),
    ):
        if shown:
            parts += [f'<rect x="{x}" y="32" width="10" height="10" fill="{colour}"/>', label(x + 14, 41, name)]
            x += 30 + 7 * len(name)
    return parts


def _scale(values: Sequence[float]) -> tuple[float, float, float]:
    """Bounds of the axis and the distance of its lines: a round number, so that there are four to ten of them."""
    least, most = min(values), max(values)
    wide = (most - least) or 0.01
    power = 10.0 ** math.floor(math.log10(wide))
    step = next(s * power for s in (0.1, 0.2, 0.5, 1.0, 2.0) if wide / (s * power) <= 8)
    return math.floor(least / step) * step, math.ceil(most / step) * step or step, step


def _decimals(step: float) -> int:
    return max(0, -math.floor(math.log10(step * 100) + 1e-9))
