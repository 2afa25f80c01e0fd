"""Columns of text on a screen: widths that fit, and cells cut or padded to them (a Japanese character is two columns wide)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.cells import cell_len, set_cell_size

__all__ = ["Align", "cell_len", "fit", "share"]

Align = Literal["left", "right"]


def fit(text: str, width: int, align: Align = "left") -> str:
    """``text`` in exactly ``width`` screen columns: padded, or cut with an ellipsis."""
    length = cell_len(text)
    if length > width:
        return set_cell_size(text, width - 1) + "…" if width > 1 else "…"[:width]
    padding = " " * (width - length)
    return padding + text if align == "right" else text + padding


def share(natural: Sequence[int], total: int, gap: int = 2, least: int = 8, floors: Sequence[int] = ()) -> list[int]:
    """Widths of columns so that all of them, with ``gap`` between, need at most ``total``: the widest give way first.

    None gets narrower than ``least``, its floor where it has one, or its own natural width: a screen too narrow even for
    that is overrun.
    """
    widths = list(natural)
    bounds = [min(w, max(least, floor)) for w, floor in zip(widths, floors or [0] * len(widths), strict=True)]
    room = total - gap * (len(widths) - 1)
    while sum(widths) > room:
        may_give = [i for i, w in enumerate(widths) if w > bounds[i]]
        if not may_give:
            break
        widest = max(widths[i] for i in may_give)
        fat = [i for i in may_give if widths[i] == widest]
        next_widest = max([w for w in widths if w < widest], default=0)
        excess = sum(widths) - room
        step = min(widest - max(next_widest, *(bounds[i] for i in fat)), -(-excess // len(fat))) or 1
        for i in fat:
            given = min(step, excess, widths[i] - bounds[i])
            widths[i] -= given
            excess -= given
    return widths
