"""What decisions can be about: the items of the payload, each with what a review file says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tieout.report.review import target_of

if TYPE_CHECKING:
    from tieout.report import Evidence, Fact

__all__ = ["FactItem", "Item", "about_fact", "about_place"]


@dataclass(frozen=True, slots=True)
class FactItem:
    """A fact as what a decision is about: cheap to name, since a filing has thousands, and told in full when it is decided."""

    fact: Fact
    file: str
    element: int | None


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its kind (`tieout.report.review.KINDS`), and the fields of an entry about it, or what makes them."""

    kind: str
    fields: Mapping[str, Any] | FactItem

    @property
    def more(self) -> Mapping[str, Any]:
        """The fields. Those of a fact say where on its page it stands, which builds the report's pages."""
        return self.fields if isinstance(self.fields, Mapping) else about_fact(self.fields.fact)

    @property
    def target(self) -> str:
        if isinstance(self.fields, Mapping):
            return target_of(self.kind, self.fields)
        return target_of(self.kind, {"evidence": {"file": self.fields.file, "element": self.fields.element}})


def about_fact(fact: Fact) -> dict[str, Any]:
    """The fields of an entry about a fact."""
    where = fact.evidence
    about = about_place(where, text=" ".join(where.quote.split())[:200], filed=fact.concept)
    about["evidence"] |= {"element_id": where.element_id, "quote": where.quote[:200]}
    return about


def about_place(evidence: Evidence, **more: Any) -> dict[str, Any]:
    """The fields of an entry about something printed; those of ``more`` that are None are left out."""
    span = list(evidence.span) if evidence.span else None
    names = ("file", "element", "page", "block", "table", "cell")
    place = {name: value for name in names if (value := getattr(evidence, name)) is not None}
    return {"evidence": place | {"span": span, "quote": evidence.quote}} | {k: v for k, v in more.items() if v is not None}
