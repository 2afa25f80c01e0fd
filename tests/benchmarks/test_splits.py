"""Splits by issuer, in parts that the command line names."""

from __future__ import annotations

import pytest

from tieout.benchmarks.splits import assign, parse_splits
from tieout.report.errors import InputError


def test_an_issuer_falls_on_one_side() -> None:
    found = assign({f"e{i}" for i in range(20)}, (6, 1, 3), seed=1)
    counts = [list(found.values()).count(split) for split in ("train", "val", "test")]
    assert counts == [12, 2, 6]
    assert found == assign({f"e{i}" for i in range(20)}, (6, 1, 3), seed=1)


@pytest.mark.parametrize("text", ["6:1", "a:b:c", "0:0:0", "-1:1:1"])
def test_parts_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="--splits"):
        parse_splits(text)
