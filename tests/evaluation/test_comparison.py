"""Paired comparison: what differs, how sure that is, and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from tests.evaluation.toy import TOY
from tieout.evaluation import Scored, compare
from tieout.evaluation.mcnemar import discordant, mcnemar
from tieout.evaluation.metrics import class_statistics
from tieout.report.errors import InputError


def run(right: set[int], count: int = 100, of_document: int = 2) -> list[Scored]:
    """A run that names the numbers in ``right`` rightly and all others wrongly."""
    made = []
    for number in range(count):
        gold, other = ("even", "odd") if number % 2 == 0 else ("odd", "even")
        statistics = class_statistics(gold, gold if number in right else other)
        made.append(Scored(str(number), f"doc{number // of_document}", 0, statistics))
    return made


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(first: int, second: int) -> None:
    expected = binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar(first, second) == pytest.approx(expected, abs=1e-12)


def test_mcnemar_of_many_pairs() -> None:
    assert mcnemar(900, 1100) == pytest.approx(binomtest(900, 2000).pvalue, rel=1e-9)
    assert mcnemar(0, 5000) == pytest.approx(0.0, abs=1e-300)


def test_discordant_pairs() -> None:
    assert discordant([(True, False), (True, True), (False, True), (True, False), (False, False)]) == (2, 1)


def test_a_clear_difference_is_called_one() -> None:
    differences, both, alone = compare(TOY, run(set(range(50))), run(set(range(90))), names=("A", "B"))
    accuracy = next(one for one in differences if one.metric == "accuracy")
    assert (both, alone) == (100, 0)
    assert accuracy.difference == pytest.approx(0.4)
    assert accuracy.ci95 is not None
    assert accuracy.ci95[0] > 0
    assert (accuracy.only_first, accuracy.only_second) == (0, 40)
    assert "B is better by 0.4000" in accuracy.words
    assert "unlikely to be noise" in accuracy.words


def test_a_small_difference_could_be_noise() -> None:
    differences, _, _ = compare(TOY, run({1, 2, 3, *range(20, 80)}), run({5, *range(19, 80)}), names=("A", "B"))
    assert "it could be noise" in differences[0].words


def test_equal_runs_are_equal_in_words() -> None:
    differences, _, _ = compare(TOY, run({1, 2}), run({1, 2}), names=("A", "B"))
    assert differences[0].words.startswith("accuracy: A and B are equal")
    assert differences[0].p == 1.0


def test_the_other_order_turns_the_sign() -> None:
    one, other = run(set(range(40))), run(set(range(30, 75)))
    there, back = compare(TOY, one, other)[0][0], compare(TOY, other, one)[0][0]
    assert there.difference == -back.difference
    assert there.mcnemar_p == back.mcnemar_p
    assert there.p == pytest.approx(back.p, abs=0.01)


def test_only_samples_of_both_runs_are_compared() -> None:
    longer = run(set(range(100)))
    shorter = run(set(range(60)))[:60]
    differences, both, alone = compare(TOY, longer, shorter)
    assert (both, alone) == (60, 40)
    assert differences[0].difference == 0


def test_runs_without_a_common_sample_are_refused() -> None:
    with pytest.raises(InputError, match="no answered sample in common"):
        compare(TOY, run(set(), count=4)[:2], run(set(), count=4)[2:])
