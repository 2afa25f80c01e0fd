"""Filings with one mistake put in: their files are edited as XML, in memory, and read again."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from lxml import etree

from tieout.reading import read_bytes
from tieout.report import Report

__all__ = ["Filing"]

LINK = "{http://www.xbrl.org/2003/linkbase}"
XLINK = "{http://www.w3.org/1999/xlink}"
XBRLI = "{http://www.xbrl.org/2003/instance}"
EXPLICIT = "{http://xbrl.org/2006/xbrldi}explicitMember"
_INLINE = ("{http://www.xbrl.org/2013/inlineXBRL}nonFraction", "{http://www.xbrl.org/2008/inlineXBRL}nonFraction")


@dataclass
class Filing:
    """The trees of a filing's files. Each edit changes them; `report` reads what they say now."""

    name: str
    trees: dict[str, Any]

    @classmethod
    def load(cls, folder: Path) -> Filing:
        trees = {}
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".xml", ".xsd", ".htm") and path.is_file():
                parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
                trees[path.relative_to(folder).as_posix()] = etree.fromstring(path.read_bytes().lstrip(), parser)
        return cls(folder.name, trees)

    def copy(self) -> Filing:
        return Filing(self.name, {name: copy.deepcopy(tree) for name, tree in self.trees.items()})

    def report(self) -> Report:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name, root in self.trees.items():
                archive.writestr(name, etree.tostring(root))
        return read_bytes(packed.getvalue(), f"{self.name}.zip")

    # Facts ----------------------------------------------------------------------------------------------------------

    def elements(self, order_of: Callable[[Any], bool]) -> Iterator[Any]:
        for root in self.trees.values():
            for e in root.iter(etree.Element):
                if e.get("contextRef") is not None and order_of(e):
                    yield e

    def fact_elements(self, concept: str, context: str) -> list[Any]:
        """The elements of a concept in a context, in plain or in inline form."""
        local = concept.partition(":")[2]
        return list(
            self.elements(
                lambda e: (
                    e.get("contextRef") == context
                    and (
                        etree.QName(e).localname == local or (e.tag in _INLINE and (e.get("name") or "").endswith(f":{local}"))
                    )
                )
            )
        )

    def set_number(self, concept: str, context: str, value: Decimal) -> None:
        """Writes another number where the fact stands: in an inline document as its scale has it printed."""
        for e in self.fact_elements(concept, context):
            for child in list(e):
                e.remove(child)
            if e.tag in _INLINE:
                e.attrib.pop("sign", None)
                if value < 0:
                    e.set("sign", "-")
                e.text = format(abs(value).scaleb(-int(e.get("scale") or 0)), "f")
            else:
                e.text = format(value, "f")

    def flip_sign(self, concept: str, context: str) -> None:
        for e in self.fact_elements(concept, context):
            if e.tag in _INLINE:
                if e.attrib.pop("sign", None) is None:
                    e.set("sign", "-")
            else:
                text = (e.text or "").strip()
                e.text = text[1:] if text.startswith("-") else f"-{text}"

    def put_member(self, context: str, axis_end: str, member: str) -> None:
        """Another member, by its prefixed name, on the axis of a context; its prefix has to be declared."""
        for root in self.trees.values():
            for c in root.iter(f"{XBRLI}context"):
                if c.get("id") == context:
                    for e in c.iter(EXPLICIT):
                        if (e.get("dimension") or "").endswith(axis_end):
                            e.text = member

    # Networks -------------------------------------------------------------------------------------------------------

    def _arcs(self, kind: str, role: str) -> Iterator[tuple[Any, dict[str, str], Any]]:
        """(link, concept of each locator label, arc) of the links of a kind and role."""
        for root in self.trees.values():
            for link in root.iter(f"{LINK}{kind}Link"):
                if link.get(f"{XLINK}role") != role:
                    continue
                names = {
                    loc.get(f"{XLINK}label"): (loc.get(f"{XLINK}href") or "").rpartition("#")[2]
                    for loc in link.iter(f"{LINK}loc")
                }
                for arc in list(link.iter(f"{LINK}{kind}Arc")):
                    yield link, names, arc

    def arcs(self, kind: str, role: str, parent: str, child: str) -> list[tuple[Any, Any]]:
        """(link, arc) of the arcs between two concepts, named by the ends of their ids (``_Assets``)."""
        found = []
        for link, names, arc in self._arcs(kind, role):
            above, below = names.get(arc.get(f"{XLINK}from"), ""), names.get(arc.get(f"{XLINK}to"), "")
            if above.endswith(_id_end(parent)) and below.endswith(_id_end(child)):
                found.append((link, arc))
        return found

    def reverse(self, role: str, parent: str, child: str) -> None:
        """Makes the part the total, and the total its part."""
        for _, arc in self.arcs("calculation", role, parent, child):
            above, below = arc.get(f"{XLINK}from"), arc.get(f"{XLINK}to")
            arc.set(f"{XLINK}from", below)
            arc.set(f"{XLINK}to", above)

    def drop(self, role: str, concept: str) -> None:
        """Takes a concept out of the calculation of a role."""
        for _, names, arc in self._arcs("calculation", role):
            ends = (names.get(arc.get(f"{XLINK}from"), ""), names.get(arc.get(f"{XLINK}to"), ""))
            if any(e.endswith(_id_end(concept)) for e in ends):
                arc.getparent().remove(arc)

    def move(self, role: str, old_parent: str, child: str, new_parent: str) -> None:
        """Presents a concept under another parent of the same role."""
        for link, arc in self.arcs("presentation", role, old_parent, child):
            for loc in link.iter(f"{LINK}loc"):
                if (loc.get(f"{XLINK}href") or "").endswith(_id_end(new_parent)):
                    arc.set(f"{XLINK}from", loc.get(f"{XLINK}label"))
                    break


def _id_end(concept: str) -> str:
    return "_" + concept.partition(":")[2]
