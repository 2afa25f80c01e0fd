"""Linear models over hashed words."""

import numpy as np

from tieout.engines.tagging.linear import Linear, averaged


def _model(keys: list[int], weights: list[list[float]], bias: list[float]) -> Linear:
    return Linear(np.array(keys, dtype=np.uint32), np.array(weights, dtype=np.float32), np.array(bias, dtype=np.float32))


def test_the_mean_of_models_scores_as_the_mean_of_their_scores():
    one = _model([1, 5], [[1, 0], [2, -2]], [0.5, 0])
    two = _model([5, 9], [[4, 2], [0, 6]], [1.5, 2])
    bags = [
        (np.array([5], dtype=np.uint32), np.ones(1, dtype=np.float32)),
        (np.array([1, 9], dtype=np.uint32), np.array([2, 1], dtype=np.float32)),
    ]
    mean = averaged([one, two])
    assert mean.keys.tolist() == [1, 5, 9]
    assert np.allclose(mean.scores(bags), (one.scores(bags) + two.scores(bags)) / 2)
