"""The metric of the paper's Table 3 equals seqeval's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqeval.metrics import classification_report

from tieout.benchmarks.finer_ord.labels import OFFICIAL, TYPES
from tieout.evaluation import Sample, SampleInput, Scored, find_task, load_samples
from tieout.evaluation.intervals import Resampling

NER = find_task("finer-ord/ner")
sentences = st.lists(
    st.lists(st.tuples(st.sampled_from(OFFICIAL), st.sampled_from(OFFICIAL)), min_size=1, max_size=12), min_size=1, max_size=6
)


def ours(gold: Sequence[list[str]], predicted: Sequence[list[str | None]]) -> dict[str, float]:
    scored = []
    for place, (labels, guesses) in enumerate(zip(gold, predicted, strict=True)):
        sample = Sample(SampleInput(str(place), "d", {"tokens": ["x"] * len(labels)}), labels)
        scored.append(Scored(str(place), "d", 0, NER.scorer.statistics(sample, {"labels": guesses, "compat": guesses})))
    resampling = Resampling(scored)
    return {metric.name: resampling.values(metric.compute)[0] for metric in NER.scorer.metrics}


def seqeval_says(gold: Sequence[list[str]], predicted: Sequence[list[str]]) -> dict[str, float]:
    report = classification_report(gold, predicted, output_dict=True, zero_division=0)
    found = {f"f1_{kind.lower()}": report.get(kind, {"f1-score": 0.0})["f1-score"] for kind in TYPES}
    return {**found, "micro_f1": report["micro avg"]["f1-score"], "weighted_f1": report["weighted avg"]["f1-score"]}


def check(gold: Sequence[list[str]], predicted: Sequence[list[str]]) -> None:
    found = ours(gold, predicted)
    for name, value in seqeval_says(gold, predicted).items():
        assert found[name] == pytest.approx(float(value), abs=1e-12), name


@settings(max_examples=300, deadline=None)
@given(sentences)
def test_equals_seqeval_on_any_labels(pairs: list[list[tuple[str, str]]]) -> None:
    gold = [[label for label, _ in sentence] for sentence in pairs]
    predicted = [[label for _, label in sentence] for sentence in pairs]
    if any(label != "O" for sentence in [*gold, *predicted] for label in sentence):
        check(gold, predicted)  # seqeval has no report without a single entity


def test_entities_end_with_their_sentence() -> None:
    check([["O", "B-ORG"], ["I-ORG", "O"]], [["O", "B-ORG"], ["I-ORG", "I-ORG"]])


def test_a_token_without_a_label_parts_an_entity_as_the_papers_evaluation_does() -> None:
    # There an unlabelled token is a chunk of a type of its own, which the weighted mean gives no weight.
    gold = [["B-ORG", "I-ORG", "I-ORG", "O", "B-PER"]]
    theirs = seqeval_says(gold, [["B-ORG", "B-MISSING", "I-ORG", "B-MISSING", "B-PER"]])
    found = ours(gold, [["B-ORG", None, "I-ORG", None, "B-PER"]])
    for name in ("weighted_f1", "f1_org", "f1_per", "f1_loc"):
        assert found[name] == pytest.approx(float(theirs[name]), abs=1e-12)
    assert found["unlabelled"] == 0.4


def test_no_answer_predicts_nothing() -> None:
    sample = Sample(SampleInput("s", "d", {"tokens": ["a"]}), ["B-ORG"])
    assert NER.scorer.statistics(sample, None) == {
        "tokens": 1,
        "unlabelled": 1,
        "gold/ORG": 1,
        "compat/unlabelled": 1,
        "compat/gold/ORG": 1,
    }


@pytest.mark.corpus
@pytest.mark.parametrize("share", [0.0, 0.01, 0.1, 0.5, 1.0])
def test_equals_seqeval_on_corruptions_of_the_training_gold(corpus: Path, share: float) -> None:
    rng = random.Random(share)
    gold = [sample.gold for sample in load_samples(NER, corpus / "finer_ord", "train")]
    predicted = [[rng.choice(OFFICIAL) if rng.random() < share else label for label in labels] for labels in gold]
    check(gold, predicted)
