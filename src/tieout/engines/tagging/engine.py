"""The tagger: finds facts among printed numbers, types them, and ranks concepts for each with a calibrated probability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.artefact import Artefact, read_artefact, shipped_artefact
from tieout.engines.tagging.calibration import Calibration
from tieout.engines.tagging.confidence import CONFIDENCE, confidence_rows
from tieout.engines.tagging.finding import FEATURES as FINDER_FEATURES
from tieout.engines.tagging.finding import bags_of, context_bag, finder_rows, smoothed
from tieout.engines.tagging.mention import Mention, contexts, mentions_in
from tieout.engines.tagging.numbers import TYPES
from tieout.engines.tagging.ranking import FEATURES as FIRST_FEATURES
from tieout.engines.tagging.ranking import SECOND as SECOND_FEATURES
from tieout.engines.tagging.ranking import Scorer
from tieout.engines.tagging.reranker import Ranked, Reranker
from tieout.engines.trees import read_trees
from tieout.report.errors import LimitError

if TYPE_CHECKING:
    from tieout.report import Report

__all__ = ["Finding", "Tagger"]

_MOST_NUMBERS = 300_000
"""Of one report: ten times what the longest annual reports print."""

_LARGEST = 5_000
_TOGETHER = 400
"""Mentions of one context that are ranked in one go, so that a table of a million cells needs little memory."""


class Finding(NamedTuple):
    """What the finder says of a mention: the probability that it is a fact, and its likeliest type if it is."""

    probability: float
    type: str


class Tagger:
    """A trained tagger; `find` and `rank` take the mentions of one context (a table, a block of text) together."""

    def __init__(self, artefact: Artefact, concepts: Iterable[tuple[str, str]] = ()) -> None:
        """``concepts`` are more concepts to choose from, as pairs of local name and item type; other types are left out."""
        knowledge = artefact.knowledge
        more = list(concepts)
        self.artefact = artefact
        self._finder = read_trees(artefact.trees["finder"], "the trees that find facts", len(FINDER_FEATURES))
        self._reranker = Reranker(
            Scorer(knowledge.widened(more) if more else knowledge),
            read_trees(artefact.trees["first"], "the trees that rank concepts first", len(FIRST_FEATURES)),
            read_trees(artefact.trees["second"], "the trees that rank concepts again", len(SECOND_FEATURES)),
        )
        self._confidence = read_trees(artefact.trees["confidence"], "the trees of confidence", len(CONFIDENCE))
        self._calibration = Calibration.of_json(artefact.facts.get("calibration"))

    @classmethod
    def shipped(cls, concepts: Iterable[tuple[str, str]] = ()) -> Tagger:
        """With the model that comes with the package."""
        more = tuple(concepts)
        return cls(shipped_artefact(), more) if more else _shipped()

    @classmethod
    def load(cls, folder: str | Path, concepts: Iterable[tuple[str, str]] = ()) -> Tagger:
        """With a model of `tieout train tagging`; raises InputError where there is none or it is damaged."""
        return cls(read_artefact(Path(folder)), concepts)

    @property
    def concepts(self) -> list[str]:
        """Local names of all concepts that can be an answer."""
        return self._reranker.scorer.names.names

    def find(self, context: str | Sequence[Mention]) -> list[tuple[Mention, Finding]]:
        """Every candidate number of one context, with what the finder says.

        ``context`` is a sentence, the HTML of a table, or mentions that belong together.
        """
        mentions = mentions_in(context) if isinstance(context, str) else list(context)
        return list(zip(mentions, next(iter(self._find([mentions], alone=True))), strict=True)) if mentions else []

    def find_in(self, report: Report) -> Iterator[list[tuple[Mention, Finding]]]:
        """The same for a report, context by context; what stands around a context is looked at too."""
        found = [part for context in contexts(report) for part in _parts(report, context)]
        if sum(map(len, found)) > _MOST_NUMBERS:
            raise LimitError(f"{report.name}: prints more than {_MOST_NUMBERS:,} numbers, too many to tag in one go")
        for mentions, findings in zip(found, self._find(found, alone=False), strict=True):
            yield list(zip(mentions, findings, strict=True))

    def _find(self, found: Sequence[Sequence[Mention]], alone: bool) -> Iterator[list[Finding]]:
        words = self.artefact.words
        scores: list[NDArray[np.float32]] = []
        gates = np.zeros(len(found), dtype=np.float32)
        for i, mentions in enumerate(found):
            bags = bags_of(mentions)
            scores.append(words.number.scores(bags))
            gate = words.gate.scores([context_bag(bags)])[0]
            gates[i] = gate[1] - gate[0]
        missing = np.full(len(found), np.nan, dtype=np.float32)
        near, far = (missing, missing) if alone else (smoothed(gates, 3), smoothed(gates, 15))
        pending: list[NDArray[np.float32]] = []
        sizes: list[int] = []
        for i, mentions in enumerate(found):
            pending.append(finder_rows(mentions, scores[i], float(gates[i]), float(near[i]), float(far[i]), not alone))
            sizes.append(len(mentions))
            if sum(sizes) > 5_000 or i + 1 == len(found):
                yield from self._classified(np.concatenate(pending), sizes)
                pending, sizes = [], []

    def _classified(self, rows: NDArray[np.float32], sizes: Sequence[int]) -> Iterator[list[Finding]]:
        p = np.asarray(self._finder.predict(rows, num_threads=1))
        findings = [Finding(float(1 - row[0]), TYPES[int(row[1:].argmax())]) for row in p]
        start = 0
        for size in sizes:
            yield findings[start : start + size]
            start += size

    def rank(self, mentions: Mention | Sequence[Mention], k: int = 10) -> list[list[tuple[str, float]]]:
        """For each mention its ``k`` likeliest concepts (local names) with their probabilities, the likeliest first.

        Mentions are the facts of one context, each with its type (None: any). What is far down has the probability 0.
        """
        own = [mentions] if isinstance(mentions, Mention) else list(mentions)
        return [ranked for start in range(0, len(own), _TOGETHER) for ranked in self._rank(own[start : start + _TOGETHER], k)]

    def _rank(self, mentions: Sequence[Mention], k: int) -> list[list[tuple[str, float]]]:
        # Of a bare string no more is to be believed than the order of its cells.
        seen = [mention if mention.flat is None else mention.flat.of_type(mention.type) for mention in mentions]
        ranked = self._reranker.ranked(seen)
        rows = confidence_rows(ranked.two, ranked.scores, ranked.first_concepts, self.artefact.record)
        sure = self._confidence.predict(rows, num_threads=1)
        probabilities = self._calibration.probabilities(ranked.scores, np.asarray(sure))
        return [self._named(ranked, row, probabilities[row], k) for row in range(len(seen))]

    def _named(self, ranked: Ranked, row: int, probabilities: NDArray[np.float64], k: int) -> list[tuple[str, float]]:
        """Names in the order of candidates, then all others by first impression, which have no probability left."""
        names = self._reranker.scorer.names.names
        found, order = ranked.found, ranked.order[row]
        chosen = found.concepts[row][order]
        allowed = ~found.barred[row][order]
        likely = np.zeros(len(order))
        likely[: len(probabilities)] = probabilities
        best = [(names[int(i)], float(p)) for i, p in zip(chosen[allowed][:k], likely[allowed], strict=False)]
        if k > len(order):
            rest = found.scores[row].copy()
            rest[chosen] = -np.inf
            after = np.argsort(-rest, kind="stable")[: k - len(order)]
            best += [(names[int(i)], 0.0) for i in after if np.isfinite(rest[i])]
        return best


def _parts(report: Report, context: list[Mention]) -> Iterator[list[Mention]]:
    """The context, in parts where it is larger than any table that a person reads."""
    if len(context) > _MOST_NUMBERS:
        raise LimitError(f"{report.name}: a table prints more than {_MOST_NUMBERS:,} numbers, too many to tag in one go")
    yield from (context[start : start + _LARGEST] for start in range(0, len(context), _LARGEST))


@lru_cache(maxsize=1)
def _shipped() -> Tagger:
    return Tagger(shipped_artefact())
