"""The program as its users run it: a process of its own, with real pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src"

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment, with the package under test importable and nothing that steers the output."""
    dropped = {"COLUMNS", "NO_COLOR", "FORCE_COLOR", "TIEOUT_DEBUG", "PYTHONIOENCODING", "PYTHONUTF8", "LC_ALL", "LANG"}
    env = {k: v for k, v in os.environ.items() if k not in dropped}
    return {**env, "PYTHONPATH": str(SRC), "LANG": "C.UTF-8", **(extra or {})}


@pytest.fixture(scope="session")
def tieout() -> Run:
    """Runs `python -m tieout` with the arguments given and captures both streams, as bytes."""

    def run(
        *arguments: str | Path,
        input: bytes = b"",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        stdout: int = subprocess.PIPE,
    ) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "tieout", *map(str, arguments)]
        return subprocess.run(
            command, input=input, stdout=stdout, stderr=subprocess.PIPE, env=environment(env), cwd=cwd, timeout=60, check=False
        )

    return run
