"""How well a printed Japanese name is read as the romaji of a member: ``MuraseMomokoMember`` and 村瀬 桃子.

Kanji have several readings; `name_readings.json` says which, and what each costs (ten times its negative logarithm): statistics
of a public list of names (see scripts/make_name_readings.py). A name is matched when its characters, each in one of its
readings, spell the romaji, surname first or last. Names in katakana are compared by their consonants.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from tieout.engines.tables.romaji import katakana, one_spelling, romaji
from tieout.engines.tables.sounds import distance, sound_of_kana, sound_of_word
from tieout.engines.tables.strings import words_of
from tieout.engines.tables.view import plain

__all__ = ["WORST", "first_readings", "name_score", "names_in", "spellings"]

WORST = -8.0
"""The score of texts that can't be the name; a name whose characters all have their usual reading has about 0."""

_UNKNOWN, _UNKNOWN_LETTER = 80, 3  # cost of a character whose readings don't fit, and of each letter given to it
_LONGEST_GAP = 6
_MOST = 40  # cost a character, above which a name is not read further
_LONGEST_NAME, _LONGEST_SPELLING, _LONGEST_READING = 8, 28, 9  # characters, letters, letters of one character
_NAME = re.compile(r"[一-鿿々ヶぁ-ヿ𠀀-𯿿·]{2,24}")
_BRACKETS = re.compile(r"[(（\[［〔][^()（）]{0,40}[)）\]］〕]")
_KATAKANA = re.compile(r"[ァ-ヺー]+")
_MARKS = str.maketrans("", "", "・･=＝．.")
# Older forms of characters in names, and the ones whose readings are known.
_FORMS = str.maketrans(
    "髙﨑邊邉齋齊斎濵濱澤廣國德眞櫻惠圓龍榮佛嶋嶌淺瀨𠮷禮與鷗峯條實彌壽藏關豐寬晉鐵學靜應萬黑會臺來傳敎曾桒冨舘埜穗爲",
    "高崎辺辺斉斉斉浜浜沢広国徳真桜恵円竜栄仏島島浅瀬吉礼与鴎峰条実弥寿蔵関豊寛晋鉄学静応万黒会台来伝教曽桑富館野穂為",
)


@cache
def _readings() -> dict[str, list[tuple[str, int]]]:
    text = resources.files(__package__).joinpath("name_readings.json").read_text(encoding="utf-8")
    readings = {character: list(costs.items()) for character, costs in json.loads(text).items()}
    readings.setdefault("ヶ", [("ga", 3), ("ke", 20)])
    return readings


def names_in(text: str) -> list[str]:
    """The parts of a cell's text that may be a name: all of it, or of words parted by white space the first or last two."""
    words = [plain(word).translate(_MARKS) for word in _BRACKETS.sub(" ", text[:120]).split()]
    words = [word for word in words if word]
    if not 1 <= len(words) <= 12:
        return []
    whole = "".join(words)
    found = [whole] if len(whole) <= 24 else []
    if len(words) > 2:
        found += ["".join(words[:2]), "".join(words[-2:]), "".join(words[1:3])]
    if len(words) > 1:
        found.append(words[-1])
    return [name for name in dict.fromkeys(found) if _NAME.fullmatch(name)]


def name_score(member: str, name: str) -> float:
    """From `WORST` to 0: how usual it is to write the member's romaji with these characters."""
    if _KATAKANA.fullmatch(name):
        return _foreign_score(member, name)
    characters = _characters(name)
    if not 1 <= len(characters) <= _LONGEST_NAME:
        return WORST
    costs = [_cost(characters, spelling) for spelling in spellings(member) if _may_begin(characters, spelling)]
    return max(WORST, -min(costs, default=9999) / (10 * len(characters)))


@lru_cache(maxsize=4096)
def spellings(member: str) -> tuple[str, ...]:
    """The member's letters as they are, and turned so that the surname comes first."""
    words = words_of(member)
    if not 2 <= sum(map(len, words)) <= _LONGEST_SPELLING:
        return ()
    if len(words) == 1:
        word = words[0]
        turned: Iterable[Sequence[str]] = [(word[i:], word[:i]) for i in range(2, len(word) - 1)]
    else:
        turned = [(*words[1:], words[0]), (words[-1], *words[:-1])]
    return tuple(dict.fromkeys(one_spelling("".join(parts)) for parts in (words, *turned)))


@lru_cache(maxsize=16384)
def _characters(name: str) -> str:
    out = ""
    for character in name.translate(_FORMS):
        out += out[-1:] if character == "々" else character
    return out


@lru_cache(maxsize=16384)
def _of(character: str) -> list[tuple[str, int]]:
    known = _readings().get(character)
    if known is not None:
        return known
    kana = katakana(character)
    return [(romaji(kana), 0)] if "ァ" <= kana <= "ヿ" else []


def first_readings(name: str) -> list[str]:
    """How the name can begin in Latin letters; none where that isn't known, as for names in katakana."""
    if _KATAKANA.fullmatch(name):
        return []
    return [reading for reading, _ in _of(_characters(name)[:1]) if reading]


def _may_begin(characters: str, spelling: str) -> bool:
    first = _of(characters[0])
    return bool(spelling) and (not first or any(reading and spelling.startswith(reading) for reading, _ in first))


def _cost(characters: str, spelling: str) -> int:
    """The least cost of reading all characters as all of the spelling; 9999 where it is over `_MOST` a character."""
    most, left = _MOST * len(characters), len(characters)
    best = {0: 0}
    for character in characters:
        ends: dict[int, int] = {}
        left -= 1
        # The characters that are left need a letter each, and can't take more than their longest readings.
        first, last = len(spelling) - _LONGEST_READING * left, len(spelling) - left
        for start, cost in best.items():
            for reading, price in _of(character):
                end = _end(spelling, start, reading)
                if end is not None and first <= end <= last and cost + price < ends.get(end, most):
                    ends[end] = cost + price
            if cost + _UNKNOWN >= most:
                continue
            for end in range(max(start + 1, first), min(last, start + _LONGEST_GAP) + 1):
                price = cost + _UNKNOWN + _UNKNOWN_LETTER * (end - start)
                if price < ends.get(end, most):
                    ends[end] = price
        best = ends
    return best.get(len(spelling), 9999)


def _end(spelling: str, start: int, reading: str) -> int | None:
    """Where a reading ends that begins at ``start``; its first vowel may be one that a long vowel before it has swallowed."""
    if spelling.startswith(reading, start):
        return start + len(reading)
    before = spelling[start - 1 : start]
    if (before == "o" and reading[:1] in ("o", "u")) or (before == "u" and reading[:1] == "u"):
        return start + len(reading) - 1 if spelling.startswith(reading[1:], start) else None
    return None


def _foreign_score(member: str, name: str) -> float:
    """By the consonants of all words together, in either order."""
    words = words_of(member)
    sound = sound_of_kana(name)
    apart = min(distance("".join(map(sound_of_word, order)), sound) for order in (words, words[::-1]))
    return max(WORST, 2 * WORST * apart)
