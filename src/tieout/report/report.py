"""Report: one financial report, whatever it was read from."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from tieout.report.errors import Notice
from tieout.report.facts import Context, Facts, Unit

if TYPE_CHECKING:
    from tieout.report.concepts import Concept, Network
    from tieout.report.layout import Block, Cell, Layout, Page, Table

__all__ = ["Parts", "Report", "SourceKind"]

T = TypeVar("T")
SourceKind = Literal["inline-xbrl", "xbrl", "edinet", "taxonomy", "markdown", "html", "pdf", "text"]


def _no_facts() -> Facts:
    return Facts(())


def _no_layout() -> Layout:
    from tieout.report.layout import Layout

    return Layout()


def _tell_printed_pages(layout: Layout) -> None:
    """Tables know the number printed on their page, so that their cells' evidence does."""
    for page in layout.pages:
        if page.printed is not None:
            for table in page.tables:
                table.printed_page = page.printed


@dataclass(slots=True)
class Parts:
    """How a reader delivers each part; each is called at most once, when the part is first asked for."""

    facts: Callable[[], Facts] = _no_facts
    layout: Callable[[], Layout] = _no_layout
    concepts: Callable[[], Mapping[str, Concept]] = dict
    networks: Callable[[], tuple[Network, ...]] = tuple
    contexts: Callable[[], Mapping[str, Context]] = dict
    units: Callable[[], Mapping[str, Unit]] = dict
    markup: Callable[[], tuple[tuple[str, Any], ...]] = tuple


@dataclass(slots=True, eq=False, weakref_slot=True)
class Report:
    """One report. Facts come in one pass; pages, tables and networks are built when first asked for.

    Safe to read from several threads. ``notices`` grows as parts are built; it holds what a reader should know and what
    did not stop the reading.
    """

    name: str
    kind: SourceKind
    files: tuple[str, ...]
    parts: Parts = field(repr=False)
    notices: list[Notice] = field(default_factory=list, repr=False)
    _built: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)

    def _part(self, name: str) -> Any:
        built = self._built.get(name)
        if built is None:
            with self._lock:
                built = self._built.get(name)
                if built is None:
                    built = getattr(self.parts, name)()
                    if name == "layout":
                        _tell_printed_pages(built)
                    self._built[name] = built
        return built

    @property
    def facts(self) -> Facts:
        facts: Facts = self._part("facts")
        return facts

    @property
    def layout(self) -> Layout:
        layout: Layout = self._part("layout")
        return layout

    @property
    def pages(self) -> list[Page]:
        return self.layout.pages

    @property
    def blocks(self) -> list[Block]:
        """Headings, paragraphs and list items in reading order; hidden ones are left out."""
        return [b for p in self.pages for b in p.blocks if not b.hidden]

    @property
    def tables(self) -> list[Table]:
        """Tables in reading order; hidden ones are left out."""
        return [t for p in self.pages for t in p.tables if not t.hidden]

    @property
    def networks(self) -> tuple[Network, ...]:
        """Presentation, calculation, definition and other networks, in the order of their role definitions."""
        networks: tuple[Network, ...] = self._part("networks")
        return networks

    @property
    def concepts(self) -> Mapping[str, Concept]:
        """By canonical name. Where no schema or taxonomy tells, what the filing itself says (`Concept.source`)."""
        concepts: Mapping[str, Concept] = self._part("concepts")
        return concepts

    @property
    def contexts(self) -> Mapping[str, Context]:
        contexts: Mapping[str, Context] = self._part("contexts")
        return contexts

    @property
    def units(self) -> Mapping[str, Unit]:
        units: Mapping[str, Unit] = self._part("units")
        return units

    @property
    def markup(self) -> tuple[tuple[str, Any], ...]:
        """(file, root element) of each document that is markup, as it was parsed; not to be changed."""
        markup: tuple[tuple[str, Any], ...] = self._part("markup")
        return markup

    def table(self, id: str) -> Table:
        """The table with that id (`Evidence.table`); KeyError if there is none."""
        return self._found(self.layout.table_by_id(id), "table", id)

    def cell(self, id: str) -> Cell:
        """The cell with that id (`Evidence.cell`); KeyError if there is none."""
        return self._found(self.layout.cell_by_id(id), "cell", id)

    def block(self, id: str) -> Block:
        """The heading, paragraph or list item with that id (`Evidence.block`); KeyError if there is none."""
        return self._found(self.layout.block_by_id(id), "block", id)

    def _found(self, item: T | None, what: str, id: str) -> T:
        if item is None:
            raise KeyError(f"{self.name} has no {what} with the id {id!r}")
        return item

    def network(self, kind: str, role: str) -> Network | None:
        """The network of that kind whose role URI, or role definition, is or ends with ``role``."""
        for n in self.networks:
            if n.kind == kind and (n.role == role or n.role.endswith(role) or (n.definition or "").endswith(role)):
                return n
        return None
