"""The sample, served once for all tests of the desk: its engines run once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.viewer.browser.desk.opened import Desk
from tests.viewer.served import Served
from tieout.samples import path


@pytest.fixture(scope="session")
def review_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("review") / "sample.review.jsonl"


@pytest.fixture(scope="session")
def link(review_file: Path) -> Iterator[str]:
    with Served(path("us_10k"), "--review", review_file) as served:
        yield served.link


@pytest.fixture
def desk(page: Any, link: str) -> Iterator[Callable[..., Desk]]:
    """Opens the sample's desk, at a view."""
    yield lambda view="", whole=True: Desk(page, link, view, whole)
    page.goto("about:blank")
