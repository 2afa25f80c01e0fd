"""Training the entity engine from a folder in the official layout."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tieout._version import __version__
from tieout.benchmarks.finer_ord.data import files, samples
from tieout.benchmarks.finer_ord.labels import TYPES
from tieout.engines.entities.tagger import Sentences, Settings
from tieout.engines.entities.trained import shipped
from tieout.engines.entities.training import SHIPPED_ENCODER, Chosen, choose, encoder_named
from tieout.evaluation.metrics import f1, span_statistics, spans_of, weighted
from tieout.evaluation.statistics import Array

__all__ = ["entity_metrics", "sentences", "train"]

LICENCE = "CC BY-NC 4.0 (as the data it was trained on): not for commercial use"


def sentences(data: Path, split: str) -> Sentences:
    """The sentences of one split; raises InputError where its file is missing or is none."""
    read = list(samples(data, split))
    return Sentences([sample.input.fields["tokens"] for sample in read], [sample.gold for sample in read])


def train(
    data: Path,
    out: Path,
    encoder: str = SHIPPED_ENCODER,
    grid: Sequence[Settings] | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Mapping[str, Any]:
    """Trains on ``train.csv``, measures on ``val.csv``, writes the artefact to ``out``, and returns its card.

    Where a ``grid`` of settings is given, the one with the best weighted F1 on ``val.csv`` is kept.

    Raises InputError where a file or the encoder is missing. ``test.csv`` isn't looked at.
    """
    for split in ("train", "val"):
        files(data, split)
    found = encoder_named(encoder)
    examples, validation = sentences(data, "train"), sentences(data, "val")
    judge = partial(entity_metrics, validation.labels)
    chosen = choose(examples, validation.words, judge, found, grid, say, prior=shipped())
    card = _card(chosen, examples, validation, encoder)
    chosen.tagger.save(out, card)
    return card


def entity_metrics(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> dict[str, float]:
    """``main`` (the weighted F1 of the paper's Table 3), ``micro_f1`` and each type's F1."""
    sums: dict[str, float] = {}
    for right, found in zip(gold, predicted, strict=True):
        for name, count in span_statistics(spans_of(right), spans_of(found), "").items():
            sums[name] = sums.get(name, 0.0) + count
    hits, tried, due = (_by_type(sums, name) for name in ("tp", "predicted", "gold"))
    by_type = f1(hits, tried, due)
    micro = f1(hits.sum(axis=-1), tried.sum(axis=-1), due.sum(axis=-1))
    metrics = {"main": float(weighted(by_type, due)), "micro_f1": float(micro)}
    return metrics | {f"f1_{kind.lower()}": float(by_type[place]) for place, kind in enumerate(TYPES)}


def _by_type(sums: Mapping[str, float], name: str) -> Array:
    import numpy as np

    return np.array([sums.get(f"{name}/{kind}", 0.0) for kind in TYPES])


def _card(chosen: Chosen, examples: Sentences, validation: Sentences, encoder: str) -> dict[str, Any]:
    return {
        "what": "persons, places and organisations: a conditional random field trained on FiNER-ORD",
        "licence": LICENCE,
        "data": "FiNER-ORD (arXiv 2302.11157), trained on train.csv, measured on val.csv by weighted F1",
        "sentences": {"train": len(examples.words), "val": len(validation.words)},
        "encoder": encoder,
        "leans on": "the shipped model (Apache-2.0), by its scores",
        "settings": chosen.settings.shown(),
        "validation": {name: round(value, 4) for name, value in chosen.metrics.items()},
        "tried": list(chosen.tried),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "tieout": __version__,
    }
