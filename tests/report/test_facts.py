"""Facts can be narrowed and exported; the library and the command line mean the same by a name, a period and a unit."""

from __future__ import annotations

import pytest

from tests.statements.made import E23, E24, PER_SHARE, Y23, Y24, Maker
from tieout.cli.selection import Selection
from tieout.report import Facts, InputError, Period
from tieout.report.rows import FACT_COLUMNS

Q2 = Period("2024-04-01", "2024-06-30")


def facts() -> Facts:
    made = Maker()
    made.number("us-gaap:Revenues", Y24, "10")
    made.number("us-gaap:Revenues", Y23, "9")
    made.number("us-gaap:CostOfRevenue", Q2, "4", dimensions={"us-gaap:SegmentAxis": "pw:NorthMember"})
    made.number("us-gaap:Assets", E24, "12.50")
    made.number("us-gaap:Assets", E23, "11")
    made.number("us-gaap:EarningsPerShareBasic", Y24, "1.5", PER_SHARE)
    made.text("pw:Motto", Y24, "ahead")
    made.text("pw:Founded", Period(), "1890")
    return Facts(made.facts)


CONCEPTS = [
    ("Assets", "f3 f4"),
    ("us-gaap:Assets", "f3 f4"),
    ("*Revenue*", "f0 f1 f2"),
    ("pw:*", "f6 f7"),
    ("assets", ""),
    ("Asset", ""),
]
PERIODS = [
    ("2024-12-31", "f0 f3 f5 f6"),
    ("2024", "f0 f2 f3 f5 f6"),
    ("2024-06", "f2"),
    ("2023-01-01/2023-12-31", "f1"),
    ("forever", "f7"),
    ("1999", ""),
]
UNITS = [("USD", "f0 f1 f2 f3 f4"), ("iso4217:usd", "f0 f1 f2 f3 f4"), ("USD/shares", "f5"), ("EUR", "")]


def ids(found: Facts) -> str:
    return " ".join(str(f.id) for f in found)


@pytest.mark.parametrize(("concept", "expected"), CONCEPTS)
def test_a_concept_may_have_its_prefix_and_wildcards(concept: str, expected: str) -> None:
    assert ids(facts().where(concept=concept)) == expected
    assert ids(Selection(concepts=(concept,)).of(facts())) == expected


@pytest.mark.parametrize(("period", "expected"), PERIODS)
def test_a_period_is_a_day_the_beginning_of_one_or_a_duration(period: str, expected: str) -> None:
    assert ids(facts().where(period=period)) == expected
    assert ids(Selection(periods=(period,)).of(facts())) == expected


@pytest.mark.parametrize(("unit", "expected"), UNITS)
def test_a_unit_has_any_case_and_needs_no_prefix(unit: str, expected: str) -> None:
    assert ids(facts().where(unit=unit)) == expected
    assert ids(Selection(units=(unit,)).of(facts())) == expected


def test_of_several_one_has_to_be_met_and_every_condition() -> None:
    assert ids(facts().where(concept=["Assets", "Motto"], period=[E23, "2024"])) == "f3 f4 f6"
    assert ids(facts().where(concept="*Revenue*", dimensions={})) == "f0 f1"
    assert ids(Selection(concepts=("*Revenue*",), dimensions=True).of(facts())) == "f2"


@pytest.mark.parametrize("period", ["foo", "2023-13", "2023-02-30", "2023-1-1", "2023-01-01/2023", "2023/2024", "", "/"])
def test_what_is_no_period_is_refused(period: str) -> None:
    with pytest.raises(InputError, match="is no period"):
        facts().where(period=period)


def test_a_data_frame_has_the_columns_of_the_other_exports() -> None:
    pytest.importorskip("pandas")
    frame = facts().to_pandas()
    assert list(frame.columns) == list(FACT_COLUMNS)
    assert frame.loc[0, ["period.start", "period.end"]].tolist() == ["2024-01-01", "2024-12-31"]
    assert frame.loc[2, "dimensions"] == "us-gaap:SegmentAxis=pw:NorthMember"
    assert str(frame.loc[3, "value"]) == "12.50"
    assert list(Facts(()).to_pandas().columns) == list(FACT_COLUMNS)


def test_rows_carry_the_label_of_the_concept_where_there_is_one() -> None:
    asked: list[str] = []

    def labels() -> dict[str, str]:
        asked.append("once more")
        return {"us-gaap:Assets": "Total assets"}

    labelled = Facts(facts(), labels)
    assert not asked
    rows = labelled.where(concept=["us-gaap:Assets", "pw:Motto"])[1:].to_rows()
    assert [(row["concept"], row["label"]) for row in rows] == [("us-gaap:Assets", "Total assets"), ("pw:Motto", None)]
    assert list(rows[0])[:3] == ["id", "concept", "label"]
    assert "label" not in labelled[0].to_dict()
