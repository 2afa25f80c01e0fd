"""Making a set like FiNER-ORD: annotations from Doccano, the four post-processing steps, the agreement of two annotators.

(The paper's 3.1 and appendices C and D.)
"""

from tieout.benchmarks.finer_ord.making.agreement import Agreement, agreement
from tieout.benchmarks.finer_ord.making.build import build
from tieout.benchmarks.finer_ord.making.cleaning import clean
from tieout.benchmarks.finer_ord.making.doccano import Annotated, read_doccano

__all__ = ["Agreement", "Annotated", "agreement", "build", "clean", "read_doccano"]
