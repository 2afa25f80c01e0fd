"""`tieout build fintagging`: official rows from any folder of inline 10-K and 10-Q documents (the paper's 3.2 and 3.3)."""

from tieout.benchmarks.fintagging.build.run import BuildOptions, build

__all__ = ["BuildOptions", "build"]
