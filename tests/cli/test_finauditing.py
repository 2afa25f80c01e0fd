"""`tieout finauditing`, from the command line to the files it writes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.finauditing.test_charts import results
from tests.benchmarks.finauditing.test_llm_judge import marking, run, spec_of
from tests.cli.conftest import Run
from tests.llm.server import LoopbackServer, answering

__all__ = ["run"]


def test_the_command_writes_the_shares(tieout: Run, run: Path) -> None:
    with LoopbackServer(default=answering(marking)) as server:
        done = tieout("finauditing", "judge", str(run), "--judge", spec_of(server))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["accuracy"]["value"] == 0.25


def test_the_command_writes_the_figures_of_the_runs_tasks(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(results(Reversal=0.5)))
    done = tieout("finauditing", "charts", str(tmp_path), "--out", str(tmp_path / "figures"))
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["figure-3.svg"]
    shown = tieout("finauditing", "charts", str(tmp_path), "--figure", "3")
    assert "Reversal" in shown.stdout.decode()
    refused = tieout("finauditing", "charts", str(tmp_path), "--figure", "4")
    assert refused.returncode == 2
    assert "finauditing/finmr" in refused.stderr.decode()
