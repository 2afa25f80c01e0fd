"""When nothing matches, the user hears why, and what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.filings import FILING, write_filing


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--concept", "Asets"], "--concept Asets: no such concept; did you mean us-gaap:Assets?"),
        (["--concept", "assetscurrent"], "--concept assetscurrent: no such concept; did you mean us-gaap:AssetsCurrent?"),
        (["--concept", "Zebra"], "--concept Zebra: no such concept"),
        (
            ["--period", "1999"],
            "--period 1999: no fact of it; the most facts are of 2024-12-31, 2023-12-31, 2024-01-01/2024-12-31",
        ),
        (["--unit", "USDD"], "--unit USDD: no fact in it; there are iso4217:USD"),
    ],
)
def test_an_option_that_matches_nothing_is_named_with_what_there_is(
    tieout: Run, tmp_path: Path, options: list[str], said: str
) -> None:
    done = tieout("facts", write_filing(tmp_path), *options)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().splitlines() == ["tieout: no fact matches", f"tieout: {said}"]


def test_options_that_only_together_match_nothing_are_told(tieout: Run, tmp_path: Path) -> None:
    done = tieout("facts", write_filing(tmp_path), "--concept", "Motto", "--unit", "USD")
    assert done.stderr.decode() == "tieout: no fact matches all of these conditions together\n"


def test_what_is_no_period_is_the_users_mistake(tieout: Run, tmp_path: Path) -> None:
    done = tieout("facts", write_filing(tmp_path), "--period", "2023-13")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"'2023-13' is no period: write it as 2023, 2023-12" in done.stderr


def test_facts_that_something_is_wrong_with_are_counted(tieout: Run, tmp_path: Path) -> None:
    filing = tmp_path / "x.htm"
    filing.write_text(FILING.replace('<xbrli:context id="i23"', '<xbrli:context id="i22"'), encoding="utf-8")
    for options in ((), ("--format", "csv")):
        done = tieout("facts", filing, *options)
        assert done.stdout.decode().count("no context has the id 'i23'") == 4
        assert "tieout: 4 of 12 facts carry an error, the first: no context has the id 'i23'" in done.stderr.decode()
