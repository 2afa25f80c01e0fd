import numpy as np
import pytest

from tieout.engines.tagging.profiles import Profiles, ProfileScorer


def _learn(occurrences, size, least=2):
    keys, concepts, issuers = zip(*occurrences, strict=True)
    return Profiles.learn(np.array(keys, dtype=np.uint32), np.array(concepts), np.array(issuers), size, least)


def test_a_concept_is_likelier_the_more_issuers_had_the_key_around_it():
    profiles = _learn([(7, 0, 1), (7, 0, 2), (7, 0, 3), (7, 1, 1), (9, 1, 2), (9, 1, 3), (9, 0, 3)], 2)
    scorer = ProfileScorer(profiles)
    seven, nine = (scorer.field([np.array([key], dtype=np.uint32)]) for key in (7, 9))
    assert seven[0] > seven[1] and nine[1] > nine[0]


def test_issuers_count_once_and_keys_of_a_single_one_not_at_all():
    profiles = _learn([(7, 0, 1), (7, 0, 1), (7, 0, 2), (8, 0, 1), (8, 1, 1)], 2)
    assert profiles.keys.tolist() == [7] and profiles.counts.tolist() == [2]
    assert profiles.sizes.tolist() == [2, 1]


def test_unknown_keys_say_nothing():
    scorer = ProfileScorer(_learn([(7, 0, 1), (7, 0, 2)], 1))
    assert scorer.field([np.array([5], dtype=np.uint32)]) is None


def test_arrays_that_do_not_fit_are_refused():
    profiles = _learn([(7, 0, 1), (7, 0, 2), (7, 1, 2)], 2)
    profiles.check()
    profiles.concepts[0] = 9
    with pytest.raises(ValueError, match="profiles"):
        profiles.check()
