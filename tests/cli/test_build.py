"""`tieout build`, from the command line to data that `tieout eval` takes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.finauditing import filings
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
