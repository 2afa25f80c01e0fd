"""Inline XBRL: every element becomes one fact, exactly valued, or keeps its place with a reason."""

from __future__ import annotations

from decimal import Decimal

import pytest
from lxml import etree

from tests.reading.inline import CONTEXTS, IX_1_0, UNITS, document, facts_of, number, read_with_notices, value
from tieout.report import InputError, Period, TypedMember

NIL = {"xsi_nil": "true"}


def test_a_number_has_value_unit_period_and_decimals() -> None:
    (fact,) = facts_of(document(f"<p>Total {number('1,043', format='ixt:num-dot-decimal', scale='6', decimals='-6')}</p>"))
    assert fact.value == Decimal(1_043_000_000)
    assert str(fact.value) == "1043000000"
    assert (fact.concept, fact.decimals, str(fact.unit), str(fact.period)) == (
        "us-gaap:Assets",
        -6,
        "iso4217:USD",
        "2023-12-31",
    )
    assert fact.entity == "0000000001"


def test_sign_and_scale() -> None:
    assert value("72", sign="-") == Decimal(-72)
    assert value("12.5", scale="-2", decimals="3") == Decimal("0.125")
    assert value("—", format="ixt:fixed-zero") == 0
    assert value("1.20", scale="9") == Decimal(1_200_000_000)


def test_number_words_of_the_sec() -> None:
    assert value("three", format="ixt-sec:numwordsen") == 3


def test_nil_has_no_value_and_is_no_error() -> None:
    (fact,) = facts_of(document(number("", **NIL)))
    assert fact.nil
    assert fact.value is None
    assert fact.error is None


def test_nested_numbers_are_two_facts() -> None:
    inner = number("5", name="us-gaap:Liabilities")
    facts = facts_of(document(number(inner)))
    assert [(f.concept, f.value) for f in facts] == [("us-gaap:Assets", Decimal(5)), ("us-gaap:Liabilities", Decimal(5))]


def test_excluded_text_is_no_part_of_a_value() -> None:
    assert value("1<ix:exclude> (see note) </ix:exclude>2") == Decimal(12)


def test_comments_are_no_part_of_a_value() -> None:
    assert value("1<!-- 9 -->2") == Decimal(12)


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        (number("abc"), "InvalidNumber"),
        (number("1,0,x", format="ixt:num-dot-decimal"), "num-dot-decimal"),
        (number("1", format="ixt:no-such-rule"), "UnknownTransformation"),
        (number("1", format="nowhere:num"), "UnknownTransformation"),
        (number("1", scale="9999999"), "InvalidScale"),
        (number("1", scale="x"), "InvalidScale"),
        (number("-1", sign="-"), "sign"),
    ],
)
def test_a_fact_that_cannot_be_evaluated_is_kept_with_the_reason(markup: str, says: str) -> None:
    (fact,), notices = read_with_notices(document(f"<p>{markup}</p>"))
    assert fact.error is not None
    assert says in fact.error
    assert fact.value is None
    assert fact.pointer.element is not None
    assert [n.code for n in notices] == ["fact-error"]


@pytest.mark.parametrize("reference", ["contextRef", "unitRef"])
def test_a_fact_whose_context_or_unit_is_nowhere_keeps_its_value_and_says_so(reference: str) -> None:
    (fact,) = facts_of(document(number("5", **{reference: "gone"})))
    assert fact.value == Decimal(5)
    assert fact.error is not None
    assert "'gone'" in fact.error


def test_a_text_that_does_not_fit_its_format_is_kept_as_it_stands() -> None:
    attributes = 'name="dei:DocumentPeriodEndDate" contextRef="c23" format="ixt:date-monthname-day-year-en"'
    (fact,) = facts_of(document(f"<ix:nonNumeric {attributes}>Year end</ix:nonNumeric>"))
    assert fact.value == "Year end"
    assert fact.error is not None
    assert "date-monthname-day-year-en" in fact.error


def test_nonsense_decimals_is_an_error_of_the_fact() -> None:
    (fact,) = facts_of(document(number("1", decimals="two")))
    assert fact.error is not None
    assert "decimals" in fact.error


def test_units() -> None:
    facts = facts_of(document(number("1", unitRef="shares") + number("0.48", unitRef="perShare")))
    assert [str(f.unit) for f in facts] == ["xbrli:shares", "iso4217:USD/xbrli:shares"]


def test_dimensions_explicit_and_typed() -> None:
    (fact,) = facts_of(document(number("1", contextRef="north")))
    assert fact.dimensions == {"us-gaap:StatementBusinessSegmentsAxis": "ex:NorthMember", "ex:LotAxis": TypedMember("A-7")}
    assert fact.to_dict()["dimensions"]["ex:LotAxis"] == {"typed": "A-7"}


@pytest.mark.parametrize(
    ("markup", "period"),
    [
        ("<xbrli:instant>2023-12-31</xbrli:instant>", Period(instant="2023-12-31")),
        ("<xbrli:instant> 2024-01-01T00:00:00 </xbrli:instant>", Period(instant="2023-12-31")),
        ("<xbrli:forever/>", Period()),
        (
            "<xbrli:startDate>2023-01-01T00:00:00</xbrli:startDate><xbrli:endDate>2024-01-01T00:00:00</xbrli:endDate>",
            Period(start="2023-01-01", end="2023-12-31"),
        ),
        ("<xbrli:instant>2023-12-31T12:00:00</xbrli:instant>", Period(instant="2023-12-31T12:00:00")),
    ],
)
def test_an_end_is_the_last_day(markup: str, period: Period) -> None:
    context = (
        '<xbrli:context id="i23"><xbrli:entity><xbrli:identifier scheme="s">1</xbrli:identifier></xbrli:entity>'
        f"<xbrli:period>{markup}</xbrli:period></xbrli:context>"
    )
    (fact,) = facts_of(document(number("1"), resources=context + UNITS))
    assert fact.period == period


