"""What the models look at: the words of each field of a mention's surroundings, as hashed keys with weights.

A mention can be seen in four views: ``full`` (a report's page), ``context`` (the table or sentence alone, without what stands
before it), ``flat`` (the same with the order of cells alone) and ``row`` (only the row's cells, or the sentence). Models are
trained on all of them, so that they serve all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.words import key, words

__all__ = ["FIELDS", "VIEWS", "Keys", "View", "features", "field_keys", "joined", "seen_as"]

View = Literal["full", "context", "flat", "row"]
VIEWS: tuple[View, ...] = ("full", "context", "flat", "row")
Keys = NDArray[np.uint32]
_SIDE = 5

FIELDS = ("flags", "label", "section", "header", "table", "near", "caption", "sentence", "sides")
"""Parts of a mention's surroundings: ``table`` are the labels of all rows, ``near`` those around its own."""

_AT = {name: number for number, name in enumerate(FIELDS)}


@lru_cache(maxsize=100_000)
def _gram_keys(field: str, text: str, bigrams: bool, whole: bool) -> Keys:
    found = words(text)
    keys = [key(field, w) for w in dict.fromkeys(found)]
    if bigrams:
        keys += [key(field, f"{a} {b}") for a, b in dict.fromkeys(pairwise(found))]
    if whole and found:
        keys.append(key(field, "=" + " ".join(found)))
    return np.array(keys, dtype=np.uint32)


@lru_cache(maxsize=4_000)
def _table_keys(labels: tuple[str, ...]) -> tuple[Keys, Keys]:
    """Of a table's row labels: a key for each whole label, and one for each word."""
    whole = [key("T", "=" + " ".join(words(label))) for label in labels[:60]]
    single = {key("t", w): None for label in labels[:60] for w in words(label)}
    return np.array(list(dict.fromkeys(whole)), dtype=np.uint32), np.array(list(single)[:150], dtype=np.uint32)


def seen_as(mention: Mention, view: View) -> Mention:
    """The mention without what that view does not show."""
    if view == "full":
        return mention
    if view == "flat" and mention.flat is not None:
        return mention.flat if mention.flat.type == mention.type else mention.flat.of_type(mention.type)
    if view != "row" or mention.kind == "text":
        return replace(mention, caption="", headings=()) if mention.caption or mention.headings else mention
    return replace(
        mention, caption="", headings=(), column_headers=(), section_rows=(), table_labels=(), row_step="", column_step=""
    )


def field_keys(mention: Mention) -> list[tuple[int, Keys]]:
    """Groups of keys, each with the number of its field in `FIELDS`; a field may have several groups."""
    groups: list[tuple[int, Keys]] = [(_AT["flags"], _flags(mention))]
    if mention.kind == "table":
        _of_table(mention, groups)
    if mention.kind == "text" or mention.sentence:
        _of_prose(mention, groups)
    for heading in mention.headings[-2:]:
        groups.append((_AT["caption"], _gram_keys("G", heading, False, True)))
    return [(field, keys) for field, keys in groups if len(keys)]


def features(mention: Mention) -> tuple[Keys, NDArray[np.float32]]:
    """Keys and weights; the weights of a group with n keys are 1/√n each, so that long fields don't drown short ones."""
    return joined(field_keys(mention))


def joined(groups: Sequence[tuple[int, Keys]]) -> tuple[Keys, NDArray[np.float32]]:
    """The keys of all groups of a mention, with their weights."""
    sizes = np.array([len(keys) for _, keys in groups])
    return np.concatenate([keys for _, keys in groups]), np.repeat((1.0 / np.sqrt(sizes)).astype(np.float32), sizes)


def _of_table(mention: Mention, groups: list[tuple[int, Keys]]) -> None:
    groups.append((_AT["label"], _gram_keys("L", mention.row_label, True, True)))
    if mention.row_step:
        groups.append((_AT["label"], np.array([key("L", f"year {mention.row_step}")], dtype=np.uint32)))
    if mention.column_step:
        groups.append((_AT["header"], np.array([key("H", f"year {mention.column_step}")], dtype=np.uint32)))
    others = [cell for cell in mention.row[1:] if any(c.isalpha() for c in cell)][:4]
    if others:
        groups.append((_AT["label"], _gram_keys("R", " ".join(others), False, False)))
    for depth, section in enumerate(reversed(mention.section_rows[-3:])):
        groups.append((_AT["section"], _gram_keys("S" if depth == 0 else "O", section, True, True)))
    if mention.column_headers:
        groups.append((_AT["header"], _gram_keys("H", " ".join(mention.column_headers), True, True)))
        groups.append((_AT["header"], _gram_keys("h", mention.column_headers[-1], False, True)))
    if mention.table_labels:
        groups.extend((_AT["table"], keys) for keys in _table_keys(mention.table_labels))
        groups.append((_AT["near"], _neighbours(mention)))
    if mention.caption:
        groups.append((_AT["caption"], _gram_keys("C", mention.caption[-200:], True, False)))


def _neighbours(mention: Mention) -> Keys:
    labels = mention.table_labels
    try:
        at = labels.index(mention.row_label)
    except ValueError:
        return np.empty(0, dtype=np.uint32)
    near = [(f"N{step}", labels[at + step]) for step in (-2, -1, 1, 2) if 0 <= at + step < len(labels)]
    return np.array([key(field, " ".join(words(label))) for field, label in near], dtype=np.uint32)


def _of_prose(mention: Mention, groups: list[tuple[int, Keys]]) -> None:
    groups.append((_AT["sentence"], _gram_keys("X", mention.sentence, True, False)))
    before, after = words(mention.before[-120:]), words(mention.after[:120])
    sides = [key("B", w) for w in before[-12:]] + [key("A", w) for w in after[:12]]
    groups.append((_AT["sides"], np.array(list(dict.fromkeys(sides)), dtype=np.uint32)))
    groups.append((_AT["sides"], _close_by(before, after)))
    if mention.run.before or mention.run.after:
        groups.append((_AT["sides"], _close_by(words(mention.run.before), words(mention.run.after))))


def _close_by(before: Sequence[str], after: Sequence[str]) -> Keys:
    """Words next to a number, or to several that are said in one breath, with their places; and two to four together."""
    near = [key(f"B{i}", w) for i, w in enumerate(reversed(before[-_SIDE:]))]
    near += [key(f"A{i}", w) for i, w in enumerate(after[:_SIDE])]
    near += [key("BB", " ".join(before[-n:])) for n in (2, 3, 4)] + [key("AA", " ".join(after[:n])) for n in (2, 3, 4)]
    return np.array(near, dtype=np.uint32)


def _flags(mention: Mention) -> Keys:
    flags = [f"type {mention.type}", f"kind {mention.kind}", f"form {mention.form}"]
    if mention.percent or mention.column_percent:
        flags.append("percent")
    if mention.currency or mention.column_currency:
        flags.append("currency")
    if mention.negative:
        flags.append("negative")
    if mention.alone:
        flags.append("alone")
    return np.array([key("F", flag) for flag in flags], dtype=np.uint32)
