"""Loading a model from its artefact."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tieout.engines.entities.tagger.knowledge import shipped_knowledge
from tieout.engines.entities.tagger.model import Tagger
from tieout.engines.entities.tagger.words import Lexicon

__all__ = ["lexicon", "load", "shipped"]


@cache
def lexicon() -> Lexicon:
    """The shipped knowledge of words, shared by all models."""
    return Lexicon(shipped_knowledge())


def load(folder: Path) -> Tagger:
    """The model in ``folder``; raises InputError where there is none, or one that was changed or is of another version."""
    return Tagger.load(folder, lexicon())


@cache
def shipped() -> Tagger:
    """The model that ships with the package."""
    return Tagger.shipped(lexicon())
