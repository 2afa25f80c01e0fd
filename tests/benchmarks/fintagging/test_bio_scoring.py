"""Token classification against scikit-learn and seqeval."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqeval.metrics import f1_score
from sklearn.metrics import precision_recall_fscore_support

from tieout.benchmarks.fintagging.bio import Tagged, write_bio
from tieout.benchmarks.fintagging.bio_scoring import score_bio, score_files
from tieout.report.errors import InputError

LABELS = ("O", "B-us-gaap:A", "I-us-gaap:A", "B-us-gaap:B", "I-us-gaap:B")
instances = st.lists(
    st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=8), min_size=1, max_size=4
)


@given(instances)
@settings(max_examples=80)
def test_scores_are_those_of_scikit_learn_and_seqeval(drawn: list[list[tuple[str, str]]]) -> None:
    pairs = []
    for one in drawn:
        tokens = tuple(f"t{i}" for i in range(len(one)))
        pairs.append((Tagged(tokens, tuple(g for g, _ in one)), Tagged(tokens, tuple(p for _, p in one))))
    found = score_bio(pairs)
    gold, predicted = ([label for one in drawn for label in (pair[side] for pair in one)] for side in (0, 1))
    labels = sorted({*gold, *predicted} - {"O"})
    if labels:
        for how in ("macro", "micro"):
            theirs = precision_recall_fscore_support(gold, predicted, labels=labels, average=how, zero_division=0)
            ours = [found[f"{how}_{name}"] for name in ("precision", "recall", "f1")]
            assert ours == pytest.approx(list(theirs[:3]))
    chunks = f1_score([[g for g, _ in one] for one in drawn], [[p for _, p in one] for one in drawn], zero_division=0)
    assert found["micro_chunks_f1"] == pytest.approx(float(chunks))


def test_files_have_to_hold_the_same_tokens(tmp_path: Path) -> None:
    gold, other, short = (tmp_path / name for name in ("gold.txt", "other.txt", "short.txt"))
    write_bio(gold, [Tagged(("46", "parts"), ("B-us-gaap:A", "O")), Tagged(("none",), ("O",))])
    write_bio(other, [Tagged(("46", "lots"), ("B-us-gaap:A", "O")), Tagged(("none",), ("O",))])
    write_bio(short, [Tagged(("46", "parts"), ("B-us-gaap:A", "O"))])
    assert score_files(gold, gold)["micro_f1"] == 1.0
    with pytest.raises(InputError, match="instance 1 has not the tokens"):
        score_files(gold, other)
    with pytest.raises(InputError, match="fewer instances"):
        score_files(gold, short)
