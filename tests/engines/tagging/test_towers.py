import numpy as np

from tieout.engines.tagging.names import Names
from tieout.engines.tagging.towers import Towers

NAMES = Names.of((name, "monetaryItemType") for name in ("Assets", "AssetsCurrent"))
WORDS = np.array([[9, 9], [1, 0], [0, 1]], dtype=np.float32)
OWN = np.array([[0.5, 0], [0, 0.25]], dtype=np.float32)


def _towers():
    nothing = np.zeros((1, 2), dtype=np.float32)
    return Towers(np.zeros(1, dtype=np.uint32), nothing, OWN, WORDS, np.array([0.1, 0.2], dtype=np.float32), -1.0)


def test_a_concept_is_its_own_vector_and_those_of_its_words_whatever_stands_for_no_word():
    vectors, bias = _towers().concepts(NAMES)
    assert np.allclose(vectors[0], [1.5, 0])
    assert np.allclose(vectors[1], np.array([1, 1]) / np.sqrt(2) + [0, 0.25])
    assert bias.tolist() == np.array([0.1, 0.2], dtype=np.float32).tolist()


def test_one_that_training_never_saw_has_the_vectors_of_the_words_that_it_knows():
    vectors, bias = _towers().concepts(NAMES.with_more([("CurrentWidgets", "monetaryItemType")]))
    assert np.allclose(vectors[2], [0, 1])
    assert bias[2] == -1
