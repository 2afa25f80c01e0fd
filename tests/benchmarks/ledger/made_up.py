"""Two made-up reports in the official layout, by way of the builder."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.ledger.filings import write_two
from tieout.benchmarks.ledger.build import BuildOptions, build

__all__ = ["write"]


def write(folder: Path) -> None:
    """``needle/eval``, ``reports/eval`` and ``mmd/`` below ``folder``; the filings lie beside it."""
    filings = folder.with_name(folder.name + "-filings")
    write_two(filings)
    out = folder / "built"
    build(filings, out, BuildOptions(seed=1))
    for part in out.iterdir():
        part.rename(folder / part.name)
    out.rmdir()
