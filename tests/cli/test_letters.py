"""`tieout letters` as its users run it, on the made-up sample that ships."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, environment
from tests.llm.server import LoopbackServer, answering
from tieout.samples import path as sample

FILES = sample("studies")
REPORT = FILES / "reports" / "LSE_ASHQ_2022.mmd"
PROBE = ("letters", "probe", "--letters", FILES / "letters.jsonl", "--targets", FILES / "targets.csv")


def test_letters_of_a_folder_each_with_pages_text_and_evidence(tieout: Run) -> None:
    done = tieout("letters", FILES / "reports")
    chair, ceo, filing = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 0
    assert (chair["heading"], chair["first_page"], chair["authors"]) == ("Chairman's statement", 4, "chair")
    assert (ceo["ticker"], ceo["fiscal_year"], ceo["last_page"]) == ("ASHQ", 2022, 6)
    assert ceo["text"].startswith("Letter from our Chief Executive\n\n")
    assert ceo["spans"][0] == ceo["evidence"]
    assert ceo["end"]["quote"].startswith("Henrik Vasmer")
    assert filing["found"] is False
    assert filing["reason"] == "is a 10-K: SEC header on page 1"
    assert filing["evidence"]["quote"] == "UNITED STATES"


def test_the_verb_alone_and_find_are_the_same(tieout: Run) -> None:
    assert tieout("letters", REPORT).stdout == tieout("letters", "find", REPORT).stdout
    assert tieout("letters", "-", input=REPORT.read_bytes()).returncode == 0


def test_flat_formats_and_markdown(tieout: Run, tmp_path: Path) -> None:
    done = tieout("letters", REPORT, "--format", "csv", "--md", tmp_path / "md")
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert [row["evidence.page"] for row in rows] == ["4", "5"]
    assert sorted(p.name for p in (tmp_path / "md").iterdir()) == [f"LSE_ASHQ_2022.mmd.letter-{n}.md" for n in (1, 2)]
    page = (tmp_path / "md" / "LSE_ASHQ_2022.mmd.letter-2.md").read_text("utf-8")
    assert page.startswith("# Letter from our Chief Executive\n\n*LSE_ASHQ_2022.mmd, pages 5-6; ended by: signature*\n\n")
    assert tieout("letters", REPORT, "--out", tmp_path / "l.parquet").returncode == 0


def test_markdown_replaces_a_link_and_leaves_what_it_leads_to(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    pages = tmp_path / "md"
    pages.mkdir()
    first = pages / "LSE_ASHQ_2022.mmd.letter-1.md"
    first.symlink_to(tmp_path / "mine")
    assert tieout("letters", REPORT, "--md", pages).returncode == 0
    assert (tmp_path / "mine").read_text() == "mine"
    assert not first.is_symlink() and first.read_text("utf-8").startswith("# ")
    assert len(list(pages.iterdir())) == 2


def test_reports_of_like_names_do_not_write_over_each_other(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "in" / "a").mkdir(parents=True)
    for name in ("a/b.mmd", "a_b.mmd"):
        (tmp_path / "in" / name).write_bytes(REPORT.read_bytes())
    assert tieout("letters", tmp_path / "in", "--md", tmp_path / "md").returncode == 0
    assert {p.name for p in (tmp_path / "md").iterdir()} == {
        f"a_b.mmd{more}.letter-{n}.md" for more in ("", "-2") for n in (1, 2)
    }


def test_a_report_without_a_letter_is_status_1_and_an_unreadable_one_2(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mmd").write_text("# Annual report\n\nNothing.")
    done = tieout("letters", tmp_path / "empty.mmd")
    assert done.returncode == 1
    assert json.loads(done.stdout)["reason"] == "no heading of a letter"
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and no more")
    done = tieout("letters", tmp_path)
    assert done.returncode == 2
    assert b"tieout: 0 letters in 1 of 2 reports" in done.stderr
    assert b"bad.pdf: " in done.stderr


def test_a_model_may_tell_the_end(tieout: Run) -> None:
    with LoopbackServer(default=answering(lambda prompt: '{"last": 4}')) as server:
        done = tieout("letters", REPORT, "--end", f"llm:loopback-model@{server.base_url}")
    assert done.returncode == 0
    assert {json.loads(line)["ended_by"] for line in done.stdout.splitlines()} == {"llm"}


def test_the_probe_says_what_is_foretold_and_what_is_not(tieout: Run, tmp_path: Path) -> None:
    done = tieout(*PROBE, "--scores", tmp_path / "scores.jsonl")
    surprise, forward = (json.loads(line) for line in done.stdout.splitlines())
    assert (surprise["target"], surprise["letters"], surprise["companies"], surprise["positives"]) == (
        "eps_surprise",
        48,
        24,
        24,
    )
    assert float(surprise["low"]) > float(surprise["base_rate"])
    assert float(forward["p"]) > 0.05
    scores = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text().splitlines()]
    assert len(scores) == 96
    again = tieout(*PROBE, "--target", "eps_surprise", "--seed", "2", "--folds", "4", "--format", "csv")
    assert again.stdout.decode().splitlines()[1].startswith("eps_surprise,tfidf,48,24,24,4,0.5000,")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["letters", "none.mmd"], "none.mmd: there is no such file or folder"),
        (["letters", str(REPORT), "--end", "model"], "write rules, or llm:MODEL@BASE_URL"),
        (["letters", str(REPORT), "--cost-limit", "much"], "--cost-limit much"),
        (["letters", "probe", "--letters", "l.jsonl", "--targets", "t.csv"], "t.csv: there is no such file"),
        ([*map(str, PROBE), "--embed", "model"], "embed:MODEL@BASE_URL"),
        ([*map(str, PROBE), "--target", "eps"], "has no column eps"),
    ],
)
def test_a_mistake_is_told_in_one_line(tieout: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = tieout(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


def test_the_example_runs_from_reports_to_the_probe(tmp_path: Path) -> None:
    script = Path(__file__).resolve().parents[2] / "examples" / "ceo_letters.py"
    done = subprocess.run(
        [sys.executable, script, tmp_path / "study"], capture_output=True, env=environment(), check=False, timeout=120
    )
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0, done.stderr.decode()
    assert lines[0] == "48 letters in 48 reports"
    assert lines[2].startswith("eps_surprise: PR-AUC 0.8")
    assert (tmp_path / "study" / "mean.svg").read_text().startswith("<svg")


def test_an_end_that_is_none_is_refused_before_anything_is_read(tieout: Run) -> None:
    done = tieout("letters", FILES / "reports", "--end", "bogus")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"tieout: --end bogus: write rules, or llm:MODEL@BASE_URL\n"
