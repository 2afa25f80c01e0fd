"""What a cell's place in its table and its table's place in the report say: years, accounts, order."""

from __future__ import annotations

import pytest

from tests.engines.tables.reports import table, view
from tieout.engines.tables.index import ReportIndex, index_of
from tieout.engines.tables.knowledge import Knowledge, keys_of, learn_cell, merged
from tieout.engines.tables.questions import parse_question
from tieout.engines.tables.traits import Traits, traits_of

COVER = "<p>【事業年度】</p><p>第9期（自　2023年４月１日　至　2024年３月31日）</p>"
ROWS = [["", "資本金", "合計"], ["当期首残高", "1", "2"], ["当期末残高", "3", "4"]]


def traits(*parts: str) -> Traits:
    return traits_of(index_of(view(COVER, *parts)))


def year_of(index: ReportIndex, text: str) -> int:
    return int(index.any_year()[next(n for n, cell in enumerate(index.cells) if cell.text == text)])


def test_a_section_s_year_is_that_of_its_rows() -> None:
    rows = [
        ["", "土地", "建物"],
        ["前連結会計年度", "", ""],
        ["取得原価", "11", "12"],
        ["当連結会計年度", "", ""],
        ["取得原価", "21", "22"],
    ]
    index = index_of(view(COVER, table("S100TEST-0105010-tab1", rows)))
    assert index.view.year == 2024
    assert (year_of(index, "11"), year_of(index, "22")) == (2023, 2024)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["帳簿価額"], "帳簿価額"),
        (["帳簿価額", "（単位：百万円）"], "帳簿価額"),
        (["(1) 取得原価", "前連結会計年度（自 2022年４月１日 至 2023年３月31日）", "（単位：百万円）"], "取得原価"),
        (["（単位：百万円）"], "区分"),
    ],
)
def test_the_line_above_says_more_than_a_unit_or_a_period(lines: list[str], text: str) -> None:
    markup = "".join(f"<p>{line}</p>" for line in lines)
    index = index_of(view(markup, table("S100TEST-0105010-tab1", [["区分", "土地"], ["期首", "1"]])))
    assert index.strings["above"].texts[index.roles["above"][0]] == text


def test_twins_are_told_by_their_order_and_the_year_above_them() -> None:
    found = traits(
        "<h3>④【株主資本等変動計算書】</h3>",
        "<p>前事業年度（自　2022年４月１日　至　2023年３月31日）</p>", table("S100TEST-0105010-tab1", ROWS),
        "<p>当事業年度（自　2023年４月１日　至　2024年３月31日）</p>", table("S100TEST-0105010-tab2", ROWS),
    )  # fmt: skip
    assert found.twin.tolist() == [0, 1]
    assert found.twins.tolist() == [2, 2]
    assert found.carried_year.tolist() == [2023, 2024]
    assert found.period.tolist() == [-1, -1]


def test_a_table_without_a_year_has_that_of_the_one_before_it() -> None:
    found = traits(
        "<h3>④【株主資本等変動計算書】</h3>", "<p>前事業年度（自　2022年４月１日　至　2023年３月31日）</p>",
        table("S100TEST-0105010-tab1", ROWS), table("S100TEST-0105010-tab2", [["", "純資産"], ["当期末残高", "5"]]),
    )  # fmt: skip
    assert found.carried_year.tolist() == [2023, 2023]
    assert found.follows.tolist()[1] == 1


@pytest.mark.parametrize(
    ("heading", "side"),
    [
        ("(1)【連結財務諸表】", 1),
        ("(1) 連結経営指標等", 1),
        ("(2) 提出会社の経営指標等", -1),
        ("(2) 当社の当事業年度に係る主要な経営指標等の推移", -1),
        ("(1)【財務諸表】", -1),
        ("１【沿革】", 0),
    ],
)
def test_the_accounts_that_a_heading_names(heading: str, side: int) -> None:
    assert traits(f"<h4>{heading}</h4>", table("S100TEST-0105010-tab1", ROWS)).consolidated.tolist() == [side]


def test_statements_by_ifrs_are_told_by_their_name() -> None:
    assert traits("<h4>①【連結財政状態計算書】</h4>", table("S100TEST-0105010-tab1", ROWS)).international
    assert not traits("<h4>①【連結貸借対照表】</h4>", table("S100TEST-0105010-tab1", ROWS)).international


def test_knowledge_of_parts_is_that_of_the_whole() -> None:
    index = index_of(view(COVER, table("S100TEST-0105010-tab1", ROWS)))
    texts = dict.fromkeys(index.roles, "土地")
    whole, parts = Knowledge(), [Knowledge(), Knowledge()]
    for number, item in enumerate(["甲", "乙", "甲", "甲、経営指標等"]):
        keys = keys_of(parse_question(f"例社の2023年における「{item}」は？"), index)
        learn_cell(whole, keys, texts, "number")
        learn_cell(parts[number % 2], keys, texts, "number")
    assert merged(parts).met == whole.met


def test_keys_say_the_part_of_the_report_and_how_far_back_the_year_is() -> None:
    index = index_of(view(COVER, table("S100TEST-0105010-tab1", ROWS)))
    keys = keys_of(parse_question("例社の2022年における「総資産額、経営指標等」は？"), index)
    assert keys["tail"] == "t::経営指標等"
    assert keys["yeared"] == "y:2:False:総資産額、経営指標等"
    assert "yeared" not in keys_of(parse_question("例社の2022年の連結決算における「総資産額」は？"), index)
