"""The engine as a solver of all tasks: it answers with evidence, from a sample's fields alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.fintagging import made_up
from tests.engines.tagging.made_up import NAMES, inline_filing
from tieout.benchmarks.fintagging.build import BuildOptions, build
from tieout.benchmarks.fintagging.task import FINCL, FINCL_QUERY, FINNI, FULL
from tieout.evaluation import EngineSetup, RunOptions, evaluate, load_samples
from tieout.report.errors import InputError


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows of a company that the model has not seen."""
    folder = tmp_path_factory.mktemp("tagger")
    (folder / "filings").mkdir()
    (folder / "filings" / "10k.htm").write_text(inline_filing(len(NAMES) - 1, 7), encoding="utf-8")
    build(folder / "filings", folder / "data", BuildOptions())
    return folder / "data"


@pytest.mark.parametrize("task", [FINNI, FINCL, FULL], ids=lambda task: task.name)
def test_an_unknown_companys_rows_are_mostly_right(task, data: Path, model: Path, tmp_path: Path) -> None:
    options = RunOptions(data=data, split="test", solver="engine", out=tmp_path / "run", model=model)
    done = evaluate(task, options).results
    assert done["outcomes"]["error"] == 0
    assert done["metrics"][task.scorer.main]["value"] > 0.5


def test_a_run_tells_whether_its_probabilities_hold(data: Path, model: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    evaluate(FINCL, RunOptions(data=data, split="test", solver="engine", out=run, model=model))
    right = json.loads((run / "results.json").read_text(encoding="utf-8"))["metrics"]["accuracy"]["value"]
    script = Path(__file__).parents[3] / "scripts" / "measure_calibration.py"
    done = subprocess.run([sys.executable, script, run, "--data", data], capture_output=True, text=True, check=True)
    first, error, *_, last = done.stdout.splitlines()
    assert f"{right:.3f} right" in first and error.startswith("expected calibration error 0.")
    assert ", said " in last and ", right " in last


def test_facts_have_types_and_places(data: Path, model: Path) -> None:
    solve = FINNI.engines[""](EngineSetup(model))
    found = 0
    for sample in load_samples(FINNI, data, "test"):
        answer = solve(sample.input)
        facts = json.loads(answer.output or "")["result"]
        for fact, evidence in zip(facts, answer.evidence, strict=True):
            found += 1
            assert evidence["quote"] in sample.input.fields["context"]
            assert evidence["quote"].replace(",", "") == fact["Fact"]
    assert found


def test_a_link_is_ranked_once_and_points_at_its_number(data: Path, model: Path) -> None:
    solve = FINCL.engines[""](EngineSetup(model))
    for sample in load_samples(FINCL, data, "test"):
        answer = solve(sample.input)
        found = FINCL.parse(answer.output or "", sample.input)
        assert len(found["ranked"]) == len(set(found["ranked"])) > 0
        assert answer.evidence["quote"].replace(",", "") == sample.input.fields["entity"]


def test_the_query_alone_is_answered_alike_whatever_else_is_known(data: Path, model: Path) -> None:
    whole, alone = FINCL.engines[""](EngineSetup(model)), FINCL_QUERY.engines[""](EngineSetup(model))
    for one, other in zip(load_samples(FINCL, data, "test"), load_samples(FINCL_QUERY, data, "test"), strict=True):
        first = FINCL.parse(whole(one.input).output or "", one.input)["query"] or []
        assert first
        assert first == FINCL_QUERY.parse(alone(other.input).output or "", other.input)["ranked"][: len(first)]


def test_of_a_number_that_stands_twice_the_row_of_the_query_is_meant(model: Path, tmp_path: Path) -> None:
    table = (
        "<table><tr><td></td><td>2031</td></tr><tr><td>Other assets</td><td>1,250</td></tr>"
        "<tr><td>Inventories</td><td>1,250</td></tr></table>"
    )
    marks = "<entity> 1250 </entity> <entity type> monetaryItemType </entity type>"
    header = ("context", "category", "entity", "entity_type", "query", "answer")
    rows = [
        (table, "table", "1250", "monetaryItemType", f"table: {marks} <context> {row} | 1,250 </context>", "us-gaap:A")
        for row in ("Other assets", "Inventories Inventories")  # official labels of nested elements stand twice
    ]
    made_up.write_csv(tmp_path / "FinCL-eval.csv", header, rows)
    solve = FINCL.engines[""](EngineSetup(model))
    assert [solve(s.input).evidence["row"] for s in load_samples(FINCL, tmp_path, "test")] == [1, 2]


def test_a_query_without_context_gets_a_guess_that_says_so(model: Path, tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    without = load_samples(FINCL_QUERY, tmp_path, "test")[2].input
    answer = FINCL_QUERY.engines[""](EngineSetup(model))(without)
    assert FINCL_QUERY.parse(answer.output or "", without)["ranked"]
    assert "guess" in answer.evidence["note"] and "score" not in answer.evidence


def test_only_candidates_are_reranked(model: Path, tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    names = ["AllowanceForDoubtfulAccountsReceivableCurrent", "InventoryNet"]
    row = {"id": "0", "candidates": [f"us-gaap:{name}" for name in names]}
    (tmp_path / "candidates-test.jsonl").write_text(json.dumps(row) + "\n")
    first, second = load_samples(FINCL, tmp_path, "test")[:2]
    solve = FINCL.engines["rerank"](EngineSetup(model))
    assert sorted(FINCL.parse(solve(first.input).output or "", first.input)["ranked"]) == names
    assert solve(second.input).output is None


def test_a_model_that_is_none_is_told(tmp_path: Path) -> None:
    for task in (FINNI, FINCL, FULL):
        with pytest.raises(InputError):
            task.engines[""](EngineSetup(model=tmp_path))
