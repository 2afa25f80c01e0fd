"""Rows in every format: exact numbers stay exact, and no text becomes a formula."""

from __future__ import annotations

import csv
import errno
import gc
import json
import sys
import zipfile
from dataclasses import asdict
from datetime import date, datetime
from decimal import Decimal, Inexact, localcontext
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.cli.options import Format, choose_format, limits, size
from tieout.cli.output import Columns, destination, flatten, open_rows
from tieout.cli.output.grid import cell_len, fit, share
from tieout.cli.output.parquet import fits
from tieout.cli.output.workbook import QuietFile, as_double
from tieout.reading.limits import DEFAULT_LIMITS, over
from tieout.report import TieoutError

ROOT = Path(__file__).resolve().parents[2]

COLUMNS = Columns(
    names=("name", "value", "good", "where.page", "axes", "notes"),
    numeric=frozenset({"value"}),
    types={"good": "BOOLEAN", "where.page": "BIGINT"},
    listed=("name", "value"),
)
ROWS: list[dict[str, Any]] = [
    {"name": "売上高", "value": Decimal("1234567.80"), "good": True, "where": {"page": 3}, "axes": {"a:X": "b:Y"}, "notes": []},
    {"name": "=1+1", "value": Decimal("-0.1"), "good": False, "where": {"page": None}, "axes": {}, "notes": ["one", "two"]},
    {"name": "text", "value": "-5", "good": None, "where": {}, "axes": {"a:X": {"typed": "here"}}, "notes": None},
    {"name": "long", "value": Decimal("12345678901234567890.123"), "good": True, "where": {"page": 4}, "axes": {}, "notes": []},
]


def written(tmp_path: Path, format: Format, rows: list[dict[str, Any]] = ROWS) -> Path:
    out = tmp_path / f"rows.{format}"
    with destination(out) as where, open_rows(format, where, COLUMNS) as writer:
        for row in rows:
            writer.write(row)
    return out


def test_json_lines_keep_nesting_and_write_numbers_as_text(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in written(tmp_path, Format.jsonl).read_text("utf-8").splitlines()]
    assert rows[0]["where"] == {"page": 3}
    assert [r["value"] for r in rows] == ["1234567.80", "-0.1", "-5", "12345678901234567890.123"]


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], []])
def test_json_is_one_array(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    found = json.loads(written(tmp_path, Format.json, rows).read_text("utf-8"))
    assert [r["name"] for r in found] == [r["name"] for r in rows]


def test_csv_has_dotted_columns_exact_numbers_and_no_formulas(tmp_path: Path) -> None:
    with written(tmp_path, Format.csv).open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    assert [r["value"] for r in rows] == ["1234567.80", "-0.1", "'-5", "12345678901234567890.123"]
    assert [r["name"] for r in rows] == ["売上高", "'=1+1", "text", "long"]
    assert [r["where.page"] for r in rows] == ["3", "", "", "4"]
    assert [r["axes"] for r in rows] == ["a:X=b:Y", "", "a:X=here", ""]
    assert [r["notes"] for r in rows] == ["", "one; two", "", ""]
    assert [r["good"] for r in rows] == ["true", "false", "", "true"]


def test_a_workbook_has_numbers_where_they_are_exact_and_text_elsewhere(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(written(tmp_path, Format.xlsx))["rows"]
    names, values = zip(*[(r[0], r[1]) for r in sheet.iter_rows(min_row=2)], strict=True)
    assert sheet.freeze_panes == "A2"
    assert [c.value for c in sheet[1]] == list(COLUMNS.names)
    assert [(c.value, c.data_type) for c in values] == [
        (1234567.8, "n"),
        (-0.1, "n"),
        ("-5", "s"),
        ("12345678901234567890.123", "s"),
    ]
    assert [c.number_format for c in values[:2]] == ["#,##0.00", "#,##0.0"]
    assert (names[1].value, names[1].data_type, names[1].quotePrefix) == ("=1+1", "s", True)


def test_a_workbook_cuts_a_text_that_no_cell_can_hold_and_says_so(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(written(tmp_path, Format.xlsx, [{"name": "x" * 40_000}])).active
    text = sheet["A2"].value
    assert len(text) == 32_767
    assert text.endswith("jsonl has it whole]")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_zip_that_found_the_disk_full_is_collected_in_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)
    with QuietFile(Path("/dev/full")) as quiet:
        archive = zipfile.ZipFile(quiet, "w")
        archive.writestr("one", "1" * 10_000)
        failed = quiet.failed
    del archive
    gc.collect()
    assert failed is not None and failed.errno == errno.ENOSPC
    assert said == []


def test_a_quiet_file_holds_what_was_written(tmp_path: Path) -> None:
    with QuietFile(tmp_path / "a.zip") as quiet, zipfile.ZipFile(quiet, "w") as archive:
        archive.writestr("one", "1" * 10_000)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("one") == b"1" * 10_000


def test_a_workbook_goes_on_on_another_sheet_where_one_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tieout.cli.output.workbook.MAX_ROWS", 3)
    book = openpyxl.load_workbook(written(tmp_path, Format.xlsx))
    assert [(s.title, s.max_row) for s in book] == [("rows", 3), ("rows 2", 3)]
    assert [s["A1"].value for s in book] == ["name", "name"]


def test_parquet_has_the_exact_text_and_beside_it_a_decimal(tmp_path: Path) -> None:
    out = written(tmp_path, Format.parquet)
    rows = duckdb.sql(f"select value, value_number, good, \"where.page\", axes, name from '{out}'").fetchall()  # noqa: S608
    assert [r[0] for r in rows] == ["1234567.80", "-0.1", "-5", "12345678901234567890.123"]
    assert [r[1] for r in rows] == [Decimal("1234567.8"), Decimal("-0.1"), None, Decimal("12345678901234567890.123")]
    assert [r[2] for r in rows] == [True, False, None, True]
    assert [r[3] for r in rows] == [3, None, None, 4]
    assert [r[5] for r in rows] == ["売上高", "=1+1", "text", "long"]


def test_parquet_without_rows_still_has_its_columns(tmp_path: Path) -> None:
    out = written(tmp_path, Format.parquet, [])
    assert duckdb.sql(f"select count(*), count(name) from '{out}'").fetchall() == [(0, 0)]  # noqa: S608


def test_a_table_aligns_wide_characters(tmp_path: Path) -> None:
    lines = written(tmp_path, Format.table).read_text("utf-8").splitlines()
    assert lines[0].split() == ["name", "value"]
    ends = {cell_len(line) for line in lines}
    assert len(ends) == 1


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_double_is_used_only_where_it_shows_the_number_exactly(value: Decimal) -> None:
    number = as_double(value)
    if number is not None:
        assert Decimal(repr(number)) == value
        assert Decimal(f"{number:.15G}") == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30))
