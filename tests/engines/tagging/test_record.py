import numpy as np
import pytest

from tieout.engines.tagging.record import Record, shares_by_issuer

_ANSWERS = [
    *((issuer, "Goodwill", True) for issuer in "abcdef"),
    *((issuer, "Revenues", issuer in "ab") for issuer in "abcdef"),
    *(("a", "Revenues", True) for _ in range(50)),
]


def record_of(answers, names):
    return Record.of(shares_by_issuer(answers).values(), names)


def test_a_concept_that_was_right_more_often_has_the_better_record():
    record = record_of(_ANSWERS, ["Goodwill", "Revenues"])
    goodwill, revenues = record.at(np.array([0, 1]))
    assert goodwill[0] > 0.8 > 0.6 > revenues[0]
    assert goodwill[1] == revenues[1] == 6


def test_each_issuer_counts_once_however_often_it_answered():
    once = record_of([a for a in _ANSWERS if a[1] == "Goodwill" or a[0] != "a"] + [("a", "Revenues", True)], ["Revenues"])
    assert once.at(np.array([0]))[0, 0] == pytest.approx(record_of(_ANSWERS, ["Revenues"]).at(np.array([0]))[0, 0])


def test_a_concept_that_never_came_first_and_one_that_nobody_knew_have_what_is_usual():
    record = record_of(_ANSWERS, ["Goodwill", "Assets"])
    assert record.at(np.array([1, 7])).tolist() == [[pytest.approx(record.usual), 0]] * 2


def test_a_record_comes_back_from_storage_and_one_of_another_form_is_refused():
    record = record_of(_ANSWERS, ["Goodwill", "Revenues"])
    again = Record.of_array(record.array(), 2)
    assert again.rows == pytest.approx(record.rows, abs=1e-3) and again.usual == pytest.approx(record.usual, abs=1e-3)
    for damaged in (record.array()[:, :1], record.array()[1:], record.array() * np.nan):
        with pytest.raises(ValueError, match="another form"):
            Record.of_array(damaged, 2)
