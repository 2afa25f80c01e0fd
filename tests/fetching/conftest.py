"""A publisher on loopback, and somebody who fetches from it without waiting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fetching.publisher import Publisher
from tieout.fetching import Fetcher


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with Publisher() as publisher:
        yield publisher


@pytest.fixture
def pauses() -> list[float]:
    """The pauses that were asked for."""
    return []


@pytest.fixture
def fetcher(publisher: Publisher, pauses: list[float]) -> Iterator[Fetcher]:
    with Fetcher("Test test@example.com", 1000, mirror=publisher.url, sleep=pauses.append) as fetcher:
        yield fetcher
