"""What a member's own words say of a report's cells: the person that it names, the words that it is made of.

A member (``PetCareReportableSegmentMember``, ``TanakaTaroMember``) that training never met says in English or in romaji what
the table says in Japanese. `name_score` reads names; other words are looked for by the glossary, by their sound in katakana,
and in Latin letters.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tables.index import ReportIndex
from tieout.engines.tables.names import WORST, first_readings, name_score, names_in, spellings
from tieout.engines.tables.sounds import distance, sound_of_kana, sound_of_word
from tieout.engines.tables.strings import Array, Strings, words_of

__all__ = ["NAMES", "WORD_ROLES", "member_columns", "member_scores"]

WORD_ROLES = ("label", "section", "outer", "header", "near", "heading", "above")
NAMES = ("name.cell", "name.row", "name.table", "name.gap", *(f"words.{role}" for role in WORD_ROLES), "words.count")
"""``name.row``: the best score of a name in the cell's row; ``name.gap``: how far it is below the report's best.
``words.…``: the share of the member's words, weighted by how rare they are, that the role's text says."""

_LONGEST_NAME_CELL = 120
_MOST_NAMES = 6000  # of a report
_MOST_WORDS = 16  # of a member
_COMMON = {
    "reportable": 0.0, "segments": 0.0, "segment": 0.0, "business": 0.3, "businesses": 0.3, "and": 0.0, "of": 0.0, "the": 0.0,
    "other": 0.5, "others": 0.5, "operations": 0.3, "products": 0.5, "services": 0.5, "ifrs": 0.0, "related": 0.2, "etc": 0.0,
}  # fmt: skip
_KATAKANA = re.compile(r"[ァ-ヺー]{2,}")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]+")
_SURE = 3.0  # a name that scores above its negative is likely the member's
_NEAR = 0.21  # two sounds of some length may differ by so much


_NameScores = tuple[Array, Array, Array]


class _Names(NamedTuple):
    """Distinct names, and for each place where one stands: its number, cell, and first row; by first reading, the names."""

    texts: list[str]
    name: NDArray[np.int64]
    cell: NDArray[np.int64]
    row: NDArray[np.int64]
    by_reading: dict[str, list[int]]
    always: list[int]


@dataclass(slots=True)
class _Rows:
    """Rows of all tables numbered through; ``of_cell`` is each cell's."""

    of_cell: NDArray[np.int64]
    count: int


def member_columns(index: ReportIndex, member: str, rows: NDArray[np.int64]) -> list[Array | float]:
    """The columns `NAMES` for the cells ``rows``; without a member all are the same."""
    if not member:
        return [WORST, WORST, WORST, WORST, *(0.0 for _ in WORD_ROLES), 0.0]
    (cell, row, table), (words, count) = _arrays(index, member)
    number = _rows(index)
    row_scores = row[number.of_cell[rows]]
    best = float(row.max(initial=WORST))
    found: list[Array | float] = [cell[rows], row_scores, table[index.table[rows]], row_scores - best]
    found += [words[role][index.roles[role][rows]] for role in WORD_ROLES]
    return [*found, float(count)]


def member_scores(index: ReportIndex, member: str) -> Array:
    """For every cell of the report, a plain weighting of how well its row is the member's: 0 where nothing says so."""
    (_, row, _), (words, _) = _arrays(index, member)
    named = np.clip(row + _SURE, 0, None)[_rows(index).of_cell]
    said = sum((words[role][index.roles[role]] for role in ("label", "section", "header", "near")), np.zeros(1, np.float32))
    return np.asarray(named + said, dtype=np.float32)


def _arrays(index: ReportIndex, member: str) -> tuple[_NameScores, tuple[dict[str, Array], int]]:
    kept = index.view.cache.setdefault("members", {})
    if member not in kept:
        if len(kept) > 300:
            kept.clear()
        kept[member] = (_name_arrays(index, member), _word_arrays(index, member))
    found: tuple[_NameScores, tuple[dict[str, Array], int]] = kept[member]
    return found


def _name_arrays(index: ReportIndex, member: str) -> _NameScores:
    """Scores by cell, by row (numbered through) and by table."""
    names, number = _names(index), _rows(index)
    cell = np.full(len(index.cells), WORST, dtype=np.float32)
    row = np.full(number.count, WORST, dtype=np.float32)
    table = np.full(len(index.view.tables), WORST, dtype=np.float32)
    if spellings(member) and names.texts:
        scores = np.full(len(names.texts), WORST, dtype=np.float32)
        for place in _likely(names, member):
            scores[place] = name_score(member, names.texts[place])
        spread = scores[names.name]
        np.maximum.at(cell, names.cell, spread)
        np.maximum.at(row, names.row, spread)
        np.maximum.at(table, index.table[names.cell], spread)
    return cell, row, table


def _likely(names: _Names, member: str) -> list[int]:
    """Names whose first character can begin the member's romaji, and those of which that isn't known."""
    found = list(names.always)
    for spelling in spellings(member):
        for length in range(1, 8):
            found += names.by_reading.get(spelling[:length], ())
    return list(dict.fromkeys(found))


def _rows(index: ReportIndex) -> _Rows:
    found: _Rows | None = index.view.cache.get("row numbers")
    if found is None:
        starts = np.cumsum([0, *(table.rows for table in index.view.tables)], dtype=np.int64)
        found = _Rows(starts[index.table] + index.row, int(starts[-1]))
        index.view.cache["row numbers"] = found
    return found


