"""Outputs of models, read as the start kit reads them, and better."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.finauditing.parsing import LABELS, parse_relation, parse_tags, parse_values
from tieout.evaluation import SampleInput, Unparsable

ANY = SampleInput("1", "1", {"query": ""})


@pytest.mark.parametrize(
    "output",
    [
        '["us-gaap:A", "us-gaap:B"]',
        '```json\n["us-gaap:A", "us-gaap:B"]\n```',
        'The tags are ["us-gaap:A", "us-gaap:B"], I think.',
        "['us-gaap:A', 'us-gaap:B']",
        '{"tags": ["us-gaap:A", "us-gaap:B", "us-gaap:A"]}',
    ],
)
def test_tags_are_found(output: str) -> None:
    assert parse_tags(output, ANY) == ["us-gaap:A", "us-gaap:B"]


def test_an_empty_list_is_an_answer() -> None:
    assert parse_tags("[]", ANY) == []


@pytest.mark.parametrize("output", ["", "us-gaap:A", '"us-gaap:A"', "[" * 5000, '{"a": 1}'])
def test_no_list_is_no_answer(output: str) -> None:
    with pytest.raises(Unparsable):
        parse_tags(output, ANY)


@pytest.mark.parametrize(
    ("output", "label"),
    [
        ("Reversal", "Reversal"),
        ('{"relation": "CombinationErr"}', "CombinationErr"),
        ('["Inappropriateness"]', "Inappropriateness"),
        ("It isn't a reversal; it is an inappropriateness.", "Inappropriateness"),
        ("None of the elements fits the other: CombinationErr", "CombinationErr"),
        ("None", "None"),
        ("A combination error.", "CombinationErr"),
    ],
)
def test_labels_are_found(output: str, label: str) -> None:
    assert parse_relation(output, ANY)["label"] == label


def test_the_start_kits_reading_takes_the_first_of_its_table_and_any_combination() -> None:
    assert parse_relation("Not a reversal but an inappropriateness", ANY)["compat"] == "Reversal"
    assert parse_relation("Some combination of things", ANY) == {"label": None, "compat": "CombinationErr"}


def test_no_label_is_no_answer() -> None:
    with pytest.raises(Unparsable):
        parse_relation("I can't tell.", ANY)


@pytest.mark.parametrize(
    "output",
    [
        '{"extracted_value": "1,200", "calculated_value": 1250}',
        "```\n{'extracted_value': '1,200', 'calculated_value': '1250'}\n```",
        'So: {"extracted_value": "1,200", "calculated_value": "1250"}.',
    ],
)
def test_values_are_found(output: str) -> None:
    assert parse_values(output, ANY) == {"extracted_value": "1,200", "calculated_value": "1250"}


@pytest.mark.parametrize(
    "output", ['{"extracted_value": "1"}', "1200 1250", '{"extracted_value": [1], "calculated_value": 2}', ""]
)
def test_another_structure_is_a_structural_error(output: str) -> None:
    with pytest.raises(Unparsable):
        parse_values(output, ANY)


@given(st.text(alphabet="{}[]\"'`:,jsonone reversal\n1", max_size=200))
def test_any_output_is_read_or_refused(output: str) -> None:
    for parse in (parse_tags, parse_relation, parse_values):
        try:
            found = parse(output, ANY)  # type: ignore[operator]
        except Unparsable:
            continue
        if parse is parse_relation:
            assert set(found.values()) <= {*LABELS, None}
