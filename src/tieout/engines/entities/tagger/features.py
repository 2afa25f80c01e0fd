"""From sentences to hashed features: each template of ``templates.toml`` gives every token one feature.

A template joins attributes of the token and of its neighbours. Places outside the sentence have attributes of their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from tieout.engines.entities.tagger.context import CONTEXT_ATTRIBUTES, context_attributes
from tieout.engines.entities.tagger.knowledge import digest
from tieout.engines.entities.tagger.words import WORD_ATTRIBUTES, Lexicon

__all__ = ["Features", "featurise", "templates"]

_ATTRIBUTES = (*WORD_ATTRIBUTES, *CONTEXT_ATTRIBUTES)
_REACH = 3  # the farthest neighbour that a template may name
# Multipliers of splitmix64 and of MurmurHash3's finaliser.
_STEP, _MIX = 0x9E3779B97F4A7C15, np.uint64(0xFF51AFD7ED558CCD)
_SHIFT = np.uint64(33)

Template = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Features:
    """``ids[token, template]`` is the number of a feature; sentences begin at ``starts``, whose last is the total."""

    ids: NDArray[np.int32]
    starts: NDArray[np.int64]


@cache
def templates() -> tuple[Template, ...]:
    """Each template as (attribute, offset) pairs."""
    listed = tomllib.loads(resources.files(__package__).joinpath("templates.toml").read_text(encoding="utf-8"))
    single = [((name, group["offset"]),) for group in listed["single"] for name in group["attributes"]]
    joined = [tuple((name, offset) for name, offset in parts) for parts in listed["joined"]["parts"]]
    return tuple(tuple((_ATTRIBUTES.index(name), int(offset)) for name, offset in parts) for parts in [*single, *joined])


def featurise(sentences: Sequence[Sequence[str]], lexicon: Lexicon, bits: int) -> Features:
    """Features below ``2**bits`` of each token of tokenised sentences."""
    lengths = np.array([len(words) for words in sentences], np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), lengths.cumsum()])
    around, places = _around(sentences, lengths, lexicon)
    ids = np.empty((int(starts[-1]), len(templates())), np.int32)
    for number, parts in enumerate(templates()):
        mixed = np.full(len(ids), (number + 1) * _STEP & 0xFFFFFFFFFFFFFFFF, np.uint64)
        for attribute, offset in parts:
            mixed ^= around[attribute, places + offset]
            mixed *= _MIX
            mixed ^= mixed >> _SHIFT
        ids[:, number] = mixed >> np.uint64(64 - bits)
    return Features(ids, starts)


def _around(
    sentences: Sequence[Sequence[str]], lengths: NDArray[np.int64], lexicon: Lexicon
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Attributes of all tokens with room for neighbours around each sentence, and each token's place in them."""
    total = int(lengths.sum())
    outside = np.array([digest(f"outside {number}") for number in range(len(_ATTRIBUTES))], np.uint64)
    around = np.tile(outside[:, None], (1, total + _REACH * (len(sentences) + 1)))
    places = np.arange(total) + _REACH * (np.repeat(np.arange(len(sentences)), lengths) + 1)
    if total:
        around[: len(WORD_ATTRIBUTES), places] = lexicon.attributes([word for words in sentences for word in words]).T
        contexts = [context_attributes(words, lexicon.knowledge) for words in sentences if words]
        around[len(WORD_ATTRIBUTES) :, places] = np.concatenate(contexts).T
    return around, places
