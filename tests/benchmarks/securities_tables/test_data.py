"""The official layout: what a solver is given, what only a scorer is, and what is said of missing files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.securities_tables import made_up
from tieout.benchmarks.securities_tables.task import QA, RETRIEVAL
from tieout.evaluation import RunOptions, Task, evaluate, export, load_samples
from tieout.report.errors import InputError

BOTH = pytest.mark.parametrize("task", [RETRIEVAL, QA], ids=["retrieval", "qa"])


def folder_of(task: Task[Any, Any]) -> str:
    return "table_retrieval" if task is RETRIEVAL else "table_qa"


@BOTH
def test_answers_in_the_questions_never_reach_a_solver(task: Task[Any, Any], tmp_path: Path) -> None:
    made_up.write(tmp_path)
    questions = json.loads((tmp_path / folder_of(task) / "valid" / "questions.json").read_text(encoding="utf-8"))
    allowed = {"question", "doc_id", "files"} | ({"table_id"} if task is QA else set())
    samples = load_samples(task, tmp_path, "valid")
    assert len(samples) == 27
    for sample in samples:
        assert set(sample.input.fields) == allowed
        answers = {"table_id", "cell_id", "value"} - allowed
        given = {name: value for name, value in sample.input.fields.items() if name != "files"}
        for answer in answers & set(questions[sample.input.id]):
            assert questions[sample.input.id][answer] not in given.values()


@BOTH
def test_gold_comes_from_the_gold_file_alone(task: Task[Any, Any], tmp_path: Path) -> None:
    made_up.write(tmp_path)
    path = tmp_path / folder_of(task) / "valid" / "questions.json"
    questions = json.loads(path.read_text(encoding="utf-8"))
    before = [sample.gold for sample in load_samples(task, tmp_path, "valid")]
    for question in questions.values():
        question.pop("cell_id", None)
        question.pop("value", None)
        if task is RETRIEVAL:
            question["table_id"] = "wrong"
    path.write_text(json.dumps(questions), encoding="utf-8")
    assert [sample.gold for sample in load_samples(task, tmp_path, "valid")] == before


@BOTH
def test_of_the_test_split_only_the_public_gold_counts(task: Task[Any, Any], tmp_path: Path) -> None:
    made_up.write_test(tmp_path, public=10)
    samples = load_samples(task, tmp_path, "test")
    assert len(samples) == 27
    assert sum(sample.gold is not None for sample in samples) == 10
    judged = [task.scorer.statistics(sample, None)["judged"] for sample in samples]
    assert sum(judged) == 10
    private = load_samples(task, tmp_path, "test-private")
    assert sum(sample.gold is not None for sample in private) == 17


@BOTH
def test_a_missing_report_file_is_told_and_its_questions_are_scored(task: Task[Any, Any], tmp_path: Path) -> None:
    made_up.write(tmp_path)
    for folder in made_up.SHORT:
        (tmp_path / folder / "valid" / "reports" / "S100SMPL" / "S100SMPL-0101010.html").unlink()
    options = RunOptions(tmp_path, "valid", "engine:bm25", tmp_path / "run")
    results = evaluate(task, options).results
    (note,) = (note for note in results["notes"] if "missing" in note)
    assert "S100SMPL-0101010.html" in note
    assert results["scored"] == 27


def test_a_report_without_any_file_is_an_abstention(tmp_path: Path) -> None:
    made_up.write(tmp_path)
    for path in (tmp_path / "table_qa" / "valid" / "reports" / "S100SMPL").iterdir():
        path.unlink()
    results = evaluate(QA, RunOptions(tmp_path, "valid", "engine:bm25", tmp_path / "run")).results
    assert results["outcomes"]["abstained"] == 27
    assert results["metrics"]["value_accuracy"]["value"] == 0


@pytest.mark.parametrize("name", ["../../../..", "a/b", "", "."])
def test_a_report_is_never_looked_for_outside_the_data(name: str, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    path = tmp_path / "table_qa" / "valid" / "questions.json"
    questions = json.loads(path.read_text(encoding="utf-8"))
    questions["question_tqa_valid1"]["doc_id"] = name
    path.write_text(json.dumps(questions), encoding="utf-8")
    with pytest.raises(InputError, match="not the name of a report"):
        QA.files(tmp_path, "valid")


@pytest.mark.parametrize("content", ["[]", "{", '{"a": 1}', '{"a": {"doc_id": 3}}'])
def test_questions_that_are_none_are_one_clear_line(content: str, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    (tmp_path / "table_qa" / "valid" / "questions.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"questions\.json"):
        QA.files(tmp_path, "valid")


@BOTH
def test_the_exported_sheet_has_the_form_of_the_official_one(task: Task[Any, Any], tmp_path: Path) -> None:
    made_up.write(tmp_path)
    official = json.loads((tmp_path / folder_of(task) / "valid" / "answersheet.json").read_text(encoding="utf-8"))
    evaluate(task, RunOptions(tmp_path, "valid", "engine:bm25", tmp_path / "run"))
    answered = export(tmp_path / "run", tmp_path / "answersheet.json")
    sheet = json.loads((tmp_path / "answersheet.json").read_text(encoding="utf-8"))
    assert answered == 27
    assert set(sheet) == set(official)
    for id_, answer in sheet.items():
        assert type(answer) is type(official[id_])
        if isinstance(answer, dict):
            assert set(answer) == set(official[id_])
            assert all(isinstance(value, str) for value in answer.values())
