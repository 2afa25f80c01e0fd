"""Measures of rankings equal ir_measures and pytrec_eval, on random and on hard cases."""

from __future__ import annotations

import ir_measures
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from tieout.evaluation.metrics import Measure, parse_measure, ranked
from tieout.report.errors import InputError

IDS = [f"page_{n}" for n in range(12)]
EQUAL = ["R@1", "R@3", "R@5", "R@100", "RR", "RR@3", "AP", "AP@5", "P@1", "P@5", "nDCG@5", "nDCG@10", "nDCG", "Success@3"]
GRADED = ["R(rel=2)@5", "RR(rel=2)", "AP(rel=2)", "P(rel=2)@3"]

rankings = st.permutations(IDS).flatmap(lambda ids: st.integers(0, len(ids)).map(lambda length: ids[:length]))
judgments = st.dictionaries(st.sampled_from(IDS), st.integers(0, 3), min_size=1)


def oracle(measure: str, ranking: list[str], qrels: dict[str, int]) -> float:
    """ir_measures' value; a query without a ranking is scored, as ours is."""
    run = {"q": {id_: float(len(ranking) - place) for place, id_ in enumerate(ranking)}}
    return float(ir_measures.calc_aggregate([ir_measures.parse_measure(measure)], {"q": qrels}, run).popitem()[1])


@pytest.mark.parametrize("measure", EQUAL + GRADED)
@given(ranking=rankings, qrels=judgments)
def test_equals_ir_measures(measure: str, ranking: list[str], qrels: dict[str, int]) -> None:
    assert parse_measure(measure)(ranking, qrels) == pytest.approx(oracle(measure, ranking, qrels), abs=1e-12)


@given(ranking=rankings.filter(bool), qrels=judgments)
def test_equals_pytrec_eval(ranking: list[str], qrels: dict[str, int]) -> None:
    names = {"map": "AP", "recip_rank": "RR", "ndcg": "nDCG", "ndcg_cut_10": "nDCG@10", "recall_5": "R@5", "P_5": "P@5"}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": qrels}, {"map", "recip_rank", "ndcg", "ndcg_cut", "recall", "P"})
    found = evaluator.evaluate({"q": {id_: float(-place) for place, id_ in enumerate(ranking)}})["q"]
    for theirs, ours in names.items():
        assert parse_measure(ours)(ranking, qrels) == pytest.approx(found[theirs], abs=1e-12)


@given(scores=st.dictionaries(st.sampled_from(IDS), st.sampled_from([0.0, 0.5, 1.0]), min_size=1), qrels=judgments)
def test_ties_are_broken_as_trec_eval_breaks_them(scores: dict[str, float], qrels: dict[str, int]) -> None:
    found = pytrec_eval.RelevanceEvaluator({"q": qrels}, {"map"}).evaluate({"q": scores})["q"]["map"]
    assert parse_measure("AP")(ranked(scores), qrels) == pytest.approx(found, abs=1e-12)


def test_a_query_without_a_relevant_page_scores_zero() -> None:
    for measure in EQUAL:
        assert parse_measure(measure)(["page_1"], {"page_1": 0}) == 0
        assert parse_measure(measure)(["page_1"], {}) == 0


def test_a_page_may_be_ranked_only_once() -> None:
    with pytest.raises(InputError, match="twice"):
        parse_measure("R@5")(["page_1", "page_1"], {"page_1": 1})


@pytest.mark.parametrize("text", [*EQUAL, *GRADED])
def test_written_form_comes_back(text: str) -> None:
    assert str(parse_measure(text)) == text


def test_other_names() -> None:
    assert parse_measure("recall@5") == Measure("R", 5)
    assert parse_measure("MRR") == Measure("RR")
    assert parse_measure("ndcg@10") == Measure("nDCG", 10)
    assert parse_measure("hr@20") == Measure("Success", 20)


@pytest.mark.parametrize(
    "text", ["", "F@5", "nDCG@0", "nDCG@-1", "R@five", "nDCG@10@5", "P", "Success", "nDCG(rel=2)", "R(rel=0)"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_measure(text)
