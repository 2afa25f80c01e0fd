"""`tieout demo` shows the main job on the sample that ships, on a screen or two."""

from __future__ import annotations

import re

from tests.cli.conftest import Run


def test_the_demonstration_ties_numbers_and_finds_what_does_not_add_up(tieout: Run) -> None:
    done = tieout("demo")
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Consolidated Statements of Operations" in text
    assert re.search(r"220,847,000 USD Assets 2025-09-30\n +“220,847”: page \d+, table \S+, cell \S+, characters \d+-\d+", text)
    assert "AssetsCurrent 2025-09-30: reported 112,567,000, its parts give 112,657,000: off by 90,000" in text
    assert re.search(r"us_10k\.md “.*220,847”: page \d+, table \S+, cell \S+, Total assets", text)
    assert len(text.splitlines()) <= 80
    assert "\x1b" not in text


def test_the_demonstration_fits_a_narrow_screen(tieout: Run) -> None:
    lines = tieout("demo", env={"COLUMNS": "80"}).stdout.decode().splitlines()
    assert max(map(len, lines)) <= 80
