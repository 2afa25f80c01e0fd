"""From the mentions of one table or text to candidates with features: one row of numbers for each mention and candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.agreement import AGREEMENT, agreement
from tieout.engines.tagging.fields import FIELDS, Keys, field_keys, joined
from tieout.engines.tagging.habits import KINDS, habit_keys
from tieout.engines.tagging.knowledge import COUNTS, Knowledge
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import TYPE_CODES
from tieout.engines.tagging.overlap import OVERLAP, NameIndex, overlap
from tieout.engines.tagging.profiles import ProfileScorer

__all__ = ["CANDIDATES", "FEATURES", "FINALISTS", "SECOND", "Candidates", "Floats", "Scorer"]

Floats = NDArray[np.float32]
_Habits = list[tuple[int, NDArray[np.uint16], NDArray[np.float32]]]
"""Of one mention: kind, concepts and their shares, for each kind that was seen before."""

CANDIDATES = 60
FINALISTS = 32
"""Candidates that a second pass looks at, and that both passes are trained on."""

_HABIT_WEIGHT = np.array([2.0, 3.0, 2.5, 3.5, 2.5, 1.0, 1.0, 2.5, 2.0, 3.5], dtype=np.float32)
_FIELD_WEIGHT = dict(zip(range(len(FIELDS)), (1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0), strict=True))
_PROFILE_WEIGHT = 4.0
_NAME_WEIGHT = 5.0

FEATURES = (
    *("score", "score_gap", "probability", "rank", "seen", "impression", "named", "named_gap"),
    *(f"profile_{name}" for name in FIELDS),
    *("profile_sum", "profile_gap", "profile_rank"),
    *(f"habit_{kind}" for kind in KINDS),
    *(f"habit_{kind}_total" for kind in KINDS),
    *("habit_sum", "habit_best"),
    *OVERLAP,
    *(f"count_{name}" for name in COUNTS),
    *("is_text", "is_type", "is_negative", "is_percent", "is_dash", "header_ended", "header_at", "has_label", "has_header"),
    *("has_section", "has_caption", "size"),
    *AGREEMENT,
)
"""Features of the first pass."""

SECOND = (*FEATURES, "first_score", "first_belief", "first_rank", *(f"second_{name}" for name in AGREEMENT))
"""Features of the second pass, which knows what the first says of the whole table."""


@dataclass(slots=True)
class Candidates:
    """Of n mentions: concept numbers (n x c, best first by first impression), features (n x c x features), which candidates are
    of another type and only fill up the number (n x c), and the first impression of all concepts (n x concepts, -inf where the
    type differs)."""

    concepts: NDArray[np.int64]
    features: Floats
    barred: NDArray[np.bool_]
    scores: Floats

    def ordered(self, order: NDArray[np.intp]) -> Candidates:
        """Those at the places ``order`` (n x fewer candidates), in that order."""
        return Candidates(
            np.take_along_axis(self.concepts, order, axis=1),
            np.take_along_axis(self.features, order[:, :, None], axis=1),
            np.take_along_axis(self.barred, order, axis=1),
            self.scores,
        )


class Scorer:
    """Makes candidates by what it knows; concept vectors are computed once."""

    def __init__(self, knowledge: Knowledge, count: int = CANDIDATES) -> None:
        self.knowledge = knowledge
        self.names = knowledge.names
        self.vectors, self.bias = knowledge.towers.concepts(knowledge.names)
        self.count = min(count, len(self.names.names))
        self.by_type = self.names.types
        self.totals = self.names.idf[self.names.padded].sum(axis=1)
        self.counts = knowledge.counts
        self._profiles = ProfileScorer(knowledge.profiles)
        self._index = NameIndex(knowledge.names)
        self._prior = np.log(knowledge.profiles.sizes + 0.5).astype(np.float32)

    def candidates(self, mentions: Sequence[Mention]) -> Candidates:
        """Of the mentions of one context, each with its type set (None: any type)."""
        groups = [field_keys(mention) for mention in mentions]
        scores = self.knowledge.towers.vectors([joined(own) for own in groups]) @ self.vectors.T + self.bias
        types = np.array([TYPE_CODES.get(mention.type or "", -1) for mention in mentions], dtype=np.int8)
        barred = (types[:, None] != self.by_type[None, :]) & (types[:, None] >= 0)
        scores[barred] = -np.inf
        fields, sums = self._profiled(groups, barred)
        habits, totals = self._habits([habit_keys(mention) for mention in mentions])
        probability = _softmax(scores)
        named = np.stack([self._index.scores(mention) for mention in mentions])
        named[barred] = 0
        quick = self._impression(probability, sums, named, habits, totals)
        quick[barred] = -np.inf
        chosen = _best(quick, self.count)
        values = np.take_along_axis(quick, chosen, axis=1)
        belief = _softmax(values)
        parts = [
            self._scored(chosen, scores, probability, belief, named),
            self._profile_features(chosen, fields, sums),
            self._habit_features(chosen, habits, totals),
            overlap(self.names, self.totals, mentions, chosen),
            self.counts[chosen],
            np.repeat(_of_mentions(mentions)[:, None, :], chosen.shape[1], axis=1),
            agreement(self.knowledge, mentions, chosen, belief),
        ]
        return Candidates(chosen, np.concatenate(parts, axis=2, dtype=np.float32), np.isneginf(values), quick)

    def second(self, mentions: Sequence[Mention], found: Candidates, first: NDArray[np.floating]) -> Floats:
        """Features of the second pass from the first's scores (n x c)."""
        return np.concatenate([found.features, self.added(mentions, found, first)], axis=2)

    def added(self, mentions: Sequence[Mention], found: Candidates, first: NDArray[np.floating]) -> Floats:
        """Those of the second pass that the first has not."""
        scores = np.where(found.barred, -np.inf, first).astype(np.float32)
        belief = _softmax(scores)
        rank = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1)
        gap = np.maximum(scores - scores.max(axis=1, keepdims=True), -99)
        own = np.stack([gap, belief, rank], axis=2).astype(np.float32)
        return np.concatenate([own, agreement(self.knowledge, mentions, found.concepts, belief)], axis=2, dtype=np.float32)

    def _profiled(
        self, groups: Sequence[Sequence[tuple[int, Keys]]], barred: NDArray[np.bool_]
    ) -> tuple[list[list[Floats | None]], Floats]:
        """By mention and field the scores of the concepts of training; and their weighted sums (n x concepts)."""
        cache: dict[bytes, Floats | None] = {}
        sums = np.zeros(barred.shape, dtype=np.float32)
        size = len(self._prior)
        found: list[list[Floats | None]] = []
        for n, own in enumerate(groups):
            by_field: dict[int, list[Keys]] = {}
            for field, keys in own:
                by_field.setdefault(field, []).append(keys)
            row: list[Floats | None] = [None] * len(FIELDS)
            sums[n, :size] = 0.5 * self._prior
            for field, keys_ in by_field.items():
                id_ = b"".join([bytes([field]), *(k.tobytes() for k in keys_)])
                if id_ not in cache:
                    cache[id_] = self._profiles.field(keys_)
                row[field] = scores = cache[id_]
                if scores is not None:
                    sums[n, :size] += _FIELD_WEIGHT[field] * scores
            # One that training never saw is as likely as the rest are on average.
            sums[n, size:] = sums[n, :size].mean()
            found.append(row)
        sums[barred] = -np.inf
        return found, sums

    def _habits(self, keys: Sequence[NDArray[np.int64]]) -> tuple[list[_Habits], Floats]:
        """By mention and kind: (concepts, shares); and totals of issuers (n x kinds)."""
        totals = np.zeros((len(keys), len(KINDS)), dtype=np.float32)
        found: list[_Habits] = []
        cache: dict[tuple[int, int], tuple[NDArray[np.uint16], NDArray[np.float32], float]] = {}
        for n, own in enumerate(keys):
            row: _Habits = []
            for kind in range(len(KINDS)):
                key_ = int(own[kind])
                if key_ < 0:
                    continue
                if (kind, key_) not in cache:
                    concepts, counts = self.knowledge.habits.at(kind, key_)
                    total = float(counts.sum())
                    cache[(kind, key_)] = (concepts, (counts / (total + 1.0)).astype(np.float32), total)
                concepts, shares, total = cache[(kind, key_)]
                totals[n, kind] = total
                if total:
                    row.append((kind, concepts, shares))
            found.append(row)
        return found, totals

    def _impression(
        self, probability: Floats, sums: Floats, named: Floats, habits: Sequence[_Habits], totals: Floats
    ) -> Floats:
        """The first impression: the towers' log probability, and what profiles, names and habits say."""
        quick: Floats = np.log(probability + 1e-7) + _PROFILE_WEIGHT * _softmax(sums)
        # Far down the towers are no longer sure of anything; there the profiles' order counts as well.
        quick += np.where(np.isneginf(sums), 0, 0.1 * sums)
        quick += _NAME_WEIGHT * named / np.maximum(named.max(axis=1, keepdims=True), 1e-6)
        for n, row in enumerate(habits):
            for kind, concepts, shares in row:
                quick[n, concepts] += _HABIT_WEIGHT[kind] * shares * min(1.0, 0.4 + 0.2 * totals[n, kind])
        return quick

    def _scored(self, chosen: NDArray[np.int64], scores: Floats, probability: Floats, belief: Floats, named: Floats) -> Floats:
        names = np.take_along_axis(named, chosen, axis=1)
        own = np.take_along_axis(scores, chosen, axis=1)
        own = np.where(np.isneginf(own), -99, own)
        return np.stack(
            [
                own,
                own - scores.max(axis=1, keepdims=True),
                np.take_along_axis(probability, chosen, axis=1),
                np.argsort(np.argsort(-own, axis=1), axis=1),
                chosen < len(self._prior),
                belief,
                names,
                names - named.max(axis=1, keepdims=True),
            ],
            axis=2,
        ).astype(np.float32)

    def _profile_features(self, chosen: NDArray[np.int64], fields: Sequence[Sequence[Floats | None]], sums: Floats) -> Floats:
        table = np.full((*chosen.shape, len(FIELDS) + 3), np.nan, dtype=np.float32)
        known = chosen < len(self._prior)
        place = np.where(known, chosen, 0)
        for n, row in enumerate(fields):
            for field, scores in enumerate(row):
                if scores is not None:
                    table[n, :, field] = np.where(known[n], scores[place[n]], np.nan)
        own = np.maximum(np.take_along_axis(sums, chosen, axis=1), -99)
        table[:, :, -3] = own
        table[:, :, -2] = own - sums.max(axis=1, keepdims=True)
        table[:, :, -1] = np.argsort(np.argsort(-own, axis=1), axis=1)
        return table

    def _habit_features(self, chosen: NDArray[np.int64], habits: Sequence[_Habits], totals: Floats) -> Floats:
        n, c = chosen.shape
        shares = np.zeros((n, c, len(KINDS)), dtype=np.float32)
        dense = np.zeros(len(self.names.names), dtype=np.float32)
        for i, row in enumerate(habits):
            for kind, concepts, share in row:
                dense[concepts] = share
                shares[i, :, kind] = dense[chosen[i]]
                dense[concepts] = 0
        known = np.repeat(totals[:, None, :], c, axis=1)
        all_ = [shares.sum(axis=2, keepdims=True), shares.max(axis=2, keepdims=True)]
        return np.concatenate([np.where(known > 0, shares, np.nan), known, *all_], axis=2)


