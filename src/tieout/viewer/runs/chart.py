"""A metric of a run, with its interval, among the published results: a drawing that is read from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tieout.evaluation.svg import COLOURS, GRID, drawing, label, line

__all__ = ["chart"]

_WIDTH, _LEFT, _RIGHT = 760, 300, 70
_ROW, _TOP = 22, 44
_MOST = 15
_LONGEST = 46
_TICKS = 5


def chart(name: str, metric: Mapping[str, Any], published: Sequence[Mapping[str, Any]], higher_is_better: bool = True) -> str:
    """The drawing, as an SVG file. ``metric`` is of results.json, ``published`` the comparable rows of this metric.

    The run is a filled circle with the bar of its 95 % interval, the others are open squares: told apart without colour.
    """
    rows: list[tuple[str, float, Mapping[str, Any] | None]] = [(row["system"], row["value"], None) for row in published]
    rows.sort(key=lambda row: row[1], reverse=higher_is_better)
    rows = rows[:_MOST]
    place = next((n for n, row in enumerate(rows) if (row[1] < metric["value"]) == higher_is_better), len(rows))
    rows.insert(place, ("this run", metric["value"], metric))
    most = max([1.0, *(row[1] for row in rows), *(metric["ci95"] or ())])
    height = _TOP + _ROW * len(rows) + 26
    parts = []
    for tick in range(_TICKS + 1):
        value = most * tick / _TICKS
        x = _x(value, most)
        parts += [line(x, _TOP - 8, x, height - 24), label(x, height - 8, f"{value:.2f}".rstrip("0").rstrip("."), "middle")]
    for n, (system, value, own) in enumerate(rows):
        parts += _row(_TOP + _ROW * n + 6, system, value, own, most)
    return drawing(_WIDTH, height, name, parts)


def _x(value: float, most: float) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * min(max(value / most, 0.0), 1.0), 1)


def _row(y: float, system: str, value: float, own: Mapping[str, Any] | None, most: float) -> list[str]:
    shown = system if len(system) <= _LONGEST else system[: _LONGEST - 1] + "…"
    text = f"{value:.4f}"
    parts = [f"<title>{escape(system)}: {text}</title>", label(_LEFT - 10, y + 4, shown, "end")]
    if own is None:
        x = _x(value, most)
        parts.append(
            f'<rect x="{x - 4:g}" y="{y - 4:g}" width="8" height="8" fill="none" stroke="{COLOURS[1]}" stroke-width="2"/>'
        )
    else:
        low, high = own["ci95"] or (value, value)
        parts = [f'<rect x="0" y="{y - 11:g}" width="{_WIDTH}" height="22" fill="{GRID}" fill-opacity="0.5"/>', *parts]
        parts.append(line(_x(low, most), y, _x(high, most), y, COLOURS[0], 4))
        parts.append(f'<circle cx="{_x(value, most):g}" cy="{y:g}" r="6" fill="{COLOURS[0]}"/>')
    parts.append(label(_WIDTH - _RIGHT + 12, y + 4, text))
    return ["<g>", *parts, "</g>"]
