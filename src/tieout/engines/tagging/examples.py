"""Examples to train from: the mentions of an inline filing, each with the concept and type of the tag that it carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tieout.engines.tagging.mention import Mention, contexts
from tieout.engines.tagging.numbers import TYPES

if TYPE_CHECKING:
    from tieout.report import Fact, Report

__all__ = ["Example", "ExampleContext", "examples_of", "issuer_of", "type_of_fact"]

PREFIX = "us-gaap:"


@dataclass(frozen=True, slots=True)
class Example:
    """A mention and what its tag says: ``concept`` (local name) and its ``type``, both None where it carries no such tag.

    ``instant`` tells whether the fact is about a day rather than a span of time.
    """

    mention: Mention
    concept: str | None = None
    type: str | None = None
    instant: bool = False


@dataclass(frozen=True, slots=True)
class ExampleContext:
    """The examples of one table or one block of text, of the issuer with that identifier."""

    issuer: str
    examples: tuple[Example, ...]

    @property
    def tagged(self) -> bool:
        return any(e.concept is not None for e in self.examples)


def examples_of(report: Report, types: Mapping[str, str] | None = None) -> Iterator[ExampleContext]:
    """Examples of every table and block of an inline filing that prints a number.

    ``types`` gives the item type by concept (local name), as a taxonomy has it; for other concepts the unit tells. Only
    facts of the us-gaap taxonomy with one of the five types are taken as tagged; a number inside another tag of text is not.
    """
    issuer = issuer_of(report)
    tagged = _facts_by_place(report)
    for context in contexts(report, flat=True):
        yield ExampleContext(issuer, tuple(_example(mention, tagged, types or {}) for mention in context))


def issuer_of(report: Report) -> str:
    """The identifier of the entity that most facts are about; the report's name where there are none."""
    counts: dict[str, int] = {}
    for fact in report.facts:
        counts[fact.context.entity] = counts.get(fact.context.entity, 0) + 1
    return max(counts, key=lambda e: (counts[e], e)) if counts else report.name


def type_of_fact(fact: Fact, types: Mapping[str, str]) -> str | None:
    """The item type of a numeric us-gaap fact: from ``types``, else by its unit and how it is printed."""
    if not fact.concept.startswith(PREFIX) or fact.unit is None:
        return None
    known = types.get(fact.concept.removeprefix(PREFIX))
    if known is not None:
        return known if known in TYPES else None
    unit = fact.unit
    top = unit.numerator[0] if len(unit.numerator) == 1 else ""
    if unit.denominator:
        return "perShareItemType" if top.startswith("iso4217:") and unit.denominator == ("xbrli:shares",) else None
    if top.startswith("iso4217:"):
        return "monetaryItemType"
    if top == "xbrli:shares":
        return "sharesItemType"
    if top == "xbrli:pure":
        number = fact.number
        return "percentItemType" if number is not None and number != number.to_integral_value() else "integerItemType"
    return "integerItemType" if unit.name else None


Where = dict[tuple[str | None, str | None], list[tuple[int, int, "Fact"]]]


def _facts_by_place(report: Report) -> Where:
    """Numeric facts by the block or cell that prints them, with the span of their text."""
    places: Where = {}
    for fact in report.facts:
        if fact.unit is None or fact.hidden:
            continue
        evidence = fact.evidence
        if evidence.span is not None:
            places.setdefault((evidence.block, evidence.cell), []).append((*evidence.span, fact))
    return places


def _example(mention: Mention, tagged: Where, types: Mapping[str, str]) -> Example:
    evidence = mention.evidence
    if evidence is None or evidence.span is None:
        return Example(replace(mention, flat=None))
    start, end = evidence.span
    for begin, stop, fact in tagged.get((evidence.block if evidence.cell is None else None, evidence.cell), ()):
        if begin < end and start < stop:
            type_ = type_of_fact(fact, types)
            if type_ is None:
                break
            return Example(mention, fact.concept.removeprefix(PREFIX), type_, fact.context.period.instant is not None)
    return Example(replace(mention, flat=None))
