"""A free wording's 年度 is the business year that begins in it, as Japanese usage has it."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from tests.engines.tables.reports import table, view
from tieout.engines.tables import NotFound, ReportView, TableEngine, open_files
from tieout.engines.tables.fiscal import ending_year, names_fiscal_year

SAMPLE = Path(str(resources.files("tieout.samples") / "japan"))


def report(*periods: str, cover: str = "第9期（自　2023年４月１日　至　2024年３月31日）") -> ReportView:
    tables = [table(f"S100TEST-0105010-tab{n}", [["", period], ["売上高", "12"]]) for n, period in enumerate(periods, 1)]
    return view(f"<p>【事業年度】</p><p>{cover}</p>", *tables)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("2023年度の売上高は?", 2023),
        ("令和5年度の売上高は?", 2023),
        ("令和元年度末の純資産額は?", 2019),
        ("2023年の売上高は?", None),
        ("2024年3月期の売上高は?", None),
        ("2023年の2022年度からの増減は?", None),
        ("当連結会計年度の売上高は?", None),
    ],
)
def test_which_wordings_name_a_fiscal_year(text: str, year: int | None) -> None:
    assert names_fiscal_year(text) == year


@pytest.mark.parametrize(
    ("period", "fiscal", "ending"),
    [
        ("（自 2023年４月１日 至 2024年３月31日）", 2023, 2024),
        ("（自 2023年４月１日 至 2024年３月31日）", 2021, 2022),
        ("（自 令和5年3月1日 至 令和6年2月29日）", 2023, 2024),
        ("（自 2024年１月１日 至 2024年12月31日）", 2024, 2024),
        ("（自 2023年12月21日 至 2024年12月20日）", 2024, 2024),
        ("（自 2023年12月31日 至 2024年12月28日）", 2024, 2024),
    ],
)
def test_the_year_in_which_a_fiscal_year_ends(period: str, fiscal: int, ending: int) -> None:
    assert ending_year(report(period, cover=f"第9期{period}"), fiscal) == ending


@pytest.mark.parametrize(
    "period",
    [
        "（自 2023年10月１日 至 2024年３月31日）",
        "（自 2023年４月31日 至 2024年３月31日）",
        "（自 2021年４月１日 至 2022年３月31日）",
        "2024年３月期",
    ],
)
def test_without_a_whole_business_year_nothing_is_said(period: str) -> None:
    assert ending_year(report(period, cover="第9期 （至 2024年3月31日）"), 2023) is None


@pytest.fixture(scope="module")
def engine() -> TableEngine:
    return TableEngine.load()


@pytest.mark.parametrize(
    ("fiscal", "other"),
    [
        ("2023年度の売上高は？", "2024年3月期の売上高は？"),
        ("令和5年度の売上高はいくらですか？", "2024年の売上高は？"),
        ("2022年度の売上高は？", "前期の売上高は？"),
        ("2023年度末の従業員数は？", "2024年3月末の従業員数は？"),
    ],
)
def test_fiscal_years_on_the_sample_report(engine: TableEngine, fiscal: str, other: str) -> None:
    sample = open_files((SAMPLE / "table_qa" / "valid" / "reports" / "S100SMPL").glob("*.html"), "S100SMPL")
    one, two = engine.answer(sample, fiscal), engine.answer(sample, other)
    assert not isinstance(one, NotFound) and not isinstance(two, NotFound)
    assert one.cell.id == two.cell.id
    assert isinstance(engine.answer(sample, "2024年度の売上高は？"), NotFound)


def test_a_report_that_says_fiscal_years_itself_is_taken_at_its_word(engine: TableEngine) -> None:
    rows = [["", "2021年度", "2022年度", "2023年度"], ["売上高(百万円)", "1,110", "1,220", "1,330"]]
    period = "（自 2023年４月１日 至 2024年３月31日）"
    own = view(
        f"<p>【事業年度】</p><p>第9期{period}</p>",
        "<h3>１【主要な経営指標等の推移】</h3>",
        table("S100TEST-0105010-tab1", rows),
        f"<p>当連結会計年度{period}</p>",
        table("S100TEST-0105010-tab2", [["", "金額"], ["費用", "5"]]),
    )
    for fiscal, value in (("2022", "1220000000"), ("2023", "1330000000")):
        found = engine.answer(own, f"{fiscal}年度の売上高は？")
        assert not isinstance(found, NotFound), found.reason
        assert found.value.text == value
