"""`tieout ledger`: what a run's answers are turned into."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import pytrec_eval

from tests.benchmarks.ledger import made_up
from tests.cli.conftest import Run
from tieout.benchmarks.ledger.data import needle_samples, pages_samples
from tieout.benchmarks.ledger.task import NEEDLE, PAGES


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ledger") / "data"
    folder.mkdir()
    made_up.write(folder)
    return folder


def run_of(program: Run, task: str, data: Path, folder: Path, outputs: dict[str, str | None]) -> Path:
    predictions = folder / "predictions.jsonl"
    predictions.write_text("".join(json.dumps({"id": id_, "output": out}) + "\n" for id_, out in outputs.items()))
    out = folder / "run"
    done = program("eval", task, "--data", data, "--split", "eval", "--solver", f"predictions:{predictions}", "--out", out)
    assert done.returncode == 0, done.stderr.decode()
    return out


@pytest.fixture
def needle_run(tieout: Run, data: Path, tmp_path: Path) -> Path:
    outputs: dict[str, str | None] = {s.input.id: NEEDLE.ideal(s) for s in needle_samples(data, "eval")}
    outputs["TNM_revenue_2023"] = '{"found": true, "value": 1250, "page": 2}'
    outputs["TNM_inventory_2023"] = '{"found": false, "value": null}'
    return run_of(tieout, "ledger/needle", data, tmp_path, outputs)


def test_mistakes_are_named(tieout: Run, needle_run: Path) -> None:
    done = tieout("ledger", "mistakes", needle_run)
    rows = {row["id"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert {id_: row["kind"] for id_, row in rows.items()} == {"TNM_revenue_2023": "scale", "TNM_inventory_2023": "not found"}
    assert rows["TNM_revenue_2023"]["gold"] == "1250000000.000000"
    assert b"1 scale" in done.stderr


def test_metrics_by_slice(tieout: Run, needle_run: Path) -> None:
    done = tieout("ledger", "slices", needle_run, "--by", "kpi")
    rows = {row["name"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert rows["total_assets"]["metrics"]["recall"]["value"] == 1
    assert rows["revenue"]["metrics"]["recall"]["value"] < 1
    kinds = [json.loads(line)["name"] for line in tieout("ledger", "slices", needle_run, "--by", "kind").stdout.splitlines()]
    assert kinds == ["absent-kpi", "current", "other-company", "prior", "wrong-year"]
    refused = tieout("ledger", "slices", needle_run, "--by", "mood")
    assert (refused.returncode, b"slices are kpi, year" in refused.stderr) == (2, True)


def test_trec_files_score_the_same_in_trec_eval(tieout: Run, data: Path, tmp_path: Path) -> None:
    outputs: dict[str, str | None] = {s.input.id: '{"pages": [3, 2, 1]}' for s in pages_samples(data, "eval")}
    run = run_of(tieout, "ledger/pages", data, tmp_path, outputs)
    done = tieout("ledger", "trec", run, "--out", tmp_path / "trec")
    assert done.returncode == 0, done.stderr.decode()
    with (tmp_path / "trec" / "qrels.txt").open() as qrels, (tmp_path / "trec" / "run.txt").open() as ranking:
        judged, ranked = pytrec_eval.parse_qrel(qrels), pytrec_eval.parse_run(ranking)
    scores = pytrec_eval.RelevanceEvaluator(judged, {"recip_rank"}).evaluate(ranked)
    ours = json.loads((run / "results.json").read_text())["metrics"]["mrr"]["value"]
    assert sum(one["recip_rank"] for one in scores.values()) / len(scores) == pytest.approx(ours)


def test_runs_of_other_tasks_are_refused(tieout: Run, needle_run: Path, tmp_path: Path) -> None:
    done = tieout("ledger", "trec", needle_run, "--out", tmp_path / "trec")
    assert done.returncode == 2
    assert b"only ledger/pages ranks pages" in done.stderr


def test_noise_from_the_command_line(tieout: Run, data: Path, tmp_path: Path) -> None:
    done = tieout("ledger", "noise", "--data", data, "--out", tmp_path / "noisy", "--share", "1")
    told = json.loads(done.stdout)
    assert told["spoiled"] == told["tables"] > 0
    assert (tmp_path / "noisy" / "needle" / "eval" / "data.parquet").is_file()
    again = tieout("ledger", "noise", "--data", data, "--out", tmp_path / "noisy", "--share", "1")
    assert (again.returncode, b"not empty" in again.stderr) == (2, True)


def test_pages_is_a_retrieval_task() -> None:
    assert PAGES.retrieval is not None
    assert NEEDLE.retrieval is None
