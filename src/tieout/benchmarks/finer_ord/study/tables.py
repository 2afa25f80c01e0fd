"""Tables that describe a set: counts, type ratios, entity lengths, B to I, commonest entities (Tables 1, 2, 4), overlap (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tieout.benchmarks.finer_ord.labels import TYPES
from tieout.evaluation import Sample
from tieout.evaluation.metrics import spans_of

__all__ = ["Description", "describe", "overlap"]


@dataclass(frozen=True, slots=True)
class Description:
    """``entities`` counts B tags, as the paper's Table 1 does; ``spans`` counts what the metric counts (orphan I tags too).

    ``ratio`` is entities a PER entity, ``length`` words a span, ``b_to_i`` B tags an I tag, ``common`` the commonest spans.
    """

    documents: int
    sentences: int
    tokens: int
    entities: Mapping[str, int]
    spans: Mapping[str, int]
    ratio: Mapping[str, float]
    length: Mapping[str, float]
    b_to_i: Mapping[str, float]
    common: Mapping[str, Sequence[tuple[str, int]]]


def describe(samples: Iterable[Sample[list[str]]], commonest: int = 15) -> Description:
    """One pass over the samples of one split, or of several together."""
    documents: set[str] = set()
    sentences = tokens = 0
    tags: Counter[str] = Counter()
    spans: Counter[str] = Counter()
    words: Counter[str] = Counter()
    names: dict[str, Counter[str]] = {kind: Counter() for kind in TYPES}
    for sample in samples:
        documents.add(sample.input.document)
        sentences += 1
        tokens += len(sample.gold)
        tags.update(sample.gold)
        given: Sequence[str] = sample.input.fields["tokens"]
        for span in spans_of(sample.gold):
            spans[span.type] += 1
            words[span.type] += span.end - span.start
            names[span.type][" ".join(given[span.start : span.end])] += 1
    entities = {kind: tags[f"B-{kind}"] for kind in TYPES}
    every: Counter[str] = sum(names.values(), Counter())
    return Description(
        documents=len(documents),
        sentences=sentences,
        tokens=tokens,
        entities=entities,
        spans={kind: spans[kind] for kind in TYPES},
        ratio={kind: _share(entities[kind], entities["PER"]) for kind in TYPES},
        length={kind: _share(words[kind], spans[kind]) for kind in TYPES},
        b_to_i={kind: _share(tags[f"B-{kind}"], tags[f"I-{kind}"]) for kind in TYPES},
        common={name: _commonest(counts, commonest) for name, counts in {"all": every, **names}.items()},
    )


def overlap(train: Iterable[Sequence[str]], test: Iterable[Sequence[str]], n: int = 4) -> float:
    """The share of the test sentences' distinct n-grams that are in the training sentences too (the paper's Appendix K)."""
    known, asked = _grams(train, n), _grams(test, n)
    return len(asked & known) / len(asked) if asked else 0.0


def _grams(sentences: Iterable[Sequence[str]], n: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + n]) for words in sentences for at in range(len(words) - n + 1)}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _commonest(counts: Counter[str], most: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
