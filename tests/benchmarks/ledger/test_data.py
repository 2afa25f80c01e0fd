"""The official layout as samples: what a solver sees, and what only a scorer sees."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from tests.benchmarks.ledger import made_up
from tieout.benchmarks.ledger.data import kpis_samples, needle_samples, pages_notes, pages_samples
from tieout.benchmarks.ledger.numbering import page_of
from tieout.benchmarks.ledger.rows import needle_files
from tieout.benchmarks.ledger.texts import ReportText, query
from tieout.report.errors import InputError


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ledger") / "data"
    folder.mkdir()
    made_up.write(folder)
    return folder


def rewritten(data: Path, tmp_path: Path, select: str, split: str = "eval") -> Path:
    """The needle configuration with its rows changed by SQL."""
    target = tmp_path / "needle" / split / "data.parquet"
    target.parent.mkdir(parents=True)
    with duckdb.connect() as db:
        db.read_parquet(str(needle_files(data, "eval")[0])).create_view("old")
        db.execute(f"COPY ({select}) TO '{target}' (FORMAT parquet)")
    return tmp_path


def test_a_solver_is_given_the_question_and_the_report_only(data: Path) -> None:
    for sample in [*pages_samples(data, "eval"), *needle_samples(data, "eval")]:
        assert set(sample.input.fields) == {"question", "report"}
        assert isinstance(sample.input.fields["report"], ReportText)
        assert "Total assets" in sample.input.fields["report"].read()
    for sample in kpis_samples(data, "eval"):
        assert set(sample.input.fields) == {"company", "year", "report"}


def test_pages_are_counted_from_one_whatever_the_judgments_count_from(data: Path, tmp_path: Path) -> None:
    zero = {sample.input.id: sample.gold.grades for sample in pages_samples(data, "eval")}
    assert zero["TNM_revenue_2023"] == {2: 2, 3: 1}
    renumbered = """SELECT * REPLACE ([{
        'doc_id': regexp_replace(q.doc_id, 'page_.*', '') || 'page_' ||
            lpad(CAST(CAST(right(q.doc_id, 4) AS INTEGER) + 1 AS VARCHAR), 4, '0'),
        'relevance': q.relevance} for q in qrels] AS qrels) FROM old"""
    one = {s.input.id: s.gold.grades for s in pages_samples(rewritten(data, tmp_path, renumbered), "eval")}
    assert one == zero


def test_questions_without_a_relevant_page_are_not_asked_for_pages_and_the_results_say_so(data: Path) -> None:
    asked = {sample.input.id for sample in pages_samples(data, "eval")}
    all_ = {sample.input.id: sample.gold for sample in needle_samples(data, "eval")}
    without = len(all_) - len(asked)
    assert without == sum(1 for gold in all_.values() if not gold.pages) > 0
    assert pages_notes(data, "eval") == [
        f"{without} of {len(all_)} questions have no relevant page in their report and are not asked"
    ]


def test_gold_knows_what_a_wrong_value_may_have_been_mistaken_for(data: Path) -> None:
    gold = {sample.input.id: sample.gold for sample in needle_samples(data, "eval")}
    revenue = gold["TNM_revenue_2023"]
    assert revenue.value == Decimal(1_250_000_000)
    assert revenue.siblings["net_income"] == Decimal(96_000_000)
    assert gold["TNM_net_income_2022-prior"].years == {2023: Decimal(96_000_000)}
    assert any(one.value is None and one.kind == "wrong-year" for one in gold.values())


def test_a_question_on_an_earlier_year_belongs_to_the_report_that_is_judged(data: Path) -> None:
    documents = {sample.input.id: sample.input.document for sample in needle_samples(data, "eval")}
    assert documents["TNM_net_income_2022-prior"] == "NYSE_TNM_2023"


def test_test_and_eval_are_two_names_of_one_split(data: Path) -> None:
    assert [s.input.id for s in kpis_samples(data, "test")] == [s.input.id for s in kpis_samples(data, "eval")]
    with pytest.raises(InputError, match=r"needle/train/data\.parquet is missing"):
        list(needle_samples(data, "train"))


def test_kpis_without_a_value_are_no_gold(data: Path) -> None:
    gold = {sample.input.id: sample.gold for sample in kpis_samples(data, "eval")}["NYSE_TNM_2023"]
    assert gold.values["total_assets"] == Decimal(2_400_000_000)
    assert "dividends_paid" not in gold.values


def test_where_a_row_has_no_text_the_file_beside_it_is_read(data: Path, tmp_path: Path) -> None:
    folder = rewritten(data, tmp_path, "SELECT * REPLACE (NULL AS mmd_text) FROM old")
    (folder / "mmd").mkdir()
    (folder / "mmd" / "NYSE_TNM_2023.mmd").write_text("page one\n<--- Page Split --->\npage two\n", encoding="utf-8")
    sample = next(s for s in needle_samples(folder, "eval") if s.input.document == "NYSE_TNM_2023")
    assert [page.strip() for page in sample.input.fields["report"].pages()] == ["page one", "page two"]
    other = next(s for s in needle_samples(folder, "eval") if s.input.document != "NYSE_TNM_2023")
    with pytest.raises(InputError, match="has no mmd_text"):
        other.input.fields["report"].read()


@pytest.mark.parametrize(
    ("select", "complaint"),
    [
        ("SELECT * EXCLUDE (query_text) FROM old", "has no column query_text"),
        ("SELECT * REPLACE ('TNM' AS query_id) FROM old", "two rows have the query_id TNM"),
        ("SELECT * REPLACE (NULL AS year) FROM old", "has no year"),
    ],
)
def test_other_layouts_are_refused_with_what_is_wrong(data: Path, tmp_path: Path, select: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        list(needle_samples(rewritten(data, tmp_path, select), "eval"))


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    path.write_bytes(b"PAR1 but nothing else")
    with pytest.raises(InputError, match="can't be read as Parquet"):
        query(path, "SELECT 1 FROM data")


@pytest.mark.parametrize(
    ("doc_id", "page"), [("NYSE_X_2020/page_0000", 0), ("page_0012", 12), ("NYSE_Y_2020/page_0001", None), ("cover", None)]
)
def test_ids_of_pages(doc_id: str, page: int | None) -> None:
    assert page_of(doc_id, "NYSE_X_2020") == page
