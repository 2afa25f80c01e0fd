"""Years of a schedule are told by their order, not by the calendar."""

from tieout.engines.tagging.mention import mentions_in
from tieout.engines.tagging.steps import steps


def table(*rows: str) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row.split("|")) for row in rows)
    return f"<table>{''.join(f'<tr>{own}</tr>' for own in cells)}</table>"


def test_years_count_from_the_first_upwards_or_downwards():
    assert steps(["2026", "2027", "2029 and 2030", "2028 (part)", "Thereafter"], 3) == {
        "2026": "up 0", "2027": "up 1", "2028 (part)": "up 2",
    }  # fmt: skip
    assert steps(["2025", "2024", "2022"], 3) == {"2025": "down 0", "2024": "down 1", "2022": "down 3"}


def test_two_years_are_a_comparison_and_no_schedule():
    assert steps(["December 31, 2025", "December 31, 2024"], 3) == {}


def test_rows_of_a_schedule_know_their_step_whatever_the_years_are():
    for first in (2019, 2025):
        rows = [f"Fiscal {first + i}|{i + 1},500|{i + 1},100" for i in range(3)]
        found = mentions_in(table("|Operating|Finance", *rows, "Thereafter|9,000|9,900", "Total|15,000|15,600"))
        assert [m.row_step for m in found[::2]] == ["up 0", "up 1", "up 2", "", ""]


def test_columns_of_many_years_know_theirs():
    found = mentions_in(table("|2025|2024|2023|2022|Prior", "Prime loans|5,100|4,100|3,100|2,100|1,100"))
    assert [m.column_step for m in found] == ["down 0", "down 1", "down 2", "down 3", ""]
    assert [m.flat.column_step for m in found] == ["down 0", "down 1", "down 2", "down 3", ""]


def test_three_columns_compare_and_are_none():
    found = mentions_in(table("|2025|2024|2023", "Net sales|5,100|4,100|3,100"))
    assert {m.column_step for m in found} == {""}
