"""`tieout.ask` on the sample report: what an answer holds, and the least chance of being right that it needs."""

from __future__ import annotations

from decimal import Decimal
from importlib import resources
from pathlib import Path

import pytest

import tieout
from tieout.engines.tables.asking import ask
from tieout.report import Report

SAMPLE = Path(str(resources.files("tieout.samples") / "japan" / "table_qa" / "valid" / "reports" / "S100SMPL"))
QUESTION = "株式会社星見川計器の2024年における「売上高、経営指標等」は？"


@pytest.fixture(scope="module")
def report() -> Report:
    return tieout.read(SAMPLE)


def test_an_answer_points_at_the_printed_number(report: Report) -> None:
    found = ask(report, QUESTION)
    assert (found.found, found.value, found.unit, found.unit_scale) == (True, Decimal(51_960_000_000), "iso4217:JPY", 6)
    assert found.evidence is not None
    assert found.evidence.quote == "51,960"
    assert found.evidence.cell is not None
    assert report.cell(found.evidence.cell).text.strip() == "51,960"


def test_below_the_least_chance_there_is_no_answer_but_its_reason(report: Report) -> None:
    score = ask(report, QUESTION, least=0).score
    assert ask(report, QUESTION, least=score).found
    doubtful = ask(report, QUESTION, least=min(1.0, score + 0.001))
    assert not doubtful.found
    assert doubtful.evidence is None
    assert doubtful.value is None
    assert "no cell is sure enough" in doubtful.reason


@pytest.mark.parametrize(
    "question",
    ["", "？", "a" * 100_000, "「」", "2024年", "\x00\x01", "の" * 5000, "例の2024年における「" + "売" * 5000 + "」は？"],
)
def test_what_is_no_question_is_no_answer(report: Report, question: str) -> None:
    found = ask(report, question)
    assert not found.found
    assert found.reason


@pytest.mark.parametrize("least", [0, 1])
def test_an_answer_in_json_has_all_its_fields(report: Report, least: float) -> None:
    content = ask(report, QUESTION, least=least).to_dict()
    assert set(content) == {
        *("found", "value", "unit", "unit_scale", "page", "table", "cell", "reason", "score", "evidence"),
    }
    assert content["found"] == (content["evidence"] is not None) == (content["reason"] is None)
