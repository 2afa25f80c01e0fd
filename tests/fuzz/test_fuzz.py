"""A short fuzz run over the reports that ship; `make fuzz` is the long one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial

import pytest

from tests.fuzz.child import SLACK, in_a_child
from tests.fuzz.run import fuzz, load_readers
from tests.fuzz.sources import originals
from tieout.samples import path

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def test_spoiled_reports_end_in_a_report_or_one_error_within_bounds() -> None:
    samples = [path(name) for name in ("us_10k", "us_10k.md", "japan", "japan_edinet")]
    load_readers()
    failed = [t for t in fuzz(originals(samples, 3_000_000), mutations=150, seed=20_251_130) if t.outcome.is_failure]
    assert not failed, [(t.original.name, t.mutations, t.outcome) for t in failed]


def hold(size: int) -> str:
    kept = b"x" * size
    return "report" if kept else ""


def test_what_the_run_looks_for_it_finds() -> None:
    assert in_a_child(lambda: hold(SLACK * 2), size=100).what == "memory"
    assert in_a_child(lambda: str(1 / 0), size=100).what == "exception"
    assert in_a_child(lambda: str(os.kill(os.getpid(), 9)), size=100).what == "killed"
    assert in_a_child(lambda: "report", size=100).what == "report"


def test_the_memory_of_the_processes_that_a_reading_starts_counts() -> None:
    def in_another(size: int) -> str:
        waste = f"import time; kept = b'x' * {size}; time.sleep(1)"
        return "report" if subprocess.run([sys.executable, "-c", waste], check=True).returncode == 0 else ""

    assert in_a_child(lambda: in_another(SLACK * 2), size=100).what == "memory"
    assert in_a_child(lambda: in_another(1_000), size=100).memory < SLACK // 2


def test_memory_from_before_the_reading_does_not_count_in_a_process_that_it_starts() -> None:
    kept = b"x" * (SLACK * 2)

    def starting_another() -> str:
        begin = partial(time.sleep, 0.1)  # in the new process, while it is still a copy of this one
        subprocess.run([sys.executable, "-c", ""], check=True, preexec_fn=begin)
        return "report"

    outcome = in_a_child(starting_another, size=100)
    assert outcome.what == "report" and outcome.memory < SLACK, outcome
    assert kept
