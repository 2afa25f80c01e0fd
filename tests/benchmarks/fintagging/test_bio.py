"""BIO files: written, read, and their facts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities

from tieout.benchmarks.fintagging.bio import Tagged, facts_of, label_tokens, read_bio, tokens_of, write_bio
from tieout.report.errors import InputError

LABELS = ("O", "B-us-gaap:A", "I-us-gaap:A", "B-us-gaap:B", "I-us-gaap:B")


def test_numbers_keep_their_commas_and_marks_stand_alone() -> None:
    assert tokens_of("It paid $1,250.5 (net), or 4%.") == [
        "It",
        "paid",
        "$",
        "1,250.5",
        "(",
        "net",
        ")",
        ",",
        "or",
        "4",
        "%",
        ".",
    ]
    assert tokens_of("<tr><td>Cash</td></tr>") == ["<tr>", "<td>", "Cash", "</td>", "</tr>"]


def test_spans_become_labels() -> None:
    text = "paid $46 in twenty five parts"
    tagged = label_tokens(text, [(6, 8, "Paid"), (12, 23, "Parts")])
    assert list(zip(tagged.tokens, tagged.labels, strict=True)) == [
        ("paid", "O"), ("$", "O"), ("46", "B-us-gaap:Paid"), ("in", "O"),
        ("twenty", "B-us-gaap:Parts"), ("five", "I-us-gaap:Parts"), ("parts", "O"),
    ]  # fmt: skip
    assert facts_of(tagged) == [("46", "Paid"), ("twenty five", "Parts")]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    instances = [Tagged(("It", "paid", "46"), ("O", "O", "B-us-gaap:Paid")), Tagged(("#",), ("O",))]
    assert write_bio(tmp_path / "test.txt", instances) == 2
    assert list(read_bio(tmp_path / "test.txt")) == instances


def test_tabs_carriage_returns_and_more_empty_lines_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\r\nIt\tO\r\n\r\n\r\n46\tB-us-gaap:Paid\r\n")
    assert [tagged.tokens for tagged in read_bio(tmp_path / "a.txt")] == [("It",), ("46",)]


@pytest.mark.parametrize("line", ["alone", "46 B", "46 X-us-gaap:Paid", " O"])
def test_a_line_that_is_no_token_and_label_is_told(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.txt").write_text(f"It O\n{line}\n")
    with pytest.raises(InputError, match="line 2"):
        list(read_bio(tmp_path / "a.txt"))


@given(st.lists(st.sampled_from(LABELS), max_size=12))
def test_chunks_are_those_of_seqeval(labels: list[str]) -> None:
    tokens = tuple(f"t{i}" for i in range(len(labels)))
    ours = [(concept, text) for text, concept in facts_of(Tagged(tokens, tuple(labels)))]
    theirs = [(type_.removeprefix("us-gaap:"), " ".join(tokens[start : end + 1])) for type_, start, end in get_entities(labels)]
    assert ours == theirs
