"""Runs of an evaluation: results beside the published numbers, and each sample with prompt, output, gold and evidence."""

from tieout.viewer.runs.run import RunView, is_run

__all__ = ["RunView", "is_run"]
