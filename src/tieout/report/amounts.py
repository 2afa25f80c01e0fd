"""Amounts as printed: the one place where a number on paper becomes an exact value."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["Amount", "find_amounts", "read_amount"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it is printed, read.

    ``value`` is exact, with sign and every scale word that stands beside the number applied (``$1.2 billion``, ``3百万円``).
    ``unit`` is ``iso4217:USD``, ``xbrli:shares``, ``percent`` …, or None when the text does not say; a percentage keeps
    its printed value (``12.5 %`` is 12.5). ``scale`` is the power of ten that was applied. ``span`` counts code points of
    the text read and covers sign, parentheses, currency and scale word; ``digits`` covers the bare number.
    """

    value: Decimal
    text: str
    span: tuple[int, int]
    digits: tuple[int, int]
    unit: str | None = None
    scale: int = 0
    decimals: int = 0
    negative: bool = False
    per: str | None = None
    dash: bool = False


def read_amount(text: str) -> Amount | None:
    """The single amount that ``text``, such as a table cell, holds; None where it holds none or several."""
    raise NotImplementedError


def find_amounts(text: str) -> list[Amount]:
    """Every amount in running text, from left to right."""
    raise NotImplementedError
