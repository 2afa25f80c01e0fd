"""A document that is safe to show, with what is needed to find evidence in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from tieout.viewer.document.characters import Utf16

__all__ = ["Document", "Span"]

Span = tuple[int, int]
"""Start and end in `Document.characters`, in code points."""


@dataclass(eq=False)
class Document:
    """One document of a report.

    ``kind`` is ``markup`` (the filing's own HTML), ``text`` (laid out from what was read) or ``pictures`` (page pictures with
    boxes of text over them). ``body`` is what stands in its body, ``style`` the filing's own style sheets; both are safe.
    ``elements`` are the spans of the markup's elements by ordinal, ``items`` those of blocks and cells by id, ``tagged`` those
    of the elements asked for (``ordinals`` are theirs), ``continuations`` and ``twins`` by the id that leads to them;
    ``continued`` says in which one a continuation goes on.
    """

    file: str
    kind: Literal["markup", "text", "pictures"]
    body: str
    characters: str
    style: str = ""
    doctype: bool = True
    language: str | None = None
    elements: tuple[list[int], list[int]] | None = None
    items: Mapping[str, Span] = field(default_factory=dict)
    tagged: Mapping[Any, Span] = field(default_factory=dict)
    ordinals: Mapping[Any, int] = field(default_factory=dict)
    continuations: Mapping[str, Span] = field(default_factory=dict)
    continued: Mapping[str, str] = field(default_factory=dict)
    twins: Mapping[str, Span] = field(default_factory=dict)

    @cached_property
    def units(self) -> Utf16:
        """Turns an offset into what browsers count."""
        return Utf16(self.characters)
