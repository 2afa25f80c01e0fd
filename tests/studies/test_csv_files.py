"""CSV files of a user say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.report.errors import InputError
from tieout.studies.csv_files import read_lines


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_cells_that_are_not_parted_by_commas_are_said(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "prices.csv"
    path.write_text(mark.join(("ticker", "date", "close")) + "\n" + mark.join(("ASHQ", "2023-02-21", "44.65")) + "\n")
    with pytest.raises(InputError, match="cells parted by commas"):
        list(read_lines(path, {"ticker": (), "date": ()}, ("ticker", "date")))


def test_a_missing_column_is_said_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("ticker,close\nASHQ,44.65\n")
    with pytest.raises(InputError, match="has no column date"):
        list(read_lines(path, {"ticker": (), "date": ()}, ("ticker", "date")))
