"""A letter that was found: its pages, text, and evidence for every block of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tieout.report import Evidence, Report
from tieout.studies.letters.headings import Heading
from tieout.studies.letters.phrases import plain
from tieout.studies.letters.reading_order import Item, evidence_of

__all__ = ["Letter", "company_year", "make_letter"]

# LEDGER's names of files: EXCHANGE_TICKER_YEAR, or without the exchange.
_NAME = re.compile(r"(?:[A-Z]{2,10}_)?([A-Z0-9][A-Z0-9.\-]{0,11})_((?:19|20)\d\d)(?:_\w{1,20})?", re.ASCII)
_SUFFIX = re.compile(r"\.(?:mmd|md|pdf|html?|txt|zip)$", re.I)


@dataclass(frozen=True, slots=True)
class Letter:
    """``authors`` are the roles in its heading; ``text`` its blocks, parted by blank lines, tables left out.

    ``spans`` has an evidence for each block and table in it, the heading first. ``ended_by`` is ``signature``, ``section`` (the
    heading of another one), ``letter`` (another letter), ``length``, ``report`` (its end) or ``llm``.
    """

    report: str
    ticker: str | None
    fiscal_year: int | None
    heading: str
    authors: tuple[str, ...]
    first_page: int
    last_page: int
    words: int
    ended_by: str
    text: str
    spans: tuple[Evidence, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "report": self.report,
            "ticker": self.ticker,
            "fiscal_year": self.fiscal_year,
            "found": True,
            "heading": self.heading,
            "authors": ", ".join(self.authors) or None,
            "first_page": self.first_page,
            "last_page": self.last_page,
            "words": self.words,
            "ended_by": self.ended_by,
            "reason": None,
            "text": self.text,
            "evidence": self.spans[0].to_dict(),
            "end": self.spans[-1].to_dict(),
            "spans": [span.to_dict() for span in self.spans],
        }

    def to_markdown(self) -> str:
        """The letter as a page of Markdown with its source in the first lines."""
        pages = f"{self.first_page}-{self.last_page}" if self.last_page > self.first_page else f"{self.first_page}"
        body = self.text.removeprefix(self.heading).lstrip()
        return f"# {self.heading}\n\n*{self.report}, pages {pages}; ended by: {self.ended_by}*\n\n{body}\n"


def company_year(name: str) -> tuple[str | None, int | None]:
    """Ticker and fiscal year in the name of a report's file (``NYSE_ASHQ_2022.mmd``); None where it isn't such a name."""
    match = _NAME.fullmatch(_SUFFIX.sub("", re.split(r"[/\\]", name)[-1]))
    return (match[1], int(match[2])) if match else (None, None)


def make_letter(report: Report, items: Sequence[Item], heading: Heading, ended_by: str) -> Letter:
    """The letter that a run of items is; page numbers, and running heads that repeat its heading, are left out."""
    printed = [page.printed for page in report.pages]
    own = plain(items[0].text)
    items = [item for at, item in enumerate(items) if at == 0 or not (item.plain == own or item.plain.isdigit())]
    blocks = [item for item in items if item.block is not None]
    ticker, year = company_year(report.name)
    return Letter(
        report=report.name,
        ticker=ticker,
        fiscal_year=year,
        heading=heading.text,
        authors=tuple(sorted(heading.authors)),
        first_page=items[0].page,
        last_page=items[-1].page,
        words=sum(item.words for item in blocks),
        ended_by=ended_by,
        text="\n\n".join(item.text for item in blocks),
        spans=tuple(evidence_of(report, item, printed) for item in items),
    )
