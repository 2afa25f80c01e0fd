"""A filing as XML trees: its arcs, contexts and facts; edits that are undone after use; segments in many forms."""

from __future__ import annotations

import copy
import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from random import Random
from typing import Any

from lxml import etree

X = "{http://www.w3.org/1999/xlink}"
L = "{http://www.xbrl.org/2003/linkbase}"
XI = "{http://www.xbrl.org/2003/instance}"
XS = "{http://www.w3.org/2001/XMLSchema}"
EXPLICIT = "{http://xbrl.org/2006/xbrldi}explicitMember"
KINDS = ("presentation", "calculation", "definition")
LONGEST_FACT = 300

Key = tuple[Any, Any, frozenset[tuple[str, str]], Any]


def local(concept: str) -> str:
    return concept.rpartition(":")[2]


def located(loc: Any) -> str:
    """``us-gaap:Assets`` for a locator of ``…#us-gaap_Assets``."""
    prefix, _, name = (loc.get(f"{X}href") or "").rpartition("#")[2].partition("_")
    return f"{prefix}:{name}" if name else prefix


@dataclass(slots=True)
class Arc:
    kind: str
    role: str
    parent: str
    child: str
    weight: Decimal
    arcrole: str
    element: Any
    link: Any


@dataclass(slots=True)
class Context:
    start: str | None
    end: str | None
    members: dict[str, str]
    element: Any


