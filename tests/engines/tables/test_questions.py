"""The question grammar, and what is understood of freely worded questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.engines.tables.questions import parse_question, readings
from tieout.engines.tables.years import western, years_in


def test_every_part_of_the_grammar() -> None:
    asked = parse_question("株式会社　例の2020年時点の個別決算のTreasuryStockMemberにおける「自己株式、（△は減少）」は？")
    assert asked.company == "株式会社例"
    assert (asked.year, asked.instant, asked.scope, asked.member) == (2020, True, "個別", "TreasuryStockMember")
    assert asked.item == "自己株式、(△は減少)"
    assert asked.formal


@pytest.mark.parametrize(
    ("text", "scope", "member", "instant"),
    [
        ("例社の2019年における「売上高」は？", "", "", False),
        ("例社の2019年の連結決算における「売上高」は？", "連結", "", False),
        ("例社の2019年のnan決算における「売上高」は？", "nan", "", False),
        ("例社の2019年のXMemberにおける「売上高」は？", "", "XMember", False),
        ("例の本社の2019年時点における「売上高」は？", "", "", True),
    ],
)
def test_optional_parts(text: str, scope: str, member: str, instant: bool) -> None:
    asked = parse_question(text)
    assert (asked.scope, asked.member, asked.instant, asked.item) == (scope, member, instant, "売上高")


@pytest.mark.parametrize(
    ("text", "year", "scope", "item"),
    [
        ("2024年の連結売上高は？", 2024, "連結", "連結売上高"),
        ("令和2年3月期の個別の「経常利益」はいくらですか", 2020, "個別", "経常利益"),
        ("What was “売上高” in 2023, consolidated?", 2023, "連結", "売上高"),
    ],
)
def test_free_wording(text: str, year: int, scope: str, item: str) -> None:
    asked = parse_question(text)
    assert (asked.year, asked.scope, asked.formal) == (year, scope, False)
    assert item.endswith(asked.item)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("自2019年4月1日至2020年3月31日", [2019, 2020]),
        ("2020/3", [2020]),
        ("令和元年5月", [2019]),
        ("平成31年3月期", [2019]),
        ("第77期", []),
        ("20201234", []),
    ],
)
def test_years(text: str, years: list[int]) -> None:
    assert years_in(text) == years


def test_a_year_of_no_era() -> None:
    assert western("大正3") is None


@given(st.text(max_size=300))
def test_any_text_is_a_question(text: str) -> None:
    parse_question(text)


@pytest.mark.parametrize(
    ("text", "year", "scope", "item", "others"),
    [
        ("2024年の連結売上高は？", 2024, "連結", "売上高", ("売上収益",)),
        ("What was net sales in 2024 (consolidated)?", 2024, "連結", "売上高", ()),
        ("How many employees did the company have in 2024?", 2024, "", "従業員数", ()),
        ("2024年3月末の総資産はいくらですか", 2024, "", "総資産額", ("資産合計",)),
        ("What were selling, general and administrative expenses in 2023?", 2023, "", "販売費及び一般管理費", ()),
        ("non-consolidated net income 2024", 2024, "個別", "親会社株主に帰属する当期純利益", ("当期純利益",)),
    ],
)
def test_short_and_english_names_of_items(text: str, year: int, scope: str, item: str, others: tuple[str, ...]) -> None:
    asked = parse_question(text)
    assert (asked.year, asked.scope, asked.item, asked.others) == (year, scope, item, others)


def test_the_grammar_in_english() -> None:
    text = 'What is the value of "土地" in the 2024 point individual annual securities report of 株式会社例 for XMember?'
    asked = parse_question(text)
    assert (asked.company, asked.year, asked.instant, asked.scope) == ("株式会社例", 2024, True, "個別")
    assert (asked.member, asked.item, asked.formal) == ("XMember", "土地", True)


def test_each_name_of_an_item_is_read_in_each_way() -> None:
    items = {reading.item for reading in readings(parse_question("2024年の総資産は？"))}
    assert items == {"総資産額", "資産合計", "総資産額、経営指標等", "資産合計、経営指標等"}
