"""WordPiece: the longest piece of the vocabulary, again and again (Devlin et al., 2019)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

__all__ = ["WordPiece"]

_LONGEST_WORD = 100
_MOST_WORDS = 100_000  # remembered


class WordPiece:
    """Numbers of the pieces of words. ``first`` and ``last`` frame a sentence, ``unknown`` stands for what has no pieces."""

    def __init__(self, pieces: Sequence[str], lower: bool) -> None:
        self.pieces = list(pieces)
        self.lower = lower
        self._numbers: Mapping[str, int] = {piece: number for number, piece in enumerate(self.pieces)}
        self.first = self._special("[CLS]", "<s>")
        self.last = self._special("[SEP]", "</s>")
        self.unknown = self._special("[UNK]", "<unk>")
        self._known: dict[str, list[int]] = {}

    def _special(self, *names: str) -> int:
        return next((self._numbers[name] for name in names if name in self._numbers), 0)

    def pieces_of(self, word: str) -> list[int]:
        """At least one number."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) > _MOST_WORDS:
                self._known = {}
            found = [number for part in _parts(word, self.lower) for number in self._greedy(part)] or [self.unknown]
            self._known[word] = found
        return found

    def _greedy(self, part: str) -> list[int]:
        if len(part) > _LONGEST_WORD:
            return [self.unknown]
        found: list[int] = []
        start = 0
        while start < len(part):
            for end in range(len(part), start, -1):
                number = self._numbers.get(part[start:end] if start == 0 else "##" + part[start:end])
                if number is not None:
                    found.append(number)
                    start = end
                    break
            else:
                return [self.unknown]
        return found


def _parts(word: str, lower: bool) -> list[str]:
    """The word without control characters, parted at punctuation and around ideographs."""
    text = word[: _LONGEST_WORD + 1]
    if lower:
        text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
    parts: list[str] = []
    glued = False
    for character in text:
        category = unicodedata.category(character)
        if category in ("Cc", "Cf", "Cs") or character.isspace():
            glued = False
        elif category[0] == "P" or (category[0] == "S" and character.isascii()) or _is_ideograph(character):
            parts.append(character)
            glued = False
        elif glued:
            parts[-1] += character
        else:
            parts.append(character)
            glued = True
    return parts


def _is_ideograph(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or "\U00020000" <= character <= "\U0002fa1f"
