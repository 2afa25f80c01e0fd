"""What training questions tell: for an item or a member, which labels, headers and headings its cells have had.

Everything is kept under hashes: of a report's text only counts remain. A *key* is an item, an item with its scope, or a
member; a *role* is one of `index.ROLES`. For each (key, role): how often each text was met, and the mean of their bigrams.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from tieout.engines.tables.index import ROLES, ReportIndex
from tieout.engines.tables.questions import Question
from tieout.engines.tables.strings import BUCKETS, Array, bigrams, key_hash
from tieout.engines.tables.traits import traits_of

__all__ = ["TABLE_ROLES", "YEARED_ROLES", "Knowledge", "Met", "keys_of", "learn_cell", "learn_table", "merged"]

TABLE_ROLES = ("heading", "outer_heading", "above", "bag", "file")
"""Roles that a table alone has: known even where a question names its table and no cell."""

_MOST_TEXTS = 60  # kept for one key and role, the most frequent


YEARED_ROLES = ("heading", "outer_heading")
"""Roles that are kept for a ``yeared`` key."""


def keys_of(question: Question, index: ReportIndex) -> dict[str, str]:
    """The keys of a question to a report, by kind.

    A ``tail`` is what stands after an item's first 、: which part of the report. A ``yeared`` key is an item without a scope,
    by how many years it lies back: a summary of five years stands in a report twice, for the group and for the company, and
    which of them the same question was answered from depends on the year and on the group's accounting standard.
    """
    item, scope = question.item, question.scope
    keys = {"item": f"i:{item}", "scoped": f"s:{scope}:{item}", "tail": f"t:{scope}:{item.partition('、')[2]}"}
    if question.member:
        keys["member"] = f"m:{question.member}"
        keys["both"] = f"b:{question.member}:{item}"
    elif not scope and question.year and index.view.year:
        keys["yeared"] = f"y:{index.view.year - question.year}:{traits_of(index).international}:{item}"
    return keys


@dataclass(slots=True)
class Met:
    """What was met under one key and role: counts by `key_hash`, their sum, and summed bigrams by bucket."""

    texts: Counter[int] = field(default_factory=Counter)
    total: int = 0
    grams: Counter[int] = field(default_factory=Counter)

    def share(self) -> dict[int, float]:
        return {text: count / (self.total + 0.5) for text, count in self.texts.items()}

    def vector(self) -> Array:
        vector = np.zeros(BUCKETS, dtype=np.float32)
        if self.grams:
            vector[list(self.grams)] = list(self.grams.values())
            vector /= np.linalg.norm(vector)
        return vector


@dataclass(slots=True)
class Knowledge:
    """(hash of key and role) → what was met; values learned for items are in ``kinds``."""

    met: dict[int, Met] = field(default_factory=lambda: defaultdict(Met))

    def learn(self, key: str, role: str, text: str) -> None:
        met = self.met[key_hash(f"{role}|{key}")]
        met.total += 1
        if text:
            met.texts[key_hash(text)] += 1
            met.grams.update(bigrams(text))

    def about(self, key: str, role: str) -> Met | None:
        return self.met.get(key_hash(f"{role}|{key}"))

    def arrays(self, name: str) -> dict[str, np.ndarray]:
        """Keys, totals, and for texts and grams the bounds, hashes and counts; all names begin with ``name``."""
        keys = sorted(self.met)
        arrays = {
            f"{name}-keys": np.array(keys, dtype=np.uint32),
            f"{name}-totals": np.array([self.met[key].total for key in keys], dtype=np.uint32),
        }
        for part in ("texts", "grams"):
            most = _MOST_TEXTS if part == "texts" else 3 * _MOST_TEXTS
            kept = [sorted(getattr(self.met[key], part).most_common(most)) for key in keys]
            pairs = [pair for of_key in kept for pair in of_key]
            arrays[f"{name}-{part}-bounds"] = np.cumsum([0, *map(len, kept)]).astype(np.uint32)
            number = np.uint32 if part == "texts" else np.uint16
            arrays[f"{name}-{part}"] = np.array([value for value, _ in pairs], dtype=number)
            arrays[f"{name}-{part}-counts"] = np.array([min(count, 65535) for _, count in pairs], dtype=np.uint16)
        return arrays

    @classmethod
    def load(cls, arrays: Mapping[str, np.ndarray], name: str) -> Knowledge:
        """From what `arrays` gave under the same ``name``."""
        keys, totals = arrays[f"{name}-keys"].tolist(), arrays[f"{name}-totals"].tolist()
        parts = {}
        for part in ("texts", "grams"):
            bounds = arrays[f"{name}-{part}-bounds"].tolist()
            values, counts = arrays[f"{name}-{part}"].tolist(), arrays[f"{name}-{part}-counts"].tolist()
            parts[part] = [
                Counter(dict(zip(values[start:stop], counts[start:stop], strict=True))) for start, stop in pairwise(bounds)
            ]
        met = {
            key: Met(texts, total, grams)
            for key, total, texts, grams in zip(keys, totals, parts["texts"], parts["grams"], strict=True)
        }
        return cls(met)


def merged(parts: Iterable[Knowledge]) -> Knowledge:
    """What all parts tell together; the parts stay as they are."""
    whole = Knowledge()
    for part in parts:
        for key, met in part.met.items():
            into = whole.met[key]
            into.total += met.total
            into.texts.update(met.texts)
            into.grams.update(met.grams)
    return whole


def learn_cell(knowledge: Knowledge, keys: Mapping[str, str], texts: Mapping[str, str], kind: str) -> None:
    """One training cell: the texts of all its roles, and its kind."""
    for name, key in keys.items():
        for role in ROLES if name != "yeared" else YEARED_ROLES:
            knowledge.learn(key, role, texts[role])
        if name != "yeared":
            knowledge.learn(key, "kind", kind)


def learn_table(knowledge: Knowledge, keys: Mapping[str, str], texts: Mapping[str, str]) -> None:
    """One training table, where no cell is known."""
    for name, key in keys.items():
        for role in TABLE_ROLES if name != "yeared" else YEARED_ROLES:
            knowledge.learn(key, role, texts[role])
