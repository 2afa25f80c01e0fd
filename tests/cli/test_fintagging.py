"""The verb `tieout fintagging` and `tieout build fintagging`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.fintagging import filings, made_up
from tests.cli.conftest import Run
from tieout.benchmarks.fintagging.bio import Tagged, write_bio


def test_both_steps_from_filings_to_triplets(tieout: Run, tmp_path: Path) -> None:
    filings.write(tmp_path / "filings")
    steps = (
        "build fintagging --from filings --out data",
        "eval fintagging/finni --data data --solver engine:rules --out facts",
        "fintagging link facts --data data --out linked",
        "eval fintagging/fincl --data linked --solver engine:bm25 --out links",
        "fintagging join facts links --out p.jsonl",
        "eval fintagging/full --data data --solver predictions:p.jsonl --out full",
    )
    for step in steps:
        done = tieout(*step.split(), cwd=tmp_path)
        assert done.returncode == 0, done.stderr.decode()
        if step.startswith("build"):
            assert "of 3 reports" in done.stderr.decode() and "(1 left out)" in done.stderr.decode()
    assert json.loads((tmp_path / "full" / "results.json").read_text())["metrics"]["micro_f1"]["value"] > 0.3


def test_candidates_are_written_where_rerankers_find_them(tieout: Run, tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    tieout("eval", "fintagging/fincl", "--data", tmp_path, "--solver", "engine:bm25", "--out", tmp_path / "run")
    out = tmp_path / "candidates-test.jsonl"
    assert tieout("fintagging", "candidates", tmp_path / "run", "--out", out).returncode == 0
    assert json.loads(out.read_text().splitlines()[0])["candidates"][0] == "us-gaap:InventoryNet"


def test_bio_files_are_scored(tieout: Run, tmp_path: Path) -> None:
    write_bio(tmp_path / "gold.txt", [Tagged(("46", "parts"), ("B-us-gaap:A", "O"))])
    scored = tieout("fintagging", "bio", tmp_path / "gold.txt", tmp_path / "gold.txt")
    assert json.loads(scored.stdout)["macro_f1"] == 1.0


def test_mistakes_are_told_in_one_line(tieout: Run, tmp_path: Path) -> None:
    for arguments, word in (
        ("fintagging bio nowhere.txt nowhere.txt", "nowhere.txt"),
        ("fintagging candidates nowhere --out x.jsonl", "samples.jsonl"),
        ("fintagging join nowhere nowhere --out x.jsonl", "samples.jsonl"),
        ("build fintagging --from nowhere --out x", "no such folder"),
        ("build finauditing --from nowhere --out x --compat", "for fintagging"),
        ("build fintagging --from . --out x --splits 6", "6:1:3"),
        ("build fintagging --from . --out x --taxonomy nowhere", "nowhere"),
        ("build fintagging --from . --out x --limit 0", "--limit"),
    ):
        told = tieout(*arguments.split(), cwd=tmp_path)
        said = told.stderr.decode()
        assert told.returncode == 2, arguments
        assert word in said
        assert len(said.strip().splitlines()) == 1
        assert not (tmp_path / "x").exists(), arguments
