"""Who only parses an answer pays for no HTTP client."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import tieout.llm

SRC = Path(__file__).parents[2] / "src"


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(SRC)}, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_package_loads_nothing_heavy() -> None:
    heavy = {"httpx", "asyncio", "sqlite3", "numpy", "ssl"}
    assert not heavy & loaded_by("import tieout.llm; tieout.llm.strip_reasoning('<think>a</think>b')")


def test_the_client_loads_httpx_when_it_is_made_at_the_latest() -> None:
    assert not {"httpx", "numpy"} & loaded_by("from tieout.llm import Client")


def test_every_public_name_is_there() -> None:
    assert [name for name in tieout.llm.__all__ if not hasattr(tieout.llm, name)] == []
