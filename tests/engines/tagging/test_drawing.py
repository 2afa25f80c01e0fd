"""Contexts drawn for the reranker and for confidence."""

from collections import Counter

import numpy as np
import pytest

from tieout.engines.tagging.drawing import drawn
from tieout.engines.tagging.examples import Example, ExampleContext
from tieout.engines.tagging.mention import mentions_in


def table(issuer: str, rows: int, tagged: bool = True) -> ExampleContext:
    lines = "".join(f"<tr><td>Parts</td><td>{n}</td></tr>" for n in range(101, 101 + rows))
    mentions = mentions_in(f"<table><tr><td></td><td>2024</td></tr>{lines}</table>")
    assert len(mentions) == rows
    return ExampleContext(
        issuer, tuple(Example(m, "Assets" if tagged else None, "monetaryItemType", instant=False) for m in mentions)
    )


def draw(contexts, most, seed=1):
    return list(drawn(contexts, np.random.default_rng(seed), most))


def test_an_issuer_with_many_filings_gives_little_more_than_its_share():
    given = Counter[str]()
    for context in draw([table("a", 10) for _ in range(90)] + [table(name, 10) for name in "bcd" for _ in range(4)], 200):
        given[context.issuer] += len(context.mentions)
    assert 75 <= given["a"] < 75 + 10 and sum(given.values()) <= 75 + 10 + 3 * 40


def test_it_ends_where_there_are_enough_and_takes_all_where_there_are_not():
    contexts = [table(name, 10) for name in "abcdefgh"]
    assert 20 <= sum(len(c.mentions) for c in draw(contexts, 20)) < 30
    assert {c.issuer for c in draw(contexts, 10_000)} == set("abcdefgh")


def test_each_mention_has_a_concept_and_a_type_and_what_is_untagged_is_left_out():
    found = draw([table("a", 4), table("b", 4, tagged=False)], 100)
    assert found
    assert all(c.issuer == "a" and c.concepts == ["Assets"] * len(c.mentions) for c in found)
    assert {m.type for c in found for m in c.mentions} == {"monetaryItemType"}


@pytest.mark.parametrize("seed", range(8))
def test_of_a_large_table_rows_that_follow_each_other_are_drawn_and_as_rows_a_few_alone(seed):
    found = draw([table("a", 250)], 1_000, seed)
    if found[0].view == "row":
        assert [len(c.mentions) for c in found] == [1] * len(found) and 12 <= len(found) <= 13
    else:
        (context,) = found
        rows = [m.place.row for m in context.mentions] if context.view != "flat" else list(range(100))
        assert rows == list(range(rows[0], rows[0] + 100))


def test_every_view_is_drawn_and_the_same_seed_draws_the_same():
    contexts = [table(f"{n}", 2) for n in range(60)]
    views = [c.view for c in draw(contexts, 1_000)]
    assert set(views) == {"full", "context", "flat", "row"}
    assert views == [c.view for c in draw(contexts, 1_000)] != [c.view for c in draw(contexts, 1_000, seed=2)]
