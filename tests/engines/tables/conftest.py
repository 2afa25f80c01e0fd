"""A cache of its own for every test: nothing is kept in the user's, nothing of an earlier run is met."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("TIEOUT_CACHE", str(folder))
    return folder
