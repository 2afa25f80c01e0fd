"""OCR noise: seeded, of the kinds asked for, and the judgments follow their pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.ledger import made_up
from tieout.benchmarks.ledger.data import pages_samples
from tieout.benchmarks.ledger.noise import read_kinds, spoil
from tieout.benchmarks.ledger.noisy import add_noise
from tieout.benchmarks.ledger.rows import question_rows, report_rows
from tieout.benchmarks.ledger.texts import pages_of
from tieout.report.errors import InputError

ROWS = "".join(f"<tr><td>Line {n}</td><td>{n},105.0</td><td>{n},870.5</td></tr>" for n in range(1, 9))
TABLE = f'<table><tr><td rowspan="2">In millions</td><td colspan="2">Year</td></tr>{ROWS}</table>'
TEXT = f"Cover\n<--- Page Split --->\nStatements of 1,105.0\n{TABLE}\nbelow\n<--- Page Split --->\nLast\n{TABLE}"


def only(kind: str, rate: float = 1.0) -> dict[str, dict[str, object]]:
    return {kind: {**read_kinds()[kind], "weight": 1, "rate": rate}}


def cells(text: str) -> list[list[str]]:
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", text)]


def test_without_a_share_nothing_changes() -> None:
    clean = spoil(TEXT, 0, "s", read_kinds())
    assert clean.text == TEXT
    assert (clean.pages, clean.tables, clean.spoiled) == ((1, 2, 3), 2, 0)


def test_the_same_seed_spoils_the_same_and_another_one_doesnt() -> None:
    assert spoil(TEXT, 1, "a", read_kinds()) == spoil(TEXT, 1, "a", read_kinds())
    assert len({spoil(TEXT, 1, seed, read_kinds()).text for seed in "abcdefgh"}) > 1


def test_text_outside_of_tables_stays() -> None:
    spoiled = spoil(TEXT, 1, "s", read_kinds())
    outside = re.sub(r"<table.*?</table>", "", spoiled.text, flags=re.DOTALL)
    assert "Statements of 1,105.0" in outside and "below" in outside


def test_cells_move_by_one_column() -> None:
    rows = cells(spoil(TEXT, 1, "s", only("shift")).text)
    moved = [row for row in rows if row[0].startswith("Line")]
    assert all(len(row) == 3 and "" in row[1:] for row in moved)


def test_rows_are_merged() -> None:
    assert cells(spoil(TABLE, 1, "s", only("merge")).text)[0][0] == "In millions " + " ".join(f"Line {n}" for n in range(1, 9))


def test_spans_are_lost() -> None:
    assert "span" not in spoil(TEXT, 1, "s", only("spans")).text


def test_digits_are_confused_with_those_that_look_alike_in_text_only() -> None:
    rows = cells(spoil(TABLE, 1, "s", only("digits")).text)
    assert rows[1] == ["Line 7", "7,786.8", "7,018.6"]
    assert 'colspan="2"' in spoil(TABLE, 1, "s", only("digits")).text


def test_separators_are_lost() -> None:
    assert cells(spoil(TABLE, 1, "s", only("separators")).text)[1] == ["Line 1", "11050", "18705"]


def test_a_cut_page_is_two_pages_of_one() -> None:
    cut = spoil(TEXT, 1, "s", {**only("shift", 0), "cut": {"rate": 1}})
    assert cut.pages == (1, 2, 2, 3, 3)
    assert len(pages_of(cut.text)) == 5


@given(st.text(alphabet='<>/tabledrh 12.,\n-Page Split="', max_size=200), st.integers(0, 5))
def test_any_text_keeps_its_pages(text: str, seed: int) -> None:
    spoiled = spoil(text, 1, str(seed), read_kinds())
    assert len(spoiled.pages) >= len(pages_of(text))
    assert sorted(set(spoiled.pages)) == list(range(1, len(pages_of(text)) + 1))


def test_a_data_folder_with_noise_is_in_the_official_layout_again(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "noisy"
    data.mkdir()
    made_up.write(data)
    told = add_noise(data, out, 1.0, 3, {**only("shift", 0), "cut": {"rate": 1}})
    assert told["spoiled"] == told["tables"] == told["cut"] > 0
    assert [row.values for row in report_rows(out, "eval")] == [row.values for row in report_rows(data, "eval")]
    assert [one.id for one in question_rows(out, "eval")] == [one.id for one in question_rows(data, "eval")]
    for sample in pages_samples(out, "eval"):
        pages = sample.input.fields["report"].pages()
        assert all(0 < page <= len(pages) for page in sample.gold.grades)
    revenue = next(s for s in pages_samples(out, "eval") if s.input.id == "TNM_revenue_2023")
    primary = [page for page, grade in revenue.gold.grades.items() if grade == 2]
    assert ["1,250" in revenue.input.fields["report"].pages()[page - 1] for page in primary] == [True]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[smear]\nrate = 1\nweight = 1", "no kind of noise 'smear'"),
        ("[shift]\nrate = 2\nweight = 1", "shift needs a rate from 0 to 1 and a weight"),
        ("[shift]\nrate = 1\nweight = 0", "no kind has a weight"),
        ("[shift", "noise.toml"),
    ],
)
def test_kinds_that_cant_be_are_refused(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "noise.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        read_kinds(path)
