"""LEDGER's data from inline filings."""

from tieout.benchmarks.ledger.build.run import BuildOptions, build

__all__ = ["BuildOptions", "build"]
