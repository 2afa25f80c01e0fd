"""From stored text to words and sentences, each word with the place where it stands in the stored text.

Words are parted as treebanks do since Universal Dependencies: hyphens and possessive 's are words of their own. What a reader
doesn't see (zero-width and other format characters) is left out of words, and every remaining character knows its place, so
that what was found in the words can be quoted exactly as it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Normalised", "Word", "is_readable", "normalise", "sentences", "words"]

_LONGEST_WORD = 100  # characters of a word that can be part of a name
_LONGEST_SENTENCE = 120  # words; longer ones are cut, so that time and memory stay bounded
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", "\xa0": " "})

# One word with their full stop. That of a company's form (Inc.) or of initials (U.S.) is a word of its own: it ends no
# sentence.
_ABBREVIATIONS = (
    "Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Gen|Col|Lt|Sen|Rep|Gov|Hon|Rev|Messrs|No|Nos|vs|etc|approx|est|dept|Dept"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mt|Ft|Ave|Blvd|Rd|a\\.m|p\\.m"
)
_SHORT_FORMS = frozenset({"Inc", "Corp", "Co", "Cos", "Ltd", "Bros", "Assn", "Intl"})
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(
    rf"""
    (?:{_ABBREVIATIONS})\.(?!\w)
    | (?:[A-Za-z]\.)+[A-Za-z](?=\.)                 # U.S, J.P before their last full stop
    | [A-Z]\.(?=\s+[A-Z])                           # an initial within a name
    | '(?:s|S|ll|re|ve|d|m|t)\b                     # 's
    | [A-Za-z]+n't\b
    | \d+(?:[.,:]\d+)*
    | [{_CJK}]+                                      # no spaces part these from letters of other scripts
    | [^\W_{_CJK}]+(?:[&.][^\W_{_CJK}]+)*          # words; AT&T, Amazon.com
    | (?:\.\.\.|--+)
    | \S
    """,
    re.VERBOSE,
)
_ENDS = frozenset(".!?。！？")
_CLOSING = frozenset("\"')]”’」』")


@dataclass(frozen=True, slots=True)
class Normalised:
    """Text as words are found in it. Character i of ``text`` stands at ``places[i]`` of the original (None: at i itself)."""

    text: str
    places: Sequence[int] | None

    def place(self, at: int) -> int:
        return at if self.places is None else self.places[at]


@dataclass(frozen=True, slots=True)
class Word:
    """A word as the tagger sees it, and its span in the original text, in code points."""

    text: str
    start: int
    end: int


def normalise(text: str) -> Normalised:
    """Format characters left out, quotes, dashes and compatibility forms (full width, ligatures) made plain."""
    if text.isascii():
        return Normalised(text, None)
    pieces: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        if character >= "\x80":
            if unicodedata.category(character) in ("Cf", "Mn", "Cs"):
                continue
            character = unicodedata.normalize("NFKC", character.translate(_PLAIN)) or " "
        pieces.append(character)
        places.extend([at] * len(character))
    return Normalised("".join(pieces), places)


def words(text: str) -> Iterator[Word]:
    """The words of ``text`` in order."""
    clean = normalise(text)
    for match in _WORD.finditer(clean.text):
        yield Word(match[0], clean.place(match.start()), clean.place(match.end() - 1) + 1)


def is_readable(word: str) -> bool:
    """Whether the models know the word's letters: Latin ones, no more than a name has. On others they would only guess."""
    if len(word) > _LONGEST_WORD:
        return False
    return word.isascii() or all(not letter.isalpha() or "LATIN" in unicodedata.name(letter, "") for letter in word)


def sentences(text: str) -> Iterator[list[Word]]:
    """Words by sentence; a line break ends one only after an empty line."""
    sentence: list[Word] = []
    ended = False
    for word in words(text):
        parted = sentence and text.count("\n", sentence[-1].end, word.start) > 1
        closing = word.text in _CLOSING and bool(sentence) and word.start == sentence[-1].end
        if sentence and (parted or len(sentence) >= _LONGEST_SENTENCE or (ended and not closing)):
            yield sentence
            sentence = []
        ended = (word.text in _ENDS and not _abbreviates(word, sentence)) or (ended and closing)
        sentence.append(word)
    if sentence:
        yield sentence


def _abbreviates(word: Word, before: Sequence[Word]) -> bool:
    """Whether a full stop belongs to the short form right before it."""
    if word.text != "." or not before or before[-1].end != word.start:
        return False
    return before[-1].text in _SHORT_FORMS or _INITIALS.fullmatch(before[-1].text) is not None
