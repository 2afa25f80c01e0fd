"""What there is to grade."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.pdf_writer import Sheet, pdf
from tests.studies.grading import made_up
from tieout.report.errors import InputError
from tieout.studies.grading import find_items
from tieout.studies.grading.items import picture_of


def test_tables_of_markdown_beside_their_pictures(tmp_path: Path) -> None:
    items = list(find_items(made_up.write(tmp_path)))
    assert [item.id for item in items][:3] == [
        "one/one/page_0001/table_1",
        "one/one/page_0001/table_2",
        "one/one/page_0002/table_1",
    ]
    assert len(items) == 6
    assert items[0].rows == ((("one A", 1, 1), ("2023", 1, 1)), (("Sales <b>", 1, 1), ("1,250", 1, 1)))
    assert (picture_of(items[0]) or b"").startswith(b"\x89PNG")


def test_tables_of_a_pdf_beside_its_drawn_pages(tmp_path: Path) -> None:
    sheet = Sheet()
    rows = {"": ("2023", "2022"), "Sales": ("1,250", "1,100"), "Costs": ("700", "640"), "Profit": ("550", "460")}
    for line, (label, values) in enumerate(rows.items()):
        sheet.text(72, 100 + 14 * line, label)
        for column, value in enumerate(values):
            sheet.right(300 + 80 * column, 100 + 14 * line, value)
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf(sheet))
    (item,) = find_items(path)
    assert item.id == "report/page_0001/table_1"
    assert (picture_of(item) or b"").startswith(b"\x89PNG")


def test_without_tables_or_pictures_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no PDF and no Markdown"):
        list(find_items(tmp_path))
    (tmp_path / "a.mmd").write_text("<table><tr><td>1</td></tr></table>\n<--- Page Split --->\n")
    with pytest.raises(InputError, match="no table beside a page picture"):
        list(find_items(tmp_path))
