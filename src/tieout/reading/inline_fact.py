"""A fact of an inline document: what is rarely asked for stays in its element until it is."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

from tieout.reading.inline_set import InlineSet
from tieout.report import Context, Fact, Unit

__all__ = ["InlineFact"]


class InlineFact(Fact):
    """A Fact that looks up its id, target and language when asked: a filing has thousands of facts, and each look-up counts."""

    __slots__ = ()
    _source: InlineSet

    def __init__(
        self,
        source: InlineSet,
        node: Any,
        order: int,
        concept: str,
        context: Context,
        unit: Unit | None,
        value: Decimal | str | None,
        decimals: int | Literal["INF"] | None,
        nil: bool,
        hidden: bool,
        error: str | None,
    ) -> None:
        self._source = source
        self.node = node
        self.order = order
        self.concept = concept
        self.context = context
        self.unit = unit
        self._value = value
        self.decimals = decimals
        self.nil = nil
        self.hidden = hidden
        self.error = error

    @property
    def id(self) -> str | None:
        found: str | None = self.node.get("id")
        return found

    @property
    def target(self) -> str | None:
        found: str | None = self.node.get("target")
        return found

    @property
    def language(self) -> str | None:
        return self._source.language_of(self) if self.unit is None else None
