"""`tieout demo` shows the main job on the sample that ships, on a screen or two."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, environment
from tieout.cli.demo import as_typed


def test_the_demonstration_ties_numbers_and_finds_what_does_not_add_up(tieout: Run) -> None:
    done = tieout("demo")
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Consolidated Statements of Operations" in text
    assert re.search(r"220,847,000 USD Assets 2025-09-30\n +“220,847”: page \d+, table \S+, cell \S+, characters \d+-\d+", text)
    assert "AssetsCurrent 2025-09-30: reported 112,567,000, its parts give 112,657,000: off by 90,000" in text
    assert re.search(r"us_10k\.md “.*220,847”: page \d+, table \S+, cell \S+, Total assets", text)
    assert len(text.splitlines()) <= 80
    assert "\x1b" not in text


def test_the_demonstration_fits_a_narrow_screen(tieout: Run) -> None:
    lines = tieout("demo", env={"COLUMNS": "80"}).stdout.decode().splitlines()
    assert max(len(line) for line in lines if not line.endswith("us_10k")) <= 80


def test_what_it_says_to_try_next_works_as_typed(tieout: Run, tmp_path: Path) -> None:
    (command,) = [line for line in tieout("demo").stdout.decode().splitlines() if line.endswith("us_10k")]
    done = subprocess.run(shlex.split(command), capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") > 100


def test_the_program_is_called_as_the_user_called_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "tieout"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "")
    assert as_typed(str(program)) == str(program)
    assert as_typed(".venv/bin/tieout") == ".venv/bin/tieout"
    monkeypatch.setenv("PATH", str(program.parent))
    assert as_typed(str(program)) == "tieout"
    assert as_typed("/somewhere/tieout/__main__.py") == f"{shlex.quote(sys.executable)} -m tieout"
