"""Descriptive tables, noise and the error report, on made-up sentences."""

from __future__ import annotations

import pytest

from tests.benchmarks.finer_ord import made_up
from tieout.benchmarks.finer_ord.data import samples
from tieout.benchmarks.finer_ord.study import describe, mistakes, noise, overlap


@pytest.fixture
def test_split(tmp_path):
    made_up.write(tmp_path)
    return list(samples(tmp_path, "test"))


def test_description_counts_tags_and_spans_apart(test_split):
    found = describe(test_split)
    assert (found.documents, found.sentences) == (3, 7)
    assert found.entities == {"PER": 2, "LOC": 3, "ORG": 4}
    assert found.spans == {"PER": 2, "LOC": 3, "ORG": 5}  # one of them begins with an orphan I
    assert found.length["PER"] == 2
    assert found.b_to_i["LOC"] == 3
    assert found.common["ORG"][0] == ("Brumal PLC", 1)


def test_overlap_is_the_share_of_known_four_grams():
    assert overlap([["a", "b", "c", "d", "e"]], [["a", "b", "c", "d", "x"]]) == 0.5
    assert overlap([["a"]], [["a"]]) == 0


def test_noise_is_named(tmp_path):
    rise = [("Bell", 1), ("Ltd", 0), ("rose", 0), ("again", 0)]
    other = [("Bell", 5), ("Ltd", 6), ("rose", 0), ("again", 0)]
    left_out = [("Old", 0), ("Tarn", 0), ("Ltd", 0)]
    marked = [("Tarn", 5), ("Ltd", 6)]
    made_up.write_csv(tmp_path / "train.csv", [[rise, other, marked, marked, marked, left_out, [("Orphan", 2)]]])
    found = noise(samples(tmp_path, "train"))
    assert found.repeated == 2
    ((ids, text, marks),) = found.conflicts
    assert (ids, text) == ("train-0-0 / train-0-1", "Bell Ltd rose again")
    assert marks == {"train-0-0": ["PER Bell"], "train-0-1": ["ORG Bell Ltd"]}
    assert found.left_out == [("train-0-5", "Tarn Ltd")]
    assert found.orphans == [("train-0-6", "[Orphan]")]


def test_mistakes_are_sorted_by_kind():
    words = ["Mara", "Bell", "of", "Vexholm", "Ltd", "in", "Ottawa", "and", "Rome", "met", "Tarn"]
    gold = ["B-PER", "I-PER", "O", "B-ORG", "I-ORG", "O", "B-LOC", "O", "B-LOC", "O", "O"]
    found = ["B-PER", "I-PER", "O", "B-ORG", "O", "O", "B-ORG", "O", "O", "O", "B-ORG"]
    assert [(one.kind, one.due, one.found) for one in mistakes(words, gold, found)] == [
        ("border", ("ORG", "Vexholm Ltd"), ("ORG", "Vexholm")),
        ("type", ("LOC", "Ottawa"), ("ORG", "Ottawa")),
        ("missed", ("LOC", "Rome"), None),
        ("spurious", None, ("ORG", "Tarn")),
    ]
    assert list(mistakes(words, gold, gold)) == []
