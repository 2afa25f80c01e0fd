"""Accuracy and P/R/F1 equal scikit-learn's, also where a class is never predicted or an answer is missing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

from tieout.evaluation import Scored
from tieout.evaluation.intervals import Resampling
from tieout.evaluation.metrics import accuracy, average, class_f1, class_statistics

CLASSES = ["Reversal", "Inappropriateness", "CombinationErr", "None"]
NO_ANSWER = "(no answer)"

pairs = st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from([*CLASSES, None])), min_size=1, max_size=40)


def ours(answers: list[tuple[str, str | None]], compute: Any) -> float:
    scored = [Scored(str(i), str(i), 0, class_statistics(*pair)) for i, pair in enumerate(answers)]
    return Resampling(scored).values(compute)[0]


def sklearn_says(answers: list[tuple[str, str | None]], how: str | None, labels: list[str]) -> Any:
    gold = [pair[0] for pair in answers]
    predicted = [pair[1] or NO_ANSWER for pair in answers]
    return precision_recall_fscore_support(gold, predicted, labels=labels, average=how, zero_division=0)


@given(pairs)
def test_accuracy(answers: list[tuple[str, str | None]]) -> None:
    expected = accuracy_score([gold for gold, _ in answers], [predicted or NO_ANSWER for _, predicted in answers])
    assert ours(answers, accuracy) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("how", ["macro", "micro", "weighted"])
@given(answers=pairs)
def test_averages_over_the_classes_that_occur(how: Any, answers: list[tuple[str, str | None]]) -> None:
    labels = sorted({name for pair in answers for name in pair if name is not None})
    expected = sklearn_says(answers, how, labels)
    for place, measure in enumerate(("precision", "recall", "f1")):
        assert ours(answers, average(measure, how)) == pytest.approx(expected[place], abs=1e-12)


@given(pairs)
def test_macro_over_the_classes_of_the_gold(answers: list[tuple[str, str | None]]) -> None:
    labels = sorted({gold for gold, _ in answers})
    expected = sklearn_says(answers, "macro", labels)[2]
    assert ours(answers, average("f1", "macro", only_gold=True)) == pytest.approx(expected, abs=1e-12)


@given(pairs)
def test_f1_of_one_class(answers: list[tuple[str, str | None]]) -> None:
    expected = sklearn_says(answers, None, CLASSES)[2]
    values = [ours(answers, class_f1(name)) for name in CLASSES]
    np.testing.assert_allclose(values, expected, atol=1e-12)
