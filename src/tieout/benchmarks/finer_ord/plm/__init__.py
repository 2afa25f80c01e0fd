"""Fine-tuning pretrained transformers as the paper does (4.1 and Appendix H); needs ``tieout[plm]`` and a local model."""

from tieout.benchmarks.finer_ord.plm.grid import Grid, grid_search

__all__ = ["Grid", "grid_search"]
