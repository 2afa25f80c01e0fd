"""Primary statements of real PDF reports: known figures stand in the right row, below the right header.

`pdf_facts.csv` holds what is printed there, read by eye: file, page, row label, part of a column header, text of the cell.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tieout.reading.pdf import read_pdf
from tieout.report.layout import Cell
from tieout.report.report import Report

with Path(__file__).with_name("pdf_facts.csv").open(encoding="utf-8", newline="") as stream:
    FACTS = list(csv.DictReader(stream))
FILES = sorted({fact["file"] for fact in FACTS})

pytestmark = pytest.mark.corpus


@cache
def report_of(path: Path) -> Report:
    return read_pdf(path.read_bytes(), path.name)


def cells(report: Report, fact: dict[str, str]) -> list[Cell]:
    return [
        cell
        for table in report.pages[int(fact["page"]) - 1].tables
        for cell in table.cells
        if cell.display == fact["text"] and cell.row_label == fact["row"] and fact["header"] in " ".join(cell.column_headers)
    ]


@pytest.mark.parametrize("file", FILES)
def test_known_figures_are_found_with_row_label_and_header(corpus: Path, file: str) -> None:
    report = report_of(corpus / "filings/pdf" / f"{file}.pdf")
    missing = [fact for fact in FACTS if fact["file"] == file and not cells(report, fact)]
    assert missing == []


@pytest.mark.parametrize("file", FILES)
def test_no_number_column_is_merged_with_another(corpus: Path, file: str) -> None:
    """In a row as wide as its table, a cell with two numbers of four digits or more has swallowed its neighbour."""
    report = report_of(corpus / "filings/pdf" / f"{file}.pdf")
    merged = defaultdict(list)
    for table in report.tables:
        for cell in table.cells:
            words = cell.display.replace("$", " ").split()
            if (
                not cell.header
                and len(words) > 1
                and all(w.strip("()").replace(",", "").isdigit() and len(w) > 4 for w in words)
            ):
                merged[table.id].append(cell.display)
    assert dict(merged) == {}


@pytest.mark.parametrize("file", FILES)
def test_every_cell_and_block_lies_on_its_page(corpus: Path, file: str) -> None:
    for page in report_of(corpus / "filings/pdf" / f"{file}.pdf").pages:
        assert page.size is not None
        for item in [*page.blocks, *(cell for table in page.tables for cell in table.cells)]:
            assert item.box is not None
            x0, y0, x1, y1 = item.box
            assert x0 <= x1 and y0 <= y1
            assert x0 > -20 and x1 < page.size[0] + 200 and y0 > -20 and y1 < page.size[1] + 20
