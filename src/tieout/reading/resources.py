"""Labels and references of concepts (XBRL 2.1, 5.2.2 and 5.2.3; generic labels and references)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lxml import etree

from tieout.reading.dts import Dts
from tieout.reading.linkbase import LinkReader, effective, extended_links, label_of, reference_of
from tieout.report import Concept, Label, Reference

__all__ = ["read_labels", "read_references"]

_Candidates = dict[str, list[tuple[Any, Any, int, bool]]]


def read_labels(dts: Dts) -> Mapping[str, list[Label]]:
    """Labels of every concept, by its name, in the order of the linkbases; those that an arc prohibits are left out."""
    return _resources(dts, "label", label_of, (b"labelLink", b"arcrole/2008/element-label"))


def read_references(dts: Dts) -> Mapping[str, list[Reference]]:
    """References of every concept, by its name."""
    return _resources(dts, "reference", reference_of, (b"referenceLink", b"arcrole/2008/element-reference"))


def _resources(dts: Dts, name: str, make: Callable[[etree._Element], Any], marks: tuple[bytes, ...]) -> Mapping[str, list[Any]]:
    reader = LinkReader(dts.target, dts.limits, dts.faults)
    found: _Candidates = {}
    for location, root in dts.roots(*marks):
        for link in extended_links(root):
            if link.tag.rpartition("}")[2] not in (f"{name}Link", "link"):
                continue
            made: dict[etree._Element, Any] = {}
            for _, relation in reader.relations(link, location):
                resource = relation.target
                if isinstance(resource, str) or resource.tag.rpartition("}")[2] != name:
                    continue
                if resource not in made:
                    made[resource] = make(resource)
                value = made[resource]
                found.setdefault(relation.source, []).append((value, value, *reader.standing(relation.arc, location)))
    dts.notices.extend(dts.faults.take())
    return {concept: effective(candidates) for concept, candidates in found.items()}


def attach(concepts: Mapping[str, Concept], labels: Mapping[str, list[Label]]) -> None:
    """Give concepts their labels; names that no concept has are passed over."""
    for name, found in labels.items():
        concept = concepts.get(name)
        if concept is not None:
            concept.labels = found
