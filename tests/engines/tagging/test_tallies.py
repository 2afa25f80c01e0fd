"""What issuers did is counted as it reads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.engines.tagging.knowledge import Pairs
from tieout.engines.tagging.tallies import tally

ROWS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 5), st.integers(0, 4)))


def array(rows):
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


@given(ROWS, st.integers(1, 4))
def test_items_come_by_how_many_issuers_had_them(rows, most):
    found = tally(array(rows), most)
    assert found.groups.tolist() == sorted({group for group, _, _ in rows})
    for group, begin, end in zip(found.groups, found.ends[:-1], found.ends[1:], strict=True):
        counts = {item: len({i for g, it, i in rows if (g, it) == (group, item)}) for g, item, _ in rows if g == group}
        best = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        assert list(zip(found.items[begin:end].tolist(), found.counts[begin:end].tolist(), strict=True)) == best


@pytest.mark.parametrize("issuers", [1, 255, 300])
def test_a_count_fits_a_byte(issuers):
    assert tally(array([(7, 3, i) for i in range(issuers)]), 9).counts.tolist() == [min(issuers, 255)]


@given(ROWS)
def test_pairs_of_every_concept_are_at_hand(rows):
    pairs = Pairs.learn(array(rows), 8)
    for concept in range(8):
        assert sorted(pairs.of(concept)[0].tolist()) == sorted({other for c, other, _ in rows if c == concept})
