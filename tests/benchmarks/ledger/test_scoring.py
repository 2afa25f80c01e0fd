"""The metrics, on answers small enough to count by hand; rankings against ir_measures."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import ir_measures
import pytest

from tieout.benchmarks.ledger.data import KpisGold, NeedleGold, PagesGold
from tieout.benchmarks.ledger.scoring import error_kind, kpis_scorer, needle_scorer, pages_scorer, within
from tieout.evaluation import Sample, SampleInput, Scorer
from tieout.evaluation.intervals import Resampling
from tieout.evaluation.statistics import Scored


def values(scorer: Scorer[Any, Any], answers: Sequence[tuple[Any, Any]]) -> Mapping[str, float]:
    scored = [
        Scored(f"q{n}", f"q{n}", 0, scorer.statistics(Sample(SampleInput(f"q{n}", f"q{n}", {}), gold), answer))
        for n, (gold, answer) in enumerate(answers)
    ]
    resampling = Resampling(scored)
    return {metric.name: resampling.values(metric.compute)[0] for metric in scorer.metrics}


def needle(value: str | None, page: int | None = None) -> dict[str, Any]:
    return {"found": value is not None, "value": value, "unit_scale": None, "page": page}


GOLD = NeedleGold(
    Decimal(1000), "revenue", 2023, "edgar", years={2022: Decimal(900)}, siblings={"net_income": Decimal(70)}, pages={4: 2}
)
ABSENT = NeedleGold(None, "revenue", 2010, "edgar")


def test_tolerance_is_relative_to_the_gold_and_zero_is_zero() -> None:
    assert within(Decimal("1000.5"), Decimal(1000), Decimal("0.0005"))
    assert not within(Decimal("1000.51"), Decimal(1000), Decimal("0.0005"))
    assert within(Decimal(-1000), Decimal(-1000), Decimal(0))
    assert within(Decimal(0), Decimal(0), Decimal("0.01"))
    assert not within(Decimal("0.1"), Decimal(0), Decimal("0.01"))


def test_recall_precision_and_not_found() -> None:
    answers = [
        (GOLD, needle("1000", 4)),
        (GOLD, needle("1005", 5)),  # within 1 %, not within 0.05 %
        (GOLD, needle(None)),
        (GOLD, None),  # unparsable
        (ABSENT, needle(None)),
        (ABSENT, needle("12")),
        (ABSENT, None),  # no answer is not the word "not found"
    ]
    found = values(needle_scorer(), answers)
    assert found["recall"] == 1 / 4
    assert found["recall_1pct"] == 2 / 4
    assert found["precision"] == 1 / 2
    assert found["precision_1pct"] == 1
    assert found["not_found_rate"] == pytest.approx(1 / 3)
    assert found["attempted"] == 2 / 4
    assert found["page_precision"] == 1 / 2


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("900", "year_shift"),
        ("-1000", "sign"),
        ("1", "scale"),
        ("1000000000", "scale"),
        ("70", "scope"),
        ("1500", "scope"),
        ("7", "other"),
    ],
)
def test_kinds_of_errors(given: str, kind: str) -> None:
    assert error_kind(Decimal(given), GOLD) == kind
    assert values(needle_scorer(), [(GOLD, needle(given))])[f"error/{kind}"] == 1


def test_all_kpis_of_a_report() -> None:
    gold = KpisGold({"revenue": Decimal(100), "capex": Decimal(7), "eps_basic": Decimal("1.5")}, 2023)
    found = values(kpis_scorer(), [(gold, {"revenue": "100", "capex": "8", "inventory": "3"})])
    assert found["recall"] == pytest.approx(1 / 3)
    assert found["precision"] == 1 / 2
    assert found["extra"] == pytest.approx(1 / 3)
    assert found["not_found_rate"] == pytest.approx(27 / 28)
    assert (found["recall/revenue"], found["recall/capex"], found["recall/inventory"]) == (1, 0, 0)


def test_a_kpi_that_no_report_has_gets_no_recall_of_its_own() -> None:
    """A share of nothing is no result: results leave metrics out whose ``out_of`` nothing counts."""
    counted = {metric.name: metric.out_of for metric in kpis_scorer().metrics if metric.hits is not None}
    assert counted["recall/inventory"] == "gold/inventory"


def test_rankings_score_as_ir_measures_says() -> None:
    rng = random.Random(5)
    cases = []
    for n in range(40):
        grades = {page: rng.choice((0, 1, 2)) for page in rng.sample(range(1, 30), 6)}
        grades[31] = 1
        cases.append((f"q{n}", grades, rng.sample(range(1, 32), 12)))
    ours = values(pages_scorer(), [(PagesGold(grades), ranking) for _, grades, ranking in cases])
    qrels = [ir_measures.Qrel(q, str(page), grade) for q, grades, _ in cases for page, grade in grades.items()]
    run = [ir_measures.ScoredDoc(q, str(page), -place) for q, _, ranking in cases for place, page in enumerate(ranking)]
    names = {
        "mrr": "RR",
        "recall@1": "R@1",
        "recall@3": "R@3",
        "recall@5": "R@5",
        "ndcg@5": "nDCG@5",
        "ndcg@10": "nDCG@10",
        "map": "AP",
    }
    theirs = ir_measures.calc_aggregate([ir_measures.parse_measure(form) for form in names.values()], qrels, run)
    for name, form in names.items():
        assert ours[name] == pytest.approx(theirs[ir_measures.parse_measure(form)]), name
