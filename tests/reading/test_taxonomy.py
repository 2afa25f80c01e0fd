"""Taxonomy packages read as taxonomies, and tell a filing about the concepts that it takes from them."""

from __future__ import annotations

from pathlib import Path

import pytest

import tieout
from tests.reading.filings import FILES, US_GAAP, arc, label, link, linkbase, linkbase_ref, loc, role_type, schema, write
from tests.reading.test_xbrl_package import zipped
from tieout.reading.networks import LazyNetwork
from tieout.reading.taxonomy import Taxonomy
from tieout.report import InputError

MANIFEST = (
    '<tp:taxonomyPackage xmlns:tp="http://xbrl.org/2016/taxonomy-package"><tp:identifier>http://base.example/</tp:identifier>'
    "<tp:name>Base</tp:name><tp:version>2023</tp:version><tp:entryPoints><tp:entryPoint><tp:name>Everything</tp:name>"
    f'<tp:description>All of it</tp:description><tp:entryPointDocument href="{US_GAAP}"/></tp:entryPoint></tp:entryPoints>'
    "</tp:taxonomyPackage>"
)
ROLE = "http://fasb.example/role/Sheet"


def catalog(start: str) -> str:
    return (
        '<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">'
        f'<rewriteURI uriStartString="{start}" rewritePrefix="../"/></catalog>'
    )


def package(year: int = 2023, more: str = "") -> dict[str, str]:
    """A small taxonomy under the addresses and names of a well-known one, whose content it makes up."""
    ns = f"http://fasb.org/us-gaap/{year}"
    item = 'substitutionGroup="xbrli:item" xbrli:periodType="instant"'
    elements = (
        f'<xs:element name="Assets" id="us-gaap_Assets" type="xbrli:monetaryItemType" xbrli:balance="debit" {item}/>'
        f'<xs:element name="Unused" id="us-gaap_Unused" type="xbrli:stringItemType" {item}/>'
    )
    refs = linkbase_ref(f"us-gaap-lab-{year}.xml", "label") + linkbase_ref("pre.xml")
    text = schema(elements, role_type(ROLE, "104000 - Statement") + refs + more, namespace=ns)
    text = text.replace('xmlns:us-gaap="http://fasb.org/us-gaap/2023"', f'xmlns:us-gaap="{ns}"')
    ends = loc("a", f"us-gaap-{year}.xsd#us-gaap_Assets") + loc("b", f"us-gaap-{year}.xsd#us-gaap_Unused")
    reference = (
        '<link:reference xlink:type="resource" xlink:label="r" xlink:role="http://www.xbrl.org/2003/role/reference">'
        "<Topic>210</Topic></link:reference>"
    )
    concept_reference = arc("a", "r", "reference", "http://www.xbrl.org/2003/arcrole/concept-reference")
    return {
        "META-INF/taxonomyPackage.xml": MANIFEST,
        "META-INF/catalog.xml": catalog(f"https://xbrl.fasb.org/us-gaap/{year}/"),
        f"elts/us-gaap-{year}.xsd": text,
        f"elts/us-gaap-lab-{year}.xml": linkbase(link(ends + label("a", "Assets, all of them"), "label")),
        "elts/pre.xml": linkbase(link(ends + arc("a", "b"), role=ROLE)),
        "elts/ref.xml": linkbase(link(ends + reference + concept_reference, "reference")),
    }


@pytest.mark.parametrize("form", ["folder", "zip", "zip with a top folder", "folder in a folder"])
def test_a_package_is_read_in_each_form(tmp_path: Path, form: str) -> None:
    folder = write(tmp_path / "base", package())
    path = {
        "folder": folder,
        "zip": zipped(folder),
        "zip with a top folder": zipped(folder, "base-2023/"),
        "folder in a folder": tmp_path,
    }[form]
    if form == "folder in a folder":
        (tmp_path / "base.zip").unlink()
    report = tieout.read(path)
    assert report.kind == "taxonomy"
    assert set(report.concepts) == {"us-gaap:Assets", "us-gaap:Unused"}
    assets = report.concepts["us-gaap:Assets"]
    assert (assets.type, assets.balance, assets.period_type) == ("xbrli:monetaryItemType", "debit", "instant")
    assert assets.label() == "Assets, all of them"
    assert assets.references[0].parts == (("Topic", "210"),)
    assert assets.source == "taxonomy"
    (network,) = report.networks
    assert (network.definition, [(a.parent, a.child) for a in network.arcs]) == (
        "104000 - Statement",
        [("us-gaap:Assets", "us-gaap:Unused")],
    )
    assert report.notices == []


