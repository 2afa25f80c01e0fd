"""Ranking measures by their written form: ``nDCG@10``, ``R@5``, ``RR``, ``AP(rel=2)@100``, as ir_measures writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tieout.evaluation.metrics.average_precision import average_precision
from tieout.evaluation.metrics.hit_rate import hit_rate
from tieout.evaluation.metrics.ndcg import ndcg
from tieout.evaluation.metrics.precision_at import precision_at
from tieout.evaluation.metrics.ranking import Qrels
from tieout.evaluation.metrics.recall_at import recall_at
from tieout.evaluation.metrics.reciprocal_rank import reciprocal_rank
from tieout.report.errors import InputError

__all__ = ["Measure", "parse_measure"]


class _Function(Protocol):
    def __call__(self, ranking: Sequence[str], qrels: Qrels, cutoff: int | None = None, rel: int = 1) -> float: ...


_MEASURES: Mapping[str, _Function] = {
    "nDCG": ndcg,
    "RR": reciprocal_rank,
    "AP": average_precision,
    "R": recall_at,
    "P": precision_at,
    "Success": hit_rate,
}
_OTHER_NAMES = {"mrr": "RR", "map": "AP", "recall": "R", "precision": "P", "hr": "Success"}
_NAMES = {**{name.lower(): name for name in _MEASURES}, **_OTHER_NAMES}
_NEEDS_CUTOFF = ("P", "Success")
_FORM = re.compile(r"(?P<name>[A-Za-z]+)(?:\(rel=(?P<rel>[1-9]\d{0,3})\))?(?:@(?P<cutoff>[1-9]\d{0,8}))?")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with its parameters; ``str`` gives its written form back. ``rel`` is the lowest grade that is relevant."""

    name: str
    cutoff: int | None = None
    rel: int = 1

    def __call__(self, ranking: Sequence[str], qrels: Qrels) -> float:
        """The measure of one query's ranking (ids, best first)."""
        return _MEASURES[self.name](ranking, qrels, self.cutoff, self.rel)

    def __str__(self) -> str:
        rel = f"(rel={self.rel})" if self.rel != 1 else ""
        return f"{self.name}{rel}" + (f"@{self.cutoff}" if self.cutoff else "")


def parse_measure(text: str) -> Measure:
    """``NAME``, ``NAME@K`` or ``NAME(rel=N)@K``; names in any case, and MRR, MAP, recall, precision, HR as other names.

    Raises InputError for anything else.
    """
    form = _FORM.fullmatch(text.strip())
    name = _NAMES.get(form["name"].lower()) if form else None
    if form is None or name is None:
        raise InputError(f"no measure {text!r}; write {', '.join(_MEASURES)}, with @K where it is cut, for example nDCG@10")
    cutoff = int(form["cutoff"]) if form["cutoff"] else None
    if cutoff is None and name in _NEEDS_CUTOFF:
        raise InputError(f"{text}: {name} needs a cutoff, for example {name}@10")
    if form["rel"] and name == "nDCG":
        raise InputError(f"{text}: nDCG uses the grades themselves and has no rel")
    return Measure(name, cutoff, int(form["rel"]) if form["rel"] else 1)
