"""From annotated documents to files in the official layout (step four of the paper's Appendix D)."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from pathlib import Path

from tieout.benchmarks.finer_ord.labels import OFFICIAL
from tieout.benchmarks.finer_ord.making.cleaning import clean
from tieout.benchmarks.finer_ord.making.doccano import Annotated
from tieout.engines.entities.text import Word, sentences
from tieout.report.errors import InputError

__all__ = ["build", "labelled"]

SPLITS = ("train", "val", "test")


def build(documents: Sequence[Annotated], out: Path, shares: Sequence[float] = (135, 24, 42), seed: int = 0) -> dict[str, int]:
    """Writes ``train.csv``, ``val.csv`` and ``test.csv``, split by document in these ``shares``, and returns documents a split.

    The paper's own split is 135, 24 and 42 articles. Which document comes where is drawn with ``seed``.
    """
    if len(shares) != len(SPLITS) or min(shares) < 0 or sum(shares) <= 0:
        raise InputError("a split has three shares, for train, val and test, none negative: for instance 135:24:42")
    order = list(documents)
    random.Random(seed).shuffle(order)  # noqa: S311
    borders = [round(len(order) * sum(shares[:place]) / sum(shares)) for place in range(len(SPLITS) + 1)]
    out.mkdir(parents=True, exist_ok=True)
    counts = {}
    for place, split in enumerate(SPLITS):
        part = order[borders[place] : borders[place + 1]]
        counts[split] = len(part)
        with (out / f"{split}.csv").open("w", encoding="utf-8", newline="") as handle:
            writer = csv.writer(handle)
            writer.writerow(["gold_label", "gold_token", "doc_idx", "sent_idx"])
            for number, document in enumerate(part):
                for sentence, (words, labels) in enumerate(labelled(document)):
                    writer.writerows(
                        [OFFICIAL.index(label), word.text, number, sentence] for word, label in zip(words, labels, strict=True)
                    )
    return counts


def labelled(document: Annotated) -> list[tuple[list[Word], list[str]]]:
    """The document's sentences with a label for each word: B for a mark's first word, I for its others."""
    marks = clean(document.text, document.marks)
    found = []
    begun = -1
    for words in sentences(document.text):
        labels = []
        for word in words:
            place = next((i for i, mark in enumerate(marks) if mark.start < word.end and word.start < mark.end), -1)
            labels.append("O" if place < 0 else f"{'I' if place == begun else 'B'}-{marks[place].type}")
            begun = place if place >= 0 else begun
        found.append((words, labels))
    return found
