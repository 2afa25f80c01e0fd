"""`tieout build`, from the command line to data that `tieout eval` takes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.finauditing import filings
from tests.benchmarks.securities_tables.build import edinet
from tests.cli.conftest import Run


def test_what_is_built_can_be_evaluated(tieout: Run, tmp_path: Path) -> None:
    filings.write(tmp_path / "in" / "brookside")
    built = tieout("build", "finauditing", "--from", str(tmp_path / "in"), "--out", str(tmp_path / "data"), "--per-kind", "1")
    assert built.returncode == 0
    assert "instances of 1 filings" in built.stderr.decode()
    done = tieout(
        "eval", "finauditing/finmr", "--data", str(tmp_path / "data"), "--out", str(tmp_path / "run"), "--format", "json"
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["metrics"]["ser"]["value"] == 0


def test_mistakes_are_told_in_one_line(tieout: Run, tmp_path: Path) -> None:
    for arguments, word in (
        (("build", "finaudit", "--from", str(tmp_path), "--out", str(tmp_path / "out")), "no builder for 'finaudit'"),
        (("build", "finauditing", "--from", str(tmp_path), "--out", str(tmp_path / "out")), "no filing here"),
        (("build", "finauditing", "--from", str(tmp_path), "--out", str(tmp_path / "out"), "--splits", "1"), "--splits 1"),
    ):
        told = tieout(*arguments)
        said = told.stderr.decode()
        assert told.returncode == 2
        assert word in said
        assert len(said.strip().splitlines()) == 1


def test_securities_tables_are_built_and_evaluated(tieout: Run, tmp_path: Path) -> None:
    edinet.write_filing(tmp_path / "in")
    edinet.write_csv(tmp_path / "csv")
    built = tieout(
        *("build", "securities-tables", "--from", str(tmp_path / "in"), "--csv", str(tmp_path / "csv")),
        *("--out", str(tmp_path / "data"), "--share", "0.5", "--splits", "0:1:0"),
    )
    assert built.returncode == 0
    assert "questions to 1 reports" in built.stderr.decode()
    for task in ("qa", "retrieval"):
        done = tieout(
            *("eval", f"securities-tables/{task}", "--data", str(tmp_path / "data"), "--split", "valid"),
            *("--out", str(tmp_path / task), "--format", "json", "--solver", "engine:bm25"),
        )
        assert done.returncode == 0
        assert json.loads(done.stdout)["n"] > 20
