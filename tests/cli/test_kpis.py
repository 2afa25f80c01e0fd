"""`tieout kpis` on reports that ship: rows that say what they are of, whether or not anything was found."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.cli.conftest import Run
from tieout.samples import path as sample


def test_a_row_names_its_report_where_nothing_was_found(tieout: Run, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "whole.md").write_bytes(sample("us_10k.md").read_bytes())
    (folder / "empty.md").write_text("Annual report\n\nNothing was sold.\n", "utf-8")
    out = tmp_path / "kpis.csv"
    done = tieout("kpis", folder, "--out", out)
    assert done.returncode == 0, done.stderr.decode()
    rows = list(csv.DictReader(out.open(encoding="utf-8", newline="")))
    assert [sum(row["report"] == name for row in rows) for name in ("whole.md", "empty.md")] == [31, 31]
    assert "-14810000" in {row["value"] for row in rows}  # a number, without the apostrophe of a text that begins so
    assert all(row["reason"] for row in rows if row["report"] == "empty.md")


def test_a_table_of_one_report_cuts_no_name_of_a_kpi(tieout: Run) -> None:
    done = tieout("kpis", sample("us_statements.pdf"), "--format", "table")
    head, *lines = done.stdout.decode().splitlines()
    assert head.split()[:2] == ["kpi", "value"]
    assert {"long_term_debt_total", "long_term_debt_noncurrent", "long_term_debt_current"} <= {
        line.split()[0] for line in lines
    }


def test_lines_of_json_begin_with_the_report(tieout: Run) -> None:
    first = json.loads(tieout("kpis", sample("us_10k.md")).stdout.splitlines()[0])
    assert (next(iter(first)), first["report"]) == ("report", "us_10k.md")
    assert first["value"] == "214600000"
    assert first["evidence"]["report"] == "us_10k.md"
