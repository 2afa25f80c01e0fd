"""PDF: text with boxes and page numbers, and tables as far as the positions of the words tell. No models, no OCR."""

from __future__ import annotations

from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.report.errors import Notice
from tieout.report.layout import Layout
from tieout.report.report import Parts, Report

__all__ = ["read_pdf"]


def read_pdf(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Report:
    """The report in a PDF, of kind ``pdf``. Opens the file to see that it can be read; pages are built when asked for.

    Blocks and cells carry their boxes, pages their size and printed number. Raises InputError for a file that is no PDF, is
    damaged, needs a password or has no pages, LimitError for one over ``limits`` (``file_size``, ``pages``); building
    the pages raises it where they hold more than the size of the file explains (``words``, ``items``). Pages that can't be
    loaded, have no text or no readable text are told in the report's notices, once the pages are built.
    """
    from tieout.reading.pdf.isolated import check

    pages = check(data, name, limits)
    notices: list[Notice] = []

    def layout() -> Layout:
        from tieout.reading.pdf.layout import layout_of

        return layout_of(data, name, pages, limits, notices)

    return Report(name, "pdf", (name,), Parts(layout=layout), notices)
