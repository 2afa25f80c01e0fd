"""Both aligners, on answers as models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.finer_ord.labels import OFFICIAL, prompt_label, read_label
from tieout.benchmarks.finer_ord.parsing import align, align_compat, parse
from tieout.evaluation import SampleInput, Unparsable


def sample(*tokens: str) -> SampleInput:
    return SampleInput("s", "d", {"tokens": list(tokens)})


def answer(*lines: str) -> str:
    return "\n".join(lines)


NEWS = ("Vexholm", "of", "New", "Oslo", ":", "8:27", "sharp")
RIGHT = ["B-ORG", "O", "B-LOC", "I-LOC", "O", "O", "O"]


def test_an_answer_as_asked_for() -> None:
    lines = [f"{token}:{prompt_label(label)}" for token, label in zip(NEWS, RIGHT, strict=True)]
    assert align(NEWS, answer(*lines)) == RIGHT


def test_a_token_with_a_colon_loses_the_papers_aligner_and_not_ours() -> None:
    output = answer("a:Other", "::Other", "Oslo:Location_B")
    assert align(("a", ":", "Oslo"), output) == ["O", "O", "B-LOC"]
    assert align_compat(("a", ":", "Oslo"), output) == ["O", None, None]


@pytest.mark.parametrize("talk", [["Here are the labels", ""], ["```"], ["Note: this is hard"], ["Sure! a list:Other"]])
def test_talk_around_the_lines_is_passed_over(talk: list[str]) -> None:
    output = answer(*talk, "Vexholm:Organisation_B", "fell:Other", *talk)
    assert align(("Vexholm", "fell"), output) == ["B-ORG", "O"]


def test_the_papers_aligner_never_gets_past_talk() -> None:
    assert align_compat(("Vexholm", "fell"), answer("Here:", "Vexholm:Organisation_B", "fell:Other")) == [None, None]


def test_a_line_that_was_left_out_costs_one_token_only() -> None:
    output = answer("a:Other", "c:Other", "Oslo:Location_B")
    assert align(("a", "b", "c", "Oslo"), output) == ["O", None, "O", "B-LOC"]


def test_a_line_too_many_costs_the_papers_aligner_all_that_follows() -> None:
    output = answer("a:Other", "x:Other", "Oslo:Location_B")
    assert align(("a", "Oslo"), output) == ["O", "B-LOC"]
    assert align_compat(("a", "Oslo"), output) == ["O", None]


def test_joined_tokens_get_their_label_from_one_line() -> None:
    output = answer("in:Other", "New Oslo:Location_B", "today:Other")
    assert align(("in", "New", "Oslo", "today"), output) == ["O", "B-LOC", "I-LOC", "O"]
    # The paper's aligner takes the line's label for each token that the line contains.
    assert align_compat(("in", "New", "Oslo", "today"), output) == ["O", "B-LOC", "B-LOC", "O"]


def test_a_split_token_gets_its_label_from_its_first_line() -> None:
    output = answer("the:Other", "U.S:Location_B", ".:Location_I", "rose:Other")
    assert align(("the", "U.S.", "rose"), output) == ["O", "B-LOC", "O"]


def test_curly_quotes_and_case_are_the_same_token() -> None:
    assert align(("“", "Don't", "”"), answer('":Other', "don’t:Other", '":Other')) == ["O", "O", "O"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Person_B", "B-PER"),
        (" location_i ", "I-LOC"),
        ("Organization_B", "B-ORG"),
        ("ORG-I", "I-ORG"),
        ("B-PER", "B-PER"),
        ("Other.", "O"),
        ("O", "O"),
        ("**Person_B**", "B-PER"),
        ("Person", "PER"),
        ("Product_B", None),
        ("", None),
        ("Person_X", None),
    ],
)
def test_spellings_of_labels(text: str, label: str | None) -> None:
    assert read_label(text) == label


def test_labels_without_b_and_i_are_one_entity_a_run() -> None:
    output = answer("Mara:Person", "Ellingsen:Person", "of:Other", "Oslo:Location")
    assert align(("Mara", "Ellingsen", "of", "Oslo"), output) == ["B-PER", "I-PER", "O", "B-LOC"]


def test_json_labels_are_taken_as_they_are() -> None:
    assert parse('["B-ORG", "Other", "LOC_B"]', sample("a", "b", "c"))["labels"] == ["B-ORG", "O", "B-LOC"]


@pytest.mark.parametrize("output", ['["O"]', '["O", "O", "Product_B"]', "", "I can't do that.", "a b c", "x:Other"])
def test_what_holds_no_labels_is_unparsable(output: str) -> None:
    with pytest.raises(Unparsable):
        parse(output, sample("a", "b", "c"))


def test_a_bracket_as_first_token_is_no_json() -> None:
    assert parse(answer("[:Other", "Oslo:Location_B"), sample("[", "Oslo"))["labels"] == ["O", "B-LOC"]


tokens = st.lists(st.text(st.sampled_from('ab:."’ \t[-'), min_size=1, max_size=4).filter(str.strip), min_size=1, max_size=12)


@given(tokens, st.data())
def test_a_faithful_answer_gives_every_label_back(words: list[str], data: st.DataObject) -> None:
    labels = data.draw(st.lists(st.sampled_from(OFFICIAL), min_size=len(words), max_size=len(words)))
    lines = [f"{word}:{prompt_label(label)}" for word, label in zip(words, labels, strict=True)]
    assert align(words, answer(*lines)) == labels


@given(tokens, st.text(st.sampled_from('abOPer_BI:\n .[]"'), max_size=200))
def test_any_answer_gives_a_label_or_none_for_each_token(words: list[str], output: str) -> None:
    for found in (align(words, output), align_compat(words, output)):
        assert len(found) == len(words)
        assert {label for label in found if label is not None} <= set(OFFICIAL)


def test_an_endless_answer_takes_bounded_time() -> None:
    words = [f"w{n % 7}" for n in range(3000)]
    found = align(words, answer(*(f"w{n % 5}:Other" for n in range(200_000))))
    assert len(found) == len(words)
