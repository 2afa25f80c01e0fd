"""Concepts are found by words of their names."""

from __future__ import annotations

from tieout.viewer.concepts import find_concepts


def test_every_word_has_to_be_in_the_name_and_short_names_come_first() -> None:
    found = [one["concept"] for one in find_concepts("goodwill impair")]
    assert "us-gaap:GoodwillImpairmentLoss" in found
    assert all("goodwill" in name.lower() and "impair" in name.lower() for name in found)
    assert [len(name) for name in found] == sorted(len(name) for name in found)


def test_nothing_is_found_for_nothing_and_never_more_than_thirty() -> None:
    assert find_concepts("  ") == []
    assert find_concepts("qqqq") == []
    assert len(find_concepts("us-gaap")) == 30
