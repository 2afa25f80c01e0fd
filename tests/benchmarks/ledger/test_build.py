"""What `tieout build ledger` makes of filings."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

import tieout
from tests.benchmarks.ledger.filings import annual_report, write_two
from tieout.benchmarks.ledger.build import BuildOptions, build
from tieout.reading.to_markdown import PAGE_SPLIT
from tieout.report import InputError


def rows(path: Path) -> list[dict[str, Any]]:
    with duckdb.connect() as db:
        found = db.read_parquet(str(path))
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ledger")
    write_two(folder / "in")
    build(folder / "in", folder / "out", BuildOptions(seed=3))
    return folder / "out"


@pytest.fixture(scope="module")
def queries(built: Path) -> list[dict[str, Any]]:
    return rows(built / "needle" / "eval" / "data.parquet")


def test_markdown_has_the_pages_and_nothing_of_the_tags(built: Path) -> None:
    text = (built / "mmd" / "NYSE_TNM_2023.mmd").read_text(encoding="utf-8")
    assert text.count(PAGE_SPLIT) == 2
    assert "ix:" not in text and "us-gaap" not in text and "contextRef" not in text
    assert "<tr><td>Net sales</td><td>1,250</td><td>1,100</td></tr>" in text
    assert "A price < table> in the text." in text


def test_the_reader_finds_the_same_tables_on_the_same_pages_again(built: Path) -> None:
    report = tieout.read(built / "mmd" / "NYSE_TNM_2023.mmd")
    assert [(t.page, t.rows) for t in report.tables] == [(2, 4), (2, 4), (3, 3)]


def test_values_come_by_the_waterfall_and_pages_from_the_facts(queries: list[dict[str, Any]]) -> None:
    found = {q["query_id"]: q for q in queries}
    revenue = found["TNM_revenue_2023"]
    assert (revenue["value"], revenue["tag"], revenue["unit"]) == (Decimal(1_250_000_000), "us-gaap:Revenues", "iso4217:USD")
    assert revenue["qrels"] == [
        {"doc_id": "NYSE_TNM_2023/page_0001", "relevance": 2},
        {"doc_id": "NYSE_TNM_2023/page_0002", "relevance": 1},  # a segment within one percent
    ]
    liabilities = found["TNM_total_liabilities_2023"]
    assert liabilities["value"] == Decimal(900_000_000)
    assert liabilities["qrels"] == [{"doc_id": "NYSE_TNM_2023/page_0001", "relevance": 1}]
    assert found["TNM_net_income_2022-prior"]["value"] == Decimal(81_000_000)


def test_every_third_of_the_unanswerable_questions_is_there_and_has_no_answer(queries: list[dict[str, Any]]) -> None:
    mine = [q for q in queries if q["report"] == "NYSE_TNM_2023"]
    for kind in ("wrong-year", "other-company", "absent-kpi"):
        chosen = [q for q in mine if q["kind"] == kind]
        assert len(chosen) == 3
        assert all(q["value"] is None and q["qrels"] == [] for q in chosen)
    assert all("oak" in q["query_text"].lower() for q in mine if q["kind"] == "other-company")
    absent = {q["kpi"] for q in mine if q["kind"] == "absent-kpi"}
    assert not absent & {q["kpi"] for q in mine if q["kind"] == "current"}


def test_reports_have_their_kpis_side_by_side(built: Path) -> None:
    report = rows(built / "reports" / "eval" / "data.parquet")[1]
    assert (report["ticker"], report["company_name"], report["year"]) == ("TNM", "Tannery Mills Inc.", 2023)
    assert (report["inventory"], report["dividends_paid"]) == (Decimal(210_000_000), None)
    assert report["mmd_text"].startswith("# Annual report")


def test_the_same_seed_asks_the_same_questions(built: Path, tmp_path: Path) -> None:
    write_two(tmp_path / "in")
    build(tmp_path / "in", tmp_path / "out", BuildOptions(seed=3))
    path = Path("needle") / "eval" / "data.parquet"
    assert rows(tmp_path / "out" / path) == rows(built / path)


def test_splits_part_issuers(tmp_path: Path) -> None:
    write_two(tmp_path / "in")
    sheet = build(tmp_path / "in", tmp_path / "out", BuildOptions(splits=(1, 0, 1)))
    assert sheet["splits"] == {"train": 1, "eval": 1}
    train = {q["ticker"] for q in rows(tmp_path / "out" / "needle" / "train" / "data.parquet")}
    test = {q["ticker"] for q in rows(tmp_path / "out" / "needle" / "eval" / "data.parquet")}
    assert len(train) == len(test) == 1 and train != test


def test_a_users_wordings_and_aliases_are_used(tmp_path: Path) -> None:
    write_two(tmp_path / "in")
    wordings, aliases = tmp_path / "w.json", tmp_path / "a.json"
    wordings.write_text(json.dumps({"Revenue": ["Sales ABC X, please"]}), encoding="utf-8")
    aliases.write_text(json.dumps({"TNM": ["The Tannery"] * 1}), encoding="utf-8")
    build(tmp_path / "in", tmp_path / "out", BuildOptions(templates=wordings, aliases=aliases, seed=1))
    found = rows(tmp_path / "out" / "needle" / "eval" / "data.parquet")
    revenue = next(q["query_text"] for q in found if q["query_id"] == "OAK_revenue_2023")
    assert revenue.lower() in {f"sales {name} 2023, please" for name in ("oakfield freight corp", "oakfield freight")}
    assert any("The Tannery" in q["query_text"] for q in found)


@pytest.mark.parametrize(
    ("content", "word"),
    [('{"Profit": ["ABC X"]}', "'Profit' is no KPI"), ('{"Revenue": ["ABC"]}', "needs both placeholders"), ("[", "no file of")],
)
def test_faulty_wordings_are_refused_in_one_line(tmp_path: Path, content: str, word: str) -> None:
    write_two(tmp_path / "in")
    (tmp_path / "w.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=word):
        build(tmp_path / "in", tmp_path / "out", BuildOptions(templates=tmp_path / "w.json"))


def test_what_is_no_annual_report_is_told_in_the_datasheet(tmp_path: Path) -> None:
    write_two(tmp_path / "in")
    (tmp_path / "in" / "plain.htm").write_text("<html><body><p>Nothing is tagged here.</p></body></html>", encoding="utf-8")
    (tmp_path / "in" / "zz.htm").write_bytes(annual_report())
    sheet = build(tmp_path / "in", tmp_path / "out", BuildOptions())
    assert sheet["reports"] == 2
    assert set(sheet["skipped"]) == {"plain.htm", "zz.htm"}
    assert sheet["coverage"]["inventory"] == {"2023": "2/2"}


def test_a_folder_without_filings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no annual report"):
        build(tmp_path, tmp_path / "out", BuildOptions())


def test_what_a_stopped_build_left_is_made_anew(tmp_path: Path) -> None:
    write_two(tmp_path / "in")
    (tmp_path / "out" / "mmd").mkdir(parents=True)
    (tmp_path / "out" / "unfinished").touch()
    (tmp_path / "out" / "mmd" / "NYSE_GONE_2023.mmd").write_text("half a page", encoding="utf-8")
    build(tmp_path / "in", tmp_path / "out", BuildOptions())
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["datasheet.json", "mmd", "needle", "reports"]
    assert not (tmp_path / "out" / "mmd" / "NYSE_GONE_2023.mmd").exists()
    with pytest.raises(InputError, match="not empty"):
        build(tmp_path / "in", tmp_path / "out", BuildOptions())
