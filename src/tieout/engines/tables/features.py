"""Readable features of (question, cell) pairs, as one matrix."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tables.index import KINDS, ROLES, ReportIndex
from tieout.engines.tables.knowledge import YEARED_ROLES, Knowledge, keys_of
from tieout.engines.tables.members import NAMES as MEMBER_NAMES
from tieout.engines.tables.members import member_columns, member_scores
from tieout.engines.tables.questions import Question
from tieout.engines.tables.strings import Array, bigrams, collapsed, key_hash, unit_vector
from tieout.engines.tables.traits import traits_of

__all__ = ["NAMES", "Matrix", "candidates", "cell_features", "first_scores"]

CANDIDATES = 80
"""Cells of a report that are looked at in full."""

_KEYS = {
    "item": ROLES,
    "scoped": ("label", "section", "header", "heading", "outer_heading", "bag", "file"),
    "member": ("label", "section", "header", "near", "heading", "above", "bag"),
    "both": ("label", "section", "header", "near", "heading", "bag"),
    "tail": ("heading", "outer_heading", "above", "bag", "file", "section"),
    "yeared": YEARED_ROLES,
}
_TAIL_ROLES = ("heading", "outer_heading", "above", "bag", "section")
_TEXT_ROLES = ("label", "section", "outer", "header", "near", "heading", "bag")

NAMES: tuple[str, ...] = (
    *(f"{key}.{role}.{what}" for key, roles in _KEYS.items() for role in roles for what in ("share", "cosine")),
    *(f"text.{role}" for role in _TEXT_ROLES),
    *(f"head.{role}" for role in _TEXT_ROLES),
    *(f"tail.{role}" for role in _TAIL_ROLES),
    *(f"kind.{kind}" for kind in KINDS),
    "kind.share", "header_year", "label_year", "near_year", "above_year", "any_year", "opening",
    "in_header", "in_label", "right", "column", "row", "instant", "scope", "has_member", "year",
    "known.item", "known.member", "consolidated", "label_length", "segment", "carried_year", "twin", "twins",
    "same_form", "same_forms", "follows", "period", "international", "international_item", "header_total", "label_total",
    *MEMBER_NAMES,
)  # fmt: skip
"""``item.label.share``: how often the item's training cells had this cell's label; ``…cosine``: how alike their labels are.
``text.…``: how alike the role's text is to the item as asked; ``head.…``: to the item's first part; ``tail.…``: to its last.
Years are differences from the asked one, 9 where unknown."""


class Matrix(NamedTuple):
    """``rows`` are indices into the report's cells; ``values`` has a row for each, a column for each of `NAMES`."""

    rows: NDArray[np.int64]
    values: Array


class _Similar(NamedTuple):
    share: Array
    cosine: Array
    known: int


def cell_features(index: ReportIndex, question: Question, knowledge: Knowledge, rows: NDArray[np.int64]) -> Matrix:
    """The features of the cells ``rows``."""
    keys = keys_of(question, index)
    columns: list[Array | float] = []
    zeros = np.zeros(len(rows), dtype=np.float32)
    known = {"item": 0, "member": 0}
    for kind, roles in _KEYS.items():
        for role in roles:
            key = keys.get(kind)
            if key is None:
                columns += [zeros, zeros]
                continue
            similar = _similar(index, knowledge, key, role)
            places = index.roles[role][rows]
            columns += [similar.share[places], similar.cosine[places]]
            if role in ("label", "heading") and kind in known:
                known[kind] = max(known[kind], similar.known)
    item = collapsed(question.item)
    head = item.partition("、")[0].partition("(")[0] or item
    for text in (item, head):
        for role in _TEXT_ROLES:
            columns.append(_text_similar(index, text, role)[index.roles[role][rows]])
    last = item.rpartition("、")[2] if "、" in item else ""
    columns += [_text_similar(index, last, role)[index.roles[role][rows]] for role in _TAIL_ROLES]
    kinds = index.kind[rows]
    columns += [(kinds == place).astype(np.float32) for place in range(len(KINDS))]
    columns += _rest(index, question, knowledge, rows, keys["item"], known)
    columns += member_columns(index, question.member, rows)
    values = np.empty((len(rows), len(NAMES)), dtype=np.float32)
    for place, column in enumerate(columns):
        values[:, place] = column
    return Matrix(rows, values)


def first_scores(index: ReportIndex, question: Question, knowledge: Knowledge) -> Array:
    """A plain weighting of the strongest features for every cell of the report: it picks those that are looked at in full.

    Weights are per role and kind of key, so they are summed over distinct texts before they are spread over cells.
    """
    keys = keys_of(question, index)
    item = collapsed(question.item)
    head = item.partition("、")[0].partition("(")[0] or item
    scores = np.zeros(len(index.cells), dtype=np.float32)
    for role in ROLES:
        texts = np.zeros(len(index.strings[role]), dtype=np.float32)
        for kind, share, cosine in _FIRST.get(role, ()):
            if kind == "text":
                texts += share * _text_similar(index, item, role) + cosine * _text_similar(index, head, role)
            elif kind in keys:
                similar = _similar(index, knowledge, keys[kind], role)
                texts += share * similar.share + cosine * similar.cosine
        scores += texts[index.roles[role]]
    scores += _kind_shares(knowledge, keys["item"])[index.kind]
    any_year = index.any_year()
    if question.year:
        scores += 2.0 * (any_year == question.year) + 0.5 * (any_year == 0)
    if question.member:
        scores += member_scores(index, question.member)
    return scores


