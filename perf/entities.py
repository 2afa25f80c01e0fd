"""Words a second of the entity engine on one core: ``python perf/entities.py [--model DIR] [--peer SPACY_MODEL] [--words N]``.

The words are those of the sample report that ships, again and again: words, features, best path; reading it isn't counted.
CPU seconds of this process are counted, so that a busy machine changes little. ``--peer`` runs a spaCy pipeline's named entity
recogniser on the same words, in the same process.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded: one core is what is measured
os.environ.setdefault("OMP_NUM_THREADS", "1")

import tieout
from tieout import samples
from tieout.engines.entities import Recogniser
from tieout.engines.entities.text import sentences

Sentences = Sequence[Sequence[str]]
AT_ONCE = 512  # sentences, as `tieout entities` takes them


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="a model of `tieout train entities`")
    parser.add_argument("--peer", help="a spaCy pipeline")
    parser.add_argument("--words", type=int, default=200_000)
    asked = parser.parse_args()
    texts = [block.text for block in tieout.read(samples.path("us_10k.htm")).blocks]
    once = [[word.text for word in sentence] for text in texts for sentence in sentences(text)]
    count = sum(map(len, once))
    many = once * max(1, round(asked.words / count))
    started = time.process_time()
    for _ in range(max(1, round(asked.words / count))):
        for text in texts:
            list(sentences(text))
    show("words and sentences", count * max(1, round(asked.words / count)), time.process_time() - started)
    run("shipped model", Recogniser.shipped(), many)
    if asked.model is not None:
        run(f"model {asked.model}", Recogniser.load(asked.model), many[: len(many) // 10])
    if asked.peer:
        measure(f"spaCy {asked.peer}", peer(asked.peer), many[: len(many) // 4])


def run(name: str, recogniser: Recogniser, given: Sentences) -> None:
    measure(name, lambda part: list(recogniser.label(part)), given)


def measure(name: str, label: Callable[[Sentences], object], given: Sentences) -> None:
    label(given[:AT_ONCE])  # loads and remembers what is loaded and remembered once
    started = time.process_time()
    for begin in range(0, len(given), AT_ONCE):
        label(given[begin : begin + AT_ONCE])
    show(name, sum(map(len, given)), time.process_time() - started)


def show(name: str, words: int, seconds: float) -> None:
    print(f"{name:<28} {words:>9,} words {seconds:>7.2f} s {words / seconds:>11,.0f} words/s")


def peer(name: str) -> Callable[[Sentences], object]:
    import spacy
    from spacy.tokens import Doc

    pipeline = spacy.load(name, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler", "senter"])
    return lambda part: list(pipeline.pipe(Doc(pipeline.vocab, words=list(words)) for words in part))


if __name__ == "__main__":
    main()
