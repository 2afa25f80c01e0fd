"""From EDINET filings to data that the tasks load: by tags, by annual report CSVs, in one split or three."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.securities_tables.build.edinet import HEAD, csv_bytes, lines, write_codes, write_csv, write_filing
from tieout.benchmarks.securities_tables.build import BuildOptions, build
from tieout.benchmarks.securities_tables.build.csvs import read_csv
from tieout.benchmarks.securities_tables.parsing import parse_qa, parse_retrieval
from tieout.engines.tables.opening import open_files
from tieout.engines.tables.questions import parse_question
from tieout.evaluation import find_task
from tieout.report.errors import InputError


def built(tmp_path: Path, **options: Any) -> Path:
    build(tmp_path / "in", tmp_path / "out", BuildOptions(**{"share": 1, **options}))
    return tmp_path / "out"


@pytest.fixture(params=["tags", "csv"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    write_filing(tmp_path / "in")
    if request.param == "csv":
        write_csv(tmp_path / "csv")
        return built(tmp_path, csv=tmp_path / "csv")
    return built(tmp_path)


def test_both_tasks_load_what_is_built_and_score_its_gold_as_right(data: Path) -> None:
    for name, parse in (("securities-tables/retrieval", parse_retrieval), ("securities-tables/qa", parse_qa)):
        task = find_task(name)
        assert task.ideal is not None
        scored = 0
        for sample in task.samples(data, "test"):
            if sample.gold is not None:
                statistics = task.scorer.statistics(sample, parse(task.ideal(sample), sample.input))
                assert all(statistics.values())
                scored += 1
        assert scored > 50


def test_every_question_is_in_the_grammar_and_its_cell_in_the_report(data: Path) -> None:
    where = data / "table_qa" / "test"
    questions = json.loads((where / "questions.json").read_text(encoding="utf-8"))
    gold: dict[str, Any] = {}
    for part in ("pub", "pri"):
        gold |= json.loads((where / f"gold_standard_tqa_{part}.json").read_text(encoding="utf-8"))
    assert gold.keys() == questions.keys()
    report = open_files((where / "reports" / "S100MADE").glob("*.html"), "S100MADE")
    cells = {cell.id: cell.text for table in report.tables for cell in table.cells}
    for id_, question in questions.items():
        asked = parse_question(question["question"])
        assert asked.formal
        assert asked.company == report.company
        assert gold[id_]["cell_id"] in cells
        assert question.keys() == {"question", "doc_id", "table_id"}


def test_the_value_is_the_tagged_one_and_its_cell_prints_it(tmp_path: Path) -> None:
    write_filing(tmp_path / "in")
    data = built(tmp_path, splits=(1, 0, 0))
    asked = []
    for folder in ("table_qa", "table_retrieval"):
        asked += json.loads((data / folder / "train" / "questions.json").read_text(encoding="utf-8")).values()
    sales = [one for one in asked if "連結決算" in one["question"] and "「売上高」" in one["question"]]
    assert sales
    assert all(len(one.get("value", "000000")) >= 6 for one in sales)


def test_scope_and_items_come_from_the_csv(tmp_path: Path) -> None:
    write_filing(tmp_path / "in")
    write_csv(tmp_path / "csv")
    data = built(tmp_path, csv=tmp_path / "csv")
    asked = (data / "table_retrieval" / "test" / "questions.json").read_text(encoding="utf-8")
    assert "、jppfs」" in asked
    assert "の個別決算における" in asked
    assert "その他決算" not in asked


def test_items_without_a_name_are_left_out_and_counted(tmp_path: Path) -> None:
    write_filing(tmp_path / "in")
    sheet = build(tmp_path / "in", tmp_path / "out", BuildOptions(share=1))
    assert sheet["left_out"]["no item name"] > 0
    assert json.loads((tmp_path / "out" / "datasheet.json").read_text(encoding="utf-8")) == sheet


def test_no_two_questions_are_the_same(data: Path) -> None:
    asked: list[str] = []
    for folder in ("table_qa", "table_retrieval"):
        content = json.loads((data / folder / "test" / "questions.json").read_text(encoding="utf-8"))
        asked += [one["question"] for one in content.values()]
    assert len(asked) == len(set(asked))


def test_three_splits_by_issuer_with_balanced_industries_and_the_same_for_a_seed(tmp_path: Path) -> None:
    codes = {f"E9990{n}": ("機械" if n < 5 else "銀行業") for n in range(10)}
    for n, code in enumerate(codes):
        write_filing(tmp_path / "in", f"S100MAD{n}", code, f"株式会社星見川{n}")
    write_codes(tmp_path / "codes.csv", codes)
    options = BuildOptions(share=0.1, splits=(6, 1, 3), codes=tmp_path / "codes.csv", seed=3)
    sheets = [build(tmp_path / "in", tmp_path / name, options) for name in ("one", "two")]
    assert sheets[0] == sheets[1]
    assert {split: part["reports"] for split, part in sheets[0]["splits"].items()} == {"train": 6, "valid": 1, "test": 3}
    assert sheets[0]["splits"]["train"]["industries"] == {"製造業": 3, "金融・保険業": 3}
    for name in ("table_retrieval/train/questions.json", "table_qa/test/gold_standard_tqa_pub.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert "cell_id" in (tmp_path / "one" / "table_qa" / "train" / "questions.json").read_text(encoding="utf-8")


def test_filings_without_an_id_in_their_name_get_different_names(tmp_path: Path) -> None:
    write_filing(tmp_path / "in" / "a", "filing")
    write_filing(tmp_path / "in" / "b", "filing", "E99902")
    data = built(tmp_path)
    assert sorted(path.name for path in (data / "table_qa" / "test" / "reports").iterdir()) == ["FILING", "FILING2"]


def test_where_there_is_nothing_to_ask(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match="no EDINET filing here"):
        built(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        build(tmp_path / "absent", tmp_path / "out", BuildOptions())


def test_a_folder_with_something_in_it_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    with pytest.raises(InputError, match="not empty"):
        build(tmp_path, tmp_path / "out", BuildOptions())


def test_a_broken_filing_is_skipped_and_told(tmp_path: Path) -> None:
    write_filing(tmp_path / "in")
    broken = write_filing(tmp_path / "in", "S100BRKN")
    next(broken.rglob("0000000*.htm")).write_bytes(b"<html>")
    sheet = build(tmp_path / "in", tmp_path / "out", BuildOptions(share=1))
    assert sheet["reports"] == 1
    assert any("S100BRKN" in path for path in sheet["skipped"])


def test_a_csv_is_read_by_its_column_names() -> None:
    turned = [tuple(reversed(line)) for line in lines()]
    assert read_csv(csv_bytes(turned, HEAD[::-1]), "x.csv") == read_csv(csv_bytes(lines()), "x.csv")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "are missing"),
        (csv_bytes([], HEAD[:-1]), "値"),
        (b"\xff\xfe\x00", "UTF-16"),
        (b"a,b\n", "are missing"),
    ],
)
def test_another_file_is_no_annual_report_csv(data: bytes, word: str) -> None:
    with pytest.raises(InputError, match=word):
        read_csv(data, "x.csv")
