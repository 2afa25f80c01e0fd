"""What tells whether a table or passage belongs to the tagged parts of a report, and of which kind its numbers are.

Tagged are the cover page, the financial statements and their notes; not the discussion by management, measures outside of GAAP,
exhibits, pay tables or market data. All cues are shares or counts over one context, so that they mean the same for any issuer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.mention import Mention

__all__ = ["CONTEXT_CUES", "PLACE_CUES", "context_cues", "place_cues"]

_MONEY_UNIT = re.compile(r"\$|\bdollars?\b|\b(?:in|of) (?:u\.?s\.? )?(?:millions|thousands|billions)\b|^\(?millions\)?$", re.I)


def _read() -> dict[str, dict[str, re.Pattern[str]]]:
    text = resources.files("tieout.engines.tagging").joinpath("cues.toml").read_text(encoding="utf-8")
    listed: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return {kind: {name: re.compile("|".join(p), re.I) for name, p in own.items()} for kind, own in listed.items()}


_PATTERNS = _read()
_HEADERS, _LABELS, _PROSE = _PATTERNS["headers"], _PATTERNS["labels"], _PATTERNS["prose"]
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NOTE_MARK = re.compile(r"\(\w\)\s*$|\*|\(note", re.I)
_ROWS = 120
_HEADER_TEXTS = 40

CONTEXT_CUES = (
    *(
        "c_numbers",
        "c_rows",
        "c_columns",
        "c_currency",
        "c_percent",
        "c_dash",
        "c_decimals",
        "c_negative",
        "c_small",
        "c_words",
    ),
    *("c_alone", "c_years", "c_money_unit", "c_per_share", "c_marked", "c_label_words", "c_length"),
    *(f"c_head_{name}" for name in _HEADERS),
    *(f"c_label_{name}" for name in _LABELS),
    *(f"c_text_{name}" for name in _PROSE),
)
"""Of a whole context; NaN where they are about tables and it is none, or about prose and it is a table."""

PLACE_CUES = (
    *("row_currency", "row_percent", "column_currency_share", "column_percent_share", "table_currency", "table_percent"),
    *("row_first", "column_order", "row_decimals", "column_decimals", "same_text", "column_years", "column_change"),
)
"""Of a number's row and column."""


def context_cues(mentions: Sequence[Mention]) -> NDArray[np.float32]:
    """`CONTEXT_CUES` of the mentions of one context."""
    n = len(mentions)
    prose = mentions[0].kind == "text"
    rows = {m.place.row: m for m in mentions}
    headers = _headers(mentions)
    joined = " # ".join(headers)
    labels = list(dict.fromkeys(m.row_label for m in mentions))[:_ROWS]
    numbers = [m for m in mentions if m.form == "number"]
    sentences = list(dict.fromkeys(m.sentence for m in mentions if m.sentence))[:20]
    text = " ".join(sentences)
    values: list[float] = [
        n,
        np.nan if prose else len(rows),
        np.nan if prose else len({m.place.column for m in mentions}),
        sum(m.currency for m in mentions) / n,
        sum(m.percent for m in mentions) / n,
        sum(m.form == "dash" for m in mentions) / n,
        sum("." in m.text for m in numbers) / max(len(numbers), 1),
        sum(m.negative for m in mentions) / n,
        sum(len(m.value) <= 2 for m in numbers) / max(len(numbers), 1),
        sum(m.form == "word" for m in mentions) / n,
        sum(m.alone for m in mentions) / n,
        len(set(_YEAR.findall(text if prose else joined))),
        np.nan if prose else bool(_MONEY_UNIT.search(joined)) or any(_MONEY_UNIT.search(label) for label in labels[:2]),
        np.nan if prose else any("per share" in label.lower() for label in (*labels, joined)),
        np.nan if prose else sum(bool(_NOTE_MARK.search(label)) for label in labels) / max(len(labels), 1),
        np.nan if prose else sum(len(label.split()) for label in labels) / max(len(labels), 1),
        len(text) if prose else np.nan,
    ]
    table = [np.nan] * len(_HEADERS) if prose else [sum(bool(p.search(h)) for h in headers) for p in _HEADERS.values()]
    table += [np.nan] * len(_LABELS) if prose else [_share(p, labels) for p in _LABELS.values()]
    words = [float(len(p.findall(text))) for p in _PROSE.values()] if text else [np.nan] * len(_PROSE)
    return np.array([*values, *table, *words], dtype=np.float32)


def place_cues(mentions: Sequence[Mention]) -> NDArray[np.float32]:
    """`PLACE_CUES` (mentions x cues); all NaN in prose, where only how often the number stands there counts."""
    n = len(mentions)
    result = np.full((n, len(PLACE_CUES)), np.nan, dtype=np.float32)
    texts: dict[str, int] = {}
    for m in mentions:
        texts[m.value] = texts.get(m.value, 0) + 1
    result[:, PLACE_CUES.index("same_text")] = [texts[m.value] for m in mentions]
    if mentions[0].kind == "text":
        return result
    row, column = np.array([m.place.row for m in mentions]), np.array([m.place.column for m in mentions])
    currency = np.array([m.currency for m in mentions], dtype=np.float64)
    percent = np.array([m.percent for m in mentions], dtype=np.float64)
    decimals = np.array([len(m.text.partition(".")[2]) for m in mentions], dtype=np.float64)
    for at, values, groups in ((0, currency, row), (1, percent, row), (2, currency, column), (3, percent, column)):
        result[:, at] = _means(values, groups)
    result[:, 4], result[:, 5] = currency.mean(), percent.mean()
    result[:, 6] = row == row.min()
    _, order = np.unique(column, return_inverse=True)
    result[:, 7] = order.ravel()
    result[:, 8], result[:, 9] = _means(decimals, row), _means(decimals, column)
    heads: dict[tuple[str, ...], tuple[float, float]] = {}
    for i, m in enumerate(mentions):
        if m.column_headers not in heads:
            text = " ".join(m.column_headers)
            heads[m.column_headers] = len(set(_YEAR.findall(text))), bool(_HEADERS["change"].search(text))
        if m.column_headers:
            result[i, 11:13] = heads[m.column_headers]
    return result


def _headers(mentions: Sequence[Mention]) -> list[str]:
    found: dict[str, None] = {}
    for m in mentions:
        for text in (m.corner, *m.column_headers):
            if text:
                found.setdefault(text)
        if len(found) >= _HEADER_TEXTS:
            break
    return list(found)


def _share(pattern: re.Pattern[str], labels: Sequence[str]) -> float:
    return sum(bool(pattern.search(label)) for label in labels) / max(len(labels), 1)


def _means(values: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.float64]:
    _, code = np.unique(groups, return_inverse=True)
    code = code.ravel()
    means: NDArray[np.float64] = (np.bincount(code, weights=values) / np.bincount(code))[code]
    return means
