"""The documents of a report, one for each of its files that a reader can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tieout.report import Report
from tieout.viewer.document.document import Document

__all__ = ["documents_of"]


def documents_of(report: Report, marks: Mapping[Any, str]) -> list[Document]:
    """The report's documents in reading order; none for a bare XBRL instance.

    ``marks`` are tagged elements with the names under which they are to be found (``data-t``).
    """
    if report.markup:
        from tieout.viewer.document.safe_markup import safe_markup

        return [safe_markup(file, root, marks) for file, root in report.markup]
    by_file: dict[str, list[Any]] = {}
    for page in report.pages:
        by_file.setdefault(page.file, []).append(page)
    if report.kind == "pdf":
        from tieout.viewer.document.pictures import of_pictures as made
    else:
        from tieout.viewer.document.rendered import of_layout as made
    return [made(file, pages) for file, pages in by_file.items()]
