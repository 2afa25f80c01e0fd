"""Entities and their F1 equal seqeval's lenient default."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities

from tieout.evaluation.metrics import Span, span_statistics, spans_of

LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG"]


@given(st.lists(st.sampled_from(LABELS), max_size=25))
def test_entities_equal_seqeval(labels: list[str]) -> None:
    theirs = [Span(kind, start, end + 1) for kind, start, end in get_entities(labels)]
    assert spans_of(labels) == theirs


def test_an_orphan_inside_starts_an_entity() -> None:
    assert spans_of(["O", "I-ORG", "I-ORG"]) == [Span("ORG", 1, 3)]


def test_an_inside_of_another_type_starts_an_entity() -> None:
    assert spans_of(["B-PER", "I-ORG", "I-PER"]) == [Span("PER", 0, 1), Span("ORG", 1, 2), Span("PER", 2, 3)]


def test_a_beginning_ends_the_entity_before() -> None:
    assert spans_of(["B-LOC", "B-LOC", "I-LOC"]) == [Span("LOC", 0, 1), Span("LOC", 1, 3)]


def test_an_entity_is_right_only_with_both_borders_and_its_type() -> None:
    gold = [Span("ORG", 0, 2), Span("PER", 3, 4)]
    statistics = span_statistics(gold, [Span("ORG", 0, 1), Span("ORG", 3, 4)])
    assert statistics == {"predicted/ORG": 2, "gold/ORG": 1, "gold/PER": 1}
