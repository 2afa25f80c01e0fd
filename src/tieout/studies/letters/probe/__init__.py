"""A linear probe on text embeddings: does the wording of a letter foretell the surprise, or the return of the next quarter?

LEDGER (arXiv 2606.13100), section 5: average precision against the base rate.
"""

from tieout.studies.letters.probe.average_precision import average_precision
from tieout.studies.letters.probe.embedding import embedded_by
from tieout.studies.letters.probe.linear import ProbeResult, Score, probe_target
from tieout.studies.letters.probe.samples import Targets, TextSample, read_samples, targets_of

__all__ = [
    "ProbeResult",
    "Score",
    "Targets",
    "TextSample",
    "average_precision",
    "embedded_by",
    "probe_target",
    "read_samples",
    "targets_of",
]
