"""`tag`: every number of a report that is a fact, with its type, its likeliest concepts, and where it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.engines.tagging.examples import PREFIX
from tieout.engines.tagging.mention import Mention
from tieout.report.number_words import read_number_words

if TYPE_CHECKING:
    from tieout.engines.tagging.engine import Tagger
    from tieout.report import Evidence, Report

__all__ = ["FACT_THRESHOLD", "TaggedNumber", "tag", "tag_contexts"]

FACT_THRESHOLD = 0.35
"""A number is taken for a fact from this probability on: where F1 of the pairs was highest on filings held back."""

_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class TaggedNumber:
    """A printed number that is a fact.

    ``value`` is the number as printed, exact, negative where parentheses or a minus say so; scale words (``million``), scales
    of headers and percent signs are not applied. ``concept`` has the prefix ``us-gaap:`` and is None where the engine abstains:
    its best candidate is below the threshold; ``score`` is that candidate's probability of being right given that the
    number is a fact, ``fact`` the probability that it is one.
    """

    value: Decimal
    text: str
    type: str
    concept: str | None
    score: float
    fact: float
    candidates: tuple[tuple[str, float], ...]
    evidence: Evidence
    mention: Mention

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; scores with four decimals, and what the number's row and columns are called."""
        return {
            "value": self.value,
            "text": self.text,
            "type": self.type,
            "concept": self.concept,
            "score": round(self.score, 4),
            "fact": round(self.fact, 4),
            "label": self.mention.label,
            "headers": list(self.mention.column_headers),
            "candidates": [{"concept": concept, "score": round(score, 4)} for concept, score in self.candidates],
            "evidence": self.evidence.to_dict(),
        }


def tag(
    report: Report,
    *,
    threshold: float = 0.0,
    model: str | Path | None = None,
    concepts: Iterable[tuple[str, str]] = (),
) -> list[TaggedNumber]:
    """The facts among the report's printed numbers, in reading order; the report's own tags are never looked at.

    Below ``threshold`` the engine abstains from naming a concept and only lists candidates. ``model`` is a folder that
    `tieout train tagging` wrote, else the shipped model is used; ``concepts`` are further concepts to choose from, as pairs
    of local name and item type (``monetaryItemType`` …). Raises InputError where there is no such model.
    """
    from tieout.engines.tagging.engine import Tagger

    tagger = Tagger.load(model, concepts) if model is not None else Tagger.shipped(concepts)
    return [number for context in tag_contexts(report, tagger, threshold) for number in context]


def tag_contexts(report: Report, tagger: Tagger, threshold: float = 0.0) -> Iterator[list[TaggedNumber]]:
    """The same, one list for each table or block that has facts."""
    for found in tagger.find_in(report):
        facts = [(m.of_type(f.type), f) for m, f in found if f.probability >= FACT_THRESHOLD]
        if not facts:
            continue
        ranked = tagger.rank([m for m, _ in facts], _CANDIDATES)
        yield [
            _tagged(mention, finding.probability, best, threshold)
            for (mention, finding), best in zip(facts, ranked, strict=True)
        ]


def _tagged(mention: Mention, fact: float, best: list[tuple[str, float]], threshold: float) -> TaggedNumber:
    candidates = tuple((PREFIX + name, score) for name, score in best)
    concept, score = candidates[0] if candidates else (None, 0.0)
    if mention.evidence is None:
        raise ValueError("a number without evidence can't be tagged")
    return TaggedNumber(
        printed_value(mention), mention.text, mention.type or "", concept if score >= threshold else None, score, fact,
        candidates, mention.evidence, replace(mention, evidence=None),
    )  # fmt: skip


def printed_value(mention: Mention) -> Decimal:
    """The number as printed: words as figures, a dash as zero, negative where it is printed so."""
    if mention.form == "dash":
        return Decimal(0)
    if mention.form == "word":
        return Decimal(read_number_words(mention.text.lower()) or 0)
    value = Decimal(mention.value)
    return value.copy_negate() if mention.negative and mention.alone else value
