"""Inline documents made to take for ever or to weigh a thousand times what they are: each ends soon, in facts or one error."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.reading.inline import document
from tieout.reading import DEFAULT_LIMITS, Limits, read_bytes
from tieout.report import LimitError, Report

NUMBER = '<ix:nonFraction name="us-gaap:Assets" contextRef="i23" unitRef="usd" decimals="0" {0}>{1}</ix:nonFraction>'
TEXT = '<ix:nonNumeric name="us-gaap:Note" contextRef="i23" {0}>{1}</ix:nonNumeric>'
DATE = 'format="ixt:date-monthname-day-year-en"'


@contextmanager
def within(seconds: float) -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


def everything(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Report:
    report = read_bytes(data, "hostile.htm", limits=limits)
    for fact in report.facts:
        fact.to_dict(located=False)
    return report


@pytest.mark.parametrize("opening", [NUMBER.format("", "{}"), TEXT.format("", "{}"), TEXT.format(DATE, "{}")])
def test_facts_within_facts_hold_no_more_text_than_allowed(opening: str) -> None:
    start, _, end = opening.partition("{}")
    deep = document(start * 400 + "<b>1</b>" * 100_000 + end * 400)
    with within(10), pytest.raises(LimitError, match="--max text="):
        everything(deep)


def test_facts_within_facts_as_filings_have_them_are_read_whole() -> None:
    report = everything(
        document(TEXT.format("", "a <b>b</b> " + TEXT.format("", "c <i>d</i> " + NUMBER.format("", "<u>7</u>"))))
    )
    assert [f.value for f in report.facts] == ["a b c d 7", "c d 7", 7]
    for _ in range(3):  # asking again costs nothing of the limit
        assert everything(document(TEXT.format("", "<b>b</b>" * 50)), Limits(text=2_000)).facts[0].value == "b" * 50


def test_a_continuation_that_many_facts_share_is_bounded() -> None:
    chain = "".join(f'<ix:continuation id="k{n}" continuedAt="k{n + 1}">y</ix:continuation>' for n in range(20_000))
    shared = document(TEXT.format('continuedAt="k0"', "x") * 2_000 + chain)
    with within(10), pytest.raises(LimitError, match="--max text="):
        everything(shared)
    (fact,) = everything(document(TEXT.format('continuedAt="k0"', "x") + chain)).facts
    assert fact.value == "x" + "y" * 20_000


def test_a_product_of_facts_and_footnotes_is_bounded() -> None:
    ids = [f"f{n}" for n in range(2_000)]
    facts = "".join(TEXT.format(f'id="{i}"', "x") for i in ids)
    notes = "".join(f'<ix:footnote id="n{i}">note</ix:footnote>' for i in ids)
    links = f'<ix:relationship fromRefs="{" ".join(ids)}" toRefs="{" ".join("n" + i for i in ids)}"/>'
    with within(10), pytest.raises(LimitError, match="--max relations="):
        everything(document(facts + notes + links))


def test_a_footnote_of_a_megabyte_under_every_fact_is_bounded() -> None:
    facts = "".join(TEXT.format(f'id="f{n}"', "x") for n in range(200))
    note = f'<ix:footnote id="n">{"z" * 1_000_000}</ix:footnote>'
    links = f'<ix:relationship fromRefs="{" ".join(f"f{n}" for n in range(200))}" toRefs="n"/>'
    with pytest.raises(LimitError, match="--max text="):
        everything(document(facts + note + links))


def test_a_context_that_every_fact_would_repeat_is_bounded() -> None:
    members = "".join(
        f'<xbrldi:explicitMember dimension="us-gaap:A{n}">us-gaap:M</xbrldi:explicitMember>' for n in range(2_000)
    )
    big = (
        '<xbrli:context id="big"><xbrli:entity><xbrli:identifier scheme="s">1</xbrli:identifier><xbrli:segment>'
        f"{members}</xbrli:segment></xbrli:entity><xbrli:period><xbrli:forever/></xbrli:period></xbrli:context>"
    )
    with pytest.raises(LimitError, match="context 'big' is longer than the limit of 20,000; raise it with --max context="):
        everything(document(TEXT.format("", "x"), header=big))
    assert len(everything(document(TEXT.format("", "x"), header=big), Limits(context=200_000)).facts) == 1


def test_a_unit_that_every_fact_would_repeat_is_bounded() -> None:
    unit = f'<xbrli:unit id="big"><xbrli:measure>{"x" * 30_000}</xbrli:measure></xbrli:unit>'
    with pytest.raises(LimitError, match="unit 'big' is longer"):
        everything(document(NUMBER.format("", "1"), header=unit))


@pytest.mark.parametrize(
    "wrapper",
    ['<div style="display: none">{0}</div>', "<ix:hidden>{0}</ix:hidden>", '<xbrli:context id="k">{0}</xbrli:context>'],
)
def test_wrappers_within_wrappers_are_looked_at_once(wrapper: str) -> None:
    start, _, end = wrapper.partition("{0}")
    deep = document(start * 700 + TEXT.format("", "x") * 20_000 + end * 700)
    with within(10):
        assert len(everything(deep).facts) == 20_000


def test_one_prefix_for_ten_thousand_namespaces_is_numbered_without_counting_anew() -> None:
    facts = "".join(f'<p xmlns:p="urn:{n}">{TEXT.format("", "x").replace("us-gaap:", "p:")}</p>' for n in range(10_000))
    with within(10):
        assert everything(document(facts)).facts[-1].concept == "p10000:Note"


def test_markup_beyond_all_measure_is_refused_before_it_is_parsed() -> None:
    with within(2), pytest.raises(LimitError, match="--max markup="):
        everything(document("<p>" * 6_000_000 + "</p>" * 6_000_000))
