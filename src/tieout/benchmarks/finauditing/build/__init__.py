"""Building FinAuditing data from filings: segments, injected and natural errors, pairs and numbers without any."""

from tieout.benchmarks.finauditing.build.run import BuildOptions, build

__all__ = ["BuildOptions", "build"]
