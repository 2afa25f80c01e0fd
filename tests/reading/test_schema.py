"""Element declarations become concepts, with canonical names and as much of their type as is known."""

from __future__ import annotations

from lxml import etree

from tests.reading.filings import element, linkbase_ref, role_type, schema
from tieout.reading.names import Names, Scope
from tieout.reading.schema import Schema, base_item_type, read_schema


def read(text: str, location: str = "nvt.xsd", including: str | None = None) -> Schema:
    data, names = text.encode(), Names()
    root = etree.fromstring(data)
    return read_schema(root, location, Scope(names, data, root), names, including)


def test_a_declaration_becomes_a_concept() -> None:
    (concept,) = read(schema(element("SawBlades", more='xbrli:balance="debit" abstract="false"'))).concepts
    assert (concept.name, concept.namespace, concept.id) == ("nvt:SawBlades", "http://norvant.example/2023", "nvt_SawBlades")
    assert (concept.type, concept.substitution_group) == ("xbrli:monetaryItemType", "xbrli:item")
    assert (concept.period_type, concept.balance) == ("instant", "debit")
    assert (concept.abstract, concept.nillable) == (False, True)


def test_what_is_no_concept_is_left_out() -> None:
    found = read(
        schema(
            '<xs:element name="typedValue" type="xs:string"/>'
            '<xs:element name="Paragraph" substitutionGroup="link:part" type="xs:string"/>'
            '<xs:element ref="xbrli:item"/><!-- nothing --><?nothing?>' + element("Real")
        )
    )
    assert [c.name for c in found.concepts] == ["nvt:Real"]


def test_a_name_without_prefix_is_in_the_default_namespace() -> None:
    text = schema(
        '<xs:element name="A" type="dateItemType" substitutionGroup="item" xmlns="http://www.xbrl.org/2003/instance"/>'
    )
    (concept,) = read(text).concepts
    assert (concept.type, concept.substitution_group) == ("xbrli:dateItemType", "xbrli:item")


def test_types_are_followed_to_the_item_type_they_derive_from() -> None:
    def complex_type(name: str, derivation: str) -> str:
        content = f"<xs:simpleContent>{derivation}</xs:simpleContent>"
        return f'<xs:complexType name="{name}">{content}</xs:complexType>'

    derived = (
        complex_type("coloured", '<xs:restriction base="nvt:named"/>')
        + complex_type("named", '<xs:extension base="xbrli:tokenItemType"/>')
        + complex_type("round", '<xs:restriction base="nvt:round"/>')
    )
    types = read(schema(derived)).types
    assert base_item_type("nvt:coloured", types) == "xbrli:tokenItemType"
    assert base_item_type("nvt:round", types) is None
    assert base_item_type("dtr-types:perShareItemType", {}) == "xbrli:decimalItemType"
    assert base_item_type("xbrli:sharesItemType", {}) == "xbrli:sharesItemType"
    assert base_item_type(None, {}) is None


def test_an_anonymous_type_is_the_one_it_restricts() -> None:
    inner = (
        '<xs:complexType><xs:simpleContent><xs:restriction base="xbrli:stringItemType"/></xs:simpleContent></xs:complexType>'
    )
    text = schema(f'<xs:element name="A" substitutionGroup="xbrli:item">{inner}</xs:element>')
    assert read(text).concepts[0].type == "xbrli:stringItemType"


def test_references_are_locations_and_xml_base_counts() -> None:
    imports = (
        '<xs:import namespace="http://x.example/" schemaLocation="http://x.example/x.xsd"/>'
        '<xs:include schemaLocation="part.xsd" xml:base="parts/"/><xs:import namespace="http://nowhere.example/"/>'
    )
    found = read(
        schema("", role_type("http://r.example/1", "1 -\n  Sheet") + linkbase_ref("l.xml", "label"), imports), "in/nvt.xsd"
    )
    assert found.documents == [
        ("http://x.example/x.xsd", "http://x.example/"),
        ("in/parts/part.xsd", "http://norvant.example/2023"),
    ]
    assert found.linkbases == [("in/l.xml", "http://www.xbrl.org/2003/role/labelLinkbaseRef")]
    assert [(r.uri, r.definition) for r in found.roles] == [("http://r.example/1", "1 - Sheet")]


def test_an_included_schema_takes_over_the_namespace() -> None:
    found = read(schema(element("A"), namespace=None), including="http://norvant.example/2023")
    assert [c.name for c in found.concepts] == ["nvt:A"]
