"""The paper's metrics against scikit-learn and ir_measures, and by hand."""

from __future__ import annotations

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from tieout.benchmarks.fintagging.facts import Fact
from tieout.benchmarks.fintagging.parsing import Facts, Linked
from tieout.benchmarks.fintagging.scoring import CUTOFFS, fincl_scorer, finni_scorer, full_scorer
from tieout.evaluation import Sample, SampleInput, Scored, Scorer
from tieout.evaluation.intervals import Resampling

TAGS = ("A", "B", "C")


def fact(text: str, type_: str = "monetaryItemType", tag: str | None = None) -> Fact:
    made: Fact = {"Fact": text, "Type": type_}
    if tag is not None:
        made["Tag"] = tag
    return made


def values(scorer: Scorer, pairs: list) -> dict[str, float]:
    scored = [Scored(s.input.id, s.input.document, 0, scorer.statistics(s, p)) for s, p in pairs]
    resampling = Resampling(scored)
    return {metric.name: resampling.values(metric.compute)[0] for metric in scorer.metrics}


def sample(gold, place: int = 0, category: str = "text") -> Sample:
    return Sample(SampleInput(str(place), str(place), {"category": category}), gold)


def test_pairs_count_once_as_a_set_and_each_time_as_a_multiset() -> None:
    gold = [fact("5"), fact("5"), fact("7", "sharesItemType")]
    found = values(finni_scorer(), [(sample(gold), Facts(facts=[fact("5"), fact("9")]))])
    assert found["precision_set"] == 1 / 2 and found["recall_set"] == 1 / 2 and found["f1_set"] == 1 / 2
    assert found["precision_multiset"] == 1 / 2 and found["recall_multiset"] == 1 / 3
    assert found["f1_set/text"] == 1 / 2 and found["f1_set/table"] == 0


def test_marks_that_carry_no_value_make_no_difference_but_for_the_official_strings() -> None:
    found = values(finni_scorer(), [(sample([fact("1250"), fact("72")]), Facts(facts=[fact("$ 1,250"), fact("( 72 )")]))])
    assert found["f1_set"] == 1
    assert found["f1_set/official"] == 0


def test_instances_are_summed_not_averaged() -> None:
    pairs = [(sample([fact("1"), fact("2"), fact("3")], 0), Facts(facts=[fact("1")])), (sample([fact("4")], 1), None)]
    found = values(finni_scorer(), pairs)
    assert found["recall_set"] == 1 / 4 and found["precision_set"] == 1


ranked_lists = st.lists(st.tuples(st.integers(0, 220), st.sampled_from(["text", "table"])), min_size=1, max_size=8)


@given(ranked_lists)
@settings(max_examples=40)
def test_acc_at_k_is_ir_measures_success(drawn: list[tuple[int, str]]) -> None:
    names = [f"C{i}" for i in range(200)]
    pairs = [(sample(f"C{place}", i, category), Linked(ranked=names, query=None)) for i, (place, category) in enumerate(drawn)]
    found = values(fincl_scorer(), pairs)
    for category in ("", "text", "table"):
        of = [(i, place) for i, (place, kind) in enumerate(drawn) if category in ("", kind)]
        if not of:
            continue
        qrels = [ir_measures.Qrel(str(i), f"C{place}", 1) for i, place in of]
        run = [ir_measures.ScoredDoc(str(i), name, -rank) for i, _ in of for rank, name in enumerate(names)]
        measures = [ir_measures.Success @ k for k in CUTOFFS]
        theirs = ir_measures.calc_aggregate(measures, qrels, run)
        for k in CUTOFFS:
            key = f"acc@{k}" + (f"/{category}" if category else "")
            assert found[key] == pytest.approx(theirs[ir_measures.Success @ k])


def test_both_regimes_are_counted_apart() -> None:
    pairs = [
        (sample("A", 0), Linked(ranked=["A"], query=["B"])),
        (sample("A", 1, "table"), Linked(ranked=["B", "A"], query=["A"])),
        (sample("A", 2, "table"), Linked(ranked=["A"], query=None)),
        (sample("A", 3, "table"), None),
    ]
    found = values(fincl_scorer(), pairs)
    assert found["accuracy"] == 2 / 4
    assert found["accuracy/query"] == 1 / 2
    assert found["accuracy/table"] == 1 / 3
    assert found["acc@10"] == 3 / 4


slots = st.lists(st.tuples(st.sampled_from((*TAGS, None)), st.sampled_from((*TAGS, None))), min_size=1, max_size=20)


@given(st.lists(slots, min_size=1, max_size=4))
@settings(max_examples=60)
def test_full_is_scikit_learns_macro_and_micro_over_concepts(instances: list) -> None:
    """One number of its own in each slot: then a fact is an item with one gold and one predicted class, or none."""
    pairs, gold, predicted = [], [], []
    for place, drawn in enumerate(instances):
        one = [fact(str(i), tag=g) for i, (g, _) in enumerate(drawn) if g]
        other = [fact(str(i), tag=p) for i, (_, p) in enumerate(drawn) if p]
        pairs.append((sample(one, place), Facts(facts=other)))
        gold += [g or "O" for g, _ in drawn]
        predicted += [p or "O" for _, p in drawn]
    labels = sorted((set(gold) | set(predicted)) - {"O"})
    if not labels:
        return
    found = values(full_scorer(), pairs)
    for how in ("micro", "macro"):
        theirs = precision_recall_fscore_support(gold, predicted, labels=labels, average=how, zero_division=0)
        for name, value in zip(("precision", "recall", "f1"), theirs[:3], strict=True):
            assert found[f"{how}_{name}"] == pytest.approx(value)
            assert found[f"{how}_{name}_bio"] == pytest.approx(value)  # all facts have one token


def test_bio_counts_tokens_and_triplets_want_the_type() -> None:
    gold = [fact("twenty five", "integerItemType", "A"), fact("5", tag="B")]
    answer = Facts(facts=[fact("twenty five", "monetaryItemType", "us-gaap:A")])
    found = values(full_scorer(), [(sample(gold), answer)])
    assert found["micro_recall"] == 1 / 2
    assert found["micro_recall_bio"] == 2 / 3  # B-A and I-A of three tokens
    assert found["macro_recall_bio"] == 2 / 3  # of B-A, I-A and B-B
    assert found["triplet_recall"] == 0
