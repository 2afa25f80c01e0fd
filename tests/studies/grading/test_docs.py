"""The worked example of docs/grade.md is what the program says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import environment
from tieout.samples import path as sample
from tieout.studies.grading import Grade, Grades, find_items

PAGE = Path(__file__).resolve().parents[3] / "docs" / "grade.md"


def test_the_report_that_the_page_shows(tmp_path: Path) -> None:
    grades = Grades(tmp_path / "grades")
    said = {"ana": ("ok", "ok", "not_ok"), "bo": ("ok", "ok", "ok")}
    items = [item.id for item in find_items(sample("us_statements.pdf"))]
    assert len(items) == 3
    for who, own in said.items():
        for item, grade in zip(items, own, strict=True):
            grades.add(Grade(who, item, grade, "2026-01-01T00:00:00Z"))
    command = [sys.executable, "-m", "tieout", "grade", "report", str(tmp_path), "--format", "table"]
    done = subprocess.run(command, capture_output=True, env=environment(), check=False, text=True)
    shown = re.search(r"(?:    .*\n)*    tables graded.*\n(?:    .*\n)*", PAGE.read_text(encoding="utf-8"))
    assert shown is not None
    assert [line.strip() for line in shown[0].splitlines()] == [line.strip() for line in done.stdout.splitlines()]
