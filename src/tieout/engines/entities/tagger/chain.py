"""The linear chain of labels: best path, marginals and likelihood, for many sentences at once.

Sentences lie one after the other in one array of scores, ``scores[token, label]``; ``starts`` are the offsets at which they
begin, with the total as last. Sentences of like length are walked together, one position at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chain", "Floats", "Groups", "best_paths", "expectations", "groups"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_MOST_CELLS = 200_000  # positions of a group with its padding
_LOW = np.float32(-1e9)


@dataclass(frozen=True, slots=True)
class Chain:
    """``moves[i, j]`` is the score of label j after i, ``first[j]`` that of j at the beginning."""

    moves: Floats
    first: Floats


@dataclass(frozen=True, slots=True)
class _Group:
    """Sentences walked together: ``at[position, sentence]`` is a token, ``lengths`` never rise."""

    at: Ints
    lengths: Ints

    def alive(self, position: int) -> int:
        """How many of the sentences have a token at ``position``."""
        return int(np.searchsorted(-self.lengths, -position, side="left"))


Groups = list[_Group]


def groups(starts: Ints) -> Groups:
    """Sentences in groups of like length; empty ones are left out."""
    return list(_groups(starts))


def _groups(starts: Ints) -> Iterator[_Group]:
    lengths = np.diff(starts)
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] > 0]
    begin = 0
    while begin < len(order):
        longest = int(lengths[order[begin]])
        members = order[begin : begin + max(1, _MOST_CELLS // longest)]
        # Short ones wait for a group of their own, so that little is padding.
        members = members[lengths[members] * 2 >= longest]
        begin += len(members)
        offsets = np.arange(longest)[:, None]
        own = lengths[members]
        yield _Group(np.minimum(starts[members][None, :] + offsets, starts[members] + own - 1), own)


def best_paths(scores: Floats, chain: Chain, grouped: Groups) -> NDArray[np.int8]:
    """The labels of the best path (Viterbi) of each sentence, one after the other."""
    labels = np.zeros(len(scores), np.int8)
    for group in grouped:
        steps, count = group.at.shape
        back = np.zeros((steps, count, scores.shape[1]), np.int8)
        best = scores[group.at[0]] + chain.first
        for position in range(1, steps):
            alive = group.alive(position)
            ways = best[:alive, :, None] + chain.moves
            back[position, :alive] = ways.argmax(axis=1)
            best[:alive] = ways.max(axis=1) + scores[group.at[position, :alive]]
        label = best.argmax(axis=1)
        for position in range(steps - 1, -1, -1):
            alive = group.alive(position)
            labels[group.at[position, :alive]] = label[:alive]
            if position:
                label[:alive] = back[position, np.arange(alive), label[:alive]]
    return labels


def expectations(scores: Floats, chain: Chain, grouped: Groups) -> tuple[float, Floats, Floats, Floats]:
    """Log of the partition function, summed; then expected counts: label a token, moves, first labels."""
    total = 0.0
    nodes = np.zeros_like(scores)
    moves = np.zeros_like(chain.moves)
    first = np.zeros_like(chain.first)
    towards = np.exp(chain.moves - chain.moves.max())
    scale = float(chain.moves.max())
    for group in grouped:
        steps, count = group.at.shape
        # Each position's weights are divided by their sum, whose logarithm is kept.
        raw = scores[group.at]
        peak = raw.max(axis=2, keepdims=True)
        local = np.exp(raw - peak)
        ahead = np.zeros_like(local)
        norm = np.ones((steps, count, 1), np.float32)
        begun = np.exp(chain.first - chain.first.max()) * local[0]
        norm[0] = begun.sum(axis=1, keepdims=True)
        ahead[0] = begun / norm[0]
        total += float(peak[0].sum() + np.log(norm[0]).sum()) + count * float(chain.first.max())
        for position in range(1, steps):
            alive = group.alive(position)
            reached = (ahead[position - 1, :alive] @ towards) * local[position, :alive]
            norm[position, :alive] = reached.sum(axis=1, keepdims=True)
            ahead[position, :alive] = reached / norm[position, :alive]
            total += float(peak[position, :alive].sum() + np.log(norm[position, :alive]).sum()) + alive * scale
        after = np.ones((count, scores.shape[1]), np.float32)
        for position in range(steps - 1, -1, -1):
            alive = group.alive(position)
            nodes[group.at[position, :alive]] = ahead[position, :alive] * after[:alive]
            if position:
                arriving = local[position, :alive] * after[:alive] / norm[position, :alive]
                moves += (ahead[position - 1, :alive].T @ arriving) * towards
                after[:alive] = arriving @ towards.T
        first += nodes[group.at[0]].sum(axis=0)
    return total, nodes, moves, first
