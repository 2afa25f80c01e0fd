"""Which printed numbers are facts, and of which type: what words say (two linear models), then readable features and trees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.cues import CONTEXT_CUES, PLACE_CUES, context_cues, place_cues
from tieout.engines.tagging.fields import features
from tieout.engines.tagging.linear import Linear
from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.towers import Bag, Floats

__all__ = [
    "ALONE_THRESHOLD",
    "CLASSES",
    "FEATURES",
    "FinderWords",
    "bags_of",
    "context_bag",
    "finder_rows",
    "printed_rows",
    "rows_with_words",
    "smoothed",
]

ALONE_THRESHOLD = 0.35
"""A number of a context that stands alone is taken for a fact from this probability on: the middle of where F1 of the pairs is
highest in cross-validation by issuer (.30 to .40)."""

CLASSES = 6
"""No fact, and the five types in the order of `numbers.TYPES`."""

_AFTER = re.compile(
    r"\W{0,3}(?:(?P<scale>million|billion|thousand|trillion)|(?P<share>(?:[a-z-]+\s){0,3}?(?:shares|units|options|rsus|awards)\b)|"
    r"(?P<time>(?:-|\s)?(?:years?|months?|days?|weeks?|hours?|quarters?)\b)|"
    r"(?P<per>per\b|a share)|(?P<points>basis points?|bps)|"
    r"(?P<of>(?:reportable|operating|business)?\s?(?:segments?|countries|states|customers|stores|employees|lawsuits?|properties)))",
    re.IGNORECASE,
)
_AFTER_NAMES = ("scale", "share", "time", "per", "points", "of")
_PER_SHARE = re.compile(
    r"per (?:common |diluted |basic |ordinary )?(?:share|unit|ads)|exercise price|fair value per|price paid", re.I
)
_SHARES = re.compile(r"\b(?:shares|units|rsus|psus|options|awards)\b", re.I)
_PERCENT = re.compile(r"%|percent|\brate|yield|margin|ratio|change", re.I)
_MONEY = re.compile(r"\$|dollars|millions|thousands|amount|value", re.I)

FEATURES = (
    *(f"word_{i}" for i in range(CLASSES)),
    *("word_fact", "fact_context", "fact_row", "fact_column", "fact_best", "gate", "gate_near", "gate_far", "position"),
    *("is_text", "is_word", "is_dash", "currency", "percent", "negative", "column_currency", "column_percent", "alone"),
    *("digits", "decimals", "comma", "small", "magnitude", "row", "column", "start", "numbers", "row_numbers"),
    *("has_label", "in_label", "has_header", "header_money", "header_share", "header_percent", "header_per_share"),
    *("label_share", "label_percent", "label_per_share", "text_share", "text_percent", "text_per_share"),
    *(f"after_{name}" for name in _AFTER_NAMES),
    *("fact_top", "row_near", *(f"{group}_{i}" for group in ("row", "column", "table") for i in range(1, CLASSES))),
    *PLACE_CUES,
    *CONTEXT_CUES,
)
_AT = {name: i for i, name in enumerate(FEATURES)}


@dataclass(slots=True)
class FinderWords:
    """``number`` scores each mention by class, ``gate`` each context: is anything in it tagged?"""

    number: Linear
    gate: Linear


def context_bag(bags: Sequence[Bag]) -> Bag:
    """All keys of the mentions of one context, each once, evenly weighted."""
    keys = np.unique(np.concatenate([bag[0] for bag in bags[:60]]))
    return keys, np.full(len(keys), 1.0 / np.sqrt(len(keys)), dtype=np.float32)


def smoothed(gates: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """For each context of a report in order, the mean gate of up to ``width`` neighbours on each side, itself left out."""
    n = len(gates)
    total = np.concatenate([[0.0], np.cumsum(gates)])
    low = np.maximum(np.arange(n) - width, 0)
    high = np.minimum(np.arange(n) + width + 1, n)
    mean: NDArray[np.float32] = ((total[high] - total[low] - gates) / np.maximum(high - low - 1, 1)).astype(np.float32)
    return mean


def finder_rows(
    mentions: Sequence[Mention],
    words: Floats,
    gate: float,
    near: float = np.nan,
    far: float = np.nan,
    known_place: bool = False,
) -> Floats:
    """Features (mentions x `FEATURES`) of the mentions of one context, whose word scores and gate are given.

    ``near`` and ``far`` are the means of neighbouring contexts' gates, NaN where the context stands alone; ``known_place``
    tells that its place in the report may be looked at.
    """
    return rows_with_words(printed_rows(mentions, known_place), mentions, words, gate, near, far)


def printed_rows(mentions: Sequence[Mention], known_place: bool = False) -> Floats:
    """The features that don't depend on word models; those that do are NaN."""
    n = len(mentions)
    table = np.full((n, len(FEATURES)), np.nan, dtype=np.float32)
    rows = np.array([m.place.row for m in mentions])
    _, row_sizes = _others(np.zeros(n), rows)
    table[:, _AT[PLACE_CUES[0]] : _AT[PLACE_CUES[0]] + len(PLACE_CUES)] = place_cues(mentions)
    table[:, _AT[CONTEXT_CUES[0]] :] = context_cues(mentions)
    for i, mention in enumerate(mentions):
        if known_place and mention.place.contexts:
            table[i, _AT["position"]] = mention.place.context / mention.place.contexts
        table[i, _AT["is_text"] : _AT["row_numbers"]] = _numbers(mention, n)
        table[i, _AT["row_numbers"]] = row_sizes[i]
        table[i, _AT["has_label"] : _AT["fact_top"]] = _cues(mention)
    return table


