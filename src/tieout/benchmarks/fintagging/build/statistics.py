"""The paper's tables of its data: filings (2), instances (3), inputs and outputs (4), types (Figure 2), contexts (13)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tieout.benchmarks.fintagging.concepts import ListedConcept
from tieout.benchmarks.fintagging.facts import TYPES
from tieout.benchmarks.fintagging.retrieval import NamesIndex
from tieout.benchmarks.fintagging.scoring import CUTOFFS

__all__ = ["Collected", "Drawn", "Lengths", "compare_contexts"]


@dataclass(slots=True)
class Lengths:
    """Counts seen one at a time: their number, mean, standard deviation (of the population) and largest."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    largest: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.largest = max(self.largest, value)

    def to_json(self) -> dict[str, float]:
        mean = self.total / self.count if self.count else 0.0
        variance = max(0.0, self.squares / self.count - mean * mean) if self.count else 0.0
        return {"mean": round(mean, 2), "std": round(math.sqrt(variance), 2), "max": round(self.largest)}


@dataclass(slots=True)
class Drawn:
    """A sample of fixed size of what passes by, each as likely as any other (reservoir sampling, Vitter 1985, algorithm R)."""

    size: int
    rng: Random
    seen: int = 0
    items: list[Any] = field(default_factory=list)

    def add(self, item: Any) -> None:
        self.seen += 1
        if len(self.items) < self.size:
            self.items.append(item)
        elif (place := self.rng.randrange(self.seen)) < self.size:
            self.items[place] = item


@dataclass(slots=True)
class Collected:
    """Sums over all filings and instances, filled while they are written."""

    filings: list[Mapping[str, Any]] = field(default_factory=list)
    types: Counter[str] = field(default_factory=Counter)
    filings_with_type: Counter[str] = field(default_factory=Counter)
    tokens: dict[tuple[str, bool], Lengths] = field(default_factory=dict)
    entities: dict[str, Lengths] = field(default_factory=dict)
    concepts: set[str] = field(default_factory=set)
    facts: int = 0
    lengths: dict[str, Lengths] = field(default_factory=dict)

    def add_filing(self, meta: Mapping[str, Any]) -> None:
        self.filings.append(meta)
        self.types.update(meta["types"])
        self.filings_with_type.update(meta["types"].keys())

    def add_instance(self, kind: str, tags: Sequence[str], tokens: int) -> None:
        """``tags`` are the concepts of its facts."""
        self.tokens.setdefault((kind, bool(tags)), Lengths()).add(tokens)
        if tags:
            self.entities.setdefault(kind, Lengths()).add(len(tags))
        self.concepts.update(tags)
        self.facts += len(tags)

    def add_row(self, task: str, input_tokens: int, output_tokens: int) -> None:
        self.lengths.setdefault(f"{task}/input", Lengths()).add(input_tokens)
        self.lengths.setdefault(f"{task}/output", Lengths()).add(output_tokens)

    def to_json(self) -> dict[str, Any]:
        return {
            "table_2": self._table_2(),
            "table_3": self._table_3(),
            "table_4": self._table_4(),
            "figure_2": self._figure_2(),
        }

    def _table_2(self) -> dict[str, Any]:
        periods = sorted(meta["period"] for meta in self.filings if meta["period"])
        total = {
            key: sum(meta[key] for meta in self.filings) for key in ("texts", "characters", "tables", "standard", "custom")
        }
        return {
            "report_types": dict(Counter(meta["form"] or "not said" for meta in self.filings)),
            "period": [periods[0], periods[-1]] if periods else [],
            "reports": len(self.filings),
            "companies": len({meta["issuer"] for meta in self.filings}),
            "sentences": total["texts"],
            "characters": total["characters"],
            "tables": total["tables"],
            "standard_tags": total["standard"],
            "custom_tags": total["custom"],
            "total_tags": total["standard"] + total["custom"],
        }

    def _table_3(self) -> dict[str, Any]:
        rows = []
        for kind, name in (("text", "sentence"), ("table", "table")):
            for positive in (True, False):
                tokens = self.tokens.get((kind, positive), Lengths())
                row: dict[str, Any] = {
                    "structure": name,
                    "positive": positive,
                    "instances": tokens.count,
                    "tokens": tokens.to_json(),
                }
                if positive:
                    row["entities"] = row["concepts"] = self.entities.get(kind, Lengths()).to_json()
                rows.append(row)
        return {"rows": rows, "total_entities": self.facts, "unique_concepts": len(self.concepts)}

    def _table_4(self) -> list[dict[str, Any]]:
        return [
            {
                "dataset": task,
                "instances": self.lengths.get(f"{task}/input", Lengths()).count,
                "input_tokens": self.lengths.get(f"{task}/input", Lengths()).to_json(),
                "output_tokens": self.lengths.get(f"{task}/output", Lengths()).to_json(),
            }
            for task in ("finni", "fincl")
        ]

    def _figure_2(self) -> list[dict[str, Any]]:
        total = self.types.total() or 1
        return [
            {"type": type_, "facts": count, "share": round(count / total, 4), "reports": self.filings_with_type[type_]}
            for type_, count in self.types.most_common()
        ]


def compare_contexts(
    drawn: Iterable[tuple[str, str, str, str, str]], concepts: Iterable[ListedConcept]
) -> list[dict[str, Any]]:
    """Acc@k of BM25 over names from both contexts (Table 13); items are (structure, type, concept, SAC, FWC).

    The paper retrieves with embeddings, among all concepts; here too no type filters.
    """
    listed = [concept for concept in concepts if concept.type in TYPES]
    index = NamesIndex([concept.name for concept in listed], [concept.type for concept in listed], typed=False)
    found: dict[tuple[str, str], list[int]] = {}
    for kind, type_, concept, sac, fwc in drawn:
        for strategy, context in (("SAC", sac), ("FWC", fwc)):
            ranked = index.rank(context, type_, max(CUTOFFS))
            place = ranked.index(concept) if concept in ranked else max(CUTOFFS)
            for structure in ({"text": "sentence"}.get(kind, kind), "overall"):
                found.setdefault((strategy, structure), []).append(place)
    return [
        {
            "strategy": strategy,
            "structure": structure,
            "n": len(places),
            **{f"acc@{k}": round(sum(place < k for place in places) / len(places), 4) for k in CUTOFFS},
        }
        for (strategy, structure), places in sorted(found.items())
    ]
