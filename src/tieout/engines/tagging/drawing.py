"""Contexts drawn at random from what issuers filed, each seen in one of the views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.fields import View, seen_as
from tieout.engines.tagging.mention import Mention

__all__ = ["Drawn", "drawn"]

_VIEWS: tuple[View, ...] = ("full", "full", "context", "flat", "flat", "flat", "row")
"""How often each is drawn."""

_MOST_OF_A_CONTEXT = 100
_MOST_OF_AN_ISSUER = 1.5
"""Times an equal share."""


@dataclass(slots=True)
class Drawn:
    """Mentions that are ranked together, of known types, and the concept of each."""

    issuer: str
    view: View
    mentions: list[Mention]
    concepts: list[str]


def drawn(contexts: Sequence[ExampleContext], random: np.random.Generator, most: int) -> Iterator[Drawn]:
    """Contexts in any order until they have ``most`` mentions or there are no more.

    No issuer gives much more than its share: the habits of one with many filings would else be learned for everybody's.
    """
    total = 0
    given: Counter[str] = Counter()
    share = _MOST_OF_AN_ISSUER * most / max(1, len({c.issuer for c in contexts}))
    for at in random.permutation(len(contexts)):
        context = contexts[int(at)]
        if given[context.issuer] >= share:
            continue
        view = _VIEWS[int(random.integers(len(_VIEWS)))]
        examples = _some(context, random)
        mentions = [seen_as(e.mention.of_type(e.type), view) for e in examples]
        for own in _parts(len(examples), view):
            yield Drawn(context.issuer, view, [mentions[i] for i in own], [examples[i].concept or "" for i in own])
            total += len(own)
            given[context.issuer] += len(own)
        if total >= most:
            break


def _some(context: ExampleContext, random: np.random.Generator) -> list[Example]:
    """The tagged examples; of a large table whole rows at random."""
    tagged = [e for e in context.examples if e.concept is not None]
    if len(tagged) <= _MOST_OF_A_CONTEXT:
        return tagged
    start = int(random.integers(len(tagged) - _MOST_OF_A_CONTEXT))
    return tagged[start : start + _MOST_OF_A_CONTEXT]


def _parts(count: int, view: View) -> Iterator[list[int]]:
    """What is ranked together: the whole context, or in the view of rows each mention alone (a few of them)."""
    if view != "row":
        yield from [list(range(count))] if count else []
    else:
        yield from ([i] for i in range(0, count, max(1, count // 12)))
