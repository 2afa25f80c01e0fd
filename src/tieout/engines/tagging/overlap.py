"""How much of a concept's name stands in a mention's surroundings, and how much of those is in the name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.words import words

__all__ = ["OVERLAP", "NameIndex", "overlap"]

_TEXTS = ("label", "section", "header", "caption", "labels", "sentence")
_TEXT_WEIGHT = (2.0, 1.0, 1.0, 0.7, 0.2, 1.5)
_MOST_TEXTS = 500

OVERLAP = (
    *(f"name_in_{name}" for name in _TEXTS),
    *(f"{name}_in_name" for name in _TEXTS),
    "name_in_all",
    "name_left",
    "name_length",
)
"""Shares of the name's words by rarity, of the text's words; of the name in all texts together, what is left of it, and all."""


def overlap(
    names: Names, totals: NDArray[np.float32], mentions: Sequence[Mention], chosen: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Features (mentions x candidates x `OVERLAP`); ``totals``: by concept, the rarity of its name's words summed."""
    table = np.empty((*chosen.shape, len(OVERLAP)), dtype=np.float32)
    padded = names.padded[chosen]
    weight = names.idf[padded]
    total = np.maximum(totals[chosen], 1e-6)
    flags: dict[str, tuple[NDArray[np.bool_], int]] = {}

    def flagged(text: str) -> tuple[NDArray[np.bool_], int]:
        found = flags.get(text)
        if found is None:
            flag = np.zeros(len(names.words) + 1, dtype=bool)
            own = set(words(text))
            flag[[names.word_number[w] for w in own if w in names.word_number]] = True
            found = flags[text] = (flag, len(own))
        return found

    for i, mention in enumerate(mentions):
        covered = np.zeros(padded.shape[1:], dtype=bool)
        for field, text in enumerate(_texts(mention)):
            if not text:
                table[i, :, field] = table[i, :, len(_TEXTS) + field] = np.nan
                continue
            flag, size = flagged(text)
            hit = flag[padded[i]]
            covered |= hit
            table[i, :, field] = (hit * weight[i]).sum(axis=1) / total[i]
            table[i, :, len(_TEXTS) + field] = hit.sum(axis=1) / max(size, 1)
        part = (covered * weight[i]).sum(axis=1)
        table[i, :, -3] = part / total[i]
        table[i, :, -2] = total[i] - part
    table[:, :, -1] = total
    return table


class NameIndex:
    """Finds concepts by the words of their names, as a search engine does: rare words count more, long names less.

    For concepts that training never saw this is all that is known of them.
    """

    def __init__(self, names: Names) -> None:
        rows, columns = np.nonzero(names.padded)
        numbers = names.padded[rows, columns]
        order = np.argsort(numbers, kind="stable")
        self._concepts = rows[order]
        self._ends = np.searchsorted(numbers[order], np.arange(len(names.words) + 2))
        length = np.sqrt(np.maximum(names.idf[names.padded].sum(axis=1), 1e-6))
        self._gains = (names.idf[numbers[order]] / length[self._concepts]).astype(np.float32)
        self._names = names
        self._cache: dict[str, NDArray[np.float32]] = {}

    def scores(self, mention: Mention) -> NDArray[np.float32]:
        """By concept: the weighted sum over the mention's texts of how well they match its name."""
        total = np.zeros(len(self._names.names), dtype=np.float32)
        for text, weight in zip(_texts(mention), _TEXT_WEIGHT, strict=True):
            if text and weight:
                total += np.float32(weight) * self._of(text)
        return total

    def _of(self, text: str) -> NDArray[np.float32]:
        found = self._cache.get(text)
        if found is None:
            if len(self._cache) > _MOST_TEXTS:
                self._cache.clear()
            found = np.zeros(len(self._names.names), dtype=np.float32)
            for word in set(words(text)):
                number = self._names.word_number.get(word)
                if number is not None:
                    begin, end = self._ends[number], self._ends[number + 1]
                    found[self._concepts[begin:end]] += self._gains[begin:end]
            self._cache[text] = found
        return found


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
