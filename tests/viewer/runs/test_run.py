"""Runs that are looked at: results, charts, and samples with what they were asked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from lxml import etree

from tests.cli.conftest import Run, tieout
from tests.viewer.served import Served
from tieout import InputError
from tieout.samples import path
from tieout.viewer.runs import RunView, is_run
from tieout.viewer.runs.chart import chart

__all__ = ["tieout"]


@pytest.fixture(scope="module")
def run(tieout: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("eval") / "run"
    command = ("eval", "securities-tables/qa", "--data", path("japan"), "--split", "valid", "--solver", "engine", "--out", out)
    assert tieout(*command).returncode == 0
    return out


def test_each_sample_has_prompt_output_gold_and_evidence(run: Path) -> None:
    shown = RunView(run)
    overview = shown.overview()
    assert overview["results"]["metrics"] and overview["run"]["task"] == "securities-tables/qa"
    assert len(overview["samples"]) == overview["results"]["n"] > 5
    row = shown.sample(overview["samples"][0]["id"])
    assert row is not None
    assert row["prompt"][0]["role"] == "user" and row["output"] and row["gold"] and row["evidence"]["cell"]
    assert row["statistics"]["value_accuracy"] in (0.0, 1.0)
    assert shown.sample("nothing") is None


def test_without_the_data_outputs_are_shown_all_the_same(run: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(run, tmp_path / "run"))
    described = json.loads((copy / "run.json").read_text("utf-8"))
    described["data"] = str(tmp_path / "gone")
    (copy / "run.json").write_text(json.dumps(described), "utf-8")
    shown = RunView(copy)
    assert "is not there; --data says where it is now" in shown.overview()["why"]
    row = shown.sample(shown.overview()["samples"][0]["id"])
    assert row is not None and row["output"] and "prompt" not in row
    assert "why" not in RunView(copy, path("japan")).overview()


def test_a_run_without_results_says_how_to_get_them(run: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(run, tmp_path / "run"))
    (copy / "results.json").unlink()
    assert is_run(copy) and not is_run(tmp_path)
    with pytest.raises(InputError, match="tieout score"):
        RunView(copy).overview()


def test_it_is_served_and_no_report_is(run: Path) -> None:
    with Served(run) as served:
        assert served.link.endswith("/")
        overview = served.client.get("run.json").json()
        first = overview["samples"][0]["id"]
        assert served.client.get("sample.json", params={"id": first}).json()["gold"]
        assert served.client.get("sample.json", params={"id": "x"}).status_code == 404
        assert served.client.get("report/0/payload.json").status_code == 404


def test_the_run_stands_among_the_published_by_its_value() -> None:
    published = [{"system": "A <b>", "value": 0.9}, {"system": "B", "value": 0.2}]
    drawing = chart("accuracy", {"value": 0.5, "ci95": [0.4, 0.6]}, published)
    texts = [t.text for t in etree.fromstring(drawing).iter("{*}text")]
    assert [t for t in texts if t in ("A <b>", "B", "this run")] == ["A <b>", "this run", "B"]
    lower = chart("error", {"value": 0.5, "ci95": None}, published, higher_is_better=False)
    assert lower.index(">B<") < lower.index("this run") < lower.index("A &lt;b&gt;<")
