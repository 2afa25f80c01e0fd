"""What counts as an answer in a model's output."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.benchmarks.ledger.parsing import parse_kpis, parse_needle, parse_pages
from tieout.evaluation import Abstained, SampleInput, Unparsable

SAMPLE = SampleInput("q", "d", {})


@pytest.mark.parametrize(
    ("output", "pages"),
    [
        ('{"pages": [12, 3, 12]}', [12, 3]),
        ("The best are [7, 8].", [7, 8]),
        ('```json\n{"pages": ["Page 4", "p. 5"]}\n```', [4, 5]),
        ('["NYSE_X_2020/page_0011"]', [12]),
        ('{"pages": [{"page": 9, "score": 0.5}, 0, -1, 2.5, null]}', [9]),
    ],
)
def test_pages(output: str, pages: list[int]) -> None:
    assert parse_pages(output, SAMPLE) == pages


def test_an_empty_list_of_pages_abstains_and_text_is_unparsable() -> None:
    with pytest.raises(Abstained):
        parse_pages('{"pages": []}', SAMPLE)
    for output in ("page seven", '{"pages": "7"}', '["seven"]', ""):
        with pytest.raises(Unparsable):
            parse_pages(output, SAMPLE)


@pytest.mark.parametrize(
    ("output", "value"),
    [
        ('{"found": true, "value": 1234000000, "unit_scale": "millions", "page": 40}', "1234000000"),
        ('{"found": true, "value": 0.1, "page": null}', "0.1"),  # as written, not as a double
        ('{"value": "$ (1,505)", "found": "true"}', "-1505"),
        ('{"found": true, "value": -2.5e9}', "-2500000000"),
        ('Thinking: {"found": false, "value": null} no, {"found": true, "value": 7}', "7"),
        ('{"found": false, "value": 7}', None),
        ('{"found": "no", "value": null}', None),
        ('{"value": null}', None),
    ],
)
def test_needle(output: str, value: str | None) -> None:
    answer = parse_needle(output, SAMPLE)
    assert answer["value"] == value
    assert answer["found"] == (value is not None)


@pytest.mark.parametrize(
    "output", ["", "12", '{"found": true, "value": null}', '{"found": true, "value": "many"}', '{"answer": 1}']
)
def test_needle_outputs_that_are_no_answer(output: str) -> None:
    with pytest.raises(Unparsable):
        parse_needle(output, SAMPLE)


@pytest.mark.parametrize(
    "output",
    [
        '{"revenue": 12, "eps_basic": "1.50", "capex": null, "unheard_of": 3}',
        '{"kpis": {"revenue": {"value": 12}, "eps_basic": {"value": "1.50"}}}',
        '{"kpis": [{"kpi": "revenue", "value": 12}, {"kpi": "eps_basic", "value": 1.50}]}',
    ],
)
def test_kpis(output: str) -> None:
    assert parse_kpis(output, SAMPLE) == {"revenue": "12", "eps_basic": "1.50"}


def test_kpis_of_other_names_are_no_answer() -> None:
    with pytest.raises(Unparsable):
        parse_kpis('{"sales": 1}', SAMPLE)


@given(st.text(alphabet='{}[]":,0129.-eE truefalsn', max_size=60))
def test_any_output_is_parsed_or_refused(output: str) -> None:
    for parse in (parse_pages, parse_needle, parse_kpis):
        try:
            found: Any = parse(output, SAMPLE)
        except (Unparsable, Abstained):
            continue
        assert isinstance(found, list | dict)


@pytest.mark.parametrize(
    "output", ["[" * 100_000, '{"value": 1e999999999, "found": true}', '{"found": true, "value": ' + "9" * 5000 + "}"]
)
def test_hostile_outputs_end_in_unparsable(output: str) -> None:
    with pytest.raises(Unparsable):
        parse_needle(output, SAMPLE)
