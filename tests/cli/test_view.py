"""`tieout view` on the command line: what it refuses, and what it writes instead of serving."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tieout.samples import path

PAGE = "<html><body><p>Total assets were $1,234.</p></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.htm", "b.htm"):
        (tmp_path / name).write_text(PAGE, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--export", "out.html"], "--export: one page shows one report, and there are 2; name one"),
        (["--review", "r.jsonl"], "--review: a review is of one report, and there are 2; each keeps its own beside it"),
        (["--review-out", "r.csv"], "--review-out: a review is of one report, and there are 2; name one"),
    ],
)
def test_what_is_for_one_report_refuses_several(tieout: Run, folder: Path, options: list[str], said: str) -> None:
    done = tieout("view", folder, *options, cwd=folder)
    assert (done.returncode, done.stderr.decode()) == (2, f"tieout: {said}\n")


def test_a_review_that_is_damaged_is_told_with_its_line(tieout: Run, folder: Path) -> None:
    (folder / "a.htm.review.jsonl").write_text('{"action": "maybe"}\n', "utf-8")
    done = tieout("view", folder / "a.htm", "--review-out", folder / "r.csv")
    assert done.returncode == 2
    assert "a.htm.review.jsonl, line 1: 'maybe' is no action" in done.stderr.decode()


def test_the_payload_has_all_parts_and_the_documents(tieout: Run, folder: Path) -> None:
    done = tieout("view", folder / "a.htm", "--payload")
    whole = json.loads(done.stdout)
    assert list(whole) == ["payload", "parts", "documents", "review"]
    assert list(whole["parts"]) == ["layout", "concepts", "statements", "audit", "tags", "kpis", "entities"]
    assert [n["text"] for n in whole["parts"]["layout"]["numbers"]] == ["$1,234"]
    assert "$1,234" in whole["documents"][0]


def test_a_report_comes_from_standard_input_too(tieout: Run, tmp_path: Path) -> None:
    done = tieout("view", "-", "--export", tmp_path / "out.html", input=PAGE.encode())
    assert done.returncode == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "out.html"]


def test_an_export_that_fails_leaves_the_older_page_as_it_was(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "out.html").write_text("older", "utf-8")
    assert tieout("view", tmp_path / "broken.pdf", "--export", tmp_path / "out.html").returncode == 2
    assert (tmp_path / "out.html").read_text("utf-8") == "older"
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_pdf_shows_is_in_its_page(tieout: Run, tmp_path: Path) -> None:
    report = Path(shutil.copy(path("us_statements.pdf"), tmp_path))
    done = tieout("view", report, "--payload")
    (document,) = json.loads(done.stdout)["documents"]
    assert 'src="data:image/png;base64,' in document and 'class="box"' in document
