"""Kana in Latin letters, in one spelling whatever romanisation a name was written in.

Hepburn, without long vowels: ``Ohta``, ``Oota`` and ``Ota`` are all ``ota``; ``si`` is ``shi``, ``l`` is ``r``.
"""

from __future__ import annotations

import re

__all__ = ["katakana", "one_spelling", "romaji"]

_ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ", "h": "ハヒフヘホ",
    "m": "マミムメモ", "r": "ラリルレロ", "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ",
    "p": "パピプペポ",
}  # fmt: skip
_SYLLABLES = {kana: consonant + vowel for consonant, row in _ROWS.items() for vowel, kana in zip("aiueo", row, strict=True)} | {
    "シ": "shi", "チ": "chi", "ツ": "tsu", "フ": "fu", "ジ": "ji", "ヂ": "ji", "ヅ": "zu", "ヤ": "ya", "ユ": "yu", "ヨ": "yo",
    "ワ": "wa", "ヲ": "o", "ン": "n", "ヴ": "vu",
}  # fmt: skip
_SMALL = {"ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o"}
_OTHER_SPELLINGS = (
    (re.compile("tch"), "cch"), (re.compile("m(?=[bmp])"), "n"), (re.compile("oh(?![aiueoy])"), "o"), (re.compile("l"), "r"),
    (re.compile("(?<![a-z])si|(?<=[aiueon])si"), "shi"), (re.compile("ti"), "chi"), (re.compile("tu"), "tsu"),
    (re.compile("(?<![sc])hu"), "fu"), (re.compile("zi"), "ji"), (re.compile("sy"), "sh"), (re.compile("ty"), "ch"),
    (re.compile("zy|jy"), "j"), (re.compile("ou|oo"), "o"), (re.compile("uu"), "u"),
)  # fmt: skip


def katakana(text: str) -> str:
    """``text`` with its hiragana as katakana."""
    return "".join(chr(ord(character) + 96) if "ぁ" <= character <= "ゖ" else character for character in text)


def romaji(kana: str) -> str:
    """Latin letters of kana in `one_spelling`; anything that is no kana is left out."""
    out = ""
    doubled = False
    for character in katakana(kana):
        if character == "ッ":
            doubled = True
            continue
        if character in _SMALL and out:
            out = _joined(out, _SMALL[character])
            continue
        syllable = _SYLLABLES.get(character, "")
        if doubled and syllable:
            out += "t" if syllable[0] == "c" else syllable[0]
        doubled = False
        out += syllable
    return one_spelling(out)


def _joined(out: str, small: str) -> str:
    if small[0] == "y":
        return out[:-1] + (small[1:] if out.endswith(("shi", "chi", "ji")) else small)
    return (out[:-1] if len(out) > 1 and out[-2] not in "aiueo" else out) + small


def one_spelling(letters: str) -> str:
    """Latin letters of a Japanese word in the one spelling that `romaji` gives."""
    letters = letters.lower()
    for pattern, spelling in _OTHER_SPELLINGS:
        letters = pattern.sub(spelling, letters)
    return letters
