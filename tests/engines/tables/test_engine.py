"""The engine with the artefact that ships, on the made-up report that ships: answers, and abstentions with their reason."""

from __future__ import annotations

import json
import shutil
import time
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from tests.engines.tables.reports import table, view
from tieout.benchmarks.securities_tables.normalise import normalise
from tieout.engines.tables import NotFound, ReportView, TableEngine, open_files
from tieout.engines.tables.artefact import read_artefact
from tieout.report.errors import InputError

SAMPLE = Path(str(resources.files("tieout.samples") / "japan"))
SHIPPED = Path(str(resources.files("tieout") / "models" / "tables"))
COMPANY = "株式会社星見川計器"


@pytest.fixture(scope="module")
def engine() -> TableEngine:
    return TableEngine.load()


@pytest.fixture
def report() -> ReportView:
    return open_files((SAMPLE / "table_qa" / "valid" / "reports" / "S100SMPL").glob("*.html"), "S100SMPL")


def test_questions_on_the_sample_report(engine: TableEngine, report: ReportView) -> None:
    questions = json.loads((SAMPLE / "table_qa" / "valid" / "questions.json").read_text(encoding="utf-8"))
    right_cells = right_values = right_tables = 0
    for asked in questions.values():
        found = engine.cell(report, asked["question"], asked["table_id"])
        assert not isinstance(found, NotFound)
        right_cells += found.cell.id == asked["cell_id"]
        right_values += normalise(found.value.text) == normalise(asked["value"])
        placed = engine.table(report, asked["question"])
        right_tables += not isinstance(placed, NotFound) and placed.table.id == asked["table_id"]
    assert right_cells >= 24
    assert right_values >= 24
    assert right_tables >= 20


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("株式会社まるで別物商事の2024年における「売上高、経営指標等」は？", "the report is of"),
        (f"{COMPANY}の1999年における「売上高、経営指標等」は？", "business year ends in 2024"),
        (f"{COMPANY}の2024年における「宇宙船打上げ回数」は？", "called like"),
        ("2024年の宇宙船の数は？", "called like"),
        ("2024年の数は？", ""),
        ("What was the number of spaceships in 2024?", "known in English"),
    ],
)
def test_what_the_report_does_not_say_is_not_found(engine: TableEngine, report: ReportView, question: str, reason: str) -> None:
    found = engine.answer(report, question)
    assert isinstance(found, NotFound)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("question", "cell", "value"),
    [
        ("2024年の連結の売上高はいくらですか", "S100SMPL-0101010-tab2-r3c7", "51960000000"),
        ("What was 売上高 in 2022?", "S100SMPL-0101010-tab2-r3c5", "45390000000"),
        ("2023年の個別の「土地」は？", "S100SMPL-0105310-tab28-r22c5", "2406500000"),
        ("What was net sales in 2022?", "S100SMPL-0101010-tab2-r3c5", "45390000000"),
        ("How many employees were there in 2024?", "S100SMPL-0101010-tab2-r19c7", "1502"),
        ("株式会社星見川計器の2024年の売上高を教えてください", "S100SMPL-0101010-tab2-r3c7", "51960000000"),
        ("What was the revenue of Hoshimigawa Keiki in fiscal 2024?", "S100SMPL-0101010-tab2-r3c7", "51960000000"),
        ("2024年3月期の売上高はいくらでしたか？", "S100SMPL-0101010-tab2-r3c7", "51960000000"),
        ("第42期の売上高は？", "S100SMPL-0101010-tab2-r3c7", "51960000000"),
        ("前期の売上高は？", "S100SMPL-0101010-tab2-r3c6", "48215000000"),
    ],
)
def test_free_wordings(engine: TableEngine, report: ReportView, question: str, cell: str, value: str) -> None:
    found = engine.answer(report, question)
    assert not isinstance(found, NotFound)
    assert (found.cell.id, normalise(found.value.text)) == (cell, normalise(value))


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("別物商事の2024年の売上高は？", "別物商事"),
        ("What was Betsumono's operating income in 2024?", "betsumono's"),
        ("What was the revenue of Betsumono in 2024?", "betsumono"),
        ("2024年の北米の売上高は？", "北米"),
        ("北米における2024年の「売上高」は？", "北米"),
        ("What was revenue in Europe in 2024?", "europe"),
        ("2024年第1四半期の売上高は？", "第1四半期"),
        ("What was revenue in the first quarter of 2024?", "first"),
        ("2023年6月の売上高は？", "6月"),
        ("第41期の売上高は？", "第41期"),
        ("2024年の売上総利益率は？", "率"),
        ("2024年の営業利益の予想は？", ""),
        ("2024年の売上高目標は？", ""),
        ("2024年の売上高は何ドル？", "ドル"),
        ("What was revenue in 2024 in US dollars?", "dollars"),
        ("2025年の売上高は？", ""),
        ("2019年の売上高は？", ""),
    ],
)
def test_what_a_free_wording_narrows_has_to_be_borne_out(
    engine: TableEngine, report: ReportView, question: str, word: str
) -> None:
    found = engine.answer(report, question)
    assert isinstance(found, NotFound)
    assert not word or f"says {word!r}" in found.reason


def test_a_row_of_similar_letters_is_not_the_item(engine: TableEngine) -> None:
    rows = [
        ["", "2023年", "2024年"],
        ["営業利益", "12", "34"],
        ["預り金", "5", "6"],
        ["有利子負債比率（％）", "5", "6"],
        ["研究開発費", "5", "6"],
        ["財務活動によるキャッシュ・フロー", "7", "8"],
    ]
    report = view("<p>（単位：百万円）</p>", table("S100TEST-0101010-tab1", rows))
    for item in ("営業収益", "預金", "有利子負債", "開発費", "フリー・キャッシュ・フロー"):
        assert isinstance(engine.answer(report, f"2024年の「{item}」は？"), NotFound)
    found = engine.answer(report, "2024年の「営業利益」は？")
    assert not isinstance(found, NotFound)
    assert found.cell.text == "34"


