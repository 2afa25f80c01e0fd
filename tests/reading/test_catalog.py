"""References become locations; catalogs redirect them into a package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tieout.reading.catalog import Catalog, Rewrite, resolve, rewrites_of


@pytest.mark.parametrize(
    ("base", "reference", "location"),
    [
        ("a/b.xml", "c.xsd#id", "a/c.xsd"),
        ("a/b.xml", "../c.xsd", "c.xsd"),
        ("a/b.xml", "#id", "a/b.xml"),
        ("a/b.xml", "%E6%97%A5.xsd", "a/日.xsd"),
        ("a/b.xml", "c\\d.xsd", "a/c/d.xsd"),
        ("a/b.xml", "../../etc/passwd", "../etc/passwd"),
        ("a/b.xml", "/etc/passwd", "/etc/passwd"),
        ("a/b.xml", "file:///etc/passwd", "file:///etc/passwd"),
        ("a/b.xml", "http://x.example/y.xsd#id", "http://x.example/y.xsd"),
        ("http://x.example/a/b.xsd", "../c.xsd", "http://x.example/c.xsd"),
        ("http://x.example/a/b.xsd", "http://[", "http://["),
    ],
)
def test_a_reference_is_resolved_against_its_document(base: str, reference: str, location: str) -> None:
    assert resolve(base, reference) == location


@given(st.text(max_size=40), st.text(max_size=40))
def test_resolving_never_fails(base: str, reference: str) -> None:
    assert isinstance(resolve(base, reference), str)


def test_the_longest_rewrite_wins_and_http_stands_for_https() -> None:
    catalog = Catalog([Rewrite("https://x.example/", "all/"), Rewrite("https://x.example/deep/", "deep/")])
    assert catalog.paths_of("https://x.example/deep/a.xsd")[0] == "deep/a.xsd"
    assert catalog.paths_of("http://x.example/a.xsd") == ["all/a.xsd"]
    assert catalog.paths_of("https://other.example/a.xsd") == []
    assert catalog.url_of("deep/a.xsd") == "https://x.example/deep/a.xsd"


def test_a_rewrite_never_leads_out_of_the_package() -> None:
    text = (
        '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
        '<rewriteURI uriStartString="http://good.example/" rewritePrefix="../"/>'
        '<rewriteURI uriStartString="http://up.example/" rewritePrefix="../../../"/>'
        '<rewriteURI uriStartString="http://file.example/" rewritePrefix="file:///etc/"/>'
        '<rewriteURI uriStartString="http://root.example/" rewritePrefix="/etc/"/></catalog>'
    )
    rewrites = rewrites_of(etree.fromstring(text), "top/META-INF/catalog.xml")
    assert rewrites == [Rewrite("http://good.example/", "top/")]
    assert Catalog(rewrites).paths_of("http://good.example/../../etc/passwd") == []
