"""Full disks, closed streams, strange locales and stranger file names end in one clear line, and in nothing half-done."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run, environment
from tests.cli.filings import write_filing
from tests.cli.test_terminal import on_terminal
from tieout.samples import path as sample

FORMATS = ["csv", "jsonl", "json", "xlsx", "parquet", "table"]


def one_line(stderr: bytes) -> str:
    text = stderr.decode()
    assert text.startswith("tieout: ") and text.count("\n") == 1, text
    return text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("form", FORMATS)
def test_a_full_device_is_one_line(tieout: Run, tmp_path: Path, form: str) -> None:
    filing = write_filing(tmp_path)
    done = tieout("facts", filing, "--format", form, "--out", "/dev/full")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "no space left on device" in one_line(done.stderr).lower()
    with Path("/dev/full").open("wb") as full:
        done = tieout("facts", filing, "--format", form, stdout=full.fileno())
    assert done.returncode == 2
    assert "no space left on device" in one_line(done.stderr)


@pytest.mark.parametrize("form", FORMATS)
def test_a_disk_that_fills_up_leaves_the_older_file_and_nothing_else(tmp_path: Path, form: str) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "facts.out"
    out.write_text("older")
    done = subprocess.run(
        [sys.executable, "-m", "tieout", "facts", str(sample("us_10k")), "--format", form, "--out", str(out)],
        capture_output=True,
        env=environment(),
        # What a full disk does to a file, a limit on the size of files does too.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000)),
        check=False,
    )
    assert done.returncode == 2
    assert "too large" in one_line(done.stderr).lower()
    assert out.read_text() == "older"
    assert [p.name for p in folder.iterdir()] == ["facts.out"]


def test_a_process_that_is_killed_leaves_the_older_file(tmp_path: Path) -> None:
    out = tmp_path / "facts.csv"
    out.write_text("older")
    command = [sys.executable, "-m", "tieout", "facts", *[str(sample("us_10k"))] * 200, "--out", str(out)]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL) as process:
        while not list(tmp_path.glob(".facts.csv.*.tmp")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert out.read_text() == "older"


@pytest.mark.parametrize(
    "verb", [["facts", "FILING", "--format", "csv"], ["facts", "FILING", "--format", "xlsx"], ["demo"], ["--help"]]
)
def test_a_closed_standard_output_is_an_error_that_says_so(tmp_path: Path, verb: list[str]) -> None:
    filing = str(write_filing(tmp_path))
    command = [sys.executable, "-m", "tieout", *(filing if v == "FILING" else v for v in verb)]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, env=environment(), check=False)
    assert done.returncode == 2
    assert "cannot write the output: bad file descriptor" in one_line(done.stderr)


def test_closed_streams_do_no_harm_to_a_file_that_is_written(tmp_path: Path) -> None:
    out = tmp_path / "facts.csv"
    command = [sys.executable, "-m", "tieout", "facts", str(write_filing(tmp_path)), "--out", str(out)]
    done = subprocess.run(["sh", "-c", '"$@" >&- 2>&- <&-', "sh", *command], env=environment(), check=False)
    assert done.returncode == 0
    assert out.read_text().startswith("id,concept,label,value")
    done = subprocess.run(["sh", "-c", '"$@" >&- 2>&- <&-', "sh", *command[:4], "nowhere"], env=environment(), check=False)
    assert done.returncode == 2


@pytest.mark.parametrize("locale", ["C", "POSIX", "ja_JP.SJIS", "nonsense"])
def test_output_is_the_same_whatever_the_locale(tieout: Run, locale: str) -> None:
    japan = sample("japan_edinet")
    strange = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    done = tieout("facts", japan, "--format", "csv", env=strange)
    assert done.returncode == 0
    assert done.stdout == tieout("facts", japan, "--format", "csv").stdout


@pytest.mark.parametrize("columns", ["0", "1", "20", "-5", "x"])
def test_a_terminal_of_any_width_is_written_to(tmp_path: Path, columns: str) -> None:
    filing = write_filing(tmp_path)
    for verb in (["demo"], ["facts", filing], ["facts", filing, "--numeric"]):
        status, shown = on_terminal(verb, {"COLUMNS": columns})
        assert status == 0
        assert re.search("8,4", shown)


@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "table"])
def test_names_and_texts_never_steer_the_terminal(tmp_path: Path, form: str) -> None:
    filing = write_filing(tmp_path)
    evil = filing.rename(filing.with_name("evil\x1b[31m\n\u202e\x9b31m.htm"))
    arguments: list[str | Path] = ["facts", evil, tmp_path / "gone\x1b[2J", "--format", form, "--numeric"]
    for given in (arguments, [arguments[0], evil, *arguments[3:]]):
        _, shown = on_terminal(given, {"TERM": "dumb"})
        assert shown
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown)


def test_what_was_written_into_the_folder_is_no_report_of_the_next_run(tieout: Run, tmp_path: Path) -> None:
    write_filing(tmp_path)
    for form in ("csv", "json", "jsonl", "xlsx", "parquet"):
        assert tieout("facts", tmp_path, "--out", tmp_path / f"facts.{form}").returncode == 0
    done = tieout("facts", tmp_path, "--format", "csv")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_without_permission_is_said_to_be_one(tieout: Run, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    done = tieout("facts", closed)
    closed.chmod(0o700)
    assert done.returncode == 2
    assert "Permission denied" in one_line(done.stderr)


@pytest.mark.parametrize("kind", ["fifo", "broken link", "circle of links", "device", "link to a device"])
def test_what_is_no_file_is_not_read(tieout: Run, tmp_path: Path, kind: str) -> None:
    at = tmp_path / "x.htm"
    match kind:
        case "fifo":
            os.mkfifo(at)
        case "broken link":
            at.symlink_to("nowhere")
        case "circle of links":
            at.symlink_to(at)
        case "device":
            at = Path("/dev/zero")
        case _:
            at.symlink_to("/dev/zero")
    done = tieout("facts", at)
    assert done.returncode == 2
    assert str(at) in one_line(done.stderr)
    if at.is_relative_to(tmp_path):
        write_filing(tmp_path)
        assert tieout("facts", tmp_path).returncode == 0
