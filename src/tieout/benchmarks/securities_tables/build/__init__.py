"""Building data of the shared tasks' form from EDINET filings."""

from tieout.benchmarks.securities_tables.build.run import BuildOptions, build

__all__ = ["BuildOptions", "build"]
