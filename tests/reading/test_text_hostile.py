"""Text and Markdown made to keep a regular expression busy for ever."""

from __future__ import annotations

import time

import pytest

from tieout.reading import read_bytes

MANY = 300_000

BAIT = {
    "a heading of blanks": "# a" + " " * MANY + "x\n",
    "a heading of hashes": "# a" + "#" * MANY + "x\n",
    "blanks before a rule": "|a|\n" + " " * MANY + "|x-\n|b|\n",
    "nearly a rule of a pipe table": "a|b\n" + "-|" * MANY + "x\n",
    "nearly a rule": "- " * MANY + "x\n",
    "lines with one pipe": "a|b\n" * MANY,
    "tables that end without a bracket": "<table</table" * MANY,
    "line breaks": "a" + "\n" * MANY,
    "parentheses": "(" * MANY,
    "number words": "one hundred " * MANY,
    "kanji numerals": "三" * MANY,
    "spaced groups": "123 " * MANY,
}


@pytest.mark.parametrize("bait", BAIT, ids=str)
@pytest.mark.parametrize("name", ["bait.md", "bait"])
def test_bait_for_regular_expressions_is_read_in_no_time(bait: str, name: str) -> None:
    start = time.process_time()
    report = read_bytes(f"# Report\n\n{BAIT[bait]}\n<--- Page Split --->\n".encode(), name)
    for table in report.tables:
        _ = [cell.amount for cell in table.cells]
    assert len(report.pages) == 2
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Assets", "Assets"),
        ("## Assets ##", "Assets"),
        ("# Assets # 1 ", "Assets # 1"),
        ("### C# ", "C"),
        ("# a  #  # ", "a  #"),
    ],
)
def test_headings_end_before_their_closing_hashes(line: str, title: str) -> None:
    (block,) = read_bytes(f"{line}\n".encode(), "a.md").pages[0].blocks
    assert block.text == title