def _of_mentions(mentions: Sequence[Mention]) -> Floats:
    """What holds for all candidates of a mention."""
    rows = []
    for mention in mentions:
        header = " ".join(mention.column_headers).lower()
        rows.append(
            (
                mention.kind == "text",
                TYPE_CODES.get(mention.type or "", -1),
                mention.negative,
                mention.percent or mention.column_percent,
                mention.form == "dash",
                "ended" in header or "year" in header,
                "as of" in header or header.startswith(("december 31", "september 30", "june 30", "march 31")),
                bool(mention.row_label),
                bool(mention.column_headers),
                bool(mention.section_rows),
                bool(mention.caption),
                min(len(mentions), 100),
            )
        )
    return np.array(rows, dtype=np.float32)


def _softmax(scores: Floats) -> Floats:
    """Probabilities by row; -inf is 0."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    p = np.exp(np.maximum(shifted, -60))
    p[np.isneginf(scores)] = 0
    result: Floats = p / np.maximum(p.sum(axis=1, keepdims=True), 1e-30)
    return result


def _best(values: Floats, count: int) -> NDArray[np.int64]:
    """Places of the highest ``count`` values of each row, the highest first."""
    chosen = np.argpartition(-values, count - 1, axis=1)[:, :count]
    order = np.argsort(-np.take_along_axis(values, chosen, axis=1), axis=1, kind="stable")
    return np.take_along_axis(chosen, order, axis=1)