_FIRST: dict[str, tuple[tuple[str, float, float], ...]] = {
    "label": (("item", 3, 2), ("text", 1, 1), ("member", 1, 1), ("both", 2, 0)),
    "header": (("item", 0, 1.5), ("text", 0.5, 0), ("member", 1, 1)),
    "section": (("item", 0, 1),),
    "bag": (("item", 0, 1), ("scoped", 0, 0.5)),
    "heading": (("item", 1, 1), ("scoped", 0.5, 0.5)),
    "file": (("item", 1, 0), ("scoped", 1, 0)),
    "near": (("member", 0.5, 0.5),),
}
"""For each role, by kind of key: weights of share and cosine (of the question's own text: of the item and its first part)."""


def candidates(scores: Array) -> np.ndarray:
    """The best cells by first score, best first."""
    most = min(CANDIDATES, len(scores))
    best = np.argpartition(-scores, most - 1)[:most] if most else np.zeros(0, dtype=np.int64)
    return best[np.argsort(-scores[best], kind="stable")]


def _rest(
    index: ReportIndex, question: Question, knowledge: Knowledge, rows: NDArray[np.int64], item: str, known: dict[str, int]
) -> list[Array | float]:
    kinds = index.kind[rows]
    year = question.year or 0
    header, label, near, above = (
        array[rows] for array in (index.header_year, index.label_year, index.near_year, index.above_year)
    )
    opening = index.opening[rows]
    if "lengths" not in index.view.cache:
        lengths = [len(text) for text in index.strings["label"].texts]
        index.view.cache["lengths"] = np.array(lengths, dtype=np.float32)
    lengths, traits, tables = index.view.cache["lengths"], traits_of(index), index.table[rows]
    return [
        _kind_shares(knowledge, item)[kinds],
        *(_difference(array, year) for array in (header, label, near, above)),
        _difference(index.any_year()[rows], year),
        opening.astype(np.float32),
        index.in_header[rows].astype(np.float32),
        index.in_label[rows].astype(np.float32),
        index.right[rows].astype(np.float32),
        index.column[rows].astype(np.float32),
        index.row[rows].astype(np.float32),
        float(question.instant),
        float(("", "連結", "個別", "nan").index(question.scope)),
        float(bool(question.member)),
        float(year - index.view.year if index.view.year and year else -9),
        float(min(known["item"], 50)),
        float(min(known["member"], 50)),
        traits.consolidated[tables],
        lengths[index.roles["label"][rows]],
        float("Segment" in question.member),
        _difference(traits.carried_year[tables], year),
        traits.twin[tables],
        traits.twins[tables],
        traits.same_form[tables],
        traits.same_forms[tables],
        traits.follows[tables],
        traits.period[tables],
        float(traits.international),
        float("IFRS" in question.item or "IFRS" in question.member),
        _totals(index, "header")[index.roles["header"][rows]],
        _totals(index, "label")[index.roles["label"][rows]],
    ]


def _totals(index: ReportIndex, role: str) -> Array:
    """By distinct text, 1 where it is the name of a total: of all columns (純資産合計, 資本合計), or of rows above."""
    kept = index.view.cache.setdefault("totals", {})
    if role not in kept:
        kept[role] = np.array([text.rpartition("|")[2].endswith("計") for text in index.strings[role].texts], dtype=np.float32)
    totals: Array = kept[role]
    return totals


def _kind_shares(knowledge: Knowledge, item: str) -> Array:
    """For each of `KINDS`, how often the item's training cells were of it."""
    met = knowledge.about(item, "kind")
    shares = [0.0] * len(KINDS) if met is None else [met.texts[key_hash(kind)] / met.total for kind in KINDS]
    return np.array(shares, dtype=np.float32)


def _difference(years: NDArray[np.int32] | Array, year: int) -> Array:
    return np.where(years > 0, np.clip(years - year, -8, 8), 9).astype(np.float32)


def _similar(index: ReportIndex, knowledge: Knowledge, key: str, role: str) -> _Similar:
    kept = index.view.cache.setdefault("similar", {})
    found: _Similar | None = kept.get((id(knowledge), key, role))
    if found is None:
        strings = index.strings[role]
        met = knowledge.about(key, role)
        if met is None:
            nothing = np.zeros(len(strings), dtype=np.float32)
            found = _Similar(nothing, nothing, 0)
        else:
            found = _Similar(strings.scattered(met.share()), strings.cosine(met.vector()), met.total)
        if len(kept) > 4000:
            kept.clear()
        kept[id(knowledge), key, role] = found
    return found


def _text_similar(index: ReportIndex, text: str, role: str) -> Array:
    kept = index.view.cache.setdefault("text", {})
    found: Array | None = kept.get((text, role))
    if found is None:
        found = kept[text, role] = index.strings[role].cosine(unit_vector(bigrams(text)))
    return found
