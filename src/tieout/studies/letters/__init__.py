"""Letters of chairs and chief executives: finding them in annual reports, and probing what their wording foretells.

LEDGER (arXiv 2606.13100), section 5.
"""

from __future__ import annotations

from tieout.studies.letters.classifier import Marker, find_marker
from tieout.studies.letters.finding import Found, find_letters
from tieout.studies.letters.letter import Letter

__all__ = ["Found", "Letter", "Marker", "find_letters", "find_marker"]
