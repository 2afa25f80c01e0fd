"""The item type of a concept: from a taxonomy package or a concept list, else from the unit and how the number is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tieout.benchmarks.fintagging.concepts import ListedConcept, read_concepts, words_of
from tieout.report import Fact
from tieout.report.errors import InputError

__all__ = ["PREFIX", "listed_concepts", "type_of_fact"]

PREFIX = "us-gaap:"


def listed_concepts(paths: Sequence[Path]) -> dict[str, ListedConcept]:
    """The us-gaap concepts in taxonomy packages and concept lists (``.jsonl``), by local name; the first that has one tells.

    Raises InputError where a path is neither, or holds none.
    """
    found: dict[str, ListedConcept] = {}
    for path in paths:
        before = len(found)
        for concept in _list_at(path):
            found.setdefault(concept.name, concept)
        if len(found) == before and before == 0:
            raise InputError(f"--taxonomy {path}: no us-gaap concepts in it")
    return found


def _list_at(path: Path) -> Sequence[ListedConcept]:
    if path.suffix.lower() == ".jsonl":
        return read_concepts(path).concepts
    from tieout.reading.taxonomy import Taxonomy

    concepts = Taxonomy.open([path]).concepts
    return [
        ListedConcept(
            concept.local_name, (concept.type or "").rpartition(":")[2], concept.label() or words_of(concept.local_name)
        )
        for name, concept in concepts.items()
        if name.startswith(PREFIX)
    ]


def type_of_fact(fact: Fact, listed: Mapping[str, ListedConcept]) -> str:
    """The item type without prefix; what no list and no unit tells is called ``other:UNIT``."""
    known = listed.get(fact.concept.removeprefix(PREFIX))
    if known is not None and known.type:
        return known.type
    unit = fact.unit
    if unit is None:
        return "text"
    top = unit.numerator[0] if len(unit.numerator) == 1 else ""
    if unit.denominator:
        per_share = top.startswith("iso4217:") and unit.denominator == ("xbrli:shares",)
        return "perShareItemType" if per_share else f"other:{unit.name}"
    if top.startswith("iso4217:"):
        return "monetaryItemType"
    if top == "xbrli:shares":
        return "sharesItemType"
    if top.startswith("utr:"):
        return f"other:{unit.name}"
    if top == "xbrli:pure":
        # A percentage is printed as a hundred times its value (Inline XBRL 1.1, scale).
        scaled = fact.node is not None and fact.node.get("scale") == "-2"
        number = fact.number
        fraction = number is not None and number != number.to_integral_value()
        return "percentItemType" if scaled or fraction else "integerItemType"
    return "integerItemType" if top else f"other:{unit.name}"
