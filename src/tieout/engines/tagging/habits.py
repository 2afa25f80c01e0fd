"""What issuers did before: for exact surroundings (a label, a label in its section, …), how many of them used which concept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.tallies import rows_fit, tally
from tieout.engines.tagging.words import key, words

__all__ = ["KINDS", "Habits", "habit_keys"]

KINDS = ("label", "section", "header", "section+header", "above", "member", "caption", "sides", "behind", "labels")
"""What is looked at together: the label; with the section, the last header, both, or the label above it; section and header
without the label, caption and header without it (rows of members); both sides of a number in prose, what follows it; and a
label beside the two labels around it."""

_MOST_OF_A_KEY = 12


def habit_keys(mention: Mention) -> NDArray[np.int64]:
    """One 32-bit key for each of `KINDS`, -1 where the mention has no such surroundings."""
    found = np.full(len(KINDS), -1, dtype=np.int64)
    kind = mention.type or ""
    if mention.kind == "table" and not mention.sentence:
        label = f"{_flat(mention.row_label)} {mention.row_step}".strip()
        section = _flat(mention.section_rows[-1]) if mention.section_rows else ""
        header = f"{_flat(mention.column_headers[-1])} {mention.column_step}".strip() if mention.column_headers else ""
        above, below = _around(mention)
        caption = " ".join(words(mention.caption[-120:])[-12:])
        parts = (
            (label,),
            (label, section),
            (label, header),
            (label, section, header),
            (above, label),
            ("", section, header),
            ("", caption, header),
        )
        for number, part in enumerate(parts):
            if (number < 5 and not label) or (number == 5 and not (section or header)) or (number == 6 and not caption):
                continue
            found[number] = key(f"habit{number}", "|".join((kind, *part)))
        if label and (above or below):
            found[9] = key("habit9", "|".join((kind, above, label, below)))
    if mention.kind == "text" or mention.sentence:
        before, after = words((mention.run.before or mention.before)[-80:]), words((mention.run.after or mention.after)[:80])
        found[7] = key("habit7", "|".join((kind, *before[-3:], "#", *after[:2])))
        if len(after) > 2:
            found[8] = key("habit8", "|".join((kind, *after[:5])))
    return found


def _flat(text: str) -> str:
    return " ".join(words(text))


def _around(mention: Mention) -> tuple[str, str]:
    labels = mention.table_labels
    try:
        at = labels.index(mention.row_label)
    except ValueError:
        return "", ""
    return _flat(labels[at - 1]) if at else "", _flat(labels[at + 1]) if at + 1 < len(labels) else ""


@dataclass(slots=True)
class Habits:
    """By kind and key: concepts (numbers) with the count of issuers that used them there.

    ``keys`` are sorted; entries of key i are ``ends[i]`` to ``ends[i + 1]`` of ``concepts`` and ``counts``.
    """

    keys: list[NDArray[np.uint32]]
    ends: list[NDArray[np.int32]]
    concepts: list[NDArray[np.uint16]]
    counts: list[NDArray[np.uint8]]

    @classmethod
    def learn(cls, rows: NDArray[np.integer]) -> Habits:
        """From rows of kind (a place in `KINDS`), key, concept and issuer; each issuer counts once for a key and a concept."""
        result = cls([], [], [], [])
        for kind in range(len(KINDS)):
            found = tally(rows[rows[:, 0] == kind, 1:], _MOST_OF_A_KEY)
            result.keys.append(found.groups.astype(np.uint32))
            result.ends.append(found.ends)
            result.concepts.append(found.items)
            result.counts.append(found.counts)
        return result

    def at(self, kind: int, key_: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
        """Concepts and counts of a key; empty where nobody was there before."""
        keys = self.keys[kind]
        place = int(np.searchsorted(keys, key_)) if key_ >= 0 else len(keys)
        if place >= len(keys) or keys[place] != key_:
            return self.concepts[kind][:0], self.counts[kind][:0]
        begin, end = self.ends[kind][place], self.ends[kind][place + 1]
        return self.concepts[kind][begin:end], self.counts[kind][begin:end]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """For storage; `of_arrays` takes them back."""
        parts: dict[str, list[Any]] = {"keys": self.keys, "ends": self.ends, "concepts": self.concepts, "counts": self.counts}
        sizes = np.array([[len(a) for a in parts[name]] for name in parts], dtype=np.int64)
        joined: dict[str, NDArray[Any]] = {name: np.concatenate(list(arrays)) for name, arrays in parts.items()}
        return {**joined, "sizes": sizes}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]], concepts: int) -> Habits:
        """Those of so many concepts; raises KeyError or ValueError where an array is missing or doesn't fit the others."""
        sizes = arrays["sizes"]
        names = ("keys", "ends", "concepts", "counts")
        if sizes.shape != (len(names), len(KINDS)):
            raise ValueError("habits of another form")
        split: dict[str, list[Any]] = {}
        for number, name in enumerate(names):
            bounds = np.cumsum(sizes[number])
            if int(sizes[number].min()) < 0 or int(bounds[-1]) != len(arrays[name]):
                raise ValueError(f"habits: {name} has not the size it should have")
            split[name] = list(np.split(arrays[name], bounds[:-1].tolist()))
        for keys, *entries in zip(*split.values(), strict=True):
            if not rows_fit(len(keys), *entries, concepts):
                raise ValueError("habits: arrays of other sizes than they should have")
        return cls(split["keys"], split["ends"], split["concepts"], split["counts"])