def _names(index: ReportIndex) -> _Names:
    found: _Names | None = index.view.cache.get("names")
    if found is not None:
        return found
    numbers: dict[str, int] = {}
    places: list[tuple[int, int, int]] = []
    rows = _rows(index)
    for place, cell in enumerate(index.cells):
        if len(cell.text) > _LONGEST_NAME_CELL or len(numbers) > _MOST_NAMES:
            continue
        for name in names_in(cell.text):
            number = numbers.setdefault(name, len(numbers))
            first = int(rows.of_cell[place])
            places += [(number, place, row) for row in range(first, min(first + cell.rows, first + 60, rows.count))]
    by_reading: dict[str, list[int]] = {}
    always: list[int] = []
    for name, number in numbers.items():
        readings = first_readings(name)
        for reading in readings:
            by_reading.setdefault(reading, []).append(number)
        if not readings:
            always.append(number)
    columns = np.array(places, dtype=np.int64).reshape(len(places), 3).T
    found = _Names(list(numbers), columns[0], columns[1], columns[2], by_reading, always)
    index.view.cache["names"] = found
    return found


def _word_arrays(index: ReportIndex, member: str) -> tuple[dict[str, Array], int]:
    """For each of `WORD_ROLES`, by distinct text, the share of the member's words that it says; and the number of words."""
    words = _weights(member)
    total = sum(words.values())
    pairs = _pairs(member)
    shares: dict[str, Array] = {}
    for role in WORD_ROLES:
        strings = index.strings[role]
        said = np.zeros(len(strings), dtype=np.float32)
        if total:
            tokens = _tokens(index, role, strings)
            for word, weight in words.items():
                places = _saying(strings, tokens, word) | _sounding(tokens, pairs.get(word, ""))
                said[sorted(places)] += weight / total
        shares[role] = said
    return shares, len(words)


@lru_cache(maxsize=2048)
def _weights(member: str) -> dict[str, float]:
    words = [word for word in dict.fromkeys(map(str.lower, words_of(member))) if _COMMON.get(word, 1.0) and not word.isdigit()]
    return {word: _COMMON.get(word, 1.0) for word in words[:_MOST_WORDS]}


class _Tokens(NamedTuple):
    """Places of the texts that hold a katakana run of this sound, a Latin word."""

    sounds: dict[str, list[int]]
    latin: dict[str, list[int]]


def _tokens(index: ReportIndex, role: str, strings: Strings) -> _Tokens:
    kept: dict[str, _Tokens] = index.view.cache.setdefault("tokens", {})
    if role not in kept:
        sounds: dict[str, list[int]] = {}
        latin: dict[str, list[int]] = {}
        for place, text in enumerate(strings.texts):
            for run in set(_KATAKANA.findall(text)):
                sounds.setdefault(sound_of_kana(run), []).append(place)
            for word in {found.lower() for found in _LATIN.findall(text)}:
                latin.setdefault(word, []).append(place)
        kept[role] = _Tokens(sounds, latin)
    return kept[role]


def _saying(strings: Strings, tokens: _Tokens, word: str) -> set[int]:
    """Places of the texts that say the word."""
    places = {*tokens.latin.get(word, ()), *_sounding(tokens, sound_of_word(_singular(word)))}
    for translation in _translations(word):
        places.update(place for place, text in enumerate(strings.texts) if translation in text)
    return places


def _sounding(tokens: _Tokens, sound: str) -> set[int]:
    """Places of the texts with a run of katakana that sounds so; of a longer sound, that begins so or nearly is so."""
    if len(sound) < 2:
        return set()
    places = set(tokens.sounds.get(sound, ()))
    if len(sound) > 2:
        for other, found in tokens.sounds.items():
            if other.startswith(sound) or _alike(sound, other):
                places.update(found)
    return places


@lru_cache(maxsize=2048)
def _pairs(member: str) -> dict[str, str]:
    """For each word, the sound of it and its neighbour as one (``PetCare`` is ペットケア), where that is longer than two."""
    words = [word.lower() for word in words_of(member)[: 2 * _MOST_WORDS]]
    pairs: dict[str, str] = {}
    for one, other in pairwise(words):
        sound = sound_of_word(one + _singular(other))
        if len(sound) > 2 and _COMMON.get(other, 1.0) == 1.0 == _COMMON.get(one, 1.0):
            pairs.setdefault(one, sound)
            pairs[other] = sound
    return pairs


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 4 else word


@lru_cache(maxsize=65536)
def _alike(one: str, other: str) -> bool:
    return bool(other) and abs(len(one) - len(other)) <= 1 and one[0] == other[0] and distance(one, other) <= _NEAR


@cache
def _glossary() -> dict[str, list[str]]:
    text = resources.files(__package__).joinpath("glossary.toml").read_text(encoding="utf-8")
    words: dict[str, list[str]] = tomllib.loads(text)["words"]
    return words


@lru_cache(maxsize=4096)
def _translations(word: str) -> tuple[str, ...]:
    """Of the glossary's longest entry that the word begins with, where not much of the word is left."""
    glossary = _glossary()
    for length in range(len(word), max(2, len(word) - 6), -1):
        if word[:length] in glossary:
            return tuple(glossary[word[:length]])
    return ()
