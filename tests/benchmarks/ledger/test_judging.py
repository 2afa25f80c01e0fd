"""Judgments that are mined: pages that print a value in whatever unit, graded by rule or by a model on loopback."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tests.benchmarks.ledger import made_up
from tests.llm.server import LoopbackServer, answering
from tieout.benchmarks.ledger.data import pages_samples
from tieout.benchmarks.ledger.judging import agreement, mine, read_qrels
from tieout.benchmarks.ledger.mining import Mined, candidates, rule_grade
from tieout.report.errors import InputError

REVENUE = Decimal(1_234_500_000)


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("Net sales were $1,234,500,000.", "Net sales were $1,234,500,000."),
        ("Sales of $1.23 billion", "Sales of $1.23 billion"),  # within 1 %
        ("(in millions)\n<table><tr><td>Net sales</td><td>1,234.5</td></tr></table>", "Net sales 1,234.5"),
        ("In thousands of US$\n\n\nNet sales (1,234,500)", "Net sales (1,234,500)"),
        ("$000\nNet sales 1,234,500", "Net sales 1,234,500"),
    ],
)
def test_a_page_that_prints_the_value_is_a_candidate(page: str, line: str) -> None:
    found = list(candidates(Mined(["Cover 2023", page]), REVENUE, scaled=True))
    assert [(one.page, one.line) for one in found] == [(2, line)]


@pytest.mark.parametrize(
    "page",
    ["Net sales 1,234.5", "in millions\nGrowth 1,234.5%", "in millions\nAA1,234.5", "in thousands\nNet sales 1,250,000", ""],
)
def test_other_numbers_are_not(page: str) -> None:
    assert list(candidates(Mined([page]), REVENUE, scaled=True)) == []


def test_scale_is_taken_from_the_page_and_then_from_the_report() -> None:
    far = "\n".join(["text"] * 9)
    assert list(candidates(Mined([f"in millions\n{far}\nNet sales 1,234.5"]), REVENUE, scaled=True))
    assert [one.page for one in candidates(Mined(["in millions", "Net sales 1,234.5"]), REVENUE, scaled=True)] == [2]


def test_years_and_amounts_a_share_are_read_as_they_are() -> None:
    assert not list(candidates(Mined(["the year 2023"]), Decimal(2023), scaled=True))
    pages = ["in millions\nBasic earnings a share 2.31"]
    assert [one.page for one in candidates(Mined(pages), Decimal("2.31"), scaled=False)] == [1]


def test_without_a_judge_the_line_that_names_the_kpi_is_primary() -> None:
    pages = ["in millions\nNet sales 1,234.5", "in millions\nOur biggest market 1,234.5", "Net sales of 1.23 billion"]
    found = list(candidates(Mined(pages), REVENUE, scaled=True))
    assert [rule_grade(one, "revenue") for one in found] == [2, 1, 1]


@given(st.text(alphabet="<>/trd 0123456789.,()$%inmillions-\n", max_size=120))
def test_any_page_can_be_mined(page: str) -> None:
    list(candidates(Mined([page]), REVENUE, scaled=True))


def without_judgments(folder: Path) -> Path:
    data = folder / "data"
    data.mkdir()
    made_up.write(data)
    path = data / "needle" / "eval" / "data.parquet"
    with duckdb.connect() as db:
        none = "CAST([] AS STRUCT(doc_id VARCHAR, relevance INTEGER)[])"
        db.read_parquet(str(path)).select(f"* REPLACE ({none} AS qrels)").create("rows")
        db.table("rows").write_parquet(str(path))
    return data


def test_questions_without_judgments_get_them(tmp_path: Path) -> None:
    data, out = without_judgments(tmp_path), tmp_path / "judged"
    assert not list(pages_samples(data, "eval"))
    told = mine(data, out, "eval")
    gold = {sample.input.id: sample.gold.grades for sample in pages_samples(out, "eval")}
    assert gold["TNM_revenue_2023"] == {2: 2, 3: 1}, "page 3 prints a segment within one percent"
    assert told["candidates"] == sum(told["grades"].values()) > len(gold) > 5


def test_a_model_grades_what_was_mined(tmp_path: Path) -> None:
    data, out = without_judgments(tmp_path), tmp_path / "judged"

    def graded(prompt: str) -> str:
        return "It states the figure. Grade: 2" if "Net sales" in prompt.partition("The line with the amount:")[2] else "0"

    with LoopbackServer(default=answering(graded)) as server:
        mine(data, out, "eval", f"llm:toy@{server.base_url}")
        asked = len(server.received)
        again = mine(data, out, "eval", f"llm:toy@{server.base_url}")
        assert len(server.received) == asked, "answers are kept in the folder"
    assert again["failed"] == 0
    kpis = {json.loads(line)["id"].split("_")[1] for line in (out / "candidates.jsonl").read_text().splitlines()}
    assert len(kpis) > 3
    assert {s.input.id.split("_")[1] for s in pages_samples(out, "eval")} == {"revenue"}


def test_kappa_is_sklearns() -> None:
    rng = random.Random(3)
    for _ in range(20):
        first = {("q", str(n)): rng.choice((0, 1, 2)) for n in range(60)}
        second = {key: grade if rng.random() < 0.6 else rng.choice((0, 1, 2)) for key, grade in first.items()}
        found = agreement(first, second)
        pair = (list(first.values()), list(second.values()))
        assert found.kappa == pytest.approx(cohen_kappa_score(*pair))
        assert found.weighted_kappa == pytest.approx(cohen_kappa_score(*pair, weights="quadratic"))
        assert found.pages == 60


def test_qrels_are_read_and_what_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("q1 0 A/page_0001 2\n\nq1\t0\tA/page_0002\t0\n")
    assert read_qrels(path) == {("q1", "A/page_0001"): 2, ("q1", "A/page_0002"): 0}
    path.write_text("q1 0 A/page_0001\n")
    with pytest.raises(InputError, match="line 1: a line of qrels"):
        read_qrels(path)
    with pytest.raises(InputError, match="no graded page in common"):
        agreement({("a", "b"): 1}, {})


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    data, out = without_judgments(tmp_path), tmp_path / "judged"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        mine(data, out, "eval")
    with pytest.raises(InputError, match="write llm:"):
        mine(data, tmp_path / "other", "eval", judge="oracle")