class Filing:
    """Raises ValueError where the folder holds no instance."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.trees: dict[str, Any] = {}
        self._undo: list[Callable[[], object]] = []
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".xml", ".xsd") and path.is_file():
                parser = etree.XMLParser(huge_tree=True, resolve_entities=False, remove_comments=True)
                try:
                    self.trees[path.relative_to(folder).as_posix()] = etree.fromstring(path.read_bytes().lstrip(), parser)
                except etree.XMLSyntaxError:
                    continue
        self.instance = next((tree for tree in self.trees.values() if tree.tag == f"{XI}xbrl"), None)
        if self.instance is None:
            raise ValueError(f"{folder}: no instance")
        self.links = [
            (kind, link.get(f"{X}role"), link)
            for tree in self.trees.values()
            for kind in KINDS
            for link in tree.iter(f"{L}{kind}Link")
        ]
        self.titles: dict[str, str] = {}
        self.role_types: dict[str, Any] = {}
        for tree in self.trees.values():
            for one in tree.iter(f"{L}roleType"):
                definition = one.find(f"{L}definition")
                self.titles[one.get("roleURI")] = (definition.text or "") if definition is not None else ""
                self.role_types[one.get("roleURI")] = one
        self.contexts = {one.get("id"): _context(one) for one in self.instance.iter(f"{XI}context")}
        self.facts: dict[str, list[Any]] = defaultdict(list)
        for element in self.instance:
            if isinstance(element.tag, str) and element.get("contextRef") in self.contexts:
                self.facts[f"{element.prefix}:{etree.QName(element).localname}"].append(element)
        identifier = self.instance.find(f".//{XI}identifier")
        self.entity = (identifier.text or "").strip() if identifier is not None else self.name
        self.arcs: list[Arc] = []
        self.index()

    def index(self) -> None:
        """Reads the arcs again, after an edit of links."""
        self.arcs = []
        for kind, role, link in self.links:
            names = {loc.get(f"{X}label"): located(loc) for loc in link.iter(f"{L}loc")}
            for arc in link.iter(f"{L}{kind}Arc"):
                if arc.get("use") != "prohibited":
                    ends = names.get(arc.get(f"{X}from"), ""), names.get(arc.get(f"{X}to"), "")
                    weight = Decimal(arc.get("weight") or 1)
                    self.arcs.append(Arc(kind, role, *ends, weight, arc.get(f"{X}arcrole") or "", arc, link))

    def of(self, kind: str, role: str | None = None) -> list[Arc]:
        return [arc for arc in self.arcs if arc.kind == kind and role in (None, arc.role)]

    def presented(self, role: str) -> set[str]:
        return {end for arc in self.of("presentation", role) for end in (arc.parent, arc.child)}

    def statements(self) -> list[str]:
        return [
            role
            for role, title in self.titles.items()
            if " - statement - " in title.lower() and "parenthetical" not in title.lower()
        ]

    @staticmethod
    def value(element: Any) -> Decimal | None:
        try:
            return Decimal((element.text or "").strip())
        except InvalidOperation:
            return None

    def key(self, element: Any) -> Key:
        context = self.contexts[element.get("contextRef")]
        return context.start, context.end, frozenset(context.members.items()), element.get("unitRef")

    def at(self, concept: str, key: Key) -> list[Any]:
        return [element for element in self.facts.get(concept, ()) if self.key(element) == key]

    # Edits ----------------------------------------------------------------------------------------------------------

    def set(self, element: Any, name: str, value: str) -> None:
        old = element.get(name)
        self._undo.append(lambda: element.set(name, old) if old is not None else element.attrib.pop(name, None))
        element.set(name, value)

    def text(self, element: Any, value: str) -> None:
        old = element.text
        self._undo.append(lambda: setattr(element, "text", old))
        element.text = value

    def remove(self, element: Any) -> None:
        parent = element.getparent()
        place = parent.index(element)
        self._undo.append(lambda: parent.insert(place, element))
        parent.remove(element)

    def put_context(self, id_: str, members: dict[str, str]) -> None:
        old = self.contexts[id_]
        self._undo.append(lambda: self.contexts.__setitem__(id_, old))
        self.contexts[id_] = Context(old.start, old.end, members, old.element)

    def add_context(self, element: Any, context: Context) -> None:
        assert self.instance is not None
        id_, root = element.get("id"), self.instance
        root.append(element)
        self.contexts[id_] = context
        self._undo.append(lambda: (root.remove(element), self.contexts.pop(id_)))

    def locator(self, link: Any, concept: str) -> str:
        """The label of a concept's locator in a link, made where there is none."""
        for loc in link.iter(f"{L}loc"):
            if located(loc) == concept:
                return str(loc.get(f"{X}label"))
        made = etree.SubElement(link, f"{L}loc")
        made.set(f"{X}type", "locator")
        made.set(f"{X}href", self.href(concept))
        made.set(f"{X}label", f"lx_{concept.replace(':', '_')}")
        self._undo.append(lambda: link.remove(made))
        return str(made.get(f"{X}label"))

    def href(self, concept: str) -> str:
        prefix, _, name = concept.partition(":")
        for _, _, link in self.links:
            for loc in link.iter(f"{L}loc"):
                address, _, fragment = (loc.get(f"{X}href") or "").partition("#")
                if fragment.startswith(f"{prefix}_"):
                    return f"{address}#{prefix}_{name}"
        return f"http://fasb.org/{prefix}/2024/{prefix}-2024.xsd#{prefix}_{name}"

    def restore(self) -> None:
        while self._undo:
            self._undo.pop()()
        self.index()

    # Out ------------------------------------------------------------------------------------------------------------

    def zipped(self) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name, tree in self.trees.items():
                archive.writestr(name, etree.tostring(tree))
        return packed.getvalue()

    def segment(self, role: str, rng: Random, form: frozenset[str]) -> str:
        """The role's part of the filing; ``form`` may hold ``shuffled``, ``no labels`` and ``other prefixes``."""
        links = [link for _, r, link in self.links if r == role]
        concepts = {local(located(loc)) for link in links for loc in link.iter(f"{L}loc")}
        schema = [self.role_types[role]] if role in self.role_types else []
        schema += [
            one
            for tree in self.trees.values()
            if tree.tag == f"{XS}schema"
            for one in tree.iterchildren(f"{XS}element")
            if one.get("name") in concepts
        ]
        facts = [
            element
            for concept, elements in self.facts.items()
            if local(concept) in concepts
            for element in elements
            if len(element.text or "") <= LONGEST_FACT
            and all(local(axis) in concepts for axis in self.contexts[element.get("contextRef")].members)
        ]
        used, units = {one.get("contextRef") for one in facts}, {one.get("unitRef") for one in facts}
        assert self.instance is not None
        instance = [context.element for id_, context in self.contexts.items() if id_ in used]
        instance += [unit for unit in self.instance.iter(f"{XI}unit") if unit.get("id") in units]
        labels = [] if "no labels" in form else list(self._labels(concepts))
        if "shuffled" in form:
            rng.shuffle(facts)
            links = [_shuffled(link, rng) for link in links]
        blocks = (
            [[_xml(one) for one in block] for block in (schema, links)]
            + [labels]
            + [[_xml(one) for one in [*instance, *facts]]]
        )
        if "shuffled" in form:
            rng.shuffle(blocks)
        text = re.sub(r'\s+xmlns(:[\w.-]+)?="[^"]*"', "", "\n".join(line for block in blocks for line in block))
        if "other prefixes" in form:
            for old, new in (("link:", "lb:"), ("xbrli:", "")):
                text = text.replace(f"<{old}", f"<{new}").replace(f"</{old}", f"</{new}")
            text = text.replace("xlink:", "xl:").replace("xbrldi:", "dim:")
        return text

    def _labels(self, concepts: set[str]) -> Iterator[str]:
        for tree in self.trees.values():
            for link in tree.iter(f"{L}labelLink"):
                names = {loc.get(f"{X}label"): local(located(loc)) for loc in link.iter(f"{L}loc")}
                arcs = {
                    arc.get(f"{X}to"): arc for arc in link.iter(f"{L}labelArc") if names.get(arc.get(f"{X}from")) in concepts
                }
                parts = [_xml(loc) for loc in link.iter(f"{L}loc") if names[loc.get(f"{X}label")] in concepts]
                for label in link.iter(f"{L}label"):
                    if label.get(f"{X}label") in arcs and not (label.get(f"{X}role") or "").endswith("documentation"):
                        parts += [_xml(label), _xml(arcs[label.get(f"{X}label")])]
                if parts:
                    yield "\n".join(['<link:labelLink xlink:type="extended">', *parts, "</link:labelLink>"])


def _context(element: Any) -> Context:
    period = {etree.QName(e).localname: (e.text or "").strip() for e in element.find(f"{XI}period")}
    members = {one.get("dimension") or "": (one.text or "").strip() for one in element.iter(EXPLICIT)}
    return Context(period.get("startDate"), period.get("endDate") or period.get("instant"), members, element)


def _xml(element: Any) -> str:
    return str(etree.tostring(element, encoding="unicode", with_tail=False)).strip()


def _shuffled(link: Any, rng: Random) -> Any:
    made = copy.deepcopy(link)
    children = list(made)
    rng.shuffle(children)
    for child in children:
        child.tail = "\n"
        made.remove(child)
        made.append(child)
    return made
