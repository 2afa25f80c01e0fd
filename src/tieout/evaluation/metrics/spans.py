"""Entities in a sequence of B/I/O labels, and their F1, as seqeval counts them by default.

A chunk starts at ``B-X``, and at ``I-X`` after ``O`` or after another type (the lenient reading of CoNLL's evaluation
script, Tjong Kim Sang and De Meulder 2003). A predicted entity is right when first token, last token and type all are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Span", "span_statistics", "spans_of"]


class Span(NamedTuple):
    """Tokens ``start`` up to, not including, ``end``."""

    type: str
    start: int
    end: int


def spans_of(labels: Sequence[str]) -> list[Span]:
    """The entities of one sentence, in order. Labels are ``O``, ``B-X`` and ``I-X`` for any type X."""
    spans: list[Span] = []
    open_type, start = "", 0
    for place, label in enumerate(labels):
        prefix, _, kind = label.partition("-")
        continues = prefix == "I" and kind == open_type
        if continues:
            continue
        if open_type:
            spans.append(Span(open_type, start, place))
        open_type, start = ("" if prefix == "O" else kind), place
    if open_type:
        spans.append(Span(open_type, start, len(labels)))
    return spans


def span_statistics(gold: Iterable[Span], predicted: Iterable[Span], prefix: str = "") -> dict[str, float]:
    """For each type ``tp/``, ``predicted/`` and ``gold/`` (each after ``prefix``): how many entities."""
    gold_set, predicted_set = set(gold), set(predicted)
    statistics: dict[str, float] = {}
    for name, found in (("tp", gold_set & predicted_set), ("predicted", predicted_set), ("gold", gold_set)):
        for kind, count in Counter(span.type for span in found).items():
            statistics[f"{prefix}{name}/{kind}"] = count
    return statistics
