"""The tagging engine as a solver of all FinTagging tasks: it sees the context, and for linking entity, type and query."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.benchmarks.fintagging.concepts import read_concepts
from tieout.benchmarks.fintagging.facts import Fact
from tieout.benchmarks.fintagging.retrieval import query_context
from tieout.benchmarks.fintagging.scoring import CUTOFFS
from tieout.evaluation import Engine, EngineAnswer, EngineSetup, SampleInput

if TYPE_CHECKING:
    from tieout.engines.tagging.engine import Tagger
    from tieout.engines.tagging.mention import Mention

__all__ = ["find_facts", "link", "link_query", "tag_facts"]

_MOST = max(CUTOFFS)
_FROM_QUERY = 5


def find_facts(setup: EngineSetup) -> Engine:
    """FinNI: numbers that are likelier facts than the engine's threshold, with their types."""
    from tieout.engines.tagging.tagging import FACT_THRESHOLD

    def solve(sample: SampleInput) -> EngineAnswer:
        found = _tagger(setup.model, None).find(sample.fields["context"])
        facts: list[Fact] = [{"Fact": m.value, "Type": f.type} for m, f in found if f.probability >= FACT_THRESHOLD]
        return EngineAnswer(json.dumps({"result": facts}, ensure_ascii=False))

    return solve


def tag_facts(setup: EngineSetup) -> Engine:
    """The full task: the same facts, each with the concept that is ranked first."""

    def solve(sample: SampleInput) -> EngineAnswer:
        tagger = _tagger(setup.model, sample.fields.get("concepts"))
        facts = _facts(tagger, sample.fields["context"])
        result: list[Fact] = [
            {"Fact": mention.value, "Type": mention.type or "", "Tag": best[0][0]}
            for mention, best in zip(facts, tagger.rank(facts, 1), strict=True)
            if best
        ]
        return EngineAnswer(json.dumps({"result": result}, ensure_ascii=False))

    return solve


def link(setup: EngineSetup) -> Engine:
    """FinCL: concepts ranked with the whole context in view, and from the query alone beside them."""
    contexts = _Contexts()

    def solve(sample: SampleInput) -> EngineAnswer:
        tagger = _tagger(setup.model, sample.fields.get("concepts"))
        row = _query_mention(sample)
        ranked = contexts.rank(tagger, sample.fields["context"], row)
        query = tagger.rank(row, _FROM_QUERY)[0]
        return EngineAnswer(
            json.dumps({"ranked": [name for name, _ in ranked], "query": [name for name, _ in query]}),
            {"probability": round(ranked[0][1], 4) if ranked else 0.0},
        )

    return solve


def link_query(setup: EngineSetup) -> Engine:
    """FinCL from the official query alone."""

    def solve(sample: SampleInput) -> EngineAnswer:
        tagger = _tagger(setup.model, sample.fields.get("concepts"))
        ranked = tagger.rank(_query_mention(sample), _MOST)[0]
        return EngineAnswer(json.dumps({"ranked": [name for name, _ in ranked]}))

    return solve


@lru_cache(maxsize=2)
def _tagger(model: Path | None, concepts: Path | None) -> Tagger:
    from tieout.engines.tagging.engine import Tagger

    more = [(c.name, c.type) for c in read_concepts(concepts).concepts] if concepts is not None else []
    return Tagger.load(model, more) if model is not None else Tagger.shipped(more)


def _facts(tagger: Tagger, context: str) -> list[Mention]:
    from tieout.engines.tagging.tagging import FACT_THRESHOLD

    return [m.of_type(f.type) for m, f in tagger.find(context) if f.probability >= FACT_THRESHOLD]


def _query_mention(sample: SampleInput) -> Mention:
    """The entity in the row, or the sentence, that the official query shows."""
    from tieout.engines.tagging.mention import mention_of_row, mentions_in

    entity, type_ = sample.fields["entity"].strip(), sample.fields["entity_type"]
    shown = query_context(sample)
    if sample.fields["category"] == "text":
        found = next((m for m in mentions_in(shown) if m.value == entity.replace(",", "")), None)
        if found is not None:
            return found.of_type(type_)
    return mention_of_row(entity, shown.split(" | ") if shown else [], type_)


class _Contexts:
    """Ranks an entity among the facts of its context; what is found in a context is kept for its other entities."""

    def __init__(self) -> None:
        self._context: str | None = None
        self._mentions: list[Mention] = []
        self._facts: list[Mention] = []

    def rank(self, tagger: Tagger, context: str, row: Mention) -> list[tuple[str, float]]:
        if context != self._context:
            self._read(tagger, context)
        target = _same(self._mentions, row)
        if target is None:
            return tagger.rank(row, _MOST)[0]
        typed = target.of_type(row.type)
        others = [m for m in self._facts if m.place != target.place]
        # Of a large table the rows around the entity are enough, and keep a question quick.
        near = sorted(
            others, key=lambda m: abs(m.place.row - target.place.row) * 20 + abs(m.place.column - target.place.column)
        )
        together = sorted([typed, *near[:60]], key=lambda m: (m.place.context, m.place.row, m.place.column, m.place.start))
        return tagger.rank(together, _MOST)[together.index(typed)]

    def _read(self, tagger: Tagger, context: str) -> None:
        from tieout.engines.tagging.tagging import FACT_THRESHOLD

        found = tagger.find(context)
        self._context = context
        self._mentions = [m for m, _ in found]
        self._facts = [m.of_type(f.type) for m, f in found if f.probability >= FACT_THRESHOLD]


def _same(mentions: Sequence[Mention], row: Mention) -> Mention | None:
    """The mention that the query is about: of those with its value, the one in the row that it shows, else the first."""
    alike = [m for m in mentions if m.value == row.value]
    if row.row_label:
        label = row.row_label.replace(" ", "")
        for mention in alike:
            if mention.row_label and mention.row_label.replace(" ", "").startswith(label[:40]):
                return mention
    return alike[0] if alike else None
