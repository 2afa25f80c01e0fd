"""Plain instances: every item becomes one fact, in document order."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.reading.filings import FACTS, arc, instance, loc
from tieout.reading.instance import dts_references, read_instance
from tieout.report import Fact, InputError, Notice


def read(facts: str, more: str = "") -> tuple[list[Fact], list[Notice]]:
    notices: list[Notice] = []
    _, found = read_instance(instance(facts, more=more).encode(), "nvt.xml", "nvt", notices=notices)
    return found, notices


def one(fact: str) -> Fact:
    found, _ = read(fact)
    assert len(found) == 1
    return found[0]


def numeric(attributes: str, text: str) -> Fact:
    return one(f'<us-gaap:Assets contextRef="i" unitRef="usd" {attributes}>{text}</us-gaap:Assets>')


def test_items_become_facts_with_context_unit_and_value() -> None:
    found, notices = read(FACTS)
    assert [(f.concept, f.value, f.decimals) for f in found] == [
        ("us-gaap:Assets", Decimal(125000), -3),
        ("nvt:SawBlades", Decimal(25000), -3),
        ("us-gaap:Revenues", Decimal(7), 0),
        ("us-gaap:EarningsPerShareBasic", Decimal("1.25"), 2),
    ]
    assert found[2].dimensions == {"us-gaap:StatementBusinessSegmentsAxis": "nvt:SawsMember"}
    assert str(found[3].unit) == "iso4217:USD/xbrli:shares"
    assert notices == []


def test_evidence_is_the_element_and_its_text() -> None:
    evidence = read(FACTS)[0][0].evidence
    assert (evidence.file, evidence.element_id, evidence.quote, evidence.printed) == ("nvt.xml", "f1", "125000", False)
    assert evidence.element is not None
    assert evidence.element > 1


@pytest.mark.parametrize(
    ("attributes", "text", "decimals"),
    [
        ('decimals="INF"', "1", "INF"),
        ('precision="3"', "123456", -3),
        ('precision="3"', "0.000123", 6),
        ('precision="INF"', "1", "INF"),
        ('precision="0"', "1", None),
        ('precision="4"', "0", "INF"),
        ("", "1", None),
    ],
)
def test_decimals_are_given_or_follow_from_precision(attributes: str, text: str, decimals: int | str | None) -> None:
    """XBRL 2.1, 4.6.6."""
    assert numeric(attributes, text).decimals == decimals


@pytest.mark.parametrize("text", ["about five", "", "INF", "1,000", "1e400"])
def test_a_value_that_cannot_be_read_stays_with_its_error(text: str) -> None:
    fact = numeric("", text)
    assert fact.value is None
    assert fact.error
    assert fact.quote == text


@pytest.mark.parametrize("attributes", ['decimals="few"', 'precision="x"', 'decimals=""'])
def test_an_accuracy_that_is_no_number_leaves_the_value(attributes: str) -> None:
    fact = numeric(attributes, "1")
    assert (fact.value, fact.decimals) == (Decimal(1), None)
    assert "neither a whole number nor INF" in (fact.error or "")


def test_context_and_unit_that_nobody_defines() -> None:
    found, notices = read(
        '<us-gaap:Assets contextRef="x" unitRef="usd">1</us-gaap:Assets>'
        '<us-gaap:Assets contextRef="i" unitRef="x">1</us-gaap:Assets>'
    )
    assert [f.error for f in found] == ["no context has the id 'x'", "no unit has the id 'x'"]
    assert [n.code for n in notices] == ["fact-error", "fact-error"]


def test_nil_is_nothing_and_empty_text_is_text() -> None:
    nil = numeric('xsi:nil="true"', "")
    assert (nil.nil, nil.value, nil.error) == (True, None, None)
    empty = one('<us-gaap:Policy contextRef="d"></us-gaap:Policy>')
    assert (empty.nil, empty.value) == (False, "")


def test_text_is_kept_as_it_is_with_its_language() -> None:
    found, _ = read(
        '<nvt:Note contextRef="d" xml:lang="ja"> &lt;p&gt;木<!-- no -->の鋸&lt;/p&gt; </nvt:Note>'
        '<nvt:T xml:lang="fr"><nvt:Note contextRef="d">scie</nvt:Note></nvt:T>'
    )
    assert [(f.value, f.language) for f in found] == [(" <p>木の鋸</p> ", "ja"), ("scie", "fr")]


def test_items_of_a_tuple_stand_in_its_place() -> None:
    first, second, third = (f'<nvt:A contextRef="d">{n}</nvt:A>' for n in (1, 2, 3))
    found, _ = read(f"<nvt:T><nvt:T>{first}</nvt:T>{second}</nvt:T>{third}")
    assert [f.value for f in found] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("top", "bottom", "value"), [("1", "8", Decimal("0.125")), ("1", "3", None), ("2", "3", None), ("1", "0", None)]
)
def test_a_fraction_is_exact_or_an_error(top: str, bottom: str, value: Decimal | None) -> None:
    parts = f"<xbrli:numerator>{top}</xbrli:numerator><xbrli:denominator>{bottom}</xbrli:denominator>"
    fact = one(f'<nvt:F contextRef="d" unitRef="usd">{parts}</nvt:F>')
    assert fact.value == value
    assert (fact.error is None) == (value is not None)
    assert fact.quote == f"{top}/{bottom}"


def test_footnotes_belong_to_the_fact_they_are_linked_to() -> None:
    link = (
        '<link:footnoteLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">'
        + loc("f", "#f1")
        + '<link:footnote xlink:type="resource" xlink:label="n" xml:lang="en">No <b xmlns="">spare</b> parts</link:footnote>'
        + arc("f", "n", "footnote", "http://www.xbrl.org/2003/arcrole/fact-footnote")
        + "</link:footnoteLink>"
    )
    found, _ = read(FACTS + link)
    assert [(n.text, n.language) for n in found[0].footnotes] == [("No spare parts", "en")]
    assert found[1].footnotes == ()


def test_references_honour_xml_base() -> None:
    more = '<link:linkbaseRef xml:base="sub/" xlink:type="simple" xlink:href="l.xml"/>'
    read_, _ = read_instance(instance("", more=more).encode(), "in/nvt.xml", "nvt")
    assert dts_references(read_.root, "in/nvt.xml") == (["in/nvt.xsd"], ["in/sub/l.xml"])


def test_another_root_is_refused() -> None:
    with pytest.raises(InputError, match="is no XBRL"):
        read_instance(b"<xbrl/>", "x.xml", "x")
