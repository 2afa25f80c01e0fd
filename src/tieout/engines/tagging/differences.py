"""Tags of a filing against what the engine would have tagged: what a reviewer should look at, the most suspicious first."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tieout.engines.tagging.examples import PREFIX, Example, examples_of
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.words import words
from tieout.report.review import Entry, standing

if TYPE_CHECKING:
    from tieout.engines.tagging.tagging import TaggedNumber
    from tieout.report import Evidence, Report

__all__ = ["Difference", "differences", "differences_from_review"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One number on which tags and engine differ.

    ``kind``: ``concept`` (another concept), ``untagged`` (the engine takes it for a fact, the filing has no us-gaap tag on
    it), ``tagged`` (the other way round). ``suspicion`` is the engine's probability that the filing is wrong, as far as it
    can tell.
    """

    kind: str
    suspicion: float
    text: str
    type: str
    filed: str | None
    suggested: str | None
    score: float
    label: str
    headers: tuple[str, ...]
    evidence: Evidence

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "kind": self.kind,
            "suspicion": round(self.suspicion, 4),
            "text": self.text,
            "type": self.type,
            "filed": self.filed,
            "suggested": self.suggested,
            "score": round(self.score, 4),
            "label": self.label,
            "headers": list(self.headers),
            "evidence": self.evidence.to_dict(),
        }


def differences(tagged: Iterable[TaggedNumber], filing: Report) -> list[Difference]:
    """Where ``tagged`` (of the same document, with tags or without) and the tags of ``filing`` differ, most suspicious first.

    The two may be different files of one report: see `_paired`.
    """
    found: list[Difference] = []
    for example, number in _paired(tagged, [e for context in examples_of(filing) for e in context.examples]):
        if example.concept is None:
            if number is not None and number.concept is not None:
                found.append(_difference("untagged", number.fact * number.score, number, None))
        elif number is None:
            if example.mention.evidence is not None:
                found.append(_only_tagged(example, example.mention.evidence))
        elif number.concept is not None and number.concept != PREFIX + example.concept:
            filed = PREFIX + example.concept
            theirs = dict(number.candidates).get(filed, 0.0)
            found.append(_difference("concept", max(number.score - theirs, 0.0), number, filed))
    return sorted(found, key=lambda d: -d.suspicion)


def differences_from_review(tagged: Iterable[TaggedNumber], entries: Iterable[Entry]) -> list[Difference]:
    """Where ``tagged`` and the decisions of a review of the same document differ, the engine's surest first.

    ``filed`` is then the concept that the reviewer holds right: the new one, or the accepted one. Numbers that nobody decided
    about are left out, as is one without a tag that the reviewer wants to have none. A rejected tag without a better one is
    listed where the engine would have tagged the same.
    """
    numbers: dict[tuple[str, str | None], list[TaggedNumber]] = defaultdict(list)
    for one in tagged:
        numbers[one.evidence.file, one.evidence.cell or one.evidence.block].append(one)
    found: list[Difference] = []
    for entry in standing(entries).values():
        if entry.kind not in ("fact", "number", "tag") or entry.action == "note":
            continue
        where = entry.more.get("evidence")
        place, span = _place_of(where if isinstance(where, Mapping) else {})
        number = next((n for n in numbers.get(place, ()) if span and n.evidence.span and _meet(n.evidence.span, span)), None)
        if number is None or number.concept is None:
            continue
        filed = entry.more.get("filed")
        right = entry.concept if entry.action == "retag" else filed
        if entry.action == "reject":
            if number.concept == filed:
                found.append(_difference("concept", number.score, number, None))
        elif right != number.concept:
            found.append(_difference("concept" if right else "untagged", number.score, number, right))
    return sorted(found, key=lambda d: -d.suspicion)


def _place_of(where: Mapping[str, Any]) -> tuple[tuple[str, str | None], tuple[int, int] | None]:
    span = where.get("span")
    whole = isinstance(span, list) and len(span) == 2 and all(isinstance(n, int) for n in span)
    return (str(where.get("file")), where.get("cell") or where.get("block")), (span[0], span[1]) if whole and span else None


def _meet(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _paired(tagged: Iterable[TaggedNumber], examples: Sequence[Example]) -> Iterator[tuple[Example, TaggedNumber | None]]:
    """Each number of the filing with the engine's, if it has one.

    First those that are printed in the same place and look alike, as all are where both are one file; then those that only
    look alike, those with tags first: a report prints many numbers twice, and the engine takes not all of them for facts.
    """
    numbers = list(tagged)
    own = [_looks(number.mention) for number in numbers]
    looks = [_looks(example.mention) for example in examples]
    places = {(_place(number.evidence), look): number for number, look in zip(numbers, own, strict=True)}
    pairs: dict[int, TaggedNumber] = {}
    for i, example in enumerate(examples):
        number = places.pop((_place(example.mention.evidence), looks[i]), None)
        if number is not None:
            pairs[i] = number
    taken = {id(number) for number in pairs.values()}
    waiting: dict[tuple[object, ...], deque[TaggedNumber]] = defaultdict(deque)
    for number, look in zip(numbers, own, strict=True):
        if id(number) not in taken:
            waiting[look].append(number)
    for i in sorted(range(len(examples)), key=lambda i: examples[i].concept is None):
        if i not in pairs and waiting.get(looks[i]):
            pairs[i] = waiting[looks[i]].popleft()
    for i, example in enumerate(examples):
        yield example, pairs.get(i)


def _place(evidence: Evidence | None) -> tuple[object, ...] | None:
    return None if evidence is None else (evidence.block, evidence.cell, evidence.span)


def _only_tagged(example: Example, evidence: Evidence) -> Difference:
    own = example.mention
    return Difference(
        "tagged", 0.0, own.text, example.type or "", f"{PREFIX}{example.concept}", None, 0.0, own.label, own.column_headers,
        evidence,
    )  # fmt: skip


def _difference(kind: str, suspicion: float, number: TaggedNumber, filed: str | None) -> Difference:
    own = number.mention
    return Difference(
        kind, suspicion, number.text, number.type, filed, number.concept, number.score, own.label, own.column_headers,
        number.evidence,
    )  # fmt: skip


def _looks(mention: Mention) -> tuple[object, ...]:
    return (
        mention.value,
        words(mention.row_label),
        tuple(words(header) for header in mention.column_headers),
        words(mention.before[-60:]),
        words(mention.after[:40]),
    )
