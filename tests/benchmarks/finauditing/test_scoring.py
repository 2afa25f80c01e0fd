"""The paper's Appendix C on answers small enough to reckon by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tieout.benchmarks.finauditing.judging import judge, meaning
from tieout.benchmarks.finauditing.parsing import Values
from tieout.benchmarks.finauditing.scoring import finmr_scorer, finre_scorer, finsm_scorer
from tieout.evaluation import Sample, SampleInput, Scored, Scorer
from tieout.evaluation.intervals import Resampling


def metrics(scorer: Scorer[Any, Any], answers: list[tuple[Any, Any]]) -> dict[str, float]:
    scored = [
        Scored(str(i), str(i), 0, scorer.statistics(Sample(SampleInput(str(i), str(i), {}), gold), prediction))
        for i, (gold, prediction) in enumerate(answers)
    ]
    resampling = Resampling(scored)
    return {metric.name: resampling.values(metric.compute)[0] for metric in scorer.metrics}


def test_finsm_counts_as_the_paper_defines_it() -> None:
    found = metrics(
        finsm_scorer(), [(["a", "b"], ["a", "x"]), (["c"], ["x", "y", "z", "v", "w", "c"]), ([], ["q"]), (["d"], None)]
    )
    assert found["hr@1"] == pytest.approx(1 / 4)
    assert found["hr@10"] == pytest.approx(2 / 4)
    assert found["recall@1"] == pytest.approx(0.5 / 4)
    assert found["recall@10"] == pytest.approx(1.5 / 4)
    # F1@1 of the first query: precision 1, recall 1/2; @10: precision 1/2, recall 1/2. Divided by the three with an answer.
    assert found["macro_f1@1"] == pytest.approx((2 / 3) / 3)
    assert found["macro_f1@10"] == pytest.approx((1 / 2 + 2 * 1 / (6 + 1)) / 3)
    assert found["hr@mean"] == pytest.approx((1 / 4 + 1 / 4 + 2 / 4 + 2 / 4) / 4)


def test_the_start_kit_leaves_empty_answers_out_everywhere() -> None:
    found = metrics(finsm_scorer(), [(["a"], ["a"]), ([], ["q"])])
    assert (found["hr@1"], found["compat/hr@1"], found["compat/recall@1"]) == (0.5, 1.0, 1.0)


def test_ceilings_are_what_the_size_of_the_gold_allows() -> None:
    found = metrics(finsm_scorer(), [(["a", "b", "c", "d"], ["a", "b", "c", "d"])])
    assert found["ceiling/recall@1"] == found["recall@1"] == 1 / 4
    assert found["ceiling/macro_f1@1"] == found["macro_f1@1"] == pytest.approx(2 / 5)
    assert found["ceiling/macro_f1@5"] == found["macro_f1@5"] == 1


def test_tags_are_compared_exactly() -> None:
    assert metrics(finsm_scorer(), [(["us-gaap:A"], ["us-gaap:a"])])["hr@20"] == 0


def test_finre_averages_over_the_classes_present() -> None:
    def says(label: str | None, compat: str | None = None) -> dict[str, str | None]:
        return {"label": label, "compat": compat or label}

    answers = [("Reversal", says("Reversal")), ("Reversal", says("None", "Reversal")), ("None", says("None")), ("None", None)]
    found = metrics(finre_scorer(), answers)
    assert found["accuracy"] == 2 / 4
    assert found["compat/accuracy"] == 3 / 4
    assert found["f1/Reversal"] == pytest.approx(2 / 3)
    assert found["f1/None"] == pytest.approx(1 / 2)
    assert found["f1/CombinationErr"] == 0
    assert found["macro_f1"] == pytest.approx((2 / 3 + 1 / 2) / 2)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,200", "1200"),
        ("$ (1,200.50)", "-1200.5"),
        ("−5", "-5"),
        ("1.20E3", "1200"),
        ("n/a", None),
        ("", None),
        ("NaN", None),
    ],
)
def test_numbers_mean_what_they_mean(text: str, number: str | None) -> None:
    found = meaning(text)
    assert (found is None) == (number is None)
    if number is not None:
        assert found == meaning(number)


@pytest.mark.parametrize(
    ("extracted", "calculated", "verdict"),
    [
        ("1,200", "1250.0", "A"),
        ("1200.1", "1250", "E"),
        ("1", "1", "E"),
        ("1200", "1251", "C"),
        ("", "", "E"),
    ],
)
def test_one_verdict_an_answer(extracted: str, calculated: str, verdict: str) -> None:
    gold: Values = {"extracted_value": "1200", "calculated_value": "1250"}
    assert judge(gold, {"extracted_value": extracted, "calculated_value": calculated}) == verdict
    assert judge(gold, None) == "S"


def test_the_four_shares_of_finmr_sum_to_one() -> None:
    gold = {"extracted_value": "1", "calculated_value": "2"}
    other = [gold, {**gold, "calculated_value": "3"}, {**gold, "extracted_value": "3"}, None]
    found = metrics(finmr_scorer(), [(gold, answer) for answer in other])
    assert found == {"accuracy": 0.25, "ser": 0.25, "eer": 0.25, "cer": 0.25}
