"""What finds entities in tokenised sentences: a tagger, loaded from the shipped model or from a trained one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from tieout.engines.entities.gazetteer import Entity, EntityType

__all__ = ["Recogniser", "spans"]


class Labeller(Protocol):
    def label(self, sentences: Sequence[Sequence[str]]) -> Iterator[list[str]]: ...


class Recogniser:
    """Entities of sentences. Safe to use from several threads."""

    def __init__(self, labeller: Labeller) -> None:
        self._labeller = labeller

    @classmethod
    def shipped(cls) -> Recogniser:
        """The model that ships with the package."""
        from tieout.engines.entities.trained import shipped

        return cls(shipped())

    @classmethod
    def load(cls, folder: Path) -> Recogniser:
        """A model that `tieout train entities` wrote; raises InputError where the folder holds none."""
        from tieout.engines.entities.trained import load

        return cls(load(folder))

    def find(self, sentences: Sequence[Sequence[str]]) -> Iterator[list[Entity]]:
        """The entities of each sentence in order, none overlapping another."""
        for labels in self.label(sentences):
            yield spans(labels)

    def label(self, sentences: Sequence[Sequence[str]]) -> Iterator[list[str]]:
        """A label (``B-PER``, ``I-PER`` … ``O``) for each word of each sentence."""
        return self._labeller.label(sentences)


def spans(labels: Sequence[str]) -> list[Entity]:
    """The entities that labels mean: one begins at B, or at I after anything but its own type."""
    found: list[Entity] = []
    start = 0
    kind = ""
    for place, label in enumerate([*labels, "O"]):
        prefix, _, this = label.partition("-")
        if kind and (prefix != "I" or this != kind):
            found.append(Entity(_type(kind), start, place))
            kind = ""
        if this and not kind:
            start, kind = place, this
    return found


def _type(name: str) -> EntityType:
    return "PER" if name == "PER" else "LOC" if name == "LOC" else "ORG"