def test_text_facts_follow_their_continuations() -> None:
    body = (
        '<p><ix:nonNumeric name="ex:Policy" contextRef="c23" continuedAt="k1">One, </ix:nonNumeric></p>'
        '<p><ix:continuation id="k2">three.</ix:continuation></p>'
        '<p><ix:continuation id="k1" continuedAt="k2">two, </ix:continuation></p>'
    )
    (fact,) = facts_of(document(body))
    assert fact.value == "One, two, three."


def test_a_circle_of_continuations_ends() -> None:
    body = (
        '<p><ix:nonNumeric name="ex:Policy" contextRef="c23" continuedAt="k1">One, </ix:nonNumeric>'
        '<ix:continuation id="k1" continuedAt="k1">two.</ix:continuation></p>'
    )
    assert facts_of(document(body))[0].value == "One, two."


def test_escaped_text_keeps_its_markup_without_inline_tags() -> None:
    body = (
        '<div><ix:nonNumeric name="ex:Note" contextRef="c23" escape="true"><p class="x">A &amp; '
        f"{number('5')}<br/></p><ix:exclude>page 7</ix:exclude></ix:nonNumeric></div>"
    )
    assert facts_of(document(body))[0].value == '<p class="x">A &amp; 5<br/></p>'


def test_a_format_turns_text_into_its_value() -> None:
    attributes = 'name="dei:DocumentPeriodEndDate" contextRef="c23" format="ixt:date-monthname-day-year-en"'
    body = f"<ix:nonNumeric {attributes}>December 31, 2023</ix:nonNumeric>"
    assert facts_of(document(body))[0].value == "2023-12-31"


def test_hidden_facts_say_so_and_point_at_their_twin() -> None:
    hidden = f"<ix:hidden>{number('46', id='h1')}</ix:hidden>"
    body = '<p>We own <span id="seen" style="-sec-ix-hidden:h1">46</span> dollars and ' + number("7") + "</p>"
    first, second = facts_of(document(body, header=hidden))
    assert first.hidden
    evidence = first.pointer
    assert not evidence.printed
    assert evidence.twin is not None
    assert (evidence.twin.element_id, evidence.twin.quote, evidence.twin.printed) == ("seen", "46", True)
    assert second.pointer.printed


def test_what_style_hides_is_not_printed() -> None:
    (fact,) = facts_of(document(f'<div style="margin:0; display : none">{number("5")}</div>'))
    assert not fact.hidden
    assert not fact.pointer.printed


def test_the_pointer_names_the_element_by_its_place_in_document_order() -> None:
    data = document(f"<p>a</p><p>{number('5')}</p>")
    (fact,) = facts_of(data)
    root = etree.fromstring(data)
    assert fact.pointer.element is not None
    assert list(root.iter(etree.Element))[fact.pointer.element].text == "5"


def test_footnotes() -> None:
    body = f'<p>{number("5", id="f1")}</p><p><ix:footnote id="n1" xml:lang="en">Restated.</ix:footnote></p>'
    header = '<ix:relationship fromRefs="f1" toRefs="n1"/>'
    (fact,) = facts_of(document(body, resources=header + CONTEXTS + UNITS))
    assert [(n.text, n.language) for n in fact.footnotes] == [("Restated.", "en")]


def test_footnotes_of_version_1_0() -> None:
    body = f'<p>{number("5", footnoteRefs="n1")}</p><p><ix:footnote footnoteID="n1">Restated.</ix:footnote></p>'
    (fact,) = facts_of(document(body, ix=IX_1_0))
    assert [n.text for n in fact.footnotes] == ["Restated."]


def test_both_namespaces_are_read() -> None:
    assert [f.value for f in facts_of(document(number("5"), ix=IX_1_0))] == [Decimal(5)]


def test_contexts_may_stand_in_another_file_of_the_set() -> None:
    facts = facts_of(document("<p>Header</p>"), document(number("5"), resources=""))
    assert [(f.value, str(f.period), f.pointer.file) for f in facts] == [(Decimal(5), "2023-12-31", "file2.htm")]


def test_several_targets_are_told_apart() -> None:
    facts = facts_of(document(number("5") + number("6", target="esef")))
    assert [f.target for f in facts] == [None, "esef"]


def test_language_is_the_nearest_declared() -> None:
    text = '<ix:nonNumeric name="ex:A" contextRef="c23">x</ix:nonNumeric>'
    facts = facts_of(document(f'{text}<div xml:lang="ja">{text}</div>', root='xml:lang="en-US"'))
    assert [f.language for f in facts] == ["en-US", "ja"]


def test_fractions_are_exact_or_an_error() -> None:
    def fraction(top: str, bottom: str) -> str:
        return (
            '<ix:fraction name="us-gaap:Assets" contextRef="i23" unitRef="usd">'
            f"<ix:numerator>{top}</ix:numerator>/<ix:denominator>{bottom}</ix:denominator></ix:fraction>"
        )

    quarter, third, zero = facts_of(document(fraction("1", "4") + fraction("1", "3") + fraction("1", "0")))
    assert quarter.value == Decimal("0.25")
    assert third.error is not None
    assert zero.error is not None


def test_a_document_without_inline_elements_is_refused() -> None:
    data = b'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body/></html>'
    with pytest.raises(InputError, match="no Inline XBRL element"):
        facts_of(data)


def test_facts_without_id_are_as_good_as_any() -> None:
    facts = facts_of(document(number("1") + number("1")))
    assert len(facts) == 2
    assert facts[0].pointer.element != facts[1].pointer.element
