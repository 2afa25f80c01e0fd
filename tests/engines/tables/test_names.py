"""Names of members in romaji, and words of other languages in katakana, against what the tables print."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.tables.reports import table, view
from tieout.engines.tables.index import index_of
from tieout.engines.tables.members import NAMES, member_columns
from tieout.engines.tables.names import WORST, name_score, names_in
from tieout.engines.tables.romaji import one_spelling, romaji
from tieout.engines.tables.sounds import distance, sound_of_kana, sound_of_word

LETTERS = st.text(max_size=40)


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ("HoshimiAkiraMember", "星見明"),
        ("AkiraHoshimiMember", "星見明"),
        ("AKIRAHOSHIMIMember", "星見明"),
        ("InoueOsamuMember", "井上治"),
        ("OhtaJunichiMember", "太田純一"),
        ("OotaJunichiMember", "太田純一"),
        ("TakahashiYuukoMember", "髙橋裕子"),
        ("SasakiShimpeiMember", "佐々木新平"),
        ("MitsuiHanakoMember", "三井はな子"),
    ],
)
def test_a_name_is_read_as_its_romaji(member: str, name: str) -> None:
    assert name_score(member, name) > -2.5


@pytest.mark.parametrize("other", ["星野明", "売上高", "取締役", "社外監査役"])
def test_another_name_or_word_is_not(other: str) -> None:
    assert name_score("HoshimiAkiraMember", other) < name_score("HoshimiAkiraMember", "星見明") - 1


def test_one_misread_character_costs_less_than_all() -> None:
    assert WORST < name_score("HoshimiAkirraMember", "星見明") < -2


@pytest.mark.parametrize(
    ("member", "name"), [("ScottMillerMember", "スコットミラー"), ("MaryJohnsonMember", "メアリージョンソン")]
)
def test_a_foreign_name_sounds_alike(member: str, name: str) -> None:
    assert name_score(member, name) > name_score(member, "キャッシュフロー") + 4


def test_a_very_long_member_or_text_is_no_name() -> None:
    assert name_score("A" * 5000 + "Member", "星見明") == WORST
    assert name_score("HoshimiAkiraMember", "明" * 5000) == WORST
    assert names_in("星見 " * 5000) == []


@given(LETTERS, st.text(alphabet="星見明ァーあ々Xx・", min_size=1, max_size=30))
def test_any_member_and_name_have_a_score(member: str, name: str) -> None:
    assert WORST <= name_score(member, name) <= 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("星見　明", "星見明"),
        ("代表取締役\n星見 明", "星見明"),
        ("星見 明\n（社外取締役）", "星見明"),
        ("（戸籍名 月見） 星見 明", "星見明"),
    ],
)
def test_a_name_within_a_cell(text: str, name: str) -> None:
    assert name in names_in(text)


@pytest.mark.parametrize("text", ["", "1,234", "Hoshimi", "ＡＢＣ"])
def test_no_name_within_a_cell(text: str) -> None:
    assert names_in(text) == []


@pytest.mark.parametrize(
    ("kana", "letters"),
    [("しゅうじ", "shuji"), ("おおた", "ota"), ("いっちょう", "iccho"), ("ジェニファー", "jenifa"), ("しんぺい", "shinpei")],
)
def test_kana_in_letters(kana: str, letters: str) -> None:
    assert romaji(kana) == letters


@pytest.mark.parametrize(
    ("spelling", "one"), [("Shimbo", "shinbo"), ("Ohtsuka", "otsuka"), ("Sigeo", "shigeo"), ("Matu", "matsu")]
)
def test_romanisations_have_one_spelling(spelling: str, one: str) -> None:
    assert one_spelling(spelling) == one


@pytest.mark.parametrize(
    ("word", "kana"),
    [
        ("Pet", "ペット"), ("Partner", "パートナー"), ("Business", "ビジネス"), ("Solution", "ソリューション"),
        ("Digital", "デジタル"), ("Logistics", "ロジスティクス"), ("Game", "ゲーム"), ("Motor", "モーター"),
    ],
)  # fmt: skip
def test_a_word_and_its_katakana_have_one_sound(word: str, kana: str) -> None:
    assert sound_of_word(word) == sound_of_kana(kana)


@given(st.text(max_size=12), st.text(max_size=12))
def test_distance_is_symmetric_and_bounded(one: str, other: str) -> None:
    assert 0 <= distance(one, other) == distance(other, one) <= 1


def columns(member: str, label: str) -> dict[str, float]:
    """The member's columns for the amount in the row with this label."""
    report = view(
        table(
            "S100TEST-0105010-tab1",
            [["", "当期"], ["星見 明", "1"], ["ペットケア事業", "2"], ["不動産事業", "3"], ["ＩＴ部門", "4"]],
        )
    )
    index = index_of(report)
    place = next(n for n, cell in enumerate(index.cells) if index.strings["label"].texts[index.roles["label"][n]] == label)
    found = member_columns(index, member, np.array([place]))
    return {name: float(np.ravel(column)[0]) for name, column in zip(NAMES, found, strict=True)}


def test_the_row_of_a_person() -> None:
    mine, other = columns("HoshimiAkiraMember", "星見明"), columns("HoshimiAkiraMember", "不動産事業")
    assert mine["name.row"] > -2.5
    assert mine["name.gap"] == 0
    assert other["name.row"] == WORST


@pytest.mark.parametrize(
    ("member", "label"),
    [
        ("PetCareReportableSegmentMember", "ペットケア事業"),
        ("RealEstateBusinessReportableSegmentsMember", "不動産事業"),
        ("ITReportableSegmentsMember", "IT部門"),
    ],
)
def test_the_row_of_a_segment(member: str, label: str) -> None:
    assert columns(member, label)["words.label"] == 1
    assert columns(member, "星見明")["words.label"] == 0


def test_a_member_of_very_many_words_is_looked_at_only_so_far() -> None:
    assert columns("PetCare" + "AbCd" * 70 + "Member", "ペットケア事業")["words.count"] <= 16


def test_without_a_member_nothing_is_said() -> None:
    assert columns("", "不動産事業")["words.label"] == 0
