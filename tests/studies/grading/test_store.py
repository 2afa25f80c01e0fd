"""Grades survive whatever happens to the process that keeps them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tieout.report.errors import InputError
from tieout.studies.grading import Grade, Grades


def test_the_last_word_counts_and_can_be_taken_back(tmp_path: Path) -> None:
    grades = Grades(tmp_path)
    for item, grade in (("t1", "ok"), ("t2", "ok"), ("t1", "not_ok"), ("t2", None)):
        grades.add(Grade("ana", item, grade, "2026-01-01T00:00:00Z"))
    grades.add(Grade("bo", "t1", "uncertain", "2026-01-01T00:00:00Z"))
    assert grades.of("ana") == {"t1": "not_ok"}
    assert grades.by_item() == {"t1": {"ana": "not_ok", "bo": "uncertain"}}
    assert grades.annotators() == ["ana", "bo"]
    assert len((tmp_path / "ana.jsonl").read_text().splitlines()) == 4, "nothing is ever overwritten"


def test_an_unfinished_line_is_passed_over_and_ended(tmp_path: Path) -> None:
    grades = Grades(tmp_path)
    grades.add(Grade("ana", "t1", "ok", "2026-01-01T00:00:00Z"))
    with (tmp_path / "ana.jsonl").open("ab") as handle:
        handle.write(b'{"annotator": "ana", "item": "t2", "gra')
    assert grades.of("ana") == {"t1": "ok"}
    grades.add(Grade("ana", "t3", "ok", "2026-01-01T00:00:00Z"))
    assert Grades(tmp_path).of("ana") == {"t1": "ok", "t3": "ok"}


def test_threads_dont_mix_lines(tmp_path: Path) -> None:
    grades = Grades(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: grades.add(Grade("ana", f"t{n}", "ok", "2026-01-01T00:00:00Z")), range(40)))
    assert len(Grades(tmp_path).of("ana")) == 40


@pytest.mark.parametrize("name", ["", "../ana", "a/b", ".", "a b", "x" * 65])
def test_names_that_are_no_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        Grades(tmp_path).add(Grade(name, "t1", "ok", "2026-01-01T00:00:00Z"))


def test_other_grades_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no grade"):
        Grades(tmp_path).add(Grade("ana", "t1", "good", "2026-01-01T00:00:00Z"))
    (tmp_path / "ana.jsonl").write_text('{"annotator": "ana", "item": "t", "grade": "good", "at": ""}\n')
    with pytest.raises(InputError, match="line 1"):
        Grades(tmp_path).of("ana")


def test_a_line_that_is_no_grade_is_passed_over_and_a_byte_order_mark_too(tmp_path: Path) -> None:
    line = '{"annotator": "ana", "item": %s, "grade": "ok", "at": "2026-01-01T00:00:00Z"}\n'
    (tmp_path / "ana.jsonl").write_text(line % '"t1"' + line % '["t2"]' + "[" * 100_000 + "\n", encoding="utf-8-sig")
    assert Grades(tmp_path).of("ana") == {"t1": "ok"}
