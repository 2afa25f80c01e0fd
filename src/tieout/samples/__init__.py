"""Made-up reports that ship with Tieout. Every company, person and figure in them is invented.

``us_10k`` is a 10-K as inline XBRL with its extension schema and linkbases, ``us_10k.md`` the same report as page-split
Markdown, ``us_statements.pdf`` three of its statements as a PDF, and ``mistakes.toml`` lists what is wrong in them on purpose.
``edgar`` is what EDGAR would serve of its company, for `tieout fetch --mirror`. ``japan`` holds a Japanese securities report
with questions in the official layout of NTCIR-18 U4 (``table_qa`` and ``table_retrieval``), ``japan_report`` the report alone,
and ``japan_edinet`` the same report as an EDINET package. ``studies`` holds filings, prices and earnings of four companies for
`tieout events`, and reports and letters for `tieout letters`. All of it is written by ``scripts/make_samples``.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

__all__ = ["NAMES", "path"]

_PLACES = {
    "us_10k": "us_10k",
    "us_10k.htm": "us_10k/mrw-20250930.htm",
    "us_10k.md": "us_10k.md",
    "us_statements.pdf": "us_statements.pdf",
    "mistakes.toml": "us_10k/mistakes.toml",
    "edgar": "edgar",
    "japan": "japan",
    "japan_report": "japan/table_qa/valid/reports/S100SMPL",
    "japan_edinet": "japan_edinet",
    "studies": "studies",
}

NAMES = tuple(_PLACES)
"""Names that `path` knows."""


def path(name: str) -> Path:
    """The file or folder of a sample, to be read and not written.

    Raises TieoutError for a name that is not in `NAMES`, or where the package is not installed as files.
    """
    from tieout.report.errors import TieoutError

    place = _PLACES.get(name)
    if place is None:
        raise TieoutError(f"there is no sample {name!r}: choose one of {', '.join(NAMES)}")
    found = files(__name__).joinpath(place)
    if not isinstance(found, Path):
        raise TieoutError("the samples can't be read from inside an archive: install tieout as files (pip install tieout)")
    return found
