"""View: a report arranged as rules look at it. Every index is built once, when a rule first asks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.lists import names
from tieout.engines.auditing.mending import Amount, Books
from tieout.report import Concept, Context, Fact, Network, Report

if TYPE_CHECKING:
    from tieout.engines.auditing.standard import Standard

__all__ = ["Key", "Statement", "View", "local", "simple"]

Key = tuple[int, str, str | None]
"""What must be equal for numbers to be added: the context (by what it says, not by id), the unit, the target document."""

_STATEMENT = re.compile(r"-\s*Statement\s*-", re.I)


def local(name: str) -> str:
    """The name without its prefix."""
    return name.rpartition(":")[2]


def simple(name: str) -> str:
    """The local name of a standard concept, else the whole name: elements move between us-gaap and srt from year to year."""
    prefix, _, rest = name.partition(":")
    return rest if prefix in names("taxonomies", "us_gaap") else name


@dataclass(frozen=True)
class Statement:
    """A primary statement: its presentation network and the calculation networks of the same role."""

    role: str
    title: str
    presentation: Network
    calculations: tuple[Network, ...]
    kind: str | None
    has_table: bool
    concepts: frozenset[str] = field(repr=False)


class View:
    """A report and, where one is loaded, the standard taxonomy."""

    def __init__(self, report: Report, standard: Standard | None = None) -> None:
        self.report = report
        self.standard = standard
        self.networks = report.networks
        self.sharpened: dict[str, str] = {}

    # Facts ----------------------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Facts whose context, unit and value could be read."""
        return tuple(f for f in self.report.facts if f.error is None)

    @cached_property
    def by_concept(self) -> Mapping[str, list[Fact]]:
        found: dict[str, list[Fact]] = {}
        for f in self.facts:
            found.setdefault(f.concept, []).append(f)
        return found

    @cached_property
    def _context_classes(self) -> dict[int, int]:
        """Contexts that say the same (XBRL 2.1, 4.10, s-equal) have the same number."""
        numbers: dict[object, int] = {}
        return {
            id(c): numbers.setdefault((c.entity, c.scheme, c.period, frozenset(c.dimensions.items())), len(numbers))
            for c in {id(f.context): f.context for f in self.facts}.values()
        }

    def key(self, fact: Fact) -> Key:
        return self._context_classes[id(fact.context)], fact.unit.name if fact.unit else "", fact.target

    @cached_property
    def numbers(self) -> Mapping[str, Mapping[Key, list[Fact]]]:
        """Numeric facts, nil ones too, by concept and by what must be equal for a sum."""
        found: dict[str, dict[Key, list[Fact]]] = {}
        classes = self._context_classes
        for f in self.facts:
            unit = f.unit
            if unit is not None:
                found.setdefault(f.concept, {}).setdefault((classes[id(f.context)], unit.name, f.target), []).append(f)
        return found

    def number(self, concept: str, key: Key) -> Fact | None:
        """The most precise fact of a concept at a key."""
        found = [f for f in self.numbers.get(concept, {}).get(key, ()) if f.number is not None]
        return max(found, key=precision) if found else None

    def text(self, concept: str) -> str | None:
        """Value of the first text fact of a concept without dimensions."""
        for f in self.by_concept.get(concept, ()):
            if not f.dimensions and isinstance(f.value, str) and f.value.strip():
                return f.value.strip()
        return None

    @cached_property
    def used_contexts(self) -> tuple[Context, ...]:
        return tuple({id(f.context): f.context for f in self.report.facts}.values())

    # Concepts -------------------------------------------------------------------------------------------------------

    @property
    def concepts(self) -> Mapping[str, Concept]:
        return self.report.concepts

    def is_extension(self, name: str) -> bool:
        """Whether the filer declares the concept; one of a published taxonomy is none."""
        prefix = name.partition(":")[0]
        if prefix in names("taxonomies", "standard"):
            return False
        concept = self.concepts.get(name)
        return concept is None or concept.source in ("schema", "inferred")

    @cached_property
    def is_of_another_year(self) -> bool:
        """Whether standard concepts are described by a taxonomy of another year than the filing uses."""
        _ = self.concepts  # looking for them is what tells
        return any(n.code == "taxonomy-other-year" for n in self.report.notices)

    def declared(self, name: str) -> Concept | None:
        """The concept as the taxonomy that the filing uses declares it; None where that isn't known."""
        concept = self.concepts.get(name)
        if concept is None or concept.source == "inferred":
            return None
        # Types and period types change from year to year, if rarely.
        return None if concept.source == "taxonomy" and self.is_of_another_year else concept

    def label(self, name: str) -> str:
        """What a person calls the concept: its label where the filing has one, and its name."""
        concept = self.concepts.get(name)
        text = concept.label() if concept is not None else None
        return f"{name} ({text})" if text else name

    def coverage(self, network: Network, key: Key) -> tuple[int, int]:
        """How many concepts of a network are reported at a key, and at most at any key of the same slice and unit."""
        counts = self._coverage.get(id(network))
        if counts is None:
            counts = self._coverage[id(network)] = Counter(k for c in network.concepts for k in self.numbers.get(c, ()))
        here = (self._slices[key[0]], key[1:])
        return counts[key], max((n for k, n in counts.items() if (self._slices[k[0]], k[1:]) == here), default=0)

    @cached_property
    def _coverage(self) -> dict[int, Counter[Key]]:
        return {}

    @cached_property
    def _slices(self) -> Mapping[int, frozenset[object]]:
        """The dimensions of each class of contexts."""
        classes = self._context_classes
        return {classes[id(f.context)]: frozenset(f.dimensions.items()) for f in self.facts}

    # Networks -------------------------------------------------------------------------------------------------------

    @cached_property
    def calculations(self) -> tuple[Network, ...]:
        return tuple(n for n in self.networks if n.kind == "calculation")

    @cached_property
    def presentations(self) -> Mapping[str, Network]:
        return {n.role: n for n in self.networks if n.kind == "presentation"}

    @cached_property
    def presented(self) -> frozenset[str]:
        return frozenset(c for n in self.presentations.values() for c in n.concepts)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The primary statements, told by their role definitions as EDGAR has them (Filer Manual, 6.7.12)."""
        excluded = names("statements", "excluded_words")
        found = []
        for role, network in self.presentations.items():
            title = network.definition or ""
            lower = role.lower()
            if not _STATEMENT.search(title) or any(w in lower for w in excluded):
                continue
            concepts = network.concepts
            calculations = tuple(n for n in self.calculations if n.role == role)
            has_table = any(local(a.child).endswith("Table") for a in network.arcs) or role in self._roles_with_tables
            found.append(Statement(role, title, network, calculations, _kind(concepts), has_table, concepts))
        return tuple(found)

    @cached_property
    def _roles_with_tables(self) -> frozenset[str]:
        return frozenset(n.role for n in self.networks if n.arcrole.endswith(("/all", "/hypercube-dimension")))

    @cached_property
    def members(self) -> Mapping[str, Mapping[str, list[Network]]]:
        """Axis to member to the networks that put it there, from the definition or, without one, the presentation networks."""
        from tieout.engines.auditing.dimensions import members_by_axis

        return members_by_axis(self.networks)

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """Axis to default member (XBRL Dimensions 1.0, 2.6.4)."""
        return {a.parent: a.child for n in self.networks if n.arcrole.endswith("/dimension-default") for a in n.arcs}

    def sums(
        self, networks: Iterable[Network] | None = None, repeated: bool = False
    ) -> Iterator[tuple[Network, str, dict[str, Decimal]]]:
        """(network, parent, weight of each child) of each sum.

        Of repeated arcs to one child the first counts; if ``repeated``, all do, as the specification has it.
        """
        for network in self.calculations if networks is None else networks:
            for parent in dict.fromkeys(a.parent for a in network.arcs):
                weights: dict[str, Decimal] = {}
                for arc in network.children(parent):
                    if arc.weight is None:
                        continue
                    if repeated and arc.child in weights:
                        weights[arc.child] = EXACT.add(weights[arc.child], arc.weight)
                    weights.setdefault(arc.child, EXACT.normalize(arc.weight))
                yield network, parent, weights

    @cached_property
    def books(self) -> Books:
        """The most precise numbers and the calculation networks alone, to try changes on."""
        numbers: dict[str, dict[Hashable, Amount]] = {}
        for concept, by_key in self.numbers.items():
            for key, facts in by_key.items():
                found = max((f for f in facts if f.number is not None), key=precision, default=None)
                if found is not None and found.number is not None:
                    decimals = found.decimals if isinstance(found.decimals, int) else None
                    numbers.setdefault(concept, {})[key] = Amount(found.number, decimals, key[1])
        networks: dict[str, dict[str, dict[str, Decimal]]] = {}
        for place, network in enumerate(self.calculations):
            networks[f"{place} {network.role}"] = {parent: weights for _, parent, weights in self.sums([network])}
        return Books(numbers, networks)


def precision(fact: Fact) -> float:
    """Greater for the more precise of two facts."""
    if fact.decimals == "INF":
        return float("inf")
    return fact.decimals if isinstance(fact.decimals, int) else float("-inf")


def modal_decimals(facts: Iterable[Fact]) -> int | None:
    """The ``decimals`` that most of the facts have; of several the least precise. None where none has a whole number."""
    counts = Counter(f.decimals for f in facts if isinstance(f.decimals, int))
    if not counts:
        return None
    most = max(counts.values())
    return min(d for d, n in counts.items() if n == most)


def _kind(concepts: frozenset[str]) -> str | None:
    simples = {simple(c) for c in concepts}
    for kind in ("cash", "balance", "income"):
        if not simples.isdisjoint(names("statements", kind)):
            return kind
    return None
