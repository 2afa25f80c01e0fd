"""Small reports made by hand, to lay out as statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tieout.report import (
    STANDARD_LABEL,
    Arc,
    Concept,
    Context,
    Evidence,
    Fact,
    Facts,
    Footnote,
    Label,
    Layout,
    Network,
    Page,
    Parts,
    Period,
    Report,
    Table,
    Unit,
)

USD = Unit("usd", ("iso4217:USD",))
PER_SHARE = Unit("eps", ("iso4217:USD",), ("xbrli:shares",))
SHARES = Unit("sh", ("xbrli:shares",))

Y24, Y23 = Period("2024-01-01", "2024-12-31"), Period("2023-01-01", "2023-12-31")
E24, E23, E22 = Period(instant="2024-12-31"), Period(instant="2023-12-31"), Period(instant="2022-12-31")


@dataclass
class Source:
    """Says where facts stand: by their ids, in the cells given."""

    texts: dict[int, str] = field(default_factory=dict)
    cells: dict[int, tuple[str, str]] = field(default_factory=dict)

    def text_of(self, fact: Fact) -> str:
        return self.texts[fact.order]

    def quote_of(self, fact: Fact) -> str:
        return self.texts.get(fact.order, "")

    def evidence_of(self, fact: Fact, located: bool) -> Evidence:
        table, cell = self.cells.get(fact.order, (None, None)) if located else (None, None)
        return Evidence("made.htm", "made.htm", fact.order, table=table, cell=cell, quote=self.quote_of(fact))

    def footnotes_of(self, fact: Fact) -> tuple[Footnote, ...]:
        return ()


class Maker:
    """Collects facts, arcs and labels, and makes a Report of them."""

    def __init__(self) -> None:
        self.source = Source()
        self.facts: list[Fact] = []
        self.networks: list[Network] = []
        self.labels: dict[str, list[Label]] = {}
        self.pages: list[Page] = []

    def number(
        self,
        concept: str,
        period: Period,
        value: str,
        unit: Unit = USD,
        decimals: int = -6,
        dimensions: dict[str, str] | None = None,
        cell: tuple[str, str] | None = None,
    ) -> Fact:
        return self._fact(concept, period, unit, Decimal(value), decimals, dimensions or {}, cell)

    def text(self, concept: str, period: Period, value: str) -> Fact:
        self.source.texts[len(self.facts)] = value
        return self._fact(concept, period, None, None, None, {}, None)

    def _fact(
        self,
        concept: str,
        period: Period,
        unit: Unit | None,
        number: Decimal | None,
        decimals: int | None,
        dimensions: dict[str, str],
        cell: tuple[str, str] | None,
    ) -> Fact:
        order = len(self.facts)
        context = Context(f"c{order}", "0009990001", "http://www.sec.gov/CIK", period, dimensions)
        fact = Fact(
            self.source, None, order, f"f{order}", concept, context, unit, number, decimals, False, False, None, None, None
        )
        if cell is not None:
            self.source.cells[order] = cell
        self.facts.append(fact)
        return fact

    def present(self, definition: str | None, role: str, tree: Sequence[tuple[int, str] | tuple[int, str, str]]) -> None:
        """A presentation network from (depth, concept, preferred label's last part) lines."""
        arcs: list[Arc] = []
        above: list[str] = []
        for i, (depth, concept, *preferred) in enumerate(tree):
            del above[depth:]
            if above:
                label = f"http://www.xbrl.org/2003/role/{preferred[0]}" if preferred else None
                arcs.append(Arc(above[-1], concept, Decimal(i), preferred_label=label))
            above.append(concept)
        self.networks.append(Network(role, "http://www.xbrl.org/2003/arcrole/parent-child", "presentation", definition, arcs))

    def label(self, concept: str, text: str, role: str = STANDARD_LABEL, language: str = "en-US") -> None:
        self.labels.setdefault(concept, []).append(Label(text, role, language))

    def report(self, tables: Sequence[Table] = ()) -> Report:
        concepts = {name: Concept(name, labels=labels) for name, labels in self.labels.items()}
        parts = Parts(
            facts=lambda: Facts(self.facts),
            layout=lambda: Layout([Page(1, list(tables))]),
            concepts=lambda: concepts,
            networks=lambda: tuple(self.networks),
        )
        return Report("made.htm", "inline-xbrl", ("made.htm",), parts)
