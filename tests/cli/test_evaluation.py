"""`tieout tasks`, `eval`, `score`, `compare` as users run them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.finer_ord.made_up import DOCUMENTS, write
from tests.llm.server import LoopbackServer, answering, status
from tieout.evaluation import find_task, load_samples

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

EVAL = ("eval", "finer-ord/ner", "--split", "test")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    write(tmp_path / "data")
    return tmp_path / "data"


def test_tasks_are_listed(tieout: Run, data: Path) -> None:
    rows = [json.loads(line) for line in tieout("tasks", "--data", data).stdout.splitlines()]
    ner = next(row for row in rows if row["task"] == "finer-ord/ner")
    assert ner["data"] == ["train", "val", "test"]
    assert ner["best"]["value"] == 0.7648
    table = tieout("tasks", "--format", "table").stdout.decode()
    assert "finer-ord/ner" in table
    assert "0.7648 RoBERTa-large" in table


def test_one_task_is_shown_with_every_published_row(tieout: Run) -> None:
    shown = json.loads(tieout("tasks", "finer-ord/ner").stdout)
    assert shown["licence"] == "CC BY-NC 4.0"
    assert {row["source"].rpartition(", Table ")[2] for row in shown["published"]} >= {"3, panel B", "6", "7"}
    assert "0.6692" in tieout("tasks", "finer-ord/ner", "--format", "table").stdout.decode()


def test_samples_are_listed_with_their_input_and_without_gold(tieout: Run, data: Path) -> None:
    done = tieout("tasks", "--samples", "finer-ord/ner", "--data", data, "--split", "test")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == sum(map(len, DOCUMENTS))
    assert rows[0]["id"] == "test-0-0"
    assert set(rows[0]) == {"id", "split", "document", "input"}
    assert set(rows[0]["input"]) == {"tokens"}


def test_the_task_folder_for_lm_eval(tieout: Run, tmp_path: Path) -> None:
    done = tieout("tasks", "path", env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    folder = Path(done.stdout.decode().strip())
    assert folder.is_relative_to(tmp_path / "cache")
    assert (folder / "tieout_finer_ord_ner.yaml").is_file()
    assert Path(tieout("tasks", "path", "--out", tmp_path / "mine").stdout.decode().strip()) == tmp_path / "mine"


def test_an_engine_is_evaluated_rescored_and_compared(tieout: Run, data: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = tieout(*EVAL, "--data", data, "--solver", "engine", "--out", run)
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert results == json.loads((run / "results.json").read_text())
    assert results["complete"]
    assert {"weighted_f1", "micro_f1", "f1_per", "f1_loc", "f1_org", "compat/weighted_f1"} <= set(results["metrics"])
    assert {"system": "GPT-4o (zero-shot)", "metric": "weighted_f1", "value": 0.6692}.items() <= next(
        row for row in results["published"] if row["system"].startswith("GPT-4o") and row["metric"] == "weighted_f1"
    ).items()
    assert json.loads(tieout("score", run).stdout) == results
    compared = json.loads(tieout("compare", run, run).stdout)
    assert compared["n"] == results["n"]
    assert "are equal" in compared["metrics"][0]["words"]


def test_without_out_the_run_goes_below_runs(tieout: Run, data: Path, tmp_path: Path) -> None:
    done = tieout(*EVAL, "--data", data, cwd=tmp_path)
    assert done.returncode == 0
    (run,) = (tmp_path / "runs").iterdir()
    assert run.name.startswith("finer-ord_ner-test-engine-")
    assert str(run.name) in done.stderr.decode()


def test_results_for_a_person_stand_beside_the_published_and_say_what_differs(tieout: Run, data: Path, tmp_path: Path) -> None:
    shown = tieout(*EVAL, "--data", data, "--out", tmp_path / "run", "--format", "table").stdout.decode()
    assert "0.7648 RoBERTa-large" in shown
    assert "7 ok, 0 abstained, 0 unparsable, 0 truncated, 0 refused, 0 error" in shown
    assert "the official split has 1075" in shown


def test_a_run_that_is_there_is_refused(tieout: Run, data: Path, tmp_path: Path) -> None:
    assert tieout(*EVAL, "--data", data, "--out", tmp_path / "run").returncode == 0
    again = tieout(*EVAL, "--data", data, "--out", tmp_path / "run")
    assert again.returncode == 2
    assert again.stderr.decode().count("\n") == 1
    assert "--resume" in again.stderr.decode()
    assert tieout(*EVAL, "--data", data, "--out", tmp_path / "run", "--resume").returncode == 0


def test_predictions_are_scored(tieout: Run, data: Path, tmp_path: Path) -> None:
    task = find_task("finer-ord/ner")
    rows = [{"id": one.input.id, "output": task.ideal(one)} for one in load_samples(task, data, "test")]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = tieout(*EVAL, "--data", data, "--solver", f"predictions:{tmp_path / 'p.jsonl'}", "--out", tmp_path / "run")
    metrics = json.loads(done.stdout)["metrics"]
    assert metrics["weighted_f1"]["value"] == 1.0
    assert metrics["compat/weighted_f1"]["value"] <= 1.0


def test_a_model_that_fails_makes_status_3_until_resume_has_done_it(tieout: Run, data: Path, tmp_path: Path) -> None:
    with LoopbackServer(script=[status(400, "no")], default=answering(lambda prompt: "a:Other")) as server:
        command = (*EVAL, "--data", data, "--solver", f"llm:m@{server.base_url}", "--out", tmp_path / "run")
        first = tieout(*command)
        assert first.returncode == 3
        assert json.loads(first.stdout)["outcomes"]["error"] == 1
        assert "--resume" in first.stderr.decode()
        second = tieout(*command, "--resume")
    assert second.returncode == 0
    assert json.loads(second.stdout)["outcomes"]["error"] == 0
    assert "1 requests (0 of them retries)" in second.stderr.decode()
    assert "% of the prompts was a prefix that an earlier one had" in first.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("eval", "no/such", "--data", "."), "no task 'no/such'; there are"),
        (("eval", "finer-ord/ner", "--data", "nowhere"), "nowhere"),
        (("eval", "finer-ord/ner", "--data", "."), "test.csv is missing"),
        (("eval", "finer-ord/ner"), "--data"),
        (("eval", "finer-ord/ner", "--data", ".", "--resume"), "--resume needs --out"),
        (("eval", "finer-ord/ner", "--data", ".", "--cost-limit", "cheap"), "--cost-limit cheap"),
        (("tasks", "--samples", "finer-ord/ner"), "--data"),
        (("tasks", "no/such"), "no task"),
        (("score", "nowhere"), "no run folder"),
        (("compare", "nowhere", "nowhere"), "no run folder"),
    ],
)
def test_mistakes_are_one_line_and_status_2(tieout: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = tieout(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_comparison_keeps_its_metrics_whole_and_says_nothing_twice(
    tieout: Run, data: Path, tmp_path: Path, width: int
) -> None:
    for run in ("first", "second"):
        assert tieout(*EVAL, "--data", data, "--out", run, cwd=tmp_path).returncode == 0
    options = ("--format", "table")
    shown = tieout("compare", "first", "second", *options, env={"COLUMNS": str(width)}, cwd=tmp_path).stdout.decode()
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    assert len(lines) == len(set(lines))
    for metric in find_task("finer-ord/ner").scorer.metrics:
        assert sum(line.split()[0] == metric.name for line in lines) == 1


def test_a_published_result_says_whether_it_is_comparable(tieout: Run) -> None:
    shown = tieout("tasks", "finer-ord/ner", "--format", "table", env={"COLUMNS": "200"}).stdout.decode()
    assert "same split, same way of scoring" in shown
    best = next(line for line in shown.splitlines() if "0.8637" in line)
    assert "no: the paper: other tokens" in best
    assert (
        next(line for line in shown.splitlines() if "0.7648" in line and "fine-tuned" in line and " 0.6769 " in line)
        .rstrip()
        .endswith("yes")
    )
