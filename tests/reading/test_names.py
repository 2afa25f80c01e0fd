"""Canonical names: one prefix for every year, and never one prefix for two namespaces."""

from __future__ import annotations

import pytest

from tests.reading.inline import CONTEXTS, document, facts_of, number
from tieout.reading.names import Names, canonical_prefix


@pytest.mark.parametrize(
    ("namespace", "prefix"),
    [
        ("http://fasb.org/us-gaap/2023", "us-gaap"),
        ("http://fasb.org/us-gaap/2019-01-31", "us-gaap"),
        ("http://xbrl.us/us-gaap/2009-01-31", "us-gaap"),
        ("http://xbrl.sec.gov/dei/2024q2", "dei"),
        ("http://xbrl.sec.gov/country/2020-01-31", "country"),
        ("https://xbrl.ifrs.org/taxonomy/2023-03-23/ifrs-full", "ifrs-full"),
        ("http://disclosure.edinet-fsa.go.jp/taxonomy/jppfs/2025-11-01/jppfs_cor", "jppfs_cor"),
        ("http://xbrl.frc.org.uk/fr/2014-09-01/core", "core"),
        ("http://xbrl.frc.org.uk/cd/2019-01-01/business", "bus"),
        ("http://www.xbrl.org/2003/iso4217", "iso4217"),
    ],
)
def test_published_namespaces_have_their_publishers_prefix(namespace: str, prefix: str) -> None:
    assert canonical_prefix(namespace) == prefix


def test_other_namespaces_keep_the_prefix_they_are_declared_with() -> None:
    names = Names()
    assert names.name("http://example.com/20231231", "Widgets", "ex") == "ex:Widgets"
    assert names.namespace("ex") == "http://example.com/20231231"


def test_two_namespaces_never_share_a_prefix() -> None:
    names = Names()
    assert names.name("http://example.com/a", "X", "ex") == "ex:X"
    assert names.name("http://example.com/b", "X", "ex") == "ex2:X"
    assert names.name("http://example.com/c", "X", "us-gaap") == "us-gaap2:X"
    assert names.name("http://fasb.org/us-gaap/2023", "X", "g") == "us-gaap:X"


def test_a_prefix_declared_anywhere_is_resolved() -> None:
    body = f'<p xmlns:g="http://fasb.org/us-gaap/2023">{number("1", name="g:Assets")}</p>'
    assert facts_of(document(body))[0].concept == "us-gaap:Assets"


def test_a_prefix_may_change_its_meaning_within_a_document() -> None:
    body = (
        f'<p xmlns:g="http://fasb.org/us-gaap/2023">{number("1", name="g:Assets")}</p>'
        f'<p xmlns:g="http://xbrl.sec.gov/dei/2023">{number("2", name="g:EntityPublicFloat")}</p>'
    )
    assert [f.concept for f in facts_of(document(body))] == ["us-gaap:Assets", "dei:EntityPublicFloat"]


def test_an_undeclared_prefix_is_left_as_it_stands() -> None:
    assert facts_of(document(number("1", name="nowhere:Assets")))[0].concept == "nowhere:Assets"


def test_a_name_without_prefix_is_in_the_default_namespace_unless_that_is_xhtml() -> None:
    units = (
        '<unit xmlns="http://www.xbrl.org/2003/instance" id="usd"><measure>shares</measure></unit>'
        '<xbrli:unit id="shares"><xbrli:measure>shares</xbrli:measure></xbrli:unit>'
    )
    body = number("1") + number("1", unitRef="shares")
    assert [str(f.unit) for f in facts_of(document(body, resources=CONTEXTS + units))] == ["xbrli:shares", "shares"]
