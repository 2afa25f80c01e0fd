"""The program as a whole: help, versions, exit statuses, and streams of every kind."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import tieout as package
from tests.cli.conftest import SRC, Run, environment

HEAVY = ("lxml", "httpx", "numpy", "duckdb", "rich", "xlsxwriter", "pypdfium2", "pandas", "asyncio")


def test_the_version_is_the_packages_own(tieout: Run) -> None:
    done = tieout("--version")
    assert done.returncode == 0
    assert done.stdout.decode() == f"tieout {package.__version__}\n"


def test_without_arguments_the_help_is_shown(tieout: Run) -> None:
    done = tieout()
    assert b"Usage: tieout" in done.stdout
    assert done.returncode == 2


@pytest.mark.parametrize("verb", ["facts", "demo"])
def test_each_verb_teaches_by_example(tieout: Run, verb: str) -> None:
    done = tieout(verb, "--help")
    assert done.returncode == 0
    assert f"Examples:\n    tieout {verb}".encode() in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fact"], "No such command 'fact'"),
        (["facts", "--formt", "csv", "x"], "--formt"),
        (["facts", "x", "--format", "yaml"], "yaml"),
        (["facts", "no-such-file.htm"], "no-such-file.htm: there is no such file or folder"),
        (["facts", ".", "--max", "file_size=much"], "--max file_size=much"),
        (["facts", ".", "--max", "cells=0"], "--max cells=0"),
        (["facts", ".", "--max", "sells=1"], "write NAME=VALUE with one of file_size"),
        (["facts", ".", "--max", "cells"], "--max cells: names no limit"),
        (["facts", ".", "--taxonomy", "none.zip"], "none.zip"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_status_2(tieout: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = tieout(*arguments, cwd=tmp_path)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert len(lines) == 1
    assert lines[0].startswith("tieout: ")
    assert said in lines[0]
    assert done.stdout == b""


def test_a_fault_of_ours_says_so_and_how_to_see_more(tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(
        "import tieout.cli.sources as s, tieout.cli.main as m\n"
        "def find_sources(paths): raise ZeroDivisionError('made up\\nfor the test')\n"
        "s.find_sources = find_sources\nm.run()\n"
    )
    for debug, traces in (("0", 0), ("1", 1)):
        done = subprocess.run(
            [sys.executable, script, "facts", "x"], capture_output=True, env=environment({"TIEOUT_DEBUG": debug}), check=False
        )
        error = done.stderr.decode()
        assert done.returncode == 3
        assert error.count("Traceback (most recent call last)") == traces
        assert "tieout: a fault of tieout, not of your input: ZeroDivisionError: made up for the test" in error
        assert ("TIEOUT_DEBUG=1" in error) != bool(traces)


def test_help_costs_little_more_than_the_library_that_prints_it() -> None:
    def cpu(*arguments: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], capture_output=True, env=environment(), check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

    # Side by side, for a busy machine is slow at both: three times on one of 2026.
    assert min(cpu("-m", "tieout", "--help") for _ in range(5)) < 4 * min(cpu("-c", "import typer") for _ in range(5))


def test_help_loads_no_heavy_module() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tieout", "--help"], capture_output=True, env=environment(), check=True
    )
    loaded = {line.rpartition(b"|")[2].strip().decode().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in loaded
    assert not loaded & set(HEAVY)


def test_importing_the_package_loads_none_of_its_parts() -> None:
    code = "import sys, tieout; print([m for m in sys.modules if m.startswith('tieout.') and m != 'tieout._version'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True)
    assert done.stdout.decode().strip() == "[]"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told_in_one_line(tieout: Run) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = tieout("--help", stdout=full)
    finally:
        os.close(full)
    assert done.returncode == 2
    assert done.stderr.decode() == "tieout: cannot write the output: no space left on device\n"


def test_a_reader_that_stops_reading_ends_the_program_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tieout", "--help"], stdout=write, stderr=subprocess.PIPE, env=environment(), check=False
        )
    finally:
        os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141


def test_the_package_is_also_a_program() -> None:
    assert (SRC / "tieout" / "__main__.py").exists()


def test_help_is_a_verb_too(tieout: Run) -> None:
    assert tieout("help").stdout == tieout("--help").stdout
    assert tieout("help", "facts").stdout == tieout("facts", "--help").stdout
    assert tieout("help", "fact").returncode == 2


def test_a_verb_that_is_none_is_told_with_a_near_one(tieout: Run) -> None:
    done = tieout("fact")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "tieout: No such command 'fact'. Did you mean 'facts'? See 'tieout --help'.\n"


def test_a_file_in_the_place_of_the_verb_is_told_where_it_goes(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "annual report.pdf").touch()
    done = tieout("annual report.pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    said = (
        "tieout: annual report.pdf: a verb comes first, for example: tieout facts 'annual report.pdf'. See 'tieout --help'.\n"
    )
    assert done.stderr.decode() == said


def test_a_wrong_option_is_told_in_plain_words(tieout: Run) -> None:
    done = tieout("facts", "x", "--taxonomy", "nowhere")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "tieout: Invalid value for '--taxonomy': path 'nowhere' does not exist. See 'tieout facts --help'.\n"
    )
