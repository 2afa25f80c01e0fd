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


def share(natural: Sequence[int], total: int, gap: int = 2, least: int = 8) -> list[int]:
    """Widths of columns so that all of them, with ``gap`` between, need at most ``total``: the widest give way first.

    None gets narrower than ``least`` (or its own natural width): a screen too narrow even for that is overrun.
    """
    widths = list(natural)
    room = total - gap * (len(widths) - 1)
    while sum(widths) > room:
        widest = max(widths)
        if widest <= least:
            break
        fat = [i for i, w in enumerate(widths) if w == widest]
        next_widest = max([w for w in widths if w < widest], default=0)
        excess = sum(widths) - room
        step = min(widest - max(next_widest, least), -(-excess // len(fat))) or 1
        for i in fat:
            widths[i] = max(least, widths[i] - min(step, excess))
            excess -= min(step, excess)
    return widths