def test_parquets_decimal_is_used_only_where_it_is_exact(value: Decimal) -> None:
    if fits(value):
        with localcontext(prec=38) as exactly:
            exactly.traps[Inexact] = True
            assert value.quantize(Decimal("1e-12")) == value


@pytest.mark.parametrize("text", ["1.0000000000000000000000000000001", "12345678901234567890.123456789012345", "1e30"])
def test_a_number_that_parquets_decimal_would_round_is_left_to_the_exact_text(text: str) -> None:
    assert not fits(Decimal(text))


def test_nothing_is_left_of_an_output_that_failed(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    out.write_text("older")
    with pytest.raises(ZeroDivisionError), destination(out) as where, open_rows(Format.csv, where, COLUMNS) as writer:
        writer.write(ROWS[0])
        raise ZeroDivisionError
    assert [p.name for p in tmp_path.iterdir()] == ["rows.csv"]
    assert out.read_text() == "older"


def test_output_goes_through_a_symbolic_link_and_keeps_permissions(tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("older")
    real.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    with destination(link) as where, open_rows(Format.csv, where, COLUMNS):
        pass
    assert link.is_symlink()
    assert real.read_text("utf-8").startswith("name,")
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(TieoutError, match=r"--out .*none/rows.csv: cannot write there"),
        destination(tmp_path / "none/rows.csv"),
    ):
        pass


@pytest.mark.parametrize(
    ("asked", "out", "terminal", "chosen"),
    [
        (None, None, True, Format.table),
        (None, None, False, Format.jsonl),
        (None, "a.XLSX", True, Format.xlsx),
        (None, "a.ndjson", True, Format.jsonl),
        (Format.csv, "a.txt", True, Format.csv),
        (Format.parquet, None, False, Format.parquet),
    ],
)
def test_the_format_comes_from_the_option_the_extension_or_the_stream(
    asked: Format | None, out: str | None, terminal: bool, chosen: Format
) -> None:
    assert choose_format(asked, Path(out) if out else None, terminal) is chosen


def test_a_workbook_is_not_for_a_terminal() -> None:
    with pytest.raises(TieoutError, match=r"--out FILE\.xlsx"):
        choose_format(Format.xlsx, None, True)
    with pytest.raises(TieoutError, match="names no format"):
        choose_format(None, Path("facts.doc"), False)


@pytest.mark.parametrize(("text", "bytes"), [("500MB", 500_000_000), ("2 GiB", 2 << 30), ("1000", 1000), ("1.5k", 1500)])
def test_sizes_are_read_as_people_write_them(text: str, bytes: int) -> None:
    assert size(text) == bytes


@pytest.mark.parametrize("text", ["", "MB", "-1", "0", "1e9", "five", "9" * 30])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(TieoutError, match="is not a value of it; write 500MB"):
        limits([f"file_size={text}"])


def test_every_limit_can_be_raised_by_its_name_and_the_documentation_has_them_all() -> None:
    described = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, default in asdict(DEFAULT_LIMITS).items():
        assert getattr(limits([f"{name}={default + 1}"]), name) == default + 1
        assert f"| `{name}` |" in described
    assert limits(["file_size=5GB"]).total_size == 5_000_000_000
    assert limits(None) == DEFAULT_LIMITS


def test_an_error_of_a_limit_names_the_option_that_raises_it() -> None:
    message = str(over(DEFAULT_LIMITS, "cells", "a.htm: the table at line 7 covers more positions"))
    assert message == (
        "a.htm: the table at line 7 covers more positions than the limit of 500,000; "
        "raise it with --max cells=NUMBER (in Python: Limits(cells=…))"
    )


def test_a_row_flattens_by_dotted_path() -> None:
    row = {"a": {"b": {"c": 1}}, "d": [Decimal("1.50"), "x"], "e": {"k": [1]}}
    assert flatten(row, ["a.b.c", "a.x.c", "d", "e"]) == [1, None, "1.50; x", "k=[1]"]


@given(st.text(max_size=30), st.integers(1, 20))
def test_a_cell_is_exactly_as_wide_as_asked(text: str, width: int) -> None:
    printable = "".join(c for c in text if c.isprintable())
    assert cell_len(fit(printable, width)) == width


@given(st.lists(st.integers(0, 80), min_size=1, max_size=8), st.integers(0, 200))
def test_columns_share_the_room_there_is(natural: list[int], total: int) -> None:
    widths = share(natural, total)
    assert all(w <= n for w, n in zip(widths, natural, strict=True))
    assert all(w >= min(n, 8) for w, n in zip(widths, natural, strict=True))
    room = total - 2 * (len(natural) - 1)
    assert sum(widths) <= room or all(w <= 8 for w in widths)


def test_a_column_with_a_floor_keeps_it_while_others_give_way() -> None:
    assert share([40, 21, 20], 60, floors=[0, 21, 0]) == [17, 21, 18]


DATED = Columns(names=("day", "decimals"), dates=frozenset({"day"}), integers=frozenset({"decimals"}))
DAYS: list[dict[str, Any]] = [
    {"day": "2024-02-29", "decimals": -3},
    {"day": "2024-02-29T12:00:00", "decimals": "INF"},
    {"day": "2023-02-30", "decimals": None},
    {"day": None, "decimals": 2},
]


def written_days(tmp_path: Path, format: Format) -> Path:
    out = tmp_path / f"days.{format}"
    with destination(out) as where, open_rows(format, where, DATED) as writer:
        for row in DAYS:
            writer.write(row)
    return out


def test_a_workbook_has_dates_and_a_head_that_filters(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(written_days(tmp_path, Format.xlsx)).active
    cells = [sheet[f"A{row}"] for row in (2, 3, 4)]
    assert [c.value for c in cells] == [datetime(2024, 2, 29), "2024-02-29T12:00:00", "2023-02-30"]
    assert cells[0].number_format == "yyyy-mm-dd"
    assert [sheet[f"B{row}"].value for row in (2, 3, 4, 5)] == [-3, "INF", None, 2]
    assert sheet.auto_filter.ref == "A1:B5"


def test_parquet_has_dates_and_whole_numbers_with_types_of_their_own(tmp_path: Path) -> None:
    out = written_days(tmp_path, Format.parquet)
    rows = duckdb.sql(f"select day, decimals, decimals_text from '{out}'")  # noqa: S608
    assert [str(t) for t in rows.types] == ["DATE", "BIGINT", "VARCHAR"]
    assert rows.fetchall() == [(date(2024, 2, 29), -3, "-3"), (None, None, "INF"), (None, None, None), (None, 2, "2")]
