"""Who grades what."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.report.errors import InputError
from tieout.studies.grading import assign


@given(st.integers(0, 60), st.integers(1, 6), st.floats(0, 1), st.integers(0, 5), st.data())
def test_every_table_is_graded_evenly_and_as_often_as_it_should(
    items: int, people: int, overlap: float, seed: int, data: st.DataObject
) -> None:
    names = [f"p{n}" for n in range(people)]
    coders = data.draw(st.integers(1, people))
    lists = assign([str(n) for n in range(items)], names, overlap, coders, seed)
    times = Counter(id_ for own in lists.values() for id_ in own)
    assert set(times) == {str(n) for n in range(items)}
    assert sum(1 for count in times.values() if count == coders) >= round(overlap * items)
    assert sum(times.values()) == items + (coders - 1) * round(overlap * items)
    assert all(len(set(own)) == len(own) for own in lists.values())
    assert max(map(len, lists.values())) - min(map(len, lists.values())) <= 1


def test_a_seed_always_draws_the_same() -> None:
    items = [str(n) for n in range(30)]
    assert assign(items, ["a", "b"], 0.5, 2, 4) == assign(items, ["a", "b"], 0.5, 2, 4) != assign(items, ["a", "b"], 0.5, 2, 5)


@pytest.mark.parametrize(
    ("names", "overlap", "coders"),
    [([], 0.2, 1), (["a", "a"], 0.2, 1), (["a"], 1.2, 1), (["a"], 0.2, 2), (["a"], 0.2, 0)],
)
def test_plans_that_cant_be_are_refused(names: list[str], overlap: float, coders: int) -> None:
    with pytest.raises(InputError):
        assign(["t"], names, overlap, coders, 0)
