"""How far annotators agree, and how many tables are right: the measures of the paper's section 3.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tieout.report.errors import InputError
from tieout.studies.grading.store import GRADES

__all__ = ["Agreement", "agreement", "fleiss_kappa"]

_RESAMPLES, _SEED = 2000, 95

Interval = tuple[float, float]
Ratings = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares with 95 % bootstrap intervals over tables.

    ``exact``: tables on which all their graders agree; ``pairwise``: pairs of grades that agree; ``kappa``: Fleiss (1971), over
    the tables with the commonest number of graders above one; ``ok``: tables that a strict majority of their graders (more
    than half) calls ok; ``undecided``: tables without a strict majority. The first three are of tables graded by several.
    """

    tables: int
    graded_by_several: int
    graders: int
    counts: Mapping[str, int]
    exact: tuple[float, Interval] | None
    pairwise: tuple[float, Interval] | None
    kappa: tuple[float, Interval] | None
    kappa_tables: int
    ok: tuple[float, Interval]
    undecided: int


def agreement(grades: Mapping[str, Mapping[str, str]]) -> Agreement:
    """The measures of grades by table and annotator. Raises InputError where nothing was graded."""
    ratings = [list(by_person.values()) for _, by_person in sorted(grades.items()) if by_person]
    if not ratings:
        raise InputError("nothing has been graded yet")
    several = [one for one in ratings if len(one) > 1]
    sizes = Counter(len(one) for one in several)
    size = max(sizes, key=lambda n: (sizes[n], n), default=0)
    even = [one for one in several if len(one) == size]
    return Agreement(
        tables=len(ratings),
        graded_by_several=len(several),
        graders=len({person for by_person in grades.values() for person in by_person}),
        counts={grade: sum(one.count(grade) for one in ratings) for grade in GRADES},
        exact=_with_interval(_exact, several) if several else None,
        pairwise=_with_interval(_pairwise, several) if several else None,
        kappa=_with_interval(fleiss_kappa, even) if even else None,
        kappa_tables=len(even),
        ok=_with_interval(_ok, ratings),
        undecided=sum(1 for one in ratings if _majority(one) is None),
    )


def fleiss_kappa(ratings: Ratings) -> float:
    """Fleiss' kappa of tables that have the same number of grades each; 1 where only one grade was ever given."""
    n = len(ratings[0])
    counts = np.array([[one.count(grade) for grade in GRADES] for one in ratings], dtype=float)
    observed = float(((counts**2).sum(axis=1) - n).mean() / (n * (n - 1)))
    chance = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def _exact(ratings: Ratings) -> float:
    return sum(len(set(one)) == 1 for one in ratings) / len(ratings)


def _pairwise(ratings: Ratings) -> float:
    pairs = [first == second for one in ratings for first, second in combinations(one, 2)]
    return sum(pairs) / len(pairs)


def _ok(ratings: Ratings) -> float:
    return sum(_majority(one) == "ok" for one in ratings) / len(ratings)


def _majority(one: Sequence[str]) -> str | None:
    grade, count = Counter(one).most_common(1)[0]
    return grade if 2 * count > len(one) else None


def _with_interval(measure: Callable[[Ratings], float], ratings: Ratings) -> tuple[float, Interval]:
    rng = np.random.default_rng(_SEED)
    draws = rng.integers(0, len(ratings), size=(_RESAMPLES, len(ratings)))
    values = [measure([ratings[place] for place in draw]) for draw in draws.tolist()]
    low, high = np.percentile(values, (2.5, 97.5))
    return measure(ratings), (float(low), float(high))
