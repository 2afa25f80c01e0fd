"""Faults of the labels themselves, counted and named, so that nobody takes them for faults of a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tieout.evaluation import Sample
from tieout.evaluation.metrics import spans_of

__all__ = ["Noise", "noise"]

_MANY = 3  # a name has to be marked so often before a place where it is not counts as left out
_LONG = 4  # shorter repeated sentences (datelines, bylines) say little


@dataclass(frozen=True, slots=True)
class Noise:
    """Each list holds ids of samples with what is wrong there.

    - ``orphans``: an I tag after O or another type; the metric takes it for the beginning of an entity
    - ``conflicts``: sentences that are repeated word for word with other labels, and what is marked in each
    - ``left_out``: a name of two to four words without a mark, though it is marked elsewhere at least three times
    - ``two_types``: names marked with more than one type, with counts
    """

    orphans: list[tuple[str, str]] = field(default_factory=list)
    repeated: int = 0
    conflicts: list[tuple[str, str, dict[str, list[str]]]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    two_types: dict[str, dict[str, int]] = field(default_factory=dict)


def noise(samples: Iterable[Sample[list[str]]]) -> Noise:
    """Faults over all the samples given: one split, or several one after the other."""
    every = list(samples)
    found = Noise()
    types: dict[tuple[str, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    groups: dict[tuple[str, ...], list[Sample[list[str]]]] = defaultdict(list)
    for sample in every:
        words: Sequence[str] = sample.input.fields["tokens"]
        groups[tuple(words)].append(sample)
        found.orphans.extend((sample.input.id, _shown(words, at)) for at in _orphans(sample.gold))
        for span in spans_of(sample.gold):
            types[tuple(words[span.start : span.end])][span.type] += 1
    repeated = [group for words, group in groups.items() if len(group) > 1 and len(words) >= _LONG]
    conflicts = [
        (
            " / ".join(sample.input.id for sample in group),
            " ".join(group[0].input.fields["tokens"]),
            {sample.input.id: _marked(sample) for sample in group},
        )
        for group in repeated
        if any(sample.gold != group[0].gold for sample in group)
    ]
    two_types = {" ".join(name): dict(counts) for name, counts in sorted(types.items()) if len(counts) > 1}
    left_out = [fault for sample in every for fault in _left_out(sample, types)]
    return Noise(found.orphans, sum(map(len, repeated)), conflicts, left_out, two_types)


def _marked(sample: Sample[list[str]]) -> list[str]:
    words: Sequence[str] = sample.input.fields["tokens"]
    return [f"{span.type} {' '.join(words[span.start : span.end])}" for span in spans_of(sample.gold)]


def _orphans(labels: Sequence[str]) -> list[int]:
    return [
        at
        for at, label in enumerate(labels)
        if label.startswith("I-") and (labels[at - 1] if at else "O").partition("-")[2] != label.partition("-")[2]
    ]


def _left_out(sample: Sample[list[str]], types: dict[tuple[str, ...], dict[str, int]]) -> list[tuple[str, str]]:
    words: Sequence[str] = sample.input.fields["tokens"]
    faults = []
    for length in (2, 3, 4):
        for at in range(len(words) - length + 1):
            name = tuple(words[at : at + length])
            marked = name in types and sum(types[name].values()) >= _MANY
            if marked and all(label == "O" for label in sample.gold[at : at + length]):
                faults.append((sample.input.id, " ".join(name)))
    return faults


def _shown(words: Sequence[str], at: int) -> str:
    return " ".join([*words[max(0, at - 3) : at], f"[{words[at]}]", *words[at + 1 : at + 3]])
