"""The entity engine as a solver: tokens in, one label a token out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from tieout.engines.entities import Entity
from tieout.engines.entities.recogniser import spans
from tieout.evaluation import Engine, EngineAnswer, EngineFactory, EngineSetup, SampleInput
from tieout.report.errors import InputError

__all__ = ["engines"]


def engines() -> Mapping[str, EngineFactory]:
    return {"": _tagger, "gazetteer": _gazetteer}


def _tagger(setup: EngineSetup) -> Engine:
    """The shipped model, or with ``--model`` one of `tieout train entities`."""
    from tieout.engines.entities import Recogniser

    recogniser = Recogniser.shipped() if setup.model is None else Recogniser.load(setup.model)

    def solve(sample: SampleInput) -> EngineAnswer:
        tokens: Sequence[str] = sample.fields["tokens"]
        (labels,) = recogniser.label([tokens])
        return EngineAnswer(json.dumps(labels), _evidence(spans(labels), tokens))

    return solve


def _evidence(found: Sequence[Entity], tokens: Sequence[str]) -> list[dict[str, object]]:
    return [{"type": one.type, "tokens": [one.start, one.end], "quote": " ".join(tokens[one.start : one.end])} for one in found]


def _gazetteer(setup: EngineSetup) -> Engine:
    from tieout.engines.entities import Gazetteer

    if setup.model is not None:
        raise InputError("--model: the gazetteer is a word list and has no trained artefact")
    gazetteer = Gazetteer.shipped()

    def solve(sample: SampleInput) -> EngineAnswer:
        tokens: Sequence[str] = sample.fields["tokens"]
        found = gazetteer.find(tokens)
        labels = ["O"] * len(tokens)
        for entity in found:
            labels[entity.start : entity.end] = [f"B-{entity.type}", *[f"I-{entity.type}"] * (entity.end - entity.start - 1)]
        return EngineAnswer(json.dumps(labels), _evidence(found, tokens))

    return solve
