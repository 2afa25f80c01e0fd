"""`tieout facts` on made-up filings: every format, every way in, and what happens when something is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path

import openpyxl
import pytest

from tests.cli.conftest import Run, environment
from tests.cli.filings import FACTS, FILING, NUMBERS, write_filing


def lines(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.decode().splitlines()]


def test_in_a_pipe_each_fact_is_a_json_line(tieout: Run, tmp_path: Path) -> None:
    done = tieout("facts", write_filing(tmp_path))
    rows = lines(done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(rows) == FACTS
    cash = next(r for r in rows if r["id"] == "c24")
    assert cash["concept"] == "us-gaap:CashAndCashEquivalentsAtCarryingValue"
    assert cash["value"] == "1250000"
    assert cash["unit"] == "iso4217:USD"
    assert cash["decimals"] == -3
    assert cash["period"] == {"instant": "2024-12-31"}
    assert cash["evidence"]["quote"] == "1,250"  # type: ignore[index]
    assert cash["evidence"]["file"] == "pine.htm"  # type: ignore[index]
    north = next(r for r in rows if r["id"] == "n24")
    assert north["dimensions"] == {"us-gaap:StatementBusinessSegmentsAxis": "pw:NorthMember"}


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--concept", "Assets", "--no-dimensions"], ["a24", "a23"]),
        (["--concept", "us-gaap:Assets", "--period", "2024-12-31"], ["a24", "n24"]),
        (["--concept", "*Deficit"], ["d24", "d23"]),
        (["--concept", "Motto", "--concept", "DocumentType"], ["h1", "t2"]),
        (["--period", "2023"], ["c23", "ca23", "a23", "d23"]),
        (["--period", "2024-01-01/2024-12-31"], ["h1", "t1", "t2"]),
        (["--dimensions"], ["n24"]),
        (["--hidden"], ["h1"]),
        (["--text", "--no-hidden"], ["t1", "t2"]),
        (["--unit", "usd", "--concept", "AssetsCurrent"], ["ca24", "ca23"]),
        (["--unit", "EUR"], []),
    ],
)
def test_options_narrow_the_facts(tieout: Run, tmp_path: Path, options: list[str], ids: list[str]) -> None:
    done = tieout("facts", write_filing(tmp_path), *options)
    assert [r["id"] for r in lines(done.stdout)] == ids
    assert done.returncode == 0


def test_numbers_alone(tieout: Run, tmp_path: Path) -> None:
    rows = lines(tieout("facts", write_filing(tmp_path), "--numeric").stdout)
    assert len(rows) == NUMBERS
    assert all(r["unit"] for r in rows)


def test_located_facts_name_page_table_cell_and_characters(tieout: Run, tmp_path: Path) -> None:
    rows = {r["id"]: r for r in lines(tieout("facts", write_filing(tmp_path), "--locate").stdout)}
    cash: dict[str, object] = rows["c24"]["evidence"]  # type: ignore[assignment]
    assert cash["page"] == 1
    assert cash["table"] and cash["cell"]
    deficit: dict[str, object] = rows["d24"]["evidence"]  # type: ignore[assignment]
    assert deficit["table"] == cash["table"]
    assert deficit["span"] == [1, 4]
    north: dict[str, object] = rows["n24"]["evidence"]  # type: ignore[assignment]
    assert north["block"] and not north["table"]


def test_csv_guards_texts_and_leaves_negative_numbers_alone(tieout: Run, tmp_path: Path) -> None:
    done = tieout("facts", write_filing(tmp_path), "--format", "csv")
    rows = {r["id"]: r for r in csv.DictReader(io.StringIO(done.stdout.decode()))}
    assert rows["d24"]["value"] == "-310000"
    assert rows["t2"]["value"] == '\'=HYPERLINK("x")'
    assert rows["n24"]["dimensions"] == "us-gaap:StatementBusinessSegmentsAxis=pw:NorthMember"
    assert rows["c24"]["period.instant"] == "2024-12-31"


@pytest.mark.parametrize("extension", ["json", "jsonl", "csv", "xlsx", "parquet", "txt"])
def test_the_extension_of_the_output_tells_the_format(tieout: Run, tmp_path: Path, extension: str) -> None:
    out = tmp_path / "out" / f"facts.{extension}"
    out.parent.mkdir()
    done = tieout("facts", write_filing(tmp_path), "--out", out)
    assert (done.returncode, done.stdout) == (0, b"")
    assert [p.name for p in out.parent.iterdir()] == [out.name]
    starts = {"json": b"[", "jsonl": b"{", "csv": b"id,", "xlsx": b"PK", "parquet": b"PAR1", "txt": b"Pine Wharf"}
    assert out.read_bytes().startswith(starts[extension])


def test_a_workbook_may_go_into_a_pipe(tieout: Run, tmp_path: Path) -> None:
    done = tieout("facts", write_filing(tmp_path), "--format", "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(done.stdout))["facts"]
    value = next(r for r in sheet.iter_rows(min_row=2) if r[0].value == "d24")[3]
    assert (value.value, value.data_type, value.number_format) == (-310000, "n", "#,##0")


def test_a_report_from_standard_input(tieout: Run) -> None:
    done = tieout("facts", "-", input=FILING.encode())
    assert len(lines(done.stdout)) == FACTS
    done = tieout("facts", "-", "--max", "file_size=1kB", input=FILING.encode())
    assert done.returncode == 2
    assert b"raise it with --max file_size" in done.stderr


def test_a_folder_is_searched_and_a_broken_file_does_not_stop_it(tieout: Run, tmp_path: Path) -> None:
    write_filing(tmp_path, "a/pine.htm")
    write_filing(tmp_path, "b/deep/pine.xhtml")
    (tmp_path / "b" / "broken.htm").write_bytes(b"")
    (tmp_path / "b" / "noise.htm").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    done = tieout("facts", tmp_path)
    rows = lines(done.stdout)
    assert {r["evidence"]["report"] for r in rows} == {"a/pine.htm", "b/deep/pine.xhtml"}  # type: ignore[index]
    assert len(rows) == 2 * FACTS
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"tieout: {2 * FACTS} facts from 2 of 4 reports",
        "tieout: 2 failed:",
        "tieout:   b/broken.htm: the file is empty",
        "tieout:   b/noise.htm: is binary and none of the forms that reports come in (XBRL, HTML, Markdown, PDF, zip)",
    ]


def test_a_folder_without_failures_ends_well(tieout: Run, tmp_path: Path) -> None:
    for name in ("a.htm", "b.htm", "c.htm"):
        write_filing(tmp_path, name)
    done = tieout("facts", tmp_path, "--format", "csv")
    assert done.returncode == 0
    assert done.stderr.decode() == f"tieout: {3 * FACTS} facts from 3 of 3 reports\n"


def test_a_folder_that_is_one_filing_is_one_report(tieout: Run) -> None:
    sample = Path(str(resources.files("tieout.samples") / "us_10k"))
    named = tieout("facts", sample, "--concept", "Assets")
    here = tieout("facts", ".", "--concept", "Assets", cwd=sample)
    assert len(lines(named.stdout)) == 2
    assert named.stdout == here.stdout
    assert {r["evidence"]["report"] for r in lines(here.stdout)} == {"us_10k"}  # type: ignore[index]


def test_a_folder_without_any_report_is_told(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing here")
    done = tieout("facts", tmp_path)
    assert done.returncode == 2
    assert b"no report in this folder" in done.stderr


def test_one_broken_file_is_one_line(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "x.htm").write_bytes(b"")
    done = tieout("facts", tmp_path / "x.htm")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert "the file is empty" in done.stderr.decode()


@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp932"}])
@pytest.mark.parametrize("format", ["jsonl", "csv", "table"])
def test_a_pipe_gets_utf8_whatever_the_locale(tieout: Run, tmp_path: Path, env: dict[str, str], format: str) -> None:
    done = tieout("facts", write_filing(tmp_path), "--format", format, env=env)
    assert done.returncode == 0
    assert "Pine Wharf Boats plc — 松" in done.stdout.decode("utf-8")


def test_a_name_that_is_no_utf8_can_be_read_and_written(tieout: Run, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.htm"
    try:
        with open(path, "wb") as f:  # noqa: PTH123
            f.write(FILING.encode())
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    done = tieout("facts", Path(os.fsdecode(path)), env={"LC_ALL": "C"})
    assert done.returncode == 0
    assert {r["evidence"]["file"] for r in lines(done.stdout)} == {"caf\udce9.htm"}  # type: ignore[index]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("format", ["json", "jsonl", "csv", "xlsx", "parquet", "table"])
def test_a_full_disk_is_one_line(tieout: Run, tmp_path: Path, format: str) -> None:
    filing = write_filing(tmp_path)
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = tieout("facts", filing, "--format", format, stdout=full)
    finally:
        os.close(full)
    error = done.stderr.decode()
    assert done.returncode == 2
    assert "no space left on device" in error.lower()
    assert error.count("\n") == 1


def test_a_reader_that_stops_reading_ends_the_run_quietly(tmp_path: Path) -> None:
    for i in range(40):
        write_filing(tmp_path, f"{i}.htm")
    with subprocess.Popen(
        [sys.executable, "-m", "tieout", "facts", tmp_path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        assert process.wait(30) == 141
    assert error == b""


def test_an_interrupted_run_leaves_no_half_written_file(tmp_path: Path) -> None:
    filings = tmp_path / "filings"
    for i in range(300):
        write_filing(filings, f"{i}.htm")
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / "facts.csv"
    command = [sys.executable, "-m", "tieout", "facts", filings, "--out", out]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        while process.poll() is None and not list(out.parent.iterdir()):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert process.returncode == 130
    assert list(out.parent.iterdir()) == []


def test_memory_stays_flat_over_many_reports(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        folder = tmp_path / str(count)
        for i in range(count):
            write_filing(folder, f"{i}.htm", more=300)
        code = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, "
            "stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        command = [sys.executable, "-c", code, sys.executable, "-m", "tieout", "facts", folder]
        return int(subprocess.run(command, capture_output=True, env=environment(), check=True).stdout)

    few, many = peak(3), peak(60)
    assert many < few * 1.1


def test_the_older_output_stays_when_no_report_can_be_opened(tieout: Run, tmp_path: Path) -> None:
    out = tmp_path / "facts.csv"
    out.write_text("older")
    done = tieout("facts", tmp_path / "none.htm", "--out", out)
    assert done.returncode == 2
    assert out.read_text() == "older"


def test_text_cannot_steer_the_terminal(tieout: Run, tmp_path: Path) -> None:
    filing = tmp_path / "x.htm"
    filing.write_text(FILING.replace("Pine Wharf Boats plc", "Pine\u009b31m\u202eWharf"), encoding="utf-8")
    shown = tieout("facts", filing, "--format", "table", "--text").stdout.decode()
    assert "Pine 31m Wharf" in shown
    assert not {"\x1b", "\x9b", "\u202e"} & set(shown)


def test_a_listing_of_several_reports_says_in_which_a_fact_is_and_cuts_no_period_or_number(tieout: Run, tmp_path: Path) -> None:
    write_filing(tmp_path, "a/pine.htm")
    write_filing(tmp_path, "b/pine.htm")
    shown = tieout("facts", tmp_path, "--format", "table", env={"COLUMNS": "60"}).stdout.decode().splitlines()
    assert shown[0].split()[:3] == ["report", "concept", "period"]
    assert {line.split()[0] for line in shown[1:]} == {"a/pine.…", "b/pine.…"}
    assert sum("2024-01-01/2024-12-31" in line for line in shown) == 6
    assert sum("1,250,000" in line for line in shown) == 2


@pytest.mark.parametrize("pair", [("--numeric", "--text"), ("--hidden", "--no-hidden"), ("--dimensions", "--no-dimensions")])
def test_opposite_options_exclude_each_other(tieout: Run, tmp_path: Path, pair: tuple[str, str]) -> None:
    done = tieout("facts", write_filing(tmp_path), *pair)
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"tieout: {pair[0]} and {pair[1]} exclude each other" in done.stderr.decode()


def test_a_report_without_tags_is_told_with_what_to_do(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "plain.htm").write_text("<html><body><p>Assets were 5.</p></body></html>")
    for format in ("table", "jsonl"):
        done = tieout("facts", tmp_path / "plain.htm", "--format", format)
        assert (done.returncode, done.stdout) == (0, b"")
        told, hint = done.stderr.decode().splitlines()
        assert told.endswith("plain.htm: no tagged facts in it (plain HTML)")
        assert all(f"`{verb}`" in hint for verb in ("tieout view", "kpis", "tag", "ask", "read"))


def test_a_taxonomy_alone_is_no_filing(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "pw.xsd").write_text(
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://pinewharf.example/20241231"/>'
    )
    for format in ("table", "jsonl"):
        done = tieout("facts", tmp_path, "--format", format)
        assert (done.returncode, done.stdout) == (2, b"")
        assert "is a taxonomy without a filing, so there are no facts" in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1


def test_an_address_is_not_fetched(tieout: Run) -> None:
    done = tieout("facts", "https://pinewharf.example/10-k.htm")
    assert done.returncode == 2
    assert "nothing is fetched while reading: download it first" in done.stderr.decode()
