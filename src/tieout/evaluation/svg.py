"""Pieces of stand-alone drawings (SVG 1.1): what every chart has, with all text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["COLOURS", "GRID", "drawing", "label", "line"]

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")
"""Told apart by people who don't see all colours, and in print (Okabe and Ito 2008)."""

GRID = "#dddddd"


def drawing(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    """A whole file: white ground, the title at the top left, then ``parts``, one a line."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif" font-size="11" role="img" aria-label="{escape(title, quote=True)}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="12" y="20" font-size="14" font-weight="bold">{escape(title)}</text>',
            *parts,
            "</svg>",
        ]
    ) + "\n"  # fmt: skip


def label(x: float, y: float, text: str, anchor: str = "") -> str:
    """Text at a place; ``anchor`` is ``middle`` or ``end`` where it doesn't start there."""
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}"{where}>{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = GRID, width: float = 1) -> str:
    thick = "" if width == 1 else f' stroke-width="{width:g}"'
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}"{thick}/>'