def test_a_taxonomy_tells_its_entry_points(tmp_path: Path) -> None:
    taxonomy = Taxonomy.open([write(tmp_path, package())])
    assert [(e.name, e.documents) for e in taxonomy.entry_points] == [("Everything", (US_GAAP,))]
    assert taxonomy.packages[0].name == "Base"


def test_arcs_of_a_network_are_read_when_asked_for(tmp_path: Path) -> None:
    folder = write(tmp_path, package())
    (network,) = Taxonomy.open([folder]).networks
    assert isinstance(network, LazyNetwork)
    assert repr(network) == "<Network presentation 104000 - Statement>"
    (folder / "elts" / "pre.xml").write_text(linkbase())
    assert network.arcs == ()
    assert network.roots == ()
    with pytest.raises(AttributeError):
        _ = network.nothing  # type: ignore[attr-defined]


def test_a_partial_package_says_what_it_lacks(tmp_path: Path) -> None:
    files = package(more=linkbase_ref("us-gaap-doc-2023.xml", "label"))
    del files["elts/us-gaap-lab-2023.xml"]
    report = tieout.read(write(tmp_path, files))
    assert report.concepts["us-gaap:Assets"].label() is None
    messages = [n.message for n in report.notices if n.code == "taxonomy-incomplete"]
    assert len(messages) == 2
    assert all("labels" in m and "https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-" in m for m in messages)


def test_a_filing_takes_its_concepts_from_the_package(tmp_path: Path) -> None:
    filing, base = write(tmp_path / "nvt"), write(tmp_path / "base", package())
    for path in (base, zipped(base, "top/")):
        report = tieout.read(filing, taxonomy=[path])
        assets = report.concepts["us-gaap:Assets"]
        assert (assets.source, assets.balance) == ("taxonomy", "debit")
        assert {x.text for x in assets.labels} >= {"Assets, all of them", "Aktiva"}
        assert report.concepts["us-gaap:Revenues"].source == "inferred"
        assert "us-gaap:Unused" in {a.child for n in report.networks for a in n.arcs}
        assert not any(n.code == "document-missing" for n in report.notices)


def test_a_package_of_another_year_stands_in_and_is_named(tmp_path: Path) -> None:
    filing, base = write(tmp_path / "nvt"), write(tmp_path / "base", package(2025))
    report = tieout.read(filing, taxonomy=[base])
    assert report.concepts["us-gaap:Assets"].balance == "debit"
    (notice,) = [n for n in report.notices if n.code == "taxonomy-other-year"]
    assert "us-gaap/2023" in notice.message
    assert "us-gaap-2025.xsd" in notice.message


def test_several_packages_are_one_taxonomy(tmp_path: Path) -> None:
    imported = '<xs:import namespace="http://fasb.org/us-gaap/2023" schemaLocation="' + US_GAAP + '"/>'
    on_top = {
        "META-INF/taxonomyPackage.xml": MANIFEST,
        "META-INF/catalog.xml": catalog("http://top.example/"),
        "top.xsd": schema(
            "",
            linkbase(link(loc("a", f"{US_GAAP}#us-gaap_Assets") + loc("b", f"{US_GAAP}#us-gaap_Unused") + arc("b", "a"))),
            imported,
        ),
    }
    top, base = write(tmp_path / "top", on_top), write(tmp_path / "base", package())
    alone = tieout.read(top)
    assert list(alone.concepts) == []
    assert [n.code for n in alone.notices] == ["document-missing"]
    both = tieout.read(top, taxonomy=[base])
    assert "us-gaap:Assets" in both.concepts
    assert len(both.networks) == 2
    assert both.notices == []


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    filing, other = write(tmp_path / "nvt"), write(tmp_path / "other", FILES)
    with pytest.raises(InputError, match="is no taxonomy package"):
        _ = tieout.read(filing, taxonomy=[other]).networks
