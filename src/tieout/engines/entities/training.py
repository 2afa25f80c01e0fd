"""Training a model from annotated sentences, and choosing its settings on others."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tieout.engines.artefacts import shipped_files
from tieout.engines.entities.encoder import Encoder, find_encoder
from tieout.engines.entities.encoder.storage import KIND, unpack
from tieout.engines.entities.tagger import Encoded, Sentences, Settings, Tagger, train
from tieout.engines.entities.trained import lexicon

__all__ = ["NO_ENCODER", "SHIPPED_ENCODER", "STANDARD", "Chosen", "Judge", "choose", "encoded", "encoder_named"]

SHIPPED_ENCODER, NO_ENCODER = "shipped", "none"
# Vectors of these layers, as shares of the depth, gave the best F1 in cross-validation by document: the upper layers of an
# encoder of sentences have forgotten much of the words. All layers above cost nothing then.
_DEPTHS = (1 / 3, 2 / 3)
_MOST_LAYERS = 10
_SECONDS_BETWEEN = 10.0  # lines about progress
_TOO_EARLY = 0.1  # of a stage, to tell how long the rest takes

# Fixed by cross-validation by document: choosing among settings this close on two dozen validation documents picks their noise,
# and cost half a point in nested cross-validation.
STANDARD = Settings(penalty=6.0, encoder_scale=0.2, steps=60, fewest=2)

Judge = Callable[[Sequence[Sequence[str]]], Mapping[str, float]]
"""From the labels predicted for the validation sentences to metrics; ``main`` is the one that counts."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The best model on validation, with what was tried: settings, metrics and seconds of each."""

    tagger: Tagger
    settings: Settings
    metrics: Mapping[str, float]
    tried: Sequence[Mapping[str, Any]]


class Pace:
    """Hears how much of a stage is done, of ``whole``, and says now and then how long the rest takes at most.

    ``more`` is how many stages of the same length come after this one.
    """

    def __init__(self, stage: str, say: Callable[[str], None], whole: float = 1.0, more: int = 0) -> None:
        self._stage, self._say, self._whole, self._more = stage, say, whole, more
        self._began = self._said = time.monotonic()

    def __call__(self, done: float, loss: float = 0.0) -> None:
        now, share = time.monotonic(), done / self._whole
        if share < _TOO_EARLY or now - self._said < _SECONDS_BETWEEN:
            return
        self._said = now
        left = (now - self._began) / share * (1 - share + self._more)
        self._say(f"{self._stage}: {share:.0%}, at most {left:.0f} s more")


def encoder_named(name: str) -> Encoder | None:
    """The encoder that ships (``shipped``), none (``none``), or the one in a folder or installed package; else InputError."""
    if name == NO_ENCODER:
        return None
    return _shipped_encoder() if name == SHIPPED_ENCODER else find_encoder(name, _MOST_LAYERS)


@cache
def _shipped_encoder() -> Encoder:
    return unpack(shipped_files(KIND, "encoder"))


def choose(
    examples: Sentences,
    validation: Sequence[Sequence[str]],
    judge: Judge,
    encoder: Encoder | None = None,
    grid: Sequence[Settings] | None = None,
    say: Callable[[str], None] = lambda line: None,
    prior: Tagger | None = None,
) -> Chosen:
    """Trains with each setting of ``grid`` on ``examples``, and keeps what ``judge`` likes best on ``validation``.

    Without a ``grid`` it is `STANDARD` alone, which is measured on ``validation``.

    ``prior`` is a tagger trained on other examples, whose scores every setting may lean on.
    ``say`` hears a line about each step. Nothing is drawn by chance: the same input gives the same model.
    """
    tries = list(grid or (STANDARD,))
    known = encoded(encoder, examples.words, say) if encoder is not None else None
    vectors = encoder.vectors(validation, known.layers) if encoder is not None and known is not None else None
    best: Chosen | None = None
    tried: list[Mapping[str, Any]] = []
    for number, settings in enumerate(tries):
        started = time.monotonic()
        pace = Pace(f"setting {number + 1} of {len(tries)}", say, settings.steps, len(tries) - number - 1)
        tagger = train(examples, lexicon(), settings, known, pace, prior)
        metrics = judge(list(tagger.label(validation, vectors)))
        seconds = round(time.monotonic() - started, 1)
        tried.append({**settings.shown(), "seconds": seconds, **metrics})
        shown = ", ".join(f"{name} {value:g}" for name, value in settings.shown().items())
        say(f"{shown}: {metrics['main']:.4f} in {seconds:.0f} s")
        if best is None or metrics["main"] > best.metrics["main"]:
            best = Chosen(tagger, settings, metrics, ())
    if best is None:
        raise ValueError("no settings to try")
    return replace(best, tried=tuple(tried))


def encoded(encoder: Encoder, words: Sequence[Sequence[str]], say: Callable[[str], None] = lambda line: None) -> Encoded:
    """Vectors of the words, one after the other, by the layers that training uses."""
    layers = tuple(sorted({max(1, round(depth * encoder.shape.layers)) for depth in _DEPTHS}))
    started = time.monotonic()
    vectors = encoder.vectors(words, layers, Pace("encoding words", say))
    say(f"{len(vectors):,} words encoded in {time.monotonic() - started:.0f} s")
    return Encoded(encoder, layers, vectors)
