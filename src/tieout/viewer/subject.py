"""A report that is looked at: read once, with its documents, and with what the engines found as far as it was asked for."""

from __future__ import annotations

import base64
import contextlib
import gc
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.report.errors import TieoutError
from tieout.viewer.document import Document, Places, documents_of
from tieout.viewer.items import FactItem, Item
from tieout.viewer.review import Review

if TYPE_CHECKING:
    from tieout.report import Fact, Report

__all__ = ["Subject"]

# Pictures of pages: legible, and drawn a few at a time, since people turn pages forwards.
_DPI, _AHEAD = 110, 4
# The part in which an item is, by the first letter of its id.
_HOMES = {"f": "base", "n": "layout", "a": "audit", "t": "tags", "k": "kpis", "q": "kpis", "e": "entities"}


@dataclass(eq=False)
class Subject:
    """One report. Everything is made when it is first asked for, once, by one thread at a time.

    ``opened`` reads the report; ``label`` is what the user calls it; ``pdf`` gives the bytes of a PDF, for its page pictures.
    """

    label: str
    opened: Callable[[], Report]
    pdf: Callable[[], bytes] | None = None
    questions: tuple[str, ...] = ()
    taxonomy: tuple[Path, ...] = ()
    review_path: Path | None = None
    reviewer: str = ""
    items: dict[str, Item] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)
    _parts: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    _asked: Iterator[int] = field(default_factory=lambda: count(1_000), init=False, repr=False)
    _drawing: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _pictures: dict[int, bytes | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def report(self) -> Report:
        report: Report = self._made("report", self.opened)
        return report

    @property
    def documents(self) -> list[Document]:
        def make() -> list[Document]:
            facts = self.report.facts if self.report.markup else ()
            return documents_of(self.report, {fact.node: f"f{n}" for n, fact in enumerate(facts)})

        documents: list[Document] = self._made("documents", make)
        return documents

    @property
    def places(self) -> Places:
        places: Places = self._made("places", lambda: Places(self.report, self.documents))
        return places

    @property
    def fact_ids(self) -> dict[Fact, str]:
        """The payload's id of each fact."""
        ids: dict[Fact, str] = self._made("ids", lambda: {fact: f"f{n}" for n, fact in enumerate(self.report.facts)})
        return ids

    def fact_places(self, fact: Fact) -> list[dict[str, int]]:
        """Where a fact is printed: its element and those that continue it; of a hidden one the text displayed for it."""
        found: list[dict[str, int]] = []
        for n, document in enumerate(self.documents):
            span = document.tagged.get(fact.node)
            if span is not None:
                found.append(self.places.json(n, *span))
                found += self._continued(fact.node.get("continuedAt"))
                break
        else:
            for n, document in enumerate(self.documents):
                if fact.id and (twin := document.twins.get(fact.id)):
                    found.append(self.places.json(n, *twin))
                    break
        return [place for place in found if place["end"] > place["start"]] or found[:1]

    def fact_item(self, fact: Fact) -> FactItem:
        """What a decision about the fact is about."""
        for document in self.documents:
            if (ordinal := document.ordinals.get(fact.node)) is not None:
                return FactItem(fact, document.file, ordinal)
        where = fact.pointer
        return FactItem(fact, where.file, where.element)

    def is_displayed(self, fact: Fact) -> bool:
        """Whether the fact's own element is displayed in a document."""
        return any(fact.node in document.tagged for document in self.documents)

    def _continued(self, id_: str | None) -> list[dict[str, int]]:
        found: list[dict[str, int]] = []
        seen: set[str] = set()
        while id_ and id_ not in seen:
            seen.add(id_)
            for n, document in enumerate(self.documents):
                if (span := document.continuations.get(id_)) is not None:
                    found.append(self.places.json(n, *span))
                    id_ = document.continued.get(id_)
                    break
            else:
                break
        return found

    def note(self, id_: str, kind: str, about: Mapping[str, Any] | FactItem) -> dict[str, Any]:
        """Remembers what an id of the payload stands for; the keys that the payload gets for it."""
        item = self.items[id_] = Item(kind, about)
        return {"id": id_, "target": item.target}

    @property
    def review(self) -> Review:
        """The review so far. Raises InputError where its file can't be read."""

        def make() -> Review:
            return Review(self.review_path, self.label, self.item, self.reviewer)

        review: Review = self._made("review", make)
        return review

    def item(self, id_: str) -> Item | None:
        """What an id of the payload stands for; makes the part that has it, where it isn't made yet."""
        name = _HOMES.get(id_[:1])
        if id_ not in self.items and name is not None:
            if name == "base":
                self.base()
            else:
                self.part(name)
        return self.items.get(id_)

    def release(self) -> None:
        """Forgets everything that can be made again, so that a folder of reports fits into memory."""
        with self._lock:
            self._parts.clear()
            self.items.clear()
            self._pictures.clear()
        gc.collect()  # a report and its parts know each other: only the collector frees them

    def ask(self, question: str) -> dict[str, Any]:
        """The answer to a question, with its places."""
        from tieout.viewer.payload.kpis import answer

        with self._lock:
            return answer(self, question, next(self._asked))

    def picture(self, page: int) -> bytes | None:
        """The picture of a page of a PDF; None where there is none."""
        if self.pdf is None:
            return None
        from itertools import islice

        from tieout.reading.limits import DEFAULT_LIMITS
        from tieout.reading.pdf.pictures import page_pictures

        with self._drawing:
            if page not in self._pictures:
                data = self.pdf()
                for n, drawn in enumerate(
                    islice(page_pictures(data, self.label, DEFAULT_LIMITS, dpi=_DPI, first=page), _AHEAD)
                ):
                    self._pictures[page + n] = drawn
        return self._pictures.get(page)

    def picture_address(self, page: int) -> str:
        """The picture itself as an address, for a page that has no server."""
        picture = self.picture(page)
        return "data:image/png;base64," + base64.b64encode(picture).decode() if picture is not None else "data:,"

    def warm(self) -> None:
        """Makes what is shown first, before anybody asks; a failure is told to who asks."""
        with contextlib.suppress(TieoutError):
            self.base()

    def base(self) -> dict[str, Any]:
        """The base of the payload."""
        from tieout.viewer.payload import base

        made: dict[str, Any] = self._made("base", lambda: base(self))
        return made

    def part(self, name: str) -> dict[str, Any]:
        """A part of the payload by name; KeyError for one that there is not."""
        from tieout.viewer.payload import PARTS, part

        if name not in PARTS:
            raise KeyError(name)
        made: dict[str, Any] = self._made(f"part {name}", lambda: part(self, name))
        return made

    def _made(self, name: str, make: Callable[[], Any]) -> Any:
        found = self._parts.get(name)
        if found is None:
            with self._lock:
                found = self._parts.get(name)
                if found is None:
                    found = self._parts[name] = make()
        return found
