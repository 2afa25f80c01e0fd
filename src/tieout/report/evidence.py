"""Evidence: a pointer that a program can follow and a person can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where something stands in a report.

    ``element`` is the document-order ordinal of the markup element among all elements of ``file`` (the root is 0), which
    exists even where the element has no id. ``span`` counts code points of the stored text of the ``cell``, or where
    there is no cell of the ``block``: ``text[start:end] == quote``. Sources without markup elements have ``element``
    None. ``page`` counts from 1; ``printed_page`` is the number that stands on that page, if one does. Hidden facts have
    ``printed`` False; ``twin`` then points at the displayed text, where the filing names it.
    """

    report: str
    file: str
    element: int | None = None
    element_id: str | None = None
    page: int | None = None
    printed_page: str | None = None
    block: str | None = None
    table: str | None = None
    cell: str | None = None
    span: tuple[int, int] | None = None
    quote: str = ""
    printed: bool = True
    twin: Evidence | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; keys are always all there, so that rows line up in a table."""
        return {
            "report": self.report,
            "file": self.file,
            "element": self.element,
            "element_id": self.element_id,
            "page": self.page,
            "printed_page": self.printed_page,
            "block": self.block,
            "table": self.table,
            "cell": self.cell,
            "span": list(self.span) if self.span else None,
            "quote": self.quote,
            "printed": self.printed,
            "twin": self.twin.to_dict() if self.twin else None,
        }
