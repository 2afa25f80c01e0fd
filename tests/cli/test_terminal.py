"""On a real terminal (a pseudo-terminal): statements instead of rows, colours, and characters that it can't show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import environment
from tests.cli.filings import FILING, write_filing

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


def on_terminal(arguments: list[str | Path], env: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Exit status and all that the program showed (stdout and stderr) on a terminal 100 columns wide."""
    ours, theirs = pty.openpty()
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-m", "tieout", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=environment({"COLUMNS": "100", "TERM": "xterm-256color", **(env or {})}),
    ) as process:
        os.close(theirs)
        while True:
            try:
                part = os.read(ours, 65_536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not part:
                break
            shown += part
        status = process.wait(60)
    os.close(ours)
    return status, shown.decode("utf-8", "replace").replace("\r\n", "\n")


def without_colours(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", shown)


def test_a_filing_is_shown_as_its_statements(tmp_path: Path) -> None:
    status, shown = on_terminal(["facts", write_filing(tmp_path)])
    text = without_colours(shown)
    assert status == 0
    assert "\x1b[" in shown
    assert "Consolidated Balance Sheets" in text
    assert re.search(r"Total assets +8,410 +7,655 +us-gaap:Assets", text)
    assert re.search(r"Accumulated deficit +\(310\) +\(402\)", text)


def test_a_filter_gives_rows_instead(tmp_path: Path) -> None:
    status, shown = on_terminal(["facts", write_filing(tmp_path), "--concept", "Assets", "--no-dimensions"])
    rows = [line.split() for line in without_colours(shown).splitlines()]
    assert status == 0
    assert rows == [
        ["concept", "period", "value", "unit", "dimensions"],
        ["us-gaap:Assets", "2024-12-31", "8,410,000", "iso4217:USD"],
        ["us-gaap:Assets", "2023-12-31", "7,655,000", "iso4217:USD"],
    ]


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1"])
def test_what_a_terminal_cannot_show_is_replaced(tmp_path: Path, encoding: str) -> None:
    status, shown = on_terminal(["facts", write_filing(tmp_path)], {"PYTHONIOENCODING": encoding})
    assert status == 0
    assert "Total assets" in without_colours(shown)


def test_a_workbook_is_refused_on_a_terminal(tmp_path: Path) -> None:
    status, shown = on_terminal(["facts", write_filing(tmp_path), "--format", "xlsx"])
    assert status == 2
    assert "--out FILE.xlsx" in shown


def test_standard_input_that_is_a_terminal_is_not_waited_for() -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tieout", "facts", "-"],
            stdin=theirs,
            capture_output=True,
            env=environment(),
            timeout=30,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 2
    assert b"standard input is a terminal" in done.stderr


def test_a_hostile_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    filing = tmp_path / "x.htm"
    filing.write_text(FILING.replace("Total assets", "Total\u009b2Jassets\u202e"), encoding="utf-8")
    _, shown = on_terminal(["facts", filing])
    assert "\u009b" not in shown
    assert "\u202e" not in shown
    assert not re.search(r"\x1b(?!\[[0-9;]*m)", shown)
