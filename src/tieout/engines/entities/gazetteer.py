"""The plainest way to find entities: word lists and a few rules about capital letters. A baseline, not a model.

The lists (``gazetteer.toml``) were written by hand from general knowledge; nothing in them was taken from annotated data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

__all__ = ["Entity", "EntityType", "Gazetteer"]

EntityType = Literal["PER", "LOC", "ORG"]

_Phrases = dict[str, set[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Entity:
    """Tokens ``start`` up to, not including, ``end``."""

    type: EntityType
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Word lists, ready to be looked up; `shipped` gives ours."""

    locations: _Phrases
    organisations: _Phrases
    first_names: frozenset[str]
    titles: frozenset[str]
    company_words: frozenset[str]

    @classmethod
    def shipped(cls) -> Gazetteer:
        """The lists that ship with the package."""
        return _shipped()

    def find(self, tokens: Sequence[str]) -> list[Entity]:
        """The entities of one tokenised sentence, in order, none overlapping another."""
        found: list[Entity] = []
        place = 0
        while place < len(tokens):
            entity = self._at(tokens, place)
            if entity is None:
                place += 1
            else:
                found.append(entity)
                place = entity.end
        return found

    def _at(self, tokens: Sequence[str], start: int) -> Entity | None:
        if not _capitalised(tokens[start]):
            return None
        run = start + 1
        while run < len(tokens) and _capitalised(tokens[run]):
            run += 1
        company = self._company(tokens, start, run)
        if company is not None:
            return company
        if (end := _longest(self.organisations, tokens, start)) > start:
            return Entity("ORG", start, end)
        if (end := _longest(self.locations, tokens, start)) > start:
            return Entity("LOC", start, end)
        return self._person(tokens, start, run)

    def _company(self, tokens: Sequence[str], start: int, run: int) -> Entity | None:
        """A run of capitalised words up to a word that companies carry at the end (``Example Holdings Inc``)."""
        ends = [place + 1 for place in range(start + 1, run) if tokens[place].rstrip(".").lower() in self.company_words]
        return Entity("ORG", start, ends[-1]) if ends else None

    def _person(self, tokens: Sequence[str], start: int, run: int) -> Entity | None:
        """A first name with the capitalised words after it, or what follows a title; at most three words."""
        named = tokens[start] in self.first_names and run > start + 1
        titled = start > 0 and tokens[start - 1].rstrip(".") in self.titles and tokens[start].rstrip(".") not in self.titles
        return Entity("PER", start, min(run, start + 3)) if named or titled else None


@cache
def _shipped() -> Gazetteer:
    lists = tomllib.loads(resources.files(__package__).joinpath("gazetteer.toml").read_text(encoding="utf-8"))
    return Gazetteer(
        locations=_phrases(lists["locations"]),
        organisations=_phrases(lists["organisations"]),
        first_names=frozenset(lists["first_names"]),
        titles=frozenset(lists["titles"]),
        company_words=frozenset(lists["company_words"]),
    )


def _phrases(names: Iterable[str]) -> _Phrases:
    by_first: _Phrases = {}
    for name in names:
        words = tuple(name.split())
        by_first.setdefault(words[0], set()).add(words)
    return by_first


def _longest(phrases: _Phrases, tokens: Sequence[str], start: int) -> int:
    """Where the longest phrase that begins at ``start`` ends; ``start`` when none does."""
    return max(
        (start + len(words) for words in phrases.get(tokens[start], ()) if tuple(tokens[start : start + len(words)]) == words),
        default=start,
    )


def _capitalised(token: str) -> bool:
    return token[:1].isupper()
