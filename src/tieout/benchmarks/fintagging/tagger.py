"""The tagging engine on the benchmark's strings: which mention of a context an entity is, and what the engine says of it.

It sees a sample's fields alone. Facts of one context are ranked together, as the engine does in a report; contexts follow each
other in the data, so the last one is kept for the next entity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.benchmarks.fintagging.concepts import read_concepts
from tieout.benchmarks.fintagging.facts import TYPES, Fact, fact_string, same_number
from tieout.benchmarks.fintagging.retrieval import query_context
from tieout.evaluation import EngineSetup, SampleInput

if TYPE_CHECKING:
    from tieout.engines.tagging.engine import Tagger
    from tieout.engines.tagging.mention import Mention

__all__ = ["Linker", "Linking"]

_WORDS = re.compile(r"\w+")


class Linking:
    """An entity's concepts with their probabilities, best first, and the mention that they were ranked for."""

    def __init__(self, ranked: Sequence[tuple[str, float]], mention: Mention, bare: bool = False) -> None:
        """``bare``: nothing but the number and its type was known."""
        self.ranked = list(ranked)
        self.mention = mention
        self.bare = bare

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.ranked]

    def evidence(self) -> dict[str, Any]:
        """Where the number stands, and how likely the first concept is."""
        if self.bare:
            return {"quote": self.mention.text, "note": "no row or sentence is given: this is a guess from the type alone"}
        place = self.mention.place
        where = {"row": place.row, "column": place.column} if self.mention.kind == "table" else {"start": place.start}
        return {"quote": self.mention.text, **where, "score": round(self.ranked[0][1], 4) if self.ranked else None}


class _Context:
    """The mentions of one context with what the finder says, and the ranking of its facts, made once."""

    def __init__(self, tagger: Tagger, text: str, threshold: float, most: int) -> None:
        self._tagger, self._most = tagger, most
        found = tagger.find(text)
        self.mentions = [mention for mention, _ in found]
        self._types = [finding.type for _, finding in found]
        self.probabilities = [finding.probability for _, finding in found]
        self._facts = [place for place, p in enumerate(self.probabilities) if p >= threshold]

    @cached_property
    def _ranked(self) -> Mapping[int, Sequence[tuple[str, float]]]:
        return self._rank(self._facts, {})

    def facts(self) -> list[tuple[Mention, Sequence[tuple[str, float]], float]]:
        """The typed mentions that are facts, with their concepts and the probability of being facts."""
        return [
            (self.mentions[place].of_type(self._types[place]), self._ranked[place], self.probabilities[place])
            for place in self._facts
        ]

    def typed(self) -> list[tuple[Mention, float]]:
        """The same without concepts, which take longer."""
        return [(self.mentions[place].of_type(self._types[place]), self.probabilities[place]) for place in self._facts]

    def concepts(self, place: int, type_: str) -> Sequence[tuple[str, float]]:
        """The concepts of one mention whose type is known; whatever the finder says of it."""
        if place in self._facts and self._types[place] == type_:
            return self._ranked[place]
        return self._rank(sorted({*self._facts, place}), {place: type_})[place]

    def _rank(self, places: Sequence[int], known: Mapping[int, str]) -> dict[int, Sequence[tuple[str, float]]]:
        mentions = [self.mentions[place].of_type(known.get(place, self._types[place])) for place in places]
        return dict(zip(places, self._tagger.rank(mentions, self._most), strict=True)) if mentions else {}


