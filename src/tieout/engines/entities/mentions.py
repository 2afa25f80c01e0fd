"""Persons, places and organisations of a report, each with the evidence of where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.engines.entities.gazetteer import Entity, EntityType
from tieout.engines.entities.text import Word, is_readable, sentences
from tieout.report import Evidence
from tieout.report.layout import Block, Table

if TYPE_CHECKING:
    from tieout.engines.entities.recogniser import Recogniser
    from tieout.report import Report

__all__ = ["Mention", "entities", "mentions"]

_SENTENCES_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Mention:
    """One entity where it is named; ``text`` is the quote with its white space made plain."""

    type: EntityType
    text: str
    evidence: Evidence

    def to_dict(self) -> dict[str, Any]:
        return {"type": self.type, "text": self.text, "evidence": self.evidence.to_dict()}


@dataclass(frozen=True, slots=True)
class _Sentence:
    words: list[Word]
    text: str
    at: Evidence


def entities(report: Report, *, model: str | PathLike[str] | None = None) -> list[Mention]:
    """The persons, places and organisations named in the text and tables of ``report``, in reading order.

    ``model`` is a folder that `tieout train entities` wrote; without it the shipped model is used. Raises InputError where the
    folder holds no such model.
    """
    from tieout.engines.entities.recogniser import Recogniser

    return list(mentions(report, Recogniser.load(Path(model)) if model is not None else Recogniser.shipped()))


def mentions(report: Report, recogniser: Recogniser) -> Iterator[Mention]:
    """The same, one after the other, with a model that is already loaded."""
    pending = _sentences(report)
    while batch := list(islice(pending, _SENTENCES_AT_ONCE)):
        found = recogniser.find([[word.text for word in sentence.words] for sentence in batch])
        for sentence, of_sentence in zip(batch, found, strict=True):
            for entity in of_sentence:
                if all(is_readable(word.text) for word in sentence.words[entity.start : entity.end]):
                    yield _mention(sentence, entity)


def _mention(sentence: _Sentence, entity: Entity) -> Mention:
    start, end = sentence.words[entity.start].start, sentence.words[entity.end - 1].end
    quote = sentence.text[start:end]
    return Mention(entity.type, " ".join(quote.split()), replace(sentence.at, span=(start, end), quote=quote))


def _sentences(report: Report) -> Iterator[_Sentence]:
    for page in report.pages:
        for item in page.items:
            if item.hidden:
                continue
            for text, at in _texts(report, item):
                for words in sentences(text):
                    yield _Sentence(words, text, at)


def _texts(report: Report, item: Block | Table) -> Iterator[tuple[str, Evidence]]:
    if isinstance(item, Block):
        yield item.text, Evidence(report.name, item.file, item.element, page=item.page, block=item.id)
        return
    for cell in item.cells:
        if any(character.isalpha() for character in cell.text):
            yield cell.text, cell.evidence
