"""A model as FinMR's judge, against a real server on loopback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.llm.server import LoopbackServer, answering, status
from tieout.benchmarks.finauditing.llm_judge import judge_run, read_label
from tieout.benchmarks.finauditing.task import FINMR, FINRE
from tieout.evaluation import LLMSettings, RunOptions, evaluate
from tieout.report.errors import InputError

GOLD = '{"extracted_value": "1,200", "calculated_value": "1250"}'
ANSWERS = {
    "right": '{"extracted_value": "1200", "calculated_value": "$1,250"}',
    "no-json": "twelve hundred",
    "other": '{"extracted_value": "1201", "calculated_value": "1250"}',
    "miscounted": '{"extracted_value": "1200", "calculated_value": "1300"}',
}
LABELS = {"right": "A", "no-json": "S", "other": "E", "miscounted": "C"}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run whose four answers are one of each kind."""
    data = tmp_path / "data" / "finmr"
    data.mkdir(parents=True)
    rows = ({"id": name, "query": "Assets?", "answer": GOLD, "document": name} for name in ANSWERS)
    (data / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text("".join(json.dumps({"id": i, "output": o}) + "\n" for i, o in ANSWERS.items()))
    options = RunOptions(data=tmp_path / "data", split="test", solver=f"predictions:{predictions}", out=tmp_path / "run")
    return evaluate(FINMR, options).run


def marking(prompt: str) -> str:
    """A judge that is right, and says more than it is asked."""
    answer = prompt.split("-----")[1].strip()
    name = next(name for name, given in ANSWERS.items() if given == answer)
    return f"<think>S or E?</think>I mark it {LABELS[name]}"


def spec_of(server: LoopbackServer) -> str:
    return f"llm:loopback-model@{server.base_url}"


def test_each_answer_gets_a_letter_and_the_shares_follow(run: Path) -> None:
    with LoopbackServer(default=answering(marking)) as server:
        content = judge_run(run, spec_of(server), LLMSettings())
    assert {name: one["value"] for name, one in content["metrics"].items()} == dict.fromkeys(
        ("accuracy", "ser", "eer", "cer"), 0.25
    )
    assert content["agreement_with_exact"] == 1.0
    assert json.loads((run / "judge.json").read_text()) == content
    labels = {row["id"]: row["label"] for row in map(json.loads, (run / "judge.jsonl").read_text().splitlines())}
    assert labels == LABELS


def test_no_answer_is_judged_twice_and_a_torn_line_is_judged_again(run: Path) -> None:
    with LoopbackServer(default=answering(marking)) as server:
        judge_run(run, spec_of(server), LLMSettings())
        assert len(server.received) == 4
        lines = (run / "judge.jsonl").read_text().splitlines()
        (run / "judge.jsonl").write_text("\n".join([*lines[:3], lines[3][:20]]))
        content = judge_run(run, spec_of(server), LLMSettings())
        assert len(server.received) == 5
    assert content["valid"] == 4


def test_an_output_without_a_letter_is_no_valid_label(run: Path) -> None:
    with LoopbackServer(default=answering(lambda prompt: "I cannot say")) as server:
        content = judge_run(run, spec_of(server), LLMSettings())
    assert (content["valid"], content["invalid"], content["metrics"]) == (0, 4, {})


def test_what_the_endpoint_does_not_answer_is_asked_again_next_time(run: Path) -> None:
    with LoopbackServer(script=[status(400)], default=answering(marking)) as server:
        content = judge_run(run, spec_of(server), LLMSettings(max_connections=1))
        assert (content["failed"], content["valid"]) == (1, 3)
        assert judge_run(run, spec_of(server), LLMSettings())["valid"] == 4


def test_labels_of_two_judges_do_not_mix(run: Path) -> None:
    with LoopbackServer(default=answering(marking)) as server:
        judge_run(run, spec_of(server), LLMSettings())
        with pytest.raises(InputError, match="holds the labels of"):
            judge_run(run, spec_of(server).replace("loopback-model", "another"), LLMSettings())


@pytest.mark.parametrize(("output", "label"), [("A", "A"), ("e", "E"), ("Letter: C.", "C"), ("S\n", "S"), ("As said", None)])
def test_reading_a_letter(output: str, label: str | None) -> None:
    assert read_label(output) == label


def test_only_finmr_runs_are_judged(run: Path) -> None:
    described: dict[str, Any] = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**described, "task": FINRE.name}))
    with pytest.raises(InputError, match="only finauditing/finmr"):
        judge_run(run, "llm:m@http://127.0.0.1:9/v1", LLMSettings())
    with pytest.raises(InputError, match=re.escape("llm:MODEL@BASE_URL")):
        judge_run(run, "gpt", LLMSettings())
