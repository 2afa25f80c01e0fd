"""What decisions can be about: the items of the payload, each with what a review file says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tieout.report.review import target_of

if TYPE_CHECKING:
    from tieout.report import Evidence, Fact

__all__ = ["Item", "about_fact", "about_place"]


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its kind (`tieout.report.review.KINDS`), and the fields of an entry about it."""

    kind: str
    more: Mapping[str, Any]

    @property
    def target(self) -> str:
        return target_of(self.kind, self.more)


def about_fact(fact: Fact) -> dict[str, Any]:
    """The fields of an entry about a fact."""
    where = fact.pointer
    return {
        "evidence": {"file": where.file, "element": where.element, "element_id": where.element_id},
        "text": " ".join(where.quote.split())[:200],
        "filed": fact.concept,
    }


def about_place(evidence: Evidence, **more: Any) -> dict[str, Any]:
    """The fields of an entry about something printed; those of ``more`` that are None are left out."""
    span = list(evidence.span) if evidence.span else None
    names = ("file", "element", "page", "block", "table", "cell")
    place = {name: value for name in names if (value := getattr(evidence, name)) is not None}
    return {"evidence": place | {"span": span, "quote": evidence.quote}} | {k: v for k, v in more.items() if v is not None}
