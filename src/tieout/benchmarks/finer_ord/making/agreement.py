"""How far two annotators of the same texts agree (the paper's Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tieout.benchmarks.finer_ord.making.doccano import Annotated, Mark
from tieout.report.errors import InputError

__all__ = ["Agreement", "agreement"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """``same`` of ``entities`` (all that either marked) have one span and type with both; the rest is told apart.

    ``f1`` takes one annotator for the gold and the other for the prediction; which is which makes no difference.
    """

    entities: int
    same: int
    other_type: int
    other_border: int
    one_only: int
    f1: float
    by_type: Mapping[str, float]

    @property
    def share(self) -> float:
        return self.same / self.entities if self.entities else 1.0


def agreement(first: Sequence[Annotated], second: Sequence[Annotated]) -> Agreement:
    """Raises InputError where the two aren't annotations of the same texts (told apart by id)."""
    other = {document.id: document for document in second}
    if len(other) != len(second) or {document.id for document in first} != set(other):
        raise InputError("the two annotations aren't of the same documents: their ids differ")
    counts = {"same": 0, "other_type": 0, "other_border": 0, "one_only": 0}
    total = 0
    marked: dict[str, list[int]] = {kind: [0, 0] for kind in ("PER", "LOC", "ORG")}
    for document in first:
        if document.text != other[document.id].text:
            raise InputError(f"document {document.id}: the two annotators had different texts")
        left, right = set(document.marks), set(other[document.id].marks)
        total += len(left) + len(right)
        for mark in left | right:
            marked[mark.type][0] += mark in left and mark in right
            marked[mark.type][1] += (mark in left) + (mark in right)
        for mark in left:
            counts[_how(mark, right)] += 1
        counts["one_only"] += sum(_how(mark, left) == "one_only" for mark in right)
    f1 = 2 * counts["same"] / total if total else 1.0
    by_type = {kind: 2 * same / both if both else 1.0 for kind, (same, both) in marked.items()}
    return Agreement(sum(counts.values()), **counts, f1=f1, by_type=by_type)


def _how(mark: Mark, others: set[Mark]) -> str:
    if mark in others:
        return "same"
    if any((mark.start, mark.end) == (one.start, one.end) for one in others):
        return "other_type"
    if any(mark.start < one.end and one.start < mark.end for one in others):
        return "other_border"
    return "one_only"