def rows_with_words(
    printed: Floats, mentions: Sequence[Mention], words: Floats, gate: float, near: float = np.nan, far: float = np.nan
) -> Floats:
    """A copy of `printed_rows` with what word models say of the mentions and of their context."""
    n = len(mentions)
    table = printed.copy()
    shifted = words - words.max(axis=1, keepdims=True)
    p = np.exp(shifted)
    p /= p.sum(axis=1, keepdims=True)
    fact = 1 - p[:, 0]
    table[:, :CLASSES] = shifted
    table[:, _AT["word_fact"]] = fact
    table[:, _AT["fact_context"]] = (fact.sum() - fact) / max(n - 1, 1) if n > 1 else np.nan
    rows = np.array([m.place.row for m in mentions])
    columns = np.array([m.place.column for m in mentions])
    table[:, _AT["fact_row"]], _ = _others(fact, rows)
    table[:, _AT["fact_column"]], _ = _others(fact, columns)
    table[:, _AT["fact_best"]] = fact.max()
    table[:, _AT["fact_top"]] = np.sort(fact)[-max(n // 4, 1) :].mean()
    typed = p[:, 1:] / np.maximum(fact, 1e-6)[:, None]
    for group, codes in (("row", rows), ("column", columns), ("table", np.zeros(n, dtype=np.int64))):
        table[:, _AT[f"{group}_1"] : _AT[f"{group}_1"] + CLASSES - 1] = _typed(typed, fact, codes)
    table[:, _AT["row_near"]] = _near(fact, rows)
    table[:, _AT["gate"]], table[:, _AT["gate_near"]], table[:, _AT["gate_far"]] = gate, near, far
    return table


def _others(values: NDArray[np.floating], codes: NDArray[np.integer]) -> tuple[NDArray[np.floating], NDArray[np.integer]]:
    """Mean of the others of the same code, NaN where there are none; and how many have the code."""
    _, code = np.unique(codes, return_inverse=True)
    code = code.ravel()
    sums = np.bincount(code, weights=values)
    sizes = np.bincount(code)[code]
    mean = (sums[code] - values) / np.maximum(sizes - 1, 1)
    mean[sizes < 2] = np.nan
    return mean, sizes


def _typed(types: NDArray[np.floating], fact: NDArray[np.floating], codes: NDArray[np.integer]) -> NDArray[np.floating]:
    """Of the numbers with the same code, each counted as much as it may be a fact: the mean share of each type."""
    _, code = np.unique(codes, return_inverse=True)
    code = code.ravel()
    total = np.bincount(code, weights=fact)
    sums = np.stack([np.bincount(code, weights=types[:, i] * fact) for i in range(types.shape[1])], axis=1)
    means: NDArray[np.floating] = (sums / np.maximum(total, 1e-6)[:, None])[code]
    return means


def _near(values: NDArray[np.floating], rows: NDArray[np.integer]) -> NDArray[np.floating]:
    """The mean of the rows before and after, NaN where there are none."""
    _, code = np.unique(rows, return_inverse=True)
    code = code.ravel()
    means = np.bincount(code, weights=values) / np.bincount(code)
    padded = np.concatenate([[np.nan], means, [np.nan]])
    both = np.stack([padded[:-2], padded[2:]])
    known = ~np.isnan(both)
    near = np.where(known.any(axis=0), np.where(known, both, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1), np.nan)
    result: NDArray[np.floating] = near[code]
    return result


def _numbers(mention: Mention, count: int) -> tuple[float, ...]:
    value = mention.value if mention.form == "number" else ""
    whole, _, decimals = value.partition(".")
    try:
        size = float(value)
    except ValueError:
        size = 0.0
    return (
        mention.kind == "text",
        mention.form == "word",
        mention.form == "dash",
        mention.currency,
        mention.percent,
        mention.negative,
        mention.column_currency,
        mention.column_percent,
        mention.alone,
        len(whole),
        len(decimals),
        "," in mention.text,
        bool(value) and not decimals and size <= 31,
        float(np.log10(size + 1)),
        mention.place.row if mention.kind == "table" else np.nan,
        mention.place.column,
        mention.place.start,
        count,
    )


def _cues(mention: Mention) -> tuple[float, ...]:
    header = " ".join(mention.column_headers)
    label = " ".join((*mention.section_rows[-1:], mention.row_label))
    near = f"{mention.before[-80:]} # {mention.after[:60]}"
    found = _AFTER.match(mention.after.lstrip("%) "))
    name = found.lastgroup if found else None
    return (
        bool(mention.row_label),
        bool(mention.sentence) and mention.kind == "table",
        bool(header),
        bool(_MONEY.search(header)),
        bool(_SHARES.search(header)),
        bool(_PERCENT.search(header)),
        bool(_PER_SHARE.search(header)),
        bool(_SHARES.search(label)),
        bool(_PERCENT.search(label)),
        bool(_PER_SHARE.search(label)),
        bool(_SHARES.search(near)),
        bool(_PERCENT.search(near)),
        bool(_PER_SHARE.search(near)),
        *(name == own for own in _AFTER_NAMES),
    )


def bags_of(mentions: Sequence[Mention]) -> list[Bag]:
    """Features of mentions whose type nobody knows."""
    return [features(mention.of_type(None) if mention.type else mention) for mention in mentions]
