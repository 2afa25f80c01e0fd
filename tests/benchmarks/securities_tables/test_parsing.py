"""What counts as an answer, in the forms in which models write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.securities_tables.parsing import parse_qa, parse_retrieval
from tieout.evaluation import Abstained, SampleInput, Unparsable

QUESTION = SampleInput(
    "q1", "S100SMPL", {"question": "?", "doc_id": "S100SMPL", "table_id": "S100SMPL-0101010-tab2", "files": []}
)


@pytest.mark.parametrize(
    "output",
    [
        '{"table_id": "S100SMPL-0101010-tab2"}',
        'The table is\n```json\n{"table_id": "S100SMPL-0101010-tab2"}\n```',
        "It is in S100SMPL-0101010-tab2.",
        'Not {"table_id": "S100SMPL-0101010-tab1"} but {"table_id": "S100SMPL-0101010-tab2"}',
    ],
)
def test_a_table(output: str) -> None:
    assert parse_retrieval(output, QUESTION) == "S100SMPL-0101010-tab2"


@pytest.mark.parametrize("cell", ["r3c7", "S100SMPL-0101010-tab2-r3c7"])
def test_a_cell_may_be_named_within_its_table(cell: str) -> None:
    found = parse_qa(f'{{"cell_id": "{cell}", "value": 51960000000}}', QUESTION)
    assert found == {"cell_id": "S100SMPL-0101010-tab2-r3c7", "value": "51960000000"}


def test_a_value_without_a_cell_counts_as_a_value() -> None:
    assert parse_qa('{"value": "12"}', QUESTION) == {"cell_id": "", "value": "12"}


def test_an_empty_answer_abstains() -> None:
    with pytest.raises(Abstained):
        parse_qa('{"cell_id": null, "value": null}', QUESTION)
    with pytest.raises(Abstained):
        parse_retrieval('{"table_id": null}', QUESTION)


@pytest.mark.parametrize("output", ["", "51,960", '{"cell_id": "r1c1"}', '{"value": true}', '{"value": [1]}', "{" * 5000])
def test_anything_else_is_unparsable(output: str) -> None:
    with pytest.raises(Unparsable):
        parse_qa(output, QUESTION)


@given(st.text(max_size=200))
def test_no_text_makes_the_parsers_fail(text: str) -> None:
    for parse in (parse_qa, parse_retrieval):
        try:
            parse(text, QUESTION)
        except (Abstained, Unparsable):
            continue
