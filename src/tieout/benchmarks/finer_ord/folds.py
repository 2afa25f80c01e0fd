"""Cross-validation by document: what training by default settings is worth on documents that it didn't see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tieout.benchmarks.finer_ord.data import samples
from tieout.benchmarks.finer_ord.scoring import scorer
from tieout.engines.entities.encoder import Encoder
from tieout.engines.entities.tagger import Encoded, Sentences, train
from tieout.engines.entities.trained import lexicon, shipped
from tieout.engines.entities.training import STANDARD, encoded
from tieout.evaluation import Sample
from tieout.evaluation.intervals import estimate
from tieout.evaluation.statistics import Scored
from tieout.report.errors import InputError

__all__ = ["cross_validate"]

_METRICS = ("weighted_f1", "micro_f1", "f1_per", "f1_loc", "f1_org")

Samples = Sequence[Sample[list[str]]]


def cross_validate(
    data: Path,
    encoder: Encoder | None = None,
    folds: int = 4,
    splits: Sequence[str] = ("train", "val"),
    seed: int = 0,
    say: Callable[[str], None] = lambda line: None,
) -> Iterator[dict[str, Any]]:
    """A row for each fold, then one for all documents together with 95 % intervals by document.

    The documents of ``splits`` are dealt into ``folds`` by ``seed``; each fold is labelled by a model trained on all others.
    Raises InputError where there are fewer documents than folds, or fewer than two folds.
    """
    every = [sample for split in splits for sample in samples(data, split)]
    documents = list(dict.fromkeys(sample.input.document for sample in every))
    if not 2 <= folds <= len(documents):
        raise InputError(f"{folds} folds of {len(documents)} documents: two folds at least, and a document in each")
    random.Random(seed).shuffle(documents)  # noqa: S311
    fold_of = {document: place % folds for place, document in enumerate(documents)}
    vectors = encoded(encoder, [sample.input.fields["tokens"] for sample in every], say) if encoder is not None else None
    scored: list[Scored] = []
    for fold in range(folds):
        held = [fold_of[sample.input.document] == fold for sample in every]
        own = _scored(every, held, vectors)
        scored.extend(own)
        yield {"fold": fold + 1, "documents": sum(of == fold for of in fold_of.values()), **_metrics(own)}
    yield {"fold": "all", "documents": len(documents), **_metrics(scored)}


def _scored(every: Samples, held: Sequence[bool], vectors: Encoded | None) -> list[Scored]:
    others = [sample for sample, out in zip(every, held, strict=True) if not out]
    asked = [sample for sample, out in zip(every, held, strict=True) if out]
    examples = Sentences([sample.input.fields["tokens"] for sample in others], [sample.gold for sample in others])
    of_others = of_asked = None
    if vectors is not None:
        out = np.repeat(held, [len(sample.gold) for sample in every])
        of_others = Encoded(vectors.encoder, vectors.layers, vectors.vectors[~out])
        of_asked = vectors.vectors[out]
    tagger = train(examples, lexicon(), STANDARD, of_others, prior=shipped())
    labels = tagger.label([sample.input.fields["tokens"] for sample in asked], of_asked)
    return [
        Scored(sample.input.id, sample.input.document, 0, scorer().statistics(sample, {"labels": [*found], "compat": [*found]}))
        for sample, found in zip(asked, labels, strict=True)
    ]


def _metrics(scored: Sequence[Scored]) -> dict[str, Any]:
    wanted = {metric.name: metric.compute for metric in scorer().metrics if metric.name in _METRICS}
    return {name: found.to_json() for name, found in estimate(scored, wanted).items()}
