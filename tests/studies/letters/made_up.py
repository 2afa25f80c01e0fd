"""Reports as page-split Markdown, written in the test."""

from __future__ import annotations

from tieout.reading.markdown import read_markdown
from tieout.report import Report

SPLIT = "\n<--- Page Split --->\n"
PROSE = (
    "The year began with ports closed and ended with every berth of ours taken, and in between our people moved more goods "
    "than in any year before, without a single serious injury to anybody; the board thanks each of them for it, and so do I. "
)


def report(*pages: str, name: str = "LSE_ASHQ_2022.mmd") -> Report:
    return read_markdown(SPLIT.join(pages).encode(), name)


def prose(times: int = 3) -> str:
    """Paragraphs of some 45 words."""
    return "\n\n".join([PROSE] * times)
