"""A Report from inline documents: facts at once, pages and networks when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tieout.reading.detect import INLINE_NAMESPACES
from tieout.reading.inline_xbrl import InlineSet, read_inline
from tieout.reading.limits import Limits
from tieout.report import Layout, Notice, Parts, Report, SourceKind

__all__ = ["inline_layout", "read_inline_report"]

_MARKED = frozenset(
    f"{{{ns}}}{tag}" for ns in INLINE_NAMESPACES for tag in ("nonFraction", "nonNumeric", "fraction", "footnote")
)


def read_inline_report(
    files: Sequence[tuple[str, bytes]],
    name: str,
    limits: Limits,
    taxonomy: Sequence[Path] = (),
    beside: Path | None = None,
    kind: SourceKind = "inline-xbrl",
) -> Report:
    """The report of an Inline XBRL document set; ``files`` are (name, bytes) pairs in reading order.

    Concepts and networks come from the schema and linkbases found in ``beside`` and from the ``taxonomy`` packages.
    """
    notices: list[Notice] = []
    inline, facts = read_inline(files, name, limits, notices=notices)
    report: Report
    parts = Parts(
        facts=lambda: facts,
        layout=lambda: inline_layout(inline, limits),
        contexts=lambda: inline.contexts,
        units=lambda: inline.units,
    )
    report = Report(name, kind, tuple(f for f, _ in files), parts, notices)
    inline.layout = lambda: report.layout
    return report


def inline_layout(inline: InlineSet, limits: Limits) -> Layout:
    """Pages of the documents, with the place of every tagged element."""
    from tieout.reading.layout import build_layout

    return build_layout([(d.file, d.root) for d in inline.documents], inline.report, limits, marked=_MARKED)
