"""`tieout tag` and `tieout train tagging`, on filings of invented companies."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import openpyxl

from tests.cli.conftest import Run
from tests.engines.tagging.conftest import model, unknown  # noqa: F401
from tests.engines.tagging.made_up import inline_filing


def test_each_number_is_a_json_line_with_candidates_and_evidence(tieout: Run, model: Path, unknown: Path) -> None:  # noqa: F811
    done = tieout("tag", unknown, "--model", model)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and rows
    first = next(row for row in rows if row["concept"] == "us-gaap:Assets")
    assert list(first) == ["value", "text", "type", "concept", "score", "fact", "label", "headers", "candidates", "evidence"]
    assert (first["label"], first["headers"]) == ("Total assets", ["2024"])
    assert Decimal(first["value"]) == Decimal(first["text"].replace(",", ""))
    assert first["candidates"][0] == {"concept": "us-gaap:Assets", "score": first["score"]}
    assert first["evidence"]["cell"] and first["evidence"]["quote"] == first["text"]


def test_a_threshold_makes_it_abstain(tieout: Run, model: Path, unknown: Path) -> None:  # noqa: F811
    rows = [json.loads(line) for line in tieout("tag", unknown, "--model", model, "--threshold", "1").stdout.splitlines()]
    assert rows and all(row["concept"] is None or row["score"] == 1 for row in rows)


def test_a_listing_has_what_a_preparer_looks_for(tieout: Run, model: Path, unknown: Path) -> None:  # noqa: F811
    lines = tieout("tag", unknown, "--model", model, "--format", "table").stdout.decode().splitlines()
    assert lines[0].split() == ["text", "label", "headers", "concept", "score", "page"]
    assert any("Total assets" in line and " Assets " in line and " 2024 " in line for line in lines)


def test_reviewers_get_a_workbook(tieout: Run, model: Path, unknown: Path, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "tags.xlsx"
    assert tieout("tag", unknown, "--model", model, "--out", out).returncode == 0
    sheet = openpyxl.load_workbook(out).active
    head, *rows = sheet.values
    assert head[:5] == ("value", "text", "type", "concept", "score")
    assert rows and isinstance(rows[0][0], int | float)


def test_tags_of_a_filing_are_compared_most_suspicious_first(tieout: Run, model: Path, unknown: Path, tmp_path: Path) -> None:  # noqa: F811
    spoilt = tmp_path / "spoilt.htm"
    text = unknown.read_text(encoding="utf-8")
    spoilt.write_text(text.replace('name="us-gaap:Assets"', 'name="us-gaap:Liabilities"', 1), encoding="utf-8")
    rows = [json.loads(x) for x in tieout("tag", unknown, "--against", spoilt, "--model", model).stdout.splitlines()]
    assert any((row["filed"], row["suggested"]) == ("us-gaap:Liabilities", "us-gaap:Assets") for row in rows)
    assert [row["suspicion"] for row in rows] == sorted((row["suspicion"] for row in rows), reverse=True)


def test_training_writes_a_model_that_tags_and_prints_its_card(tieout: Run, unknown: Path, tmp_path: Path) -> None:  # noqa: F811
    filings = tmp_path / "filings"
    filings.mkdir()
    for number in range(3):
        for seed in (1, 2):
            (filings / f"{number}-{seed}.htm").write_text(inline_filing(number, seed), encoding="utf-8")
    done = tieout("train", "tagging", "--from", filings, "--no-primer", "--out", tmp_path / "model")
    card = json.loads(done.stdout)
    assert done.returncode == 0 and (card["filings"], card["issuers"]) == (6, 3)
    assert b"read 6 of 6" in done.stderr
    assert tieout("tag", unknown, "--model", tmp_path / "model").returncode == 0
    again = tieout("train", "tagging", "--from", filings, "--out", tmp_path / "model")
    assert again.returncode == 2 and b"is there already" in again.stderr


def test_too_few_issuers_are_one_clear_line(tieout: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.htm"
    path.write_text(inline_filing(1), encoding="utf-8")
    done = tieout("train", "tagging", "--from", path, "--out", tmp_path / "model")
    assert done.returncode == 2 and b"at least 3 issuers" in done.stderr


def test_against_a_review_numbers_count_that_somebody_decided_about(
    tieout: Run,
    model: Path,  # noqa: F811
    unknown: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    rows = [json.loads(line) for line in tieout("tag", unknown, "--model", model).stdout.splitlines()]
    first, second, third = (row for row in rows[:3])
    review = tmp_path / "review.jsonl"
    lines = [
        {"action": "retag", "concept": "us-gaap:Goodwill", "evidence": first["evidence"], "filed": first["concept"]},
        {"action": "accept", "evidence": second["evidence"], "filed": second["concept"]},
        {"action": "reject", "evidence": third["evidence"], "filed": third["concept"]},
    ]
    whole = [{"id": str(n), "kind": "tag", "by": "ana", "at": "2025-01-31T00:00:00Z", **line} for n, line in enumerate(lines)]
    review.write_text("".join(json.dumps(line) + "\n" for line in whole), "utf-8")
    found = [json.loads(line) for line in tieout("tag", unknown, "--model", model, "--against", review).stdout.splitlines()]
    assert {(d["evidence"]["cell"], d["filed"], d["suggested"]) for d in found} == {
        (first["evidence"]["cell"], "us-gaap:Goodwill", first["concept"]),
        (third["evidence"]["cell"], None, third["concept"]),
    }
