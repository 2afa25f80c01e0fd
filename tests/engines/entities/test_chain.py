"""The linear chain, held against every path there is."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from tieout.engines.entities.tagger.chain import Chain, best_paths, expectations, groups
from tieout.engines.entities.tagger.lbfgs import minimise

LABELS = 3


def made_up(lengths: list[int], seed: int = 0):
    draw = np.random.default_rng(seed)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    scores = draw.normal(size=(starts[-1], LABELS)).astype(np.float32) * 2
    chain = Chain(draw.normal(size=(LABELS, LABELS)).astype(np.float32), draw.normal(size=LABELS).astype(np.float32))
    return scores, chain, starts


def worth(path, scores, chain) -> float:
    inner = sum(chain.moves[a, b] for a, b in pairwise(path))
    return float(chain.first[path[0]] + sum(scores[i, label] for i, label in enumerate(path)) + inner)


@pytest.mark.parametrize("lengths", [[1], [4], [2, 5, 1, 0, 3], [6, 6, 2]])
def test_best_paths_are_the_best_of_all(lengths):
    scores, chain, starts = made_up(lengths)
    found = best_paths(scores, chain, groups(starts))
    for begin, end in pairwise(starts):
        if begin < end:
            best = max(product(range(LABELS), repeat=end - begin), key=lambda path: worth(path, scores[begin:end], chain))
            assert tuple(found[begin:end]) == best


@pytest.mark.parametrize("lengths", [[1], [4], [2, 5, 1, 0, 3]])
def test_expectations_are_the_mean_over_all_paths(lengths):
    scores, chain, starts = made_up(lengths, seed=1)
    total, nodes, moves, first = expectations(scores, chain, groups(starts))
    log_sum, due_nodes, due_moves, due_first = 0.0, np.zeros_like(nodes), np.zeros_like(moves), np.zeros_like(first)
    for begin, end in pairwise(starts):
        if begin == end:
            continue
        paths = list(product(range(LABELS), repeat=end - begin))
        weights = np.exp([worth(path, scores[begin:end], chain) for path in paths])
        log_sum += float(np.log(weights.sum()))
        for path, share in zip(paths, weights / weights.sum(), strict=True):
            due_first[path[0]] += share
            for i, label in enumerate(path):
                due_nodes[begin + i, label] += share
            for a, b in pairwise(path):
                due_moves[a, b] += share
    assert total == pytest.approx(log_sum, rel=1e-5)
    np.testing.assert_allclose(nodes, due_nodes, atol=1e-5)
    np.testing.assert_allclose(moves, due_moves, atol=1e-5)
    np.testing.assert_allclose(first, due_first, atol=1e-5)


def test_a_long_sentence_neither_overflows_nor_vanishes():
    scores, chain, starts = made_up([3000])
    total, nodes, _, _ = expectations(scores * 20, chain, groups(starts))
    assert np.isfinite(total)
    np.testing.assert_allclose(nodes.sum(axis=1), 1, atol=1e-3)


def test_minimise_finds_the_bottom_of_a_bowl():
    draw = np.random.default_rng(0)
    square = draw.normal(size=(20, 20))
    bowl = (square @ square.T + np.eye(20)).astype(np.float32)
    bottom = draw.normal(size=20).astype(np.float32)

    def function(place):
        off = place - bottom
        return float(0.5 * off @ bowl @ off), (bowl @ off).astype(np.float32)

    found = minimise(function, np.zeros(20, np.float32), iterations=200, tolerance=1e-9)
    np.testing.assert_allclose(found, bottom, atol=1e-2)
