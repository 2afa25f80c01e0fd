"""Sentences and table cells of filings with labels by spaCy: ``python scripts/make_entity_model/silver.py MODEL OUT FOLDER...``.

MODEL is the folder of a spaCy pipeline (en_core_web_md: MIT). Each line of OUT is ``[kind, file, words, labels]`` as JSON, where kind is
r (a sentence with a capital within), p (one without) or c (a table cell). Needs spaCy.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from spacy.tokens import Doc

import tieout
from tieout.cli.sources import find_sources
from tieout.engines.entities.text import sentences
from tieout.reading import DEFAULT_LIMITS
from tieout.report.layout import Block

TYPES = {"PERSON": "PER", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "ORG": "ORG"}
NO_PART = frozenset({"'s", "’s", "'", "’", ",", "."})
MOST = {"r": 500, "p": 60, "c": 150}  # of each kind from one file
LONGEST = 100  # words

Piece = tuple[str, str, list[str]]


def main(model: Path, out: Path, folders: Sequence[str]) -> None:
    chance = random.Random(1)  # noqa: S311
    pieces = [piece for source in find_sources(folders) for piece in _pieces(source, chance)]
    chance.shuffle(pieces)
    pipeline = spacy.load(model, exclude=["parser", "lemmatizer", "senter"])
    docs = (Doc(pipeline.vocab, words=words) for _, _, words in pieces)
    with out.open("w", encoding="utf-8") as handle:
        for (kind, file, words), doc in zip(pieces, pipeline.pipe(docs, batch_size=128), strict=True):
            handle.write(json.dumps([kind, file, words, _labels(doc, words)]) + "\n")


def _pieces(source, chance: random.Random) -> Iterator[Piece]:
    try:
        report = source.read(DEFAULT_LIMITS)
        found: dict[str, dict[tuple[str, ...], None]] = {"r": {}, "p": {}, "c": {}}
        for page in report.pages:
            for item in page.items:
                if item.hidden:
                    continue
                texts = [item.text] if isinstance(item, Block) else [cell.text for cell in item.cells if len(cell.text) < 300]
                for text in texts:
                    for sentence in sentences(text):
                        words = tuple(word.text for word in sentence)
                        kind = _kind(words) if isinstance(item, Block) else "c"
                        if len(words) <= LONGEST and any(word[0].isalpha() for word in words):
                            found[kind][words] = None
    except tieout.TieoutError as error:
        print(error, file=sys.stderr)
        return
    for kind, unlike in found.items():
        chosen = list(unlike)
        chance.shuffle(chosen)
        yield from ((kind, source.label, list(words)) for words in chosen[: MOST[kind]])
    gc.collect()


def _kind(words: Sequence[str]) -> str:
    return "r" if any(word[0].isupper() for word in words[1:]) else "p"


def _labels(doc: Doc, words: Sequence[str]) -> list[str]:
    labels = ["O"] * len(words)
    for entity in doc.ents:
        kind, start, end = TYPES.get(entity.label_), entity.start, entity.end
        if kind is None:
            continue
        if words[start].lower() == "the" and end - start > 1:
            start += 1
        while end > start and words[end - 1] in NO_PART:
            end -= 1
        labels[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)][: end - start]
    return labels


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
