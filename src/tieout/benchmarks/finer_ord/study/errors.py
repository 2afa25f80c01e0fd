"""Errors of a prediction, sorted by kind, with the text: spurious, missed, wrong border, wrong type, wrong both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tieout.evaluation.metrics import spans_of
from tieout.evaluation.metrics.spans import Span

__all__ = ["KINDS", "Mistake", "mistakes"]

Kind = Literal["spurious", "missed", "border", "type", "border and type"]
KINDS: tuple[Kind, ...] = ("missed", "spurious", "border", "type", "border and type")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was due and what was found (None: nothing), each as (type, words), in its sentence."""

    kind: Kind
    due: tuple[str, str] | None
    found: tuple[str, str] | None
    sentence: str


def mistakes(words: Sequence[str], gold: Sequence[str], predicted: Sequence[str]) -> Iterator[Mistake]:
    """The mistakes of one sentence. A gold and a predicted entity that overlap are one mistake together, each used once."""
    due, found = spans_of(gold), spans_of(predicted)
    right = set(due) & set(found)
    left = [span for span in due if span not in right]
    wrong = [span for span in found if span not in right]
    for span in left:
        match = max((one for one in wrong if _shared(span, one)), key=lambda one: _shared(span, one), default=None)
        if match is not None:
            wrong.remove(match)
        yield Mistake(_kind(span, match), _shown(span, words), _shown(match, words), " ".join(words))
    for span in wrong:
        yield Mistake("spurious", None, _shown(span, words), " ".join(words))


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _kind(due: Span, found: Span | None) -> Kind:
    if found is None:
        return "missed"
    if (due.start, due.end) == (found.start, found.end):
        return "type"
    return "border" if due.type == found.type else "border and type"


def _shown(span: Span | None, words: Sequence[str]) -> tuple[str, str] | None:
    return None if span is None else (span.type, " ".join(words[span.start : span.end]))
