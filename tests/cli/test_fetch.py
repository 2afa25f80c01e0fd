"""`tieout fetch` as its users run it, against a publisher on loopback."""

from __future__ import annotations

import csv
import json
import re
import shlex
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.fetching.publisher import DOCUMENT, Publisher, busy
from tieout.samples import path as sample

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fetch.md"
WHO = {"TIEOUT_AGENT": "Test test@example.com"}


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with Publisher() as publisher:
        yield publisher


def test_a_filing(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    done = tieout("fetch", "filing", "TNM", "--year", "2023", "--out", tmp_path, "--mirror", publisher.url, env=WHO)
    assert done.returncode == 0, done.stderr.decode()
    assert Path(json.loads(done.stdout)["path"]).read_bytes() == DOCUMENT
    none = tieout("fetch", "filing", "TNM", "--year", "1999", "--out", tmp_path, "--mirror", publisher.url, env=WHO)
    assert (none.returncode, b"EDGAR has no 10-K for fiscal year 1999" in none.stderr) == (2, True)


def test_a_company_that_fails_does_not_keep_the_others_from_coming(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    options = ("--year", "2023", "--out", tmp_path, "--mirror", publisher.url)
    done = tieout("fetch", "filing", "NOSUCH", "TNM", "0000000999", *options, env=WHO)
    assert [json.loads(line)["company"] for line in done.stdout.splitlines()] == ["TNM"]
    said = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert said[0] == "tieout: 1 of 3 were fetched"
    assert said[1] == "tieout:   NOSUCH: EDGAR knows no such ticker; a CIK works too"
    assert said[2].endswith("CIK0000000999.json: is not there (404)") and len(said) == 3
    facts = tieout("fetch", "facts", "NOSUCH", "TNM", "--out", tmp_path, "--mirror", publisher.url, env=WHO)
    assert (facts.returncode, facts.stdout.count(b"\n")) == (2, 1)


def test_a_server_that_refuses_is_not_asked_for_the_rest(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults["/submissions/CIK0000000101.json"] = [busy(403)]
    done = tieout("fetch", "filing", "101", "TNM", "102", "--out", tmp_path, "--mirror", publisher.url, env=WHO)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"0 of 3 were fetched; 2 were not tried\n" in done.stderr
    assert b"the server refuses (403)" in done.stderr
    assert len(publisher.asked) == 1


def test_labels_and_their_coverage(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    options = ("--out", tmp_path, "--alpha-vantage", "key", "--mirror", publisher.url)
    done = tieout("fetch", "kpis", "TNM", *options, env=WHO)
    assert done.returncode == 0, done.stderr.decode()
    with (tmp_path / "labels.csv").open(encoding="utf-8") as handle:
        rows = {(row["year"], row["kpi"]): row for row in csv.DictReader(handle)}
    assert (rows["2023", "revenue"]["value"], rows["2023", "revenue"]["source"]) == ("1250", "edgar")
    assert rows["2023", "inventory"]["source"] == "alpha_vantage"
    assert "revenue,1/1,1/1" in (tmp_path / "coverage.csv").read_text()
    some = tieout("fetch", "kpis", "NOSUCH", "TNM", "--out", tmp_path / "some", "--mirror", publisher.url, env=WHO)
    assert (some.returncode, some.stderr) == (2, b"tieout: NOSUCH: EDGAR knows no such ticker; a CIK works too\n")
    assert json.loads(some.stdout)["companies"] == 2


def test_a_licence_comes_before_the_data(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    options = ("fetch", "dataset", "finer-ord", "--out", tmp_path / "data", "--mirror", publisher.url)
    refused = tieout(*options, env=WHO)
    assert refused.returncode == 2
    assert b"non-commercial use only" in refused.stderr
    assert not publisher.asked
    done = tieout(*options, "--accept-licence", env=WHO)
    assert json.loads(done.stdout)["files"] == 3


def test_edinet_needs_a_key(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    options = ("fetch", "edinet", "--day", "2024-06-27", "--out", tmp_path, "--mirror", publisher.url)
    assert b"needs a key" in tieout(*options, env=WHO).stderr
    done = tieout(*options, env={**WHO, "EDINET_KEY": "key"})
    assert [json.loads(line)["document"] for line in done.stdout.splitlines()] == ["S100ABCD"]


def test_nobody_fetches_without_saying_who(tieout: Run, publisher: Publisher, tmp_path: Path) -> None:
    done = tieout("fetch", "filing", "TNM", "--out", tmp_path, "--mirror", publisher.url)
    assert (done.returncode, b"say who asks" in done.stderr) == (2, True)
    assert not publisher.asked


def test_the_example_of_the_documentation(tieout: Run, tmp_path: Path) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(sample("edgar")))) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        mirror = f"http://127.0.0.1:{server.server_address[1]}"
        examples = re.findall(r"^    tieout (fetch .*) --mirror \S+$", PAGE.read_text("utf-8"), flags=re.M)
        assert len(examples) == 2
        for example in examples:
            done = tieout(*shlex.split(example), "--mirror", mirror, cwd=tmp_path, env=WHO)
            assert done.returncode == 0, done.stderr.decode()
        server.shutdown()
    assert (tmp_path / "filings" / "MRWX" / "MRWX-10-K-2024-09-30.htm").is_file()
    shown = re.search(r"(?:^    .*\n)+\Z", PAGE.read_text("utf-8"), flags=re.M)
    assert shown is not None
    lines = (tmp_path / "labels" / "labels.csv").read_text("utf-8").splitlines()
    assert [line.strip() for line in shown[0].splitlines()] == lines[: len(shown[0].splitlines())]
