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

Done = subprocess.CompletedProcess[bytes]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "demo.html"


@pytest.fixture(scope="module")
def done(tieout: Run, page: Path) -> Done:
    """The demonstration on a narrow screen, once: it takes some seconds."""
    return tieout("demo", "--page", page, env={"COLUMNS": "80"})


def test_the_demonstration_ties_numbers_and_finds_what_does_not_add_up(done: Done) -> None:
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Consolidated Statements of Operations" in text
    assert re.search(r"220,847,000 USD Assets 2025-09-30\n +“220,847”: page \d+, table \S+, cell \S+, characters \d+-\d+", text)
    assert "AssetsCurrent 2025-09-30: reported 112,567,000, its parts give 112,657,000: off by 90,000" in " ".join(text.split())
    assert re.search(r"us_10k\.md “.*220,847”: page \d+, table \S+, cell \S+, Total assets", text)
    assert len(text.splitlines()) <= 140  # lines with the paths of where it is installed wrap, long names of concepts too
    assert "\x1b" not in text


def test_the_demonstration_runs_every_engine(done: Done) -> None:
    text = " ".join(done.stdout.decode().split())
    assert re.search(r"What the audit rules find: [1-9]\d* errors, \d+ warnings?, \d+ info", text)
    assert re.search(r"Tags suggested .*: [1-9]\d* numbers, \d+ tagged otherwise", text)
    assert re.search(r"Key figures .*: [1-9]\d of 31 found", text)
    assert re.search(r"A question: What was total revenue in 2025\? 214,600,000 on page 8, ", text)


def test_the_demonstration_is_a_page_too_and_says_how_to_open_it(done: Done, page: Path) -> None:
    assert f"open {page}" in " ".join(done.stdout.decode().split())
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>") and "Content-Security-Policy" in text and 'id="tieout"' in text
    assert 'src="http' not in text and 'href="http' not in text


def test_the_demonstration_fits_a_narrow_screen(done: Done) -> None:
    lines = done.stdout.decode().splitlines()
    assert max(len(line) for line in lines if not line.endswith(("us_10k", "demo.html"))) <= 80


def test_what_it_says_to_try_next_works_as_typed(done: Done, tmp_path: Path) -> None:
    (command,) = [line for line in done.stdout.decode().splitlines() if line.endswith("us_10k")]
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
