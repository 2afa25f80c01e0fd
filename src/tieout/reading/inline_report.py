"""A Report from inline documents: facts at once, pages and networks when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tieout.reading.detect import INLINE_NAMESPACES
from tieout.reading.inline_xbrl import InlineSet, read_inline
from tieout.reading.limits import Limits
from tieout.reading.names import Names
from tieout.reading.once import Once
from tieout.report import Fact, Facts, Notice, Parts, Report, SourceKind

__all__ = ["inline_layout", "read_inline_report"]

if TYPE_CHECKING:
    from lxml import etree

    from tieout.reading.archive import FileSource
    from tieout.reading.description import Description
    from tieout.report import Layout

_T = TypeVar("_T")
_MARKED = frozenset(
    f"{{{ns}}}{tag}" for ns in INLINE_NAMESPACES for tag in ("nonFraction", "nonNumeric", "fraction", "footnote")
)


def read_inline_report(
    sets: Sequence[Sequence[tuple[str, bytes]]],
    name: str,
    limits: Limits,
    taxonomy: Sequence[Path] = (),
    kind: SourceKind = "inline-xbrl",
    notices: list[Notice] | None = None,
    source: FileSource | None = None,
    beside: Path | None = None,
) -> Report:
    """The report of one or more Inline XBRL document sets; each is a sequence of (name, bytes) in reading order.

    Context and unit ids belong to their set; in `Report.contexts` one that an earlier set has taken is told apart by the
    set's first file. Concepts and networks come from the schema and linkbases found in ``source``, or for a single file in the
    folder ``beside`` it, and from the ``taxonomy`` packages.
    """
    notices = [] if notices is None else notices
    names = Names()
    inline_sets: list[InlineSet] = []
    facts: list[Fact] = []
    for files in sets:
        inline = read_inline(files, name, limits, names, notices, into=facts)
        inline_sets.append(inline)

    def describe() -> Description:
        # Loaded here, as those who only want the facts have no use for it.
        from tieout.reading.archive import SingleFileSource
        from tieout.reading.description import Description

        files = source if source is not None or beside is None else SingleFileSource(beside / name, limits)
        return Description(files, lambda: _references(inline_sets), lambda: Facts(facts), names, limits, notices, taxonomy)

    described = Once(describe)
    # The layout is made from the documents alone: were it made from the report, facts and report would hold each other, and
    # a tree of tens of megabytes would live until the garbage collector comes by.
    documents = [(d.file, d.root) for s in inline_sets for d in s.documents]
    layout = Once(lambda: inline_layout(documents, name, limits))
    for inline in inline_sets:
        inline.layout = layout
    labels = Once(lambda: described().labels("ja" if kind == "edinet" else "en"))
    parts = Parts(
        facts=lambda: Facts(facts, labels),
        concepts=lambda: described().concepts(),
        networks=lambda: described().networks(),
        layout=layout,
        contexts=lambda: _merged([(s.documents[0].file, s.contexts) for s in inline_sets]),
        units=lambda: _merged([(s.documents[0].file, s.units) for s in inline_sets]),
        markup=lambda: tuple(documents),
    )
    return Report(name, kind, tuple(f for files in sets for f, _ in files), parts, notices)


def _references(inline_sets: Sequence[InlineSet]) -> tuple[list[str], list[str]]:
    """Schemas and linkbases that the documents refer to."""
    from tieout.reading.instance import dts_references

    schemas: list[str] = []
    linkbases: list[str] = []
    for document in (d for s in inline_sets for d in s.documents):
        more_schemas, more_linkbases = dts_references(document.root, document.file)
        schemas += more_schemas
        linkbases += more_linkbases
    return schemas, linkbases


def inline_layout(documents: Sequence[tuple[str, etree._Element]], name: str, limits: Limits) -> Layout:
    """Pages of the documents, with the place of every tagged element."""
    from tieout.reading.layout import build_layout

    return build_layout(documents, name, limits, marked=_MARKED)


def _merged(tables: Sequence[tuple[str, Mapping[str, _T]]]) -> Mapping[str, _T]:
    merged: dict[str, _T] = {}
    for file, table in tables:
        for id_, value in table.items():
            merged[id_ if id_ not in merged else f"{file}#{id_}"] = value
    return merged