def test_a_table_that_is_not_there(engine: TableEngine, report: ReportView) -> None:
    found = engine.cell(report, f"{COMPANY}の2024年における「売上高」は？", "S100SMPL-0101010-tab999")
    assert isinstance(found, NotFound)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>表はない</p>",
        table("S100TEST-0105010-tab1", []),
        table("S100TEST-0105010-tab1", [["", ""], ["", ""]]),
    ],
)
def test_a_report_without_filled_tables(engine: TableEngine, markup: str) -> None:
    assert isinstance(engine.answer(view(markup), "2024年の「売上高」は？"), NotFound)


def test_ragged_and_nested_tables_answer_or_abstain(engine: TableEngine) -> None:
    inner = table("S100TEST-0105010-tab2", [["売上高", "1"], ["費用"], ["", "2", "3", "4"]])
    engine.answer(view(table("S100TEST-0105010-tab1", [[inner, "x"], ["y"]])), "2024年の「売上高」は？")


def test_an_enormous_table_is_bounded(engine: TableEngine) -> None:
    rows = [["", *(f"第{n}期" for n in range(60))], *([f"項目{r}", *("1,234" for _ in range(60))] for r in range(1500))]
    report = view(table("S100TEST-0105010-tab1", rows))
    start = time.process_time()
    found = engine.answer(report, "2024年の「宇宙船打上げ回数」は？")
    assert time.process_time() - start < 30
    assert isinstance(found, NotFound)


def test_a_unit_nobody_knows_is_not_applied(engine: TableEngine) -> None:
    rows = [["", "前事業年度", "当事業年度"], ["売上高", "12", "34"], ["費用", "5", "6"]]
    report = view("<p>（単位：金貨）</p>", table("S100TEST-0105010-tab1", rows))
    found = engine.cell(report, "例社の2024年における「従業員数」は？", "S100TEST-0105010-tab1")
    assert isinstance(found, NotFound) or found.value.unit is None


@pytest.mark.parametrize("year", ["前々", "1850", "2090"])
def test_a_year_that_no_report_of_this_one_s_covers_is_not_found(engine: TableEngine, report: ReportView, year: str) -> None:
    if year.isdigit():
        assert isinstance(engine.answer(report, f"{COMPANY}の{year}年における「売上高、経営指標等」は？"), NotFound)
    else:
        engine.answer(report, f"{year}期の売上高は？")


def test_trees_of_another_version_are_refused(tmp_path: Path) -> None:
    artefact = read_artefact(SHIPPED)
    artefact.trees["within"], artefact.trees["tables"] = artefact.trees["tables"], artefact.trees["within"]
    with pytest.raises(InputError, match="train them again"):
        TableEngine(artefact)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\nend of trees", ""),
        ("num_leaves=31", "num_leaves=30"),
        ("left_child=1", "left_child=0"),
        ("split_feature=0", "split_feature=9999"),
    ],
)
def test_damaged_trees_are_refused_before_they_are_run(old: str, new: str) -> None:
    artefact = read_artefact(SHIPPED)
    assert old in artefact.trees["within"]
    artefact.trees["within"] = artefact.trees["within"].replace(old, new, 1)
    with pytest.raises(InputError, match="damaged"):
        TableEngine(artefact)


def test_trees_that_are_cut_short_are_refused() -> None:
    artefact = read_artefact(SHIPPED)
    artefact.trees["within"] = artefact.trees["within"][:20_000]
    with pytest.raises(InputError, match="cut short"):
        TableEngine(artefact)


def test_a_header_is_no_answer(engine: TableEngine) -> None:
    report = view(table("S100TEST-0105010-tab1", [["売上高", "2024年"], ["x", "y"]]))
    assert isinstance(engine.answer(report, "2024年の売上高は？"), NotFound)


@pytest.mark.parametrize("text", ["", "tree\n", "x" * 1000])
def test_trees_that_are_none_are_refused(text: str) -> None:
    artefact = read_artefact(SHIPPED)
    artefact.trees["within"] = text
    with pytest.raises(InputError):
        TableEngine(artefact)


def test_the_shipped_artefact_is_small_and_holds_no_program() -> None:
    files = list(SHIPPED.iterdir())
    assert {path.suffix for path in files} == {".npy", ".txt", ".json", ".md"}
    assert sum(path.stat().st_size for path in files) < 15_000_000
    for path in files:
        if path.suffix == ".npy":
            np.load(path, allow_pickle=False)


def copied(folder: Path) -> Path:
    shutil.copytree(SHIPPED, folder / "model")
    return folder / "model"


def test_a_changed_file_of_an_artefact_is_refused(tmp_path: Path) -> None:
    model = copied(tmp_path)
    trees = model / "within.txt"
    trees.write_text(trees.read_text(encoding="ascii") + " ", encoding="ascii")
    with pytest.raises(InputError, match=r"within\.txt is not the file"):
        read_artefact(model)


@pytest.mark.parametrize("manifest", ["{", "[]", '{"form": "other"}', '{"form": "tieout-tables-2", "files": {"../x": {}}}'])
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, manifest: str) -> None:
    model = copied(tmp_path)
    (model / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(InputError):
        read_artefact(model)


def test_a_folder_without_artefact(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="train tables"):
        read_artefact(tmp_path)
