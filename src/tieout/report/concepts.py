"""Concept, Label, Arc and Network: what a schema and its linkbases say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

__all__ = ["STANDARD_LABEL", "Arc", "Concept", "Label", "Network", "Reference"]

STANDARD_LABEL = "http://www.xbrl.org/2003/role/label"


@dataclass(frozen=True, slots=True)
class Label:
    """A label resource (XBRL 2.1, 5.2.2): its text, role URI and language tag."""

    text: str
    role: str
    language: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference resource (XBRL 2.1, 5.2.3): its role and its parts by local name, in order."""

    role: str
    parts: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Concept:
    """An element that facts, axes or members can name.

    ``type`` is the item type with canonical prefix (``xbrli:monetaryItemType``), ``period_type`` and ``balance`` as XBRL 2.1
    5.1.1 has them; ``base_type`` is the item type of the specification that ``type`` derives from, as far as known
    (``xbrli:decimalItemType`` for ``dtr-types:perShareItemType``). Where no schema says (``source`` is ``"inferred"``), they
    are what the filing's own facts tell, or None.
    """

    name: str
    namespace: str | None = None
    id: str | None = None
    type: str | None = None
    substitution_group: str | None = None
    period_type: Literal["instant", "duration"] | None = None
    balance: Literal["debit", "credit"] | None = None
    abstract: bool | None = None
    nillable: bool | None = None
    labels: list[Label] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    source: Literal["schema", "taxonomy", "inferred"] = "schema"
    base_type: str | None = None

    @property
    def local_name(self) -> str:
        return self.name.partition(":")[2] or self.name

    def label(self, role: str = STANDARD_LABEL, language: str | None = None) -> str | None:
        """Text of the label of that role (URI, or its last part such as ``terseLabel``).

        ``language`` matches by prefix (``en`` finds ``en-US``); without it English is preferred, then the first given.
        """
        found = [x for x in self.labels if x.role == role or x.role.rpartition("/")[2] == role]
        if language is not None:
            found = [x for x in found if x.language.lower().startswith(language.lower())]
        if not found:
            return None
        return next((x.text for x in found if x.language.lower().startswith("en")), found[0].text)


@dataclass(frozen=True, slots=True)
class Arc:
    """One relation of a network; ``attributes`` holds the arc's other attributes by local name (``closed``, ``usable``…)."""

    parent: str
    child: str
    order: Decimal
    weight: Decimal | None = None
    preferred_label: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)


class Network:
    """The relations of one role and one arcrole, prohibition and override applied (XBRL 2.1, 3.5.3.9.7).

    ``kind`` is ``presentation``, ``calculation``, ``definition`` or ``other``; ``definition`` is the role type's human-readable
    text (``0000002 - Statement - Consolidated Balance Sheets``).
    """

    __slots__ = ("_children", "_parents", "arcrole", "arcs", "definition", "kind", "role")

    def __init__(self, role: str, arcrole: str, kind: str, definition: str | None, arcs: list[Arc]) -> None:
        self.role = role
        self.arcrole = arcrole
        self.kind = kind
        self.definition = definition
        self.arcs = tuple(arcs)
        self._children: dict[str, list[Arc]] = {}
        self._parents: dict[str, list[Arc]] = {}
        for arc in sorted(arcs, key=lambda a: a.order):
            self._children.setdefault(arc.parent, []).append(arc)
            self._parents.setdefault(arc.child, []).append(arc)

    def children(self, concept: str) -> tuple[Arc, ...]:
        return tuple(self._children.get(concept, ()))

    def parents(self, concept: str) -> tuple[Arc, ...]:
        return tuple(self._parents.get(concept, ()))

    @property
    def roots(self) -> tuple[str, ...]:
        """Concepts that are nobody's child, in the order in which arcs first name them."""
        return tuple(c for c in self._children if c not in self._parents)

    @property
    def concepts(self) -> frozenset[str]:
        return frozenset(self._children) | frozenset(self._parents)

    def walk(self, limit: int = 100_000) -> Iterator[tuple[int, str, Arc | None]]:
        """Depth first from each root: (depth, concept, the arc that led there). A cycle is cut where it closes.

        A concept with several parents comes once below each; ``limit`` bounds how many come in all, since a network made to
        do harm can have more paths than could ever be walked.
        """
        left = limit
        for root in self.roots:
            stack: list[tuple[int, str, Arc | None]] = [(0, root, None)]
            path: list[str] = []  # the concepts above the one at hand, and the same as a set
            above: set[str] = set()
            while stack and left > 0:
                left -= 1
                depth, concept, arc = stack.pop()
                while len(path) > depth:
                    above.remove(path.pop())
                yield depth, concept, arc
                if concept in above:
                    continue
                path.append(concept)
                above.add(concept)
                stack.extend((depth + 1, a.child, a) for a in reversed(self._children.get(concept, ())))

    def __len__(self) -> int:
        return len(self.arcs)

    def __repr__(self) -> str:
        return f"<Network {self.kind} {self.definition or self.role} ({len(self.arcs)} arcs)>"