class Linker:
    """The engine behind the solvers of all tasks."""

    def __init__(self, setup: EngineSetup, most: int) -> None:
        """``most`` concepts are ranked for each number. Raises InputError where there is no such model."""
        from tieout.engines.tagging.engine import Tagger
        from tieout.engines.tagging.finding import ALONE_THRESHOLD

        self._most, self._threshold = most, ALONE_THRESHOLD
        own = Tagger.load(setup.model) if setup.model is not None else Tagger.shipped()
        self._taggers: dict[Path | None, Tagger] = {None: own}
        self._last: tuple[Path | None, str, _Context] | None = None

    def facts(self, sample: SampleInput) -> tuple[list[Fact], list[dict[str, Any]]]:
        """(Fact, Type) pairs, each once, and the evidence of each."""
        found: dict[tuple[str, str], tuple[Fact, dict[str, Any]]] = {}
        for mention, probability in self._context(sample).typed():
            fact: Fact = {"Fact": fact_string(mention.text), "Type": mention.type or ""}
            evidence = {**Linking((), mention).evidence(), "fact": round(probability, 4)}
            found.setdefault((fact["Fact"], fact["Type"]), (fact, evidence))
        return [fact for fact, _ in found.values()], [evidence for _, evidence in found.values()]

    def triplets(self, sample: SampleInput) -> tuple[list[Fact], list[dict[str, Any]]]:
        """(Fact, Type, Tag) triplets, each (number, concept) once, and the evidence of each."""
        found: dict[tuple[str, str], tuple[Fact, dict[str, Any]]] = {}
        for mention, ranked, probability in self._context(sample).facts():
            if not ranked:
                continue
            fact: Fact = {"Fact": fact_string(mention.text), "Type": mention.type or "", "Tag": f"us-gaap:{ranked[0][0]}"}
            evidence = {**Linking(ranked, mention).evidence(), "fact": round(probability, 4)}
            found.setdefault((fact["Fact"], fact["Tag"]), (fact, evidence))
        return [fact for fact, _ in found.values()], [evidence for _, evidence in found.values()]

    def in_context(self, sample: SampleInput) -> Linking:
        """The concepts of the entity where it stands in the whole context; from the query where it doesn't."""
        context = self._context(sample)
        place = _place_of(context.mentions, sample)
        if place is None:
            return self.in_query(sample)
        return Linking(context.concepts(place, sample.fields["entity_type"]), context.mentions[place])

    def in_query(self, sample: SampleInput) -> Linking:
        """The concepts of the entity in its row or sentence alone; where the query has none, what the type alone tells."""
        from tieout.engines.tagging.mention import mention_of_row, mentions_in

        row, entity, type_ = query_context(sample), sample.fields["entity"], sample.fields["entity_type"]
        if not row or sample.fields["category"] == "table":
            mention = mention_of_row(entity, row.split(" | ") if row else (), type_)
        else:
            wanted = same_number(entity)
            named = next((mention for mention in mentions_in(row) if same_number(mention.text) == wanted), None)
            mention = (named or mention_of_row(entity, [row], type_)).of_type(type_)
            if named is None:
                mention = replace(mention, kind="text", sentence=row[:_LONGEST], row=(), row_label="")
        return Linking(self._tagger(sample).rank(mention, self._most)[0], mention, bare=not row)

    def _context(self, sample: SampleInput) -> _Context:
        path, text = sample.fields.get("concepts"), sample.fields["context"]
        if self._last is None or self._last[:2] != (path, text):
            self._last = path, text, _Context(self._tagger(sample), text, self._threshold, self._most)
        return self._last[2]

    def _tagger(self, sample: SampleInput) -> Tagger:
        path: Path | None = sample.fields.get("concepts")
        if path is not None and path not in self._taggers:
            self._taggers[path] = self._widened(path)
        return self._taggers[path]

    def _widened(self, concepts: Path) -> Tagger:
        """The same model, with the concepts of a list to choose from as well."""
        from tieout.engines.tagging.engine import Tagger

        more = [(concept.name, concept.type) for concept in read_concepts(concepts).concepts if concept.type in TYPES]
        return Tagger(self._taggers[None].artefact, more)


_LONGEST = 2000


def _place_of(mentions: Sequence[Mention], sample: SampleInput) -> int | None:
    """Which mention the entity is: of those with its number, the one whose row is the query's, else the first."""
    from tieout.engines.tagging.mention import mention_of_row

    wanted = same_number(sample.fields["entity"])
    places = [place for place, mention in enumerate(mentions) if same_number(mention.text) == wanted]
    if len(places) < 2 or sample.fields["category"] != "table":
        return places[0] if places else None
    asked = mention_of_row(sample.fields["entity"], query_context(sample).split(" | "))
    for same in (_whole_row, _label):
        for place in places:
            if same(mentions[place]) and same(mentions[place]) == same(asked):
                return place
    return places[0]


def _whole_row(mention: Mention) -> list[str]:
    return _WORDS.findall(" ".join(mention.row))


def _label(mention: Mention) -> list[str]:
    return _WORDS.findall(mention.row_label)
