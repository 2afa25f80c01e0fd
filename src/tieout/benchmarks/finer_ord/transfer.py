"""Training on one corpus, or several, and testing on another (the paper's Tables 3, panel C, and 6), with the entity engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tieout.benchmarks.finer_ord.training import entity_metrics
from tieout.engines.entities.encoder import Encoder
from tieout.engines.entities.tagger import Sentences, Settings
from tieout.engines.entities.training import STANDARD, choose

__all__ = ["Transfer", "joined", "transfers"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """One row: which corpora were trained on, which was tested on, and the metrics there."""

    train: tuple[str, ...]
    test: str
    metrics: Mapping[str, float]


def transfers(
    train: Mapping[str, Sentences],
    test: Mapping[str, Sentences],
    encoder: Encoder | None = None,
    settings: Settings | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Iterator[Transfer]:
    """Every corpus alone, and every two together, tested on each test set; one setting, so nothing is chosen on a test set."""
    for names in [*((name,) for name in train), *combinations(train, 2)]:
        say(f"training on {' + '.join(names)}")
        every = joined([train[name] for name in names])
        tagger = choose(every, [], lambda labels: {"main": 0.0}, encoder, [settings or STANDARD]).tagger
        for name, sentences in test.items():
            predicted = list(tagger.label(sentences.words))
            yield Transfer(names, name, entity_metrics(sentences.labels, predicted))


def joined(corpora: Sequence[Sentences]) -> Sentences:
    """All sentences, one corpus after the other."""
    return Sentences(
        [words for corpus in corpora for words in corpus.words], [labels for corpus in corpora for labels in corpus.labels]
    )
