"""What all measures of a ranked list share: the judgments, and the order that scores give.

A ranking is a sequence of document ids, best first, each once. Judgments (qrels) give each judged document its grade; a
document without one has grade 0. A query that has no relevant document scores 0, and is never left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tieout.report.errors import InputError

__all__ = ["Qrels", "grades", "ranked", "relevant"]

Qrels = Mapping[str, int]


def ranked(scores: Mapping[str, float]) -> list[str]:
    """Ids by falling score; equal scores by falling id, as trec_eval breaks ties."""
    return [id_ for id_, _ in sorted(scores.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)]


def grades(ranking: Sequence[str], qrels: Qrels, cutoff: int | None) -> list[int]:
    """The grades of the first ``cutoff`` documents (None: of all). Raises InputError when a document is ranked twice."""
    if len(set(ranking)) != len(ranking):
        raise InputError("a ranking lists a document twice; each may have one place only")
    return [qrels.get(id_, 0) for id_ in ranking[:cutoff]]


def relevant(qrels: Qrels, rel: int) -> int:
    """How many judged documents have at least grade ``rel``."""
    return sum(1 for grade in qrels.values() if grade >= rel)
