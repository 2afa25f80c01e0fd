"""`tieout entities` on text files and reports: every format, every way in, and what happens when something is wrong."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import openpyxl
import pytest

from tests.benchmarks.finer_ord import made_up
from tests.cli.conftest import Run
from tieout import samples

NEWS = "Shares of Apple Inc. fell in London after Tim Cook, its chief executive, met the European Commission.\n"


@pytest.fixture
def news(tmp_path: Path) -> Path:
    path = tmp_path / "news.txt"
    path.write_text(NEWS, encoding="utf-8")
    return path


def test_in_a_pipe_each_mention_is_a_json_line(tieout: Run, news: Path) -> None:
    done = tieout("entities", news)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    cook = next(row for row in rows if row["text"] == "Tim Cook")
    start, end = cook["evidence"]["span"]
    assert cook["type"] == "PER"
    assert NEWS[start:end] == cook["evidence"]["quote"] == "Tim Cook"
    assert cook["evidence"]["file"] == "news.txt"


def test_types_can_be_chosen_and_unknown_ones_are_refused(tieout: Run, news: Path) -> None:
    done = tieout("entities", news, "--type", "loc")
    assert {json.loads(line)["type"] for line in done.stdout.splitlines()} == {"LOC"}
    wrong = tieout("entities", news, "--type", "MISC")
    assert wrong.returncode == 2
    assert b"there are PER, LOC and ORG" in wrong.stderr


def test_flat_formats_have_the_same_rows(tieout: Run, news: Path, tmp_path: Path) -> None:
    count = len(tieout("entities", news).stdout.splitlines())
    rows = list(csv.DictReader(io.StringIO(tieout("entities", news, "--format", "csv").stdout.decode())))
    assert len(rows) == count
    assert {"type", "text", "evidence.page", "evidence.span", "evidence.quote"} <= set(rows[0])
    assert len(json.loads(tieout("entities", news, "--format", "json").stdout)) == count
    assert tieout("entities", news, "--out", tmp_path / "names.xlsx").returncode == 0
    sheet = openpyxl.load_workbook(tmp_path / "names.xlsx").active
    assert sheet is not None and sheet.max_row == count + 1
    assert tieout("entities", news, "--out", tmp_path / "names.parquet").returncode == 0
    assert b"London" in tieout("entities", news, "--format", "table").stdout


def test_a_folder_is_read_report_by_report(tieout: Run, news: Path, tmp_path: Path) -> None:
    (tmp_path / "report.md").write_bytes(samples.path("us_10k.md").read_bytes())
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    (tmp_path / "picture.txt").write_bytes(bytes(range(256)))
    done = tieout("entities", tmp_path)
    reports = {json.loads(line)["evidence"]["report"] for line in done.stdout.splitlines()}
    assert reports == {"news.txt", "report.md"}
    assert done.returncode == 2
    assert b"from 2 of 4 reports" in done.stderr
    assert b"picture.txt: is binary" in done.stderr


def test_standard_input_and_empty_text(tieout: Run, tmp_path: Path) -> None:
    assert b"London" in tieout("entities", "-", input=NEWS.encode()).stdout
    (tmp_path / "empty.txt").write_bytes(b"")
    done = tieout("entities", tmp_path / "empty.txt")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"no person, place or organisation found" in done.stderr


def test_training_writes_a_model_that_eval_and_entities_take(tieout: Run, news: Path, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    model = tmp_path / "model"
    done = tieout("train", "entities", "--from", tmp_path, "--out", model, "--encoder", "none")
    assert done.returncode == 0
    card = json.loads(done.stdout)
    assert "CC BY-NC" in card["licence"] and b"CC BY-NC" in done.stderr
    assert json.loads((model / "manifest.json").read_text())["card"]["validation"]["main"] == card["validation"]["main"]
    assert tieout("entities", news, "--model", model).returncode == 0
    ran = tieout(
        "eval",
        "finer-ord/ner",
        "--data",
        tmp_path,
        "--split",
        "val",
        "--solver",
        "engine",
        "--model",
        model,
        "--out",
        tmp_path / "run",
    )
    assert ran.returncode == 0
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results["metrics"]["weighted_f1"]["value"] == pytest.approx(card["validation"]["main"], abs=1e-4)
    again = tieout("train", "entities", "--from", tmp_path, "--out", model)
    assert again.returncode == 2 and b"name a new folder" in again.stderr
    next(model.glob("weights.npy*")).write_bytes(b"x")
    broken = tieout("entities", news, "--model", model)
    assert broken.returncode == 2 and b"is not the file that manifest.json names" in broken.stderr


def test_training_without_data_says_what_is_missing(tieout: Run, tmp_path: Path) -> None:
    done = tieout("train", "entities", "--from", tmp_path, "--out", tmp_path / "m")
    assert done.returncode == 2
    assert b"train.csv" in done.stderr


def test_studies_write_json(tieout: Run, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    described = [json.loads(line) for line in tieout("finer-ord", "describe", "--data", tmp_path).stdout.splitlines()]
    assert {row["split"] for row in described} == {"train", "val", "test"}
    assert b"orphan I tags" in tieout("finer-ord", "noise", "--data", tmp_path).stderr
    run = tmp_path / "run"
    tieout("eval", "finer-ord/ner", "--data", tmp_path, "--split", "test", "--solver", "engine:gazetteer", "--out", run)
    errors = tieout("finer-ord", "errors", run, "--data", tmp_path, "--split", "test")
    assert errors.returncode == 0
    rows = [json.loads(line) for line in errors.stdout.splitlines()]
    assert rows and all(row["kind"] and row["sentence"] and (row["due"] or row["found"]) for row in rows)
    assert b"in 7 sentences" in errors.stderr
    other = tieout("finer-ord", "errors", run, "--data", tmp_path, "--split", "train")
    assert other.returncode == 2 and b"name the --split that was run" in other.stderr
    none = tieout("finer-ord", "errors", tmp_path / "no-run", "--data", tmp_path)
    assert none.returncode == 2 and b"no run of `tieout eval`" in none.stderr


def test_a_set_is_made_from_annotations_and_annotators_compared(tieout: Run, tmp_path: Path) -> None:
    text = "Mara Bell's firm, Vexholm Ltd, left Los Angeles."
    marks = [[0, 11, "PER"], [18, 29, "ORG"], [36, 47, "LOC"]]
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text("".join(json.dumps({"id": n, "text": text, "label": marks}) + "\n" for n in range(3)))
    second.write_text("".join(json.dumps({"id": n, "text": text, "label": marks[:2]}) + "\n" for n in range(3)))
    agreed = json.loads(tieout("finer-ord", "agree", first, second).stdout)
    assert (agreed["entities"], agreed["same"], agreed["one_only"]) == (9, 6, 3)
    made = tieout("finer-ord", "make", "--from", first, "--out", tmp_path / "set", "--splits", "1:1:1")
    assert json.loads(made.stdout)["documents"] == {"train": 1, "val": 1, "test": 1}
    described = tieout("finer-ord", "describe", "--data", tmp_path / "set").stdout.splitlines()
    assert json.loads(described[0])["entities"] == {"PER": 1, "LOC": 1, "ORG": 1}


def test_corpora_are_trained_on_alone_and_together(tieout: Run, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    (tmp_path / "other.txt").write_text("Vexholm NNP I-NP I-ORG\nfell VBD I-VP O\n\nMara NNP I-NP I-PER\n")
    asked = ("finer-ord", "transfer", "--data", tmp_path, "--encoder", "none", "--corpus")
    done = tieout(*asked, f"other={tmp_path / 'other.txt'}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["train"] for row in rows] == [["FiNER-ORD"], ["other"], ["FiNER-ORD", "other"]]
    assert all(0 <= row["metrics"]["main"] <= 1 for row in rows)
    assert b"no such file" in tieout(*asked, f"other={tmp_path / 'none.txt'}").stderr
    assert b"write NAME=TRAIN" in tieout(*asked, "other").stderr


def test_cross_validation_labels_each_document_by_a_model_of_the_others(tieout: Run, tmp_path: Path) -> None:
    made_up.write(tmp_path)
    done = tieout("finer-ord", "folds", "--data", tmp_path, "--encoder", "none", "--folds", "2")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["fold"] for row in rows] == [1, 2, "all"]
    assert [row["documents"] for row in rows] == [2, 2, 4]
    assert all(0 <= row["weighted_f1"]["value"] <= 1 and len(row["f1_org"]["ci95"]) == 2 for row in rows)
    too_many = tieout("finer-ord", "folds", "--data", tmp_path, "--folds", "9", "--encoder", "none")
    assert too_many.returncode == 2 and b"a document in each" in too_many.stderr
