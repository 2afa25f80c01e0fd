"""A tagging model of invented companies, as small as it can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.tagging.made_up import NAMES, inline_filing
from tieout.engines.tagging.artefact import write_artefact
from tieout.engines.tagging.training import gather, train_artefact
from tieout.reading import read


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trained on two filings each of all companies but the last."""
    folder, out = tmp_path_factory.mktemp("filings"), tmp_path_factory.mktemp("model")
    readers = []
    for number in range(len(NAMES) - 1):
        for seed in (1, 2):
            path = folder / f"{number}-{seed}.htm"
            path.write_text(inline_filing(number, seed), encoding="utf-8")
            readers.append((path.name, lambda path=path: read(path)))
    write_artefact(train_artefact(gather(readers), most=300), out)
    return out
