"""Words of other languages in katakana: both spellings are brought to the consonants that they share.

``Pet`` and ペット are both ``pt``, ``Partner`` and パートナー both ``ptn``. Vowels, doubled letters, ``y``, ``w`` and an ``r``
that closes a syllable are dropped; consonants that katakana doesn't tell apart (l and r, v and b, th and s, z and j) are one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tieout.engines.tables.romaji import katakana

__all__ = ["distance", "sound_of_kana", "sound_of_word"]

_WORD = (
    (re.compile("tion|sion|cian"), "sn"), (re.compile("ture"), "ca"), (re.compile("tch|ch"), "c"), (re.compile("sch|sh"), "s"),
    (re.compile("ph"), "f"), (re.compile("th"), "s"), (re.compile("wh"), "h"), (re.compile("ck|qu|q"), "k"),
    (re.compile("c(?=[eiy])"), "s"), (re.compile("(?<!^)c(?=$|[^aeiou])|c(?=[aoulrst])"), "k"), (re.compile("x"), "ks"),
    (re.compile("dg(?=e)|g(?=[ei])"), "s"), (re.compile("gh"), ""), (re.compile("kn(?=[aeiou])"), "n"),
    (re.compile("(?<=[aeiou])r(?![aeiou])|(?<=[aeiou])re$"), ""), (re.compile("(?<=[aeiou])h(?![aeiou])"), ""),
)  # fmt: skip
_LETTERS = str.maketrans({"l": "r", "v": "b", "z": "s", "j": "s", "m": "n"})
_SILENT = re.compile("[aeiouyw]")
_DOUBLED = re.compile(r"(.)\1+")
_KANA = {
    **dict.fromkeys("カキクケコヵヶ", "k"), **dict.fromkeys("サシスセソザジズゼゾヂヅ", "s"), **dict.fromkeys("タテトツ", "t"),
    "チ": "c", **dict.fromkeys("ダデド", "d"), **dict.fromkeys("ナニヌネノンマミムメモ", "n"), **dict.fromkeys("ハヒヘホ", "h"),
    "フ": "f", **dict.fromkeys("ラリルレロ", "r"), **dict.fromkeys("ガギグゲゴ", "g"), **dict.fromkeys("バビブベボヴ", "b"),
    **dict.fromkeys("パピプペポ", "p"),
}  # fmt: skip
_FULL_VOWELS = frozenset("アイウエオァィゥェォ")


@lru_cache(maxsize=8192)
def sound_of_word(word: str) -> str:
    """The consonants of a word in Latin letters; an ``a`` in front where it begins with a vowel."""
    letters = word.lower()
    front = "a" if letters[:1] in tuple("aeiou") else ""
    for pattern, sound in _WORD:
        letters = pattern.sub(sound, letters)
    return front + _DOUBLED.sub(r"\1", _SILENT.sub("", letters.translate(_LETTERS)))


@lru_cache(maxsize=8192)
def sound_of_kana(text: str) -> str:
    """The consonants of a word in kana; an ``a`` in front where it begins with a vowel."""
    kana = katakana(text)
    front = "a" if kana[:1] in _FULL_VOWELS else ""
    return front + _DOUBLED.sub(r"\1", "".join(_KANA.get(character, "") for character in kana))


def distance(one: str, other: str) -> float:
    """Edits that turn one into the other, as a share of the longer one (Levenshtein 1965); 1 where one is empty."""
    if not one or not other:
        return 1.0
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1] / max(len(one), len(other))
