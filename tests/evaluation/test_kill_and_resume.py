"""Killed at any moment and resumed, a run loses nothing, asks for nothing twice, and ends with the same results."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.evaluation.toy import write_data

ROOT = Path(__file__).resolve().parents[2]
COUNT = 300


class SlowRun:
    def __init__(self, folder: Path, data: Path, pause: float) -> None:
        self.out, self.asked = folder / "run", folder / "asked.txt"
        arguments = [str(data), str(self.out), str(self.asked), str(pause)]
        self.command = [sys.executable, "-m", "tests.evaluation.slow_run", *arguments]

    def start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        return subprocess.Popen(self.command, cwd=ROOT, env=environment)

    def ids_asked(self) -> list[str]:
        return self.asked.read_text().split() if self.asked.exists() else []

    def ids_kept(self) -> list[str]:
        """Those of whole lines: what a killed process had finished."""
        path = self.out / "samples.jsonl"
        whole, _, _ = path.read_bytes().rpartition(b"\n") if path.exists() else (b"", b"", b"")
        return [json.loads(line)["id"] for line in whole.splitlines()]


@pytest.mark.slow
def test_killed_again_and_again(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", COUNT)
    undisturbed, run = SlowRun(tmp_path / "a", data, 0), SlowRun(tmp_path / "b", data, 0.004)
    for one in (undisturbed, run):
        one.out.parent.mkdir()
    assert undisturbed.start().wait(60) == 0

    rng = random.Random(20)
    kills = 0
    while kills < 15:
        finished, asked_before = set(run.ids_kept()), len(run.ids_asked())
        process = run.start()
        # The clock starts when the first sample is asked for, so that kills fall into the run and not into the start.
        while process.poll() is None and len(run.ids_asked()) == asked_before:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.15))
        process.send_signal(signal.SIGKILL)
        killed = process.wait(60) == -signal.SIGKILL
        asked_now = run.ids_asked()[asked_before:]
        assert not finished & set(asked_now), "a sample that had finished was asked for again"
        assert finished <= set(run.ids_kept()), "an answer was lost"
        if not killed:
            break
        kills += 1
    assert kills >= 3

    assert run.start().wait(60) == 0
    kept = run.ids_kept()
    assert sorted(kept) == sorted(set(kept)) == sorted(f"test-{number}" for number in range(COUNT))
    results = [json.loads((one.out / "results.json").read_text()) for one in (undisturbed, run)]
    assert results[0] == results[1]
    assert results[1]["complete"]
