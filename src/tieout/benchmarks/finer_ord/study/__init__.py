"""What the data and the answers are like: descriptive tables, noise of the labels, and errors sorted by kind."""

from tieout.benchmarks.finer_ord.study.errors import Mistake, mistakes
from tieout.benchmarks.finer_ord.study.noise import Noise, noise
from tieout.benchmarks.finer_ord.study.tables import Description, describe, overlap

__all__ = ["Description", "Mistake", "Noise", "describe", "mistakes", "noise", "overlap"]
