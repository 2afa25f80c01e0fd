"""Official rows, however they are stored."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import pytest

from tests.benchmarks.finauditing.made_up import ROWS, write
from tieout.benchmarks.finauditing.task import FINMR, FINRE, FINSM
from tieout.report.errors import InputError


def rows_as_csv(folder: Path, name: str, task: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle)
        writer.writerow(["id", "query", "answer"])
        writer.writerows(ROWS[task])


@pytest.mark.parametrize(
    "name", ["finsm_test.csv", "FinSM/test.csv", "FinSM/data/test-00000-of-00001.csv", "FinAuditing-FinSM/test.csv"]
)
def test_files_are_found_by_the_names_they_go_by(tmp_path: Path, name: str) -> None:
    rows_as_csv(tmp_path, name, "finsm")
    samples = list(FINSM.samples(tmp_path, "test"))
    assert [sample.input.id for sample in samples] == ["s1", "s2", "s3"]
    assert samples[0].gold == ["us-gaap:Goodwill", "us-gaap:InventoryNet"]


def test_another_tasks_file_is_not_taken(tmp_path: Path) -> None:
    rows_as_csv(tmp_path, "finre_test.csv", "finre")
    with pytest.raises(InputError, match="finsm/test"):
        FINSM.files(tmp_path, "test")


def test_parquet_is_read(tmp_path: Path) -> None:
    rows_as_csv(tmp_path, "rows.csv", "finmr")
    target = tmp_path / "finmr-test.parquet"
    duckdb.sql(f"COPY (SELECT * FROM read_csv('{tmp_path / 'rows.csv'}', all_varchar=true)) TO '{target}' (FORMAT parquet)")  # noqa: S608
    assert [s.gold["calculated_value"] for s in FINMR.samples(tmp_path, "test")] == ["1250", "40"]


def test_a_row_longer_than_the_usual_limit_of_csv_readers_is_read(tmp_path: Path) -> None:
    with (tmp_path / "finre_test.csv").open("w", newline="") as handle:
        csv.writer(handle).writerows([["id", "query", "answer"], ["1", 'a "quoted", long\n' + "x" * 500_000, "Reversal"]])
    (sample,) = FINRE.samples(tmp_path, "test")
    assert len(sample.input.fields["query"]) > 500_000
    assert sample.input.fields["query"].startswith('a "quoted", long\n')


def test_answers_may_be_values_instead_of_texts(tmp_path: Path) -> None:
    row = {"id": 7, "query": "q", "answer": ["us-gaap:Goodwill"], "document": "filing-1"}
    (tmp_path / "finsm_test.jsonl").write_text(json.dumps(row) + "\n")
    (sample,) = FINSM.samples(tmp_path, "test")
    assert (sample.input.id, sample.input.document, sample.gold) == ("7", "filing-1", ["us-gaap:Goodwill"])


def test_rows_of_one_document_stand_together(tmp_path: Path) -> None:
    rows = [{"id": str(i), "query": "q", "answer": "None", "document": f"d{i % 2}"} for i in range(4)]
    (tmp_path / "finre_test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [s.input.document for s in FINRE.samples(tmp_path, "test")] == ["d0", "d0", "d1", "d1"]


@pytest.mark.parametrize(
    "line", ['{"id": "1", "query": "q"}', '{"id": "1", "query": "q", "answer": "Sideways"}', "[1]", "{", "3"]
)
def test_a_row_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "finre_test.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=r"finre_test\.jsonl"):
        list(FINRE.samples(tmp_path, "test"))


def test_written_rows_are_found(tmp_path: Path) -> None:
    write(tmp_path)
    assert [task.splits_in(tmp_path) for task in (FINSM, FINRE, FINMR)] == [["test"]] * 3
