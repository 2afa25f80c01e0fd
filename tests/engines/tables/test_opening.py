"""Parsed reports are kept on disk: used again, made again when a file changes or when what is kept is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.tables.reports import html, table
from tieout.engines.tables import opening
from tieout.engines.tables.view import ReportView


def write(folder: Path, text: str) -> list[Path]:
    path = folder / "S100TEST-0105010.html"
    path.write_bytes(html("<p>（単位：百万円）</p>", table("S100TEST-0105010-tab1", [["", "当期"], ["売上高", text]])))
    return [path]


def opened(files: list[Path]) -> ReportView:
    opening._opened.cache_clear()
    return opening.open_files(files, "S100TEST")


def test_a_kept_view_is_the_same_view(tmp_path: Path, own_cache: Path) -> None:
    files = write(tmp_path, "1")
    first = opened(files)
    assert len(list(own_cache.rglob("*.json.z"))) == 1
    assert opened(files) == first


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    assert opened(write(tmp_path, "1")).tables[0].cells[-1].text == "1"
    assert opened(write(tmp_path, "2")).tables[0].cells[-1].text == "2"


def test_a_damaged_file_in_the_cache_is_made_again(tmp_path: Path, own_cache: Path) -> None:
    files = write(tmp_path, "1")
    first = opened(files)
    (kept,) = own_cache.rglob("*.json.z")
    for damaged in (b"", b"x", kept.read_bytes()[:-9]):
        kept.write_bytes(damaged)
        assert opened(files) == first


def test_nothing_is_kept_where_that_is_asked_for(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIEOUT_CACHE", "")
    opened(write(tmp_path, "1"))
    assert not list(own_cache.rglob("*.json.z"))


def test_a_view_goes_to_json_and_back(tmp_path: Path) -> None:
    view = opened(write(tmp_path, "1"))
    assert ReportView.from_json(view.to_json()) == view
