"""Agreement of graders, by hand and as statsmodels computes it."""

from __future__ import annotations

import random
import warnings

import pytest
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as theirs

from tieout.report.errors import InputError
from tieout.studies.grading import GRADES, agreement
from tieout.studies.grading.agreement import fleiss_kappa


def test_measures_by_hand() -> None:
    grades = {
        "t1": {"ana": "ok", "bo": "ok", "cy": "ok"},
        "t2": {"ana": "ok", "bo": "ok", "cy": "not_ok"},
        "t3": {"ana": "ok", "bo": "not_ok", "cy": "uncertain"},
        "t4": {"ana": "not_ok"},
        "t5": {"bo": "ok"},
    }
    found = agreement(grades)
    assert (found.tables, found.graded_by_several, found.graders, found.kappa_tables) == (5, 3, 3, 3)
    assert found.counts == {"ok": 7, "not_ok": 3, "uncertain": 1}
    assert found.exact is not None and found.exact[0] == pytest.approx(1 / 3)
    assert found.pairwise is not None and found.pairwise[0] == pytest.approx((3 + 1 + 0) / 9)
    assert found.ok[0] == 3 / 5, "t1 and t2 by strict majority, t5 by its only grader"
    assert found.undecided == 1
    for value, (low, high) in (found.exact, found.pairwise, found.ok):
        assert 0 <= low <= value <= high <= 1


def test_two_against_two_is_no_strict_majority() -> None:
    found = agreement({"t": {"a": "ok", "b": "ok", "c": "not_ok", "d": "not_ok"}})
    assert (found.ok[0], found.undecided) == (0, 1)


def test_kappa_is_statsmodels() -> None:
    rng = random.Random(7)
    for _ in range(60):
        n, raters = rng.randint(2, 40), rng.randint(2, 6)
        truth = [rng.choice(GRADES) for _ in range(n)]
        ratings = [[one if rng.random() < 0.7 else rng.choice(GRADES) for _ in range(raters)] for one in truth]
        table, _ = aggregate_raters([[GRADES.index(grade) for grade in row] for row in ratings])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # theirs divides by zero where one grade was given throughout
            expected = theirs(table)
        if expected == expected:
            assert fleiss_kappa(ratings) == pytest.approx(expected)


def test_one_grade_throughout_is_full_agreement() -> None:
    assert fleiss_kappa([["ok", "ok"], ["ok", "ok"]]) == 1


def test_without_overlap_there_is_no_agreement_to_tell() -> None:
    found = agreement({"t1": {"a": "ok"}, "t2": {"b": "not_ok"}})
    assert (found.exact, found.pairwise, found.kappa) == (None, None, None)
    with pytest.raises(InputError, match="nothing has been graded"):
        agreement({})
