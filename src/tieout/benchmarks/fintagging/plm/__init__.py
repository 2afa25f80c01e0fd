"""Fine-tuning a local encoder for token classification, as the paper's Appendix F; needs ``tieout[plm]``."""

from tieout.benchmarks.fintagging.plm.recipe import Recipe, tune

__all__ = ["Recipe", "tune"]
