"""Outputs of models, whole and broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.fintagging import made_up
from tieout.benchmarks.fintagging.parsing import parse_facts, parse_full, parse_linked
from tieout.evaluation import Abstained, SampleInput, Unparsable

NOTHING = SampleInput("1", "1", {})
PAIR = {"Fact": "46", "Type": "monetaryItemType"}


@pytest.mark.parametrize(
    "output",
    [
        '{"result": [{"Fact": "46", "Type": "monetaryItemType"}]}',
        '[{"Fact": 46, "Type": "monetaryItemType"}]',
        '{"Fact": "46", "Type": "xbrli:monetaryItemType"}',
        'Here they are:\n```json\n{"result": [{"Fact": "46", "Type": "monetaryItemType"}]}\n```\nDone.',
        "{'result': [{'Fact': '46', 'Type': 'monetaryItemType'}]}",
        'The fact is {"Fact": "46", "Type": "monetaryItemType"}, and {"Fact": "4.5", "Ty',
    ],
)
def test_facts_are_found_however_they_are_wrapped(output: str) -> None:
    assert parse_facts(output, NOTHING) == {"facts": [PAIR]}


def test_a_number_keeps_the_digits_it_was_written_with() -> None:
    assert parse_facts('[{"Fact": 10.50, "Type": "monetaryItemType"}]', NOTHING)["facts"][0]["Fact"] == "10.50"


def test_no_facts_is_an_answer_and_prose_is_none() -> None:
    assert parse_facts('{"result": []}', NOTHING) == {"facts": []}
    with pytest.raises(Unparsable):
        parse_facts("I can't find any.", NOTHING)


def test_full_takes_triplets_and_bio_lines(tmp_path: Path) -> None:
    made_up.write_concepts(tmp_path)
    given_ = SampleInput("1", "1", {"concepts": tmp_path / "made_up_concepts.jsonl"})
    wanted = {"facts": [{"Fact": "1250", "Type": "monetaryItemType", "Tag": "InventoryNet"}]}
    assert (
        parse_full('{"result": [{"Fact": "1250", "Type": "monetaryItemType", "Tag": "us-gaap:InventoryNet"}]}', given_)
        == wanted
    )
    assert parse_full("Inventories O\n$ O\n1,250 B-us-gaap:InventoryNet\n", given_) == wanted


@pytest.mark.parametrize(
    ("output", "ranked", "query"),
    [
        ("us-gaap:Assets", ["Assets"], None),
        ("Assets", ["Assets"], None),
        ("Not us-gaap:Liabilities, so the answer is us-gaap:Assets.", ["Assets"], None),
        ('["us-gaap:Assets", "Cash"]', ["Assets", "Cash"], None),
        ('{"tag": "us-gaap:Assets"}', ["Assets"], None),
        ('{"ranked": [{"concept": "us-gaap:Assets", "score": 0.5}], "query": ["Cash"]}', ["Assets"], ["Cash"]),
        ('{"ranked": ["Assets"], "query": []}', ["Assets"], []),
    ],
)
def test_concepts_are_found(output: str, ranked: list[str], query: list[str] | None) -> None:
    assert parse_linked(output, NOTHING) == {"ranked": ranked, "query": query}


def test_an_empty_list_abstains_and_prose_is_unparsable() -> None:
    with pytest.raises(Abstained):
        parse_linked("[]", NOTHING)
    with pytest.raises(Abstained):
        parse_linked('{"tag": null}', NOTHING)
    with pytest.raises(Unparsable):
        parse_linked("None of these fits.", NOTHING)


@given(st.text(alphabet="{}[]\":,'Fact Type resultO-B46us-gaap\n`", max_size=80))
def test_any_output_is_a_prediction_or_is_said_to_be_none(output: str) -> None:
    for parse in (parse_facts, parse_full, parse_linked):
        try:
            parse(output, NOTHING)
        except (Unparsable, Abstained):
            continue


def test_hostile_outputs_end_soon() -> None:
    for output in ("[" * 200_000, "{" * 300_000, '{"Fact": "' * 50_000, "`" * 300_000):
        with pytest.raises(Unparsable):
            parse_facts(output, NOTHING)
