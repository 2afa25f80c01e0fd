"""From the mentions of one table or text to candidates with features: one row of numbers for each mention and candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.fields import features
from tieout.engines.tagging.habits import KINDS, habit_keys
from tieout.engines.tagging.knowledge import COUNTS, Knowledge, Pairs
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import TYPE_CODES
from tieout.engines.tagging.words import words

__all__ = ["CANDIDATES", "FEATURES", "Candidates", "Scorer"]

Floats = NDArray[np.float32]
_Habits = list[tuple[int, NDArray[np.uint16], NDArray[np.float32]]]
"""Of one mention: kind, concepts and their shares, for each kind that was seen before."""

CANDIDATES = 40
_FIELDS = ("label", "section", "header", "caption", "labels", "sentence")
_HABIT_WEIGHT = np.array([2.0, 3.0, 2.5, 3.5, 2.5, 1.0, 1.0, 2.5, 2.0, 3.5], dtype=np.float32)

FEATURES = (
    *("score", "score_gap", "probability", "rank", "seen"),
    *(f"habit_{kind}" for kind in KINDS),
    *(f"habit_{kind}_total" for kind in KINDS),
    *("habit_sum", "habit_best"),
    *(f"name_in_{name}" for name in _FIELDS),
    *(f"{name}_in_name" for name in _FIELDS),
    *("name_in_all", "name_length", "name_left"),
    *(f"count_{name}" for name in COUNTS),
    *("is_text", "is_type", "is_negative", "is_percent", "is_dash", "header_ended", "header_at", "has_label", "has_header"),
    *("row_mean", "column_mean", "table_mean", "column_best", "row_rivals", "together", "after_above", "before_below"),
)


@dataclass(slots=True)
class Candidates:
    """Of n mentions: concept numbers (n x c, best first by first impression), features (n x c x features), and all scores of
    the towers (n x concepts), -inf where the type differs."""

    concepts: NDArray[np.int64]
    features: NDArray[np.float32]
    scores: NDArray[np.float32]


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

    def candidates(self, mentions: Sequence[Mention]) -> Candidates:
        """Of the mentions of one context, each with its type set (None: any type)."""
        bags = [features(mention) for mention in mentions]
        scores = self.knowledge.towers.vectors(bags) @ self.vectors.T + self.bias
        types = np.array([TYPE_CODES.get(mention.type or "", -1) for mention in mentions], dtype=np.int8)
        scores[(types[:, None] != self.by_type[None, :]) & (types[:, None] >= 0)] = -np.inf
        keys = [habit_keys(mention) for mention in mentions]
        habits, totals = self._habits(keys)
        chosen, probability, impression = self._choose(scores, habits, totals)
        table = np.empty((*chosen.shape, len(FEATURES)), dtype=np.float32)
        self._fill(table, mentions, chosen, scores, probability, habits, totals)
        self._fill_table(table, mentions, chosen, impression)
        return Candidates(chosen, table, scores)

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

    def _choose(self, scores: Floats, habits: Sequence[_Habits], totals: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
        """The candidates of each mention by first impression: the towers' log probability plus what habits say."""
        top = scores.max(axis=1, keepdims=True)
        with np.errstate(over="ignore", invalid="ignore"):
            exp = np.exp(np.clip(scores - top, -60, 0))
        exp[np.isneginf(scores)] = 0
        probability = exp / exp.sum(axis=1, keepdims=True)
        quick = np.log(probability + 1e-7)
        for n, row in enumerate(habits):
            for kind, concepts, shares in row:
                quick[n, concepts] += _HABIT_WEIGHT[kind] * shares * min(1.0, 0.4 + 0.2 * totals[n, kind])
        quick[np.isneginf(scores)] = -1e9
        chosen = np.argpartition(-quick, self.count - 1, axis=1)[:, : self.count]
        values = np.take_along_axis(quick, chosen, axis=1)
        order = np.argsort(-values, axis=1, kind="stable")
        chosen = np.take_along_axis(chosen, order, axis=1)
        values = np.take_along_axis(values, order, axis=1)
        impression = np.exp(np.clip(values - values[:, :1], -60, 0))
        impression /= impression.sum(axis=1, keepdims=True)
        return chosen, probability, impression.astype(np.float32)

    def _fill(
        self,
        table: Floats,
        mentions: Sequence[Mention],
        chosen: NDArray[np.int64],
        scores: Floats,
        probability: Floats,
        habits: Sequence[_Habits],
        totals: Floats,
    ) -> None:
        n, c = chosen.shape
        at = {name: i for i, name in enumerate(FEATURES)}
        own = np.take_along_axis(scores, chosen, axis=1)
        own = np.where(np.isneginf(own), -99, own)
        table[:, :, at["score"]] = own
        table[:, :, at["score_gap"]] = own - scores.max(axis=1, keepdims=True)
        table[:, :, at["probability"]] = np.take_along_axis(probability, chosen, axis=1)
        table[:, :, at["rank"]] = np.argsort(np.argsort(-own, axis=1), axis=1)
        table[:, :, at["seen"]] = chosen < len(self.knowledge.towers.own)
        first = at[f"habit_{KINDS[0]}"]
        shares = np.zeros((n, c, len(KINDS)), dtype=np.float32)
        dense = np.zeros(len(self.names.names), dtype=np.float32)
        for i, row in enumerate(habits):
            for kind, concepts, share in row:
                dense[concepts] = share
                shares[i, :, kind] = dense[chosen[i]]
                dense[concepts] = 0
        known = np.repeat(totals[:, None, :], c, axis=1)
        table[:, :, first : first + len(KINDS)] = np.where(known > 0, shares, np.nan)
        table[:, :, first + len(KINDS) : first + 2 * len(KINDS)] = known
        table[:, :, at["habit_sum"]] = shares.sum(axis=2)
        table[:, :, at["habit_best"]] = shares.max(axis=2)
        self._fill_names(table, mentions, chosen, at)
        begin = at[f"count_{COUNTS[0]}"]
        table[:, :, begin : begin + len(COUNTS)] = self.counts[chosen]
        for i, mention in enumerate(mentions):
            header = " ".join(mention.column_headers).lower()
            table[i, :, at["is_text"] : at["has_header"] + 1] = (
                mention.kind == "text",
                TYPE_CODES.get(mention.type or "", -1),
                mention.negative,
                mention.percent or mention.column_percent,
                mention.form == "dash",
                "ended" in header or "year" in header,
                "as of" in header or header.startswith(("december 31", "september 30", "june 30", "march 31")),
                bool(mention.row_label),
                bool(mention.column_headers),
            )

    def _fill_names(self, table: Floats, mentions: Sequence[Mention], chosen: NDArray[np.int64], at: Mapping[str, int]) -> None:
        names = self.names
        padded = names.padded[chosen]
        weight = names.idf[padded]
        total = np.maximum(self.totals[chosen], 1e-6)
        flags: dict[str, tuple[NDArray[np.bool_], int]] = {}

        def flagged(text: str) -> tuple[NDArray[np.bool_], int]:
            found = flags.get(text)
            if found is None:
                flag = np.zeros(len(names.words) + 1, dtype=bool)
                own = set(words(text))
                flag[[names.word_number[w] for w in own if w in names.word_number]] = True
                found = flags[text] = (flag, len(own))
            return found

        first, second = at["name_in_label"], at["label_in_name"]
        for i, mention in enumerate(mentions):
            texts = _texts(mention)
            covered = np.zeros(padded.shape[1:], dtype=bool)
            for field, text in enumerate(texts):
                if not text:
                    table[i, :, first + field] = table[i, :, second + field] = np.nan
                    continue
                flag, size = flagged(text)
                hit = flag[padded[i]]
                covered |= hit
                table[i, :, first + field] = (hit * weight[i]).sum(axis=1) / total[i]
                table[i, :, second + field] = hit.sum(axis=1) / max(size, 1)
            part = (covered * weight[i]).sum(axis=1)
            table[i, :, at["name_in_all"]] = part / total[i]
            table[i, :, at["name_left"]] = total[i] - part
        table[:, :, at["name_length"]] = total

    def _fill_table(self, table: Floats, mentions: Sequence[Mention], chosen: NDArray[np.int64], impression: Floats) -> None:
        """How the mentions of the context agree: what the others in the row, the column and the table look like."""
        n = len(mentions)
        begin = FEATURES.index("row_mean")
        table[:, :, begin:] = np.nan
        if n < 2:
            return
        union, where = np.unique(chosen, return_inverse=True)
        where = where.reshape(chosen.shape)
        q = np.zeros((n, len(union)), dtype=np.float32)
        np.put_along_axis(q, where, impression, axis=1)
        for offset, code in enumerate(
            (_codes([m.place.row for m in mentions]), _codes([m.place.column for m in mentions]), None)
        ):
            code = np.zeros(n, dtype=np.int64) if code is None else code
            sums = np.zeros((int(code.max()) + 1, len(union)), dtype=np.float32)
            np.add.at(sums, code, q)
            sizes = np.bincount(code)[code]
            mean = (sums[code] - q) / np.maximum(sizes - 1, 1)[:, None]
            mean[sizes < 2] = np.nan
            table[:, :, begin + offset] = np.take_along_axis(mean, where, axis=1)
            if offset == 1:
                table[:, :, begin + 3] = np.take_along_axis(_best_other(q, code), where, axis=1)
        best = chosen[:, 0]
        table[:, :, begin + 4] = (best[:, None, None] == chosen[None, :, :]).sum(axis=0) - (chosen == best[:, None])
        self._fill_pairs(table, mentions, chosen, best, impression[:, 0], begin + 5)

    def _fill_pairs(
        self,
        table: Floats,
        mentions: Sequence[Mention],
        chosen: NDArray[np.int64],
        best: NDArray[np.int64],
        sure: Floats,
        begin: int,
    ) -> None:
        pairs, below = self.knowledge.together, self.knowledge.below
        dense = np.zeros(len(self.names.names), dtype=np.float32)
        tops = np.unique(best)
        union, where = np.unique(chosen, return_inverse=True)
        where = where.reshape(chosen.shape)
        support = np.zeros((len(tops), len(union)), dtype=np.float32)
        for i, concept in enumerate(tops.tolist()):
            others, counts = pairs.of(concept)
            dense[others] = counts
            support[i] = np.log1p(dense[union])
            dense[others] = 0
        weight = np.zeros(len(tops), dtype=np.float32)
        np.add.at(weight, np.searchsorted(tops, best), sure)
        weight /= max(float(weight.sum()), 1e-6)
        table[:, :, begin] = (weight @ support)[where]
        by_column: dict[int, list[int]] = {}
        for i, mention in enumerate(mentions):
            by_column.setdefault(mention.place.column if mention.kind == "table" else 0, []).append(i)
        for members in by_column.values():
            for a, b in pairwise(members):
                followers, counts = below.of(int(best[a]))
                dense[followers] = counts
                table[b, :, begin + 1] = np.log1p(dense[chosen[b]])
                dense[followers] = 0
                # From the row below upwards: which candidates of this row are followed by what the next row seems to be.
                table[a, :, begin + 2] = [_count(below, int(concept), int(best[b])) for concept in chosen[a][:12]] + [
                    np.nan
                ] * (chosen.shape[1] - min(12, chosen.shape[1]))


def _count(pairs: Pairs, concept: int, other: int) -> float:
    others, counts = pairs.of(concept)
    hit = counts[others == other]
    return float(np.log1p(hit[0])) if len(hit) else 0.0


def _codes(values: Sequence[int]) -> NDArray[np.int64]:
    return np.unique(np.array(values), return_inverse=True)[1].ravel()


def _best_other(q: NDArray[np.float32], code: NDArray[np.int64]) -> NDArray[np.float32]:
    """For each mention and concept, the highest of the other mentions of its group."""
    groups = int(code.max()) + 1
    first = np.zeros((groups, q.shape[1]), dtype=np.float32)
    np.maximum.at(first, code, q)
    second = np.zeros_like(first)
    np.maximum.at(second, code, np.where(q < first[code], q, 0))
    return np.where(q >= first[code], second[code], first[code])


def _texts(mention: Mention) -> tuple[str, ...]:
    near = f"{mention.before[-100:]} {mention.after[:60]}" if mention.sentence else ""
    return (
        mention.row_label,
        " ".join(mention.section_rows[-2:]),
        " ".join(mention.column_headers),
        f"{mention.caption} {' '.join(mention.headings[-2:])}".strip(),
        " ".join(mention.table_labels[:40])[:1000],
        near,
    )
