"""Reading a cell's value: every rule with its case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.tables.reports import table, view
from tieout.engines.tables.habits import Habits
from tieout.engines.tables.units import unit_in, unit_of_line
from tieout.engines.tables.values import lenient_number, read_printed
from tieout.engines.tables.valuing import value_of


@pytest.mark.parametrize(
    ("text", "number", "negative"),
    [
        ("1,234", "1234", False),
        ("△\n      63", "63", True),
        ("▲1.5", "1.5", True),
        ("※1\n   39,814", "39814", False),
        ("※１\n  ,\n  ※３\n   345,617", "345617", False),
        ("※(1)\n  16,824", "16824", False),
        ("※1\n  △\n  230,651", "230651", True),
        ("（ 5,927 ）", "5927", False),
        ("3,000百万円", "3000", False),
        ("12.5％", "12.5", False),
    ],
)
def test_a_number(text: str, number: str, negative: bool) -> None:
    printed = read_printed(text)
    assert printed is not None
    assert (str(printed.number), printed.negative, printed.bare) == (number, negative, True)
    start, end = printed.span
    assert any(character.isdigit() for character in text[start:end])
    assert start < end


@pytest.mark.parametrize("text", ["", "－", "普通株式", "10 / 20", "11\n(11)"])
def test_no_single_number(text: str) -> None:
    printed = read_printed(text)
    assert printed is None or not printed.bare


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("139.6\n( 128.6 )", "139.6"),
        ("普通株式 0", "0"),
        ("9,191\n（注）4", "9191"),
        ("株式の状況(１単元の株式数\n 100\n 株)", "100"),
    ],
)
def test_the_number_of_a_text_that_holds_an_amount(text: str, number: str) -> None:
    printed = lenient_number(text)
    assert printed is not None
    assert str(printed.number) == number


@given(st.text(alphabet="0123456789０９,.△▲-－()（）※注 \n円百万千株%abc", max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for read in (read_printed, lenient_number):
        printed = read(text)
        if printed is not None:
            start, end = printed.span
            assert 0 <= start < end <= len(text)


@pytest.mark.parametrize(
    ("label", "scale"),
    [("売上高(百万円)", 6), ("(単位:千円)", 3), ("百万円", 6), ("単位:百万円、%", 6), ("株価(円)", 0), ("構成比(%)", -2)],
)
def test_the_unit_that_a_label_states(label: str, scale: int) -> None:
    unit = unit_in(label)
    assert unit is not None
    assert unit.scale == scale


@pytest.mark.parametrize("label", ["百万円未満切捨て", "株主", "人件費", "単位", "円滑な運営"])
def test_words_that_state_no_unit(label: str) -> None:
    assert unit_in(label) is None
    assert unit_of_line(label) is None


HEADER = ["", "前事業年度", "当事業年度"]


def value(item: str, printed: str, *above: str, label: str = "項目", header: list[str] | None = None) -> str:
    report = view(*above, table("S100TEST-0105010-tab1", [header or HEADER, [label, printed, printed]]))
    found = report.tables[-1]
    cell = next(cell for cell in found.cells if cell.id.endswith("r2c2"))
    return value_of(report, found, cell, item, Habits()).text


def test_the_nearest_unit_counts() -> None:
    above = "<p>（単位：百万円）</p>"
    assert value("売上高", "12", above) == "12000000"
    assert value("売上高", "12", above, label="売上高（千円）") == "12000"
    assert value("売上高", "12億円", above, label="売上高（千円）") == "1200000000"
    assert value("売上高", "12", above, header=["", "前期（千円）", "当期（千円）"]) == "12000"


def test_a_table_without_unit_has_that_of_the_table_before_it() -> None:
    before = "<p>（単位：千円）</p>" + table("S100TEST-0105010-tab0", [HEADER, ["甲", "1", "2"], ["乙", "3", "4"]])
    assert value("売上高", "12", before) == "12000"


def test_a_percentage_is_a_fraction_even_where_the_sign_is_not_printed() -> None:
    assert value("自己資本比率", "64.62") == "0.6462"
    assert value("自己資本比率", "64.62%") == "0.6462"


def test_a_unit_of_money_above_is_not_for_shares_or_amounts_per_share() -> None:
    above = "<p>（単位：百万円）</p>"
    assert value("1株当たり当期純利益", "12.34", above) == "12.34"
    assert value("発行済株式総数", "1,000", above) == "1000"


def test_signs() -> None:
    assert value("自己株式の取得", "△12", "<p>（単位：百万円）</p>") == "-12000000"
    assert value("建物、減価償却累計額", "12", "<p>（単位：百万円）</p>") == "-12000000"
    assert value("売上高", "△0") == "0"


def test_a_learned_sign_goes_before_the_printed_one() -> None:
    habits = Habits.of([("法人所得税費用", "△ 5", "5000000")] * 2)
    assert habits.negative("法人所得税費用", True) is False
    assert habits.negative("売上高", True) is True


def test_brackets_are_a_minus_where_statements_print_no_triangle() -> None:
    rows = [HEADER, *([f"項目{n}", f"({n})", f"({n})"] for n in range(1, 25))]
    report = view("<p>（単位：百万円）</p>", table("S100TEST-0105010-tab1", rows))
    cell = next(cell for cell in report.tables[0].cells if cell.id.endswith("r4c2"))
    assert value_of(report, report.tables[0], cell, "その他の包括利益", Habits()).text == "-3000000"


@pytest.mark.parametrize("dash", ["－", "―", "-", "( － )", "※３ , ※５ －"])
def test_a_dash_is_a_dash(dash: str) -> None:
    assert value("売上高", dash) == "－"


def test_dates_texts_and_sen() -> None:
    assert value("生年月日、役員の状況", "1959年７月13日 生") == "1959-07-13"
    assert value("提出日、表紙", "令和２年６月25日") == "2020-06-25"
    assert value("氏名", "星見　明") == "星見 明"
    assert value("1株当たり当期純利益", "131円06銭") == "131.06"


def test_units_nobody_knows_are_not_made_up() -> None:
    assert value("発行済株式総数", "12", "<p>（単位：玉）</p>") == "12"


@pytest.mark.parametrize(
    ("item", "negative"), [("その他の営業費用", False), ("流動負債、科目", False), ("引当金", True), ("利益", True)]
)
def test_what_ifrs_statements_deduct_is_no_negative_amount(item: str, negative: bool) -> None:
    assert Habits().negative(item, printed=True) is negative


def test_a_count_of_issues_has_no_unit_of_money() -> None:
    assert value("銘柄数、非上場株式", "7", "<p>（単位：百万円）</p>") == "7"


def test_a_row_of_persons_holds_no_money() -> None:
    assert value("項目", "12", "<p>（単位：百万円）</p>", label="項目（人）") == "12"
