"""A filing of several files reads with its facts, concepts, labels and networks, as a folder, a zip or its instance."""

from __future__ import annotations

import zipfile
from decimal import Decimal
from pathlib import Path

import pytest

import tieout
from tests.reading.filings import (
    BALANCE_SHEET,
    DIM,
    FACTS,
    FILES,
    PARENT_CHILD,
    SUMMATION,
    US_GAAP,
    arc,
    element,
    instance,
    link,
    linkbase,
    loc,
    role_type,
    schema,
    write,
)
from tieout.report import Arc, InputError, Report


def zipped(folder: Path, top: str = "") -> Path:
    path = folder.parent / f"{folder.name}.zip"
    with zipfile.ZipFile(path, "w") as z:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                z.write(file, top + file.relative_to(folder).as_posix())
    return path


def seen(report: Report) -> tuple[object, ...]:
    """All that the ways of reading a filing have to agree on."""
    return (
        [(f.concept, f.value, str(f.unit), f.period, f.decimals) for f in report.facts],
        [(n.kind, n.role, n.arcrole, n.definition, n.arcs) for n in report.networks],
        sorted((c.name, c.type, c.source, len(c.labels)) for c in report.concepts.values()),
        sorted(report.contexts),
        sorted(report.units),
    )


def test_folder_zip_and_instance_read_alike(tmp_path: Path) -> None:
    folder = write(tmp_path / "nvt")
    first = seen(tieout.read(folder))
    assert first == seen(tieout.read(zipped(folder)))
    assert first == seen(tieout.read(zipped(folder, "top/")))
    assert first == seen(tieout.read(folder / "nvt.xml"))


def test_networks_have_role_definition_order_and_label_roles(tmp_path: Path) -> None:
    report = tieout.read(write(tmp_path))
    presentation, calculation = report.networks
    assert (presentation.kind, presentation.role, presentation.arcrole) == ("presentation", BALANCE_SHEET, PARENT_CHILD)
    assert presentation.definition == "00000002 - Statement - Balance Sheet"
    assert [a.child for a in presentation.children("us-gaap:AssetsAbstract")] == ["nvt:SawBlades", "us-gaap:Assets"]
    assert presentation.children("us-gaap:AssetsAbstract")[1].preferred_label == "http://www.xbrl.org/2003/role/totalLabel"
    assert calculation.arcrole == SUMMATION
    assert calculation.arcs == (Arc("us-gaap:Assets", "nvt:SawBlades", Decimal(1), Decimal(1)),)


def test_own_concepts_come_from_the_schema_and_the_others_from_the_facts(tmp_path: Path) -> None:
    concepts = tieout.read(write(tmp_path)).concepts
    own, assets = concepts["nvt:SawBlades"], concepts["us-gaap:Assets"]
    assert (own.source, own.type, own.balance, own.period_type) == ("schema", "xbrli:monetaryItemType", "debit", "instant")
    assert (assets.source, assets.type, assets.balance, assets.period_type) == (
        "inferred",
        "xbrli:monetaryItemType",
        None,
        "instant",
    )
    assert concepts["us-gaap:EarningsPerShareBasic"].base_type == "xbrli:decimalItemType"
    assert concepts["us-gaap:AssetsAbstract"].abstract is True
    assert concepts["us-gaap:StatementBusinessSegmentsAxis"].substitution_group == "xbrldt:dimensionItem"
    assert "nvt:SawsMember" in concepts


def test_labels_have_languages_and_roles(tmp_path: Path) -> None:
    assets = tieout.read(write(tmp_path)).concepts["us-gaap:Assets"]
    assert assets.label() == "Assets"
    assert assets.label(language="de") == "Aktiva"
    assert assets.label("totalLabel") == "Total assets"
    assert assets.label("terseLabel") is None


def test_facts_know_the_standard_label_of_their_concept(tmp_path: Path) -> None:
    facts = tieout.read(write(tmp_path)).facts
    assert {f.concept: facts.label_of(f.concept) for f in facts}["us-gaap:Assets"] == "Assets"


def test_what_is_missing_is_named_once(tmp_path: Path) -> None:
    report = tieout.read(write(tmp_path))
    _ = report.concepts
    assert [(n.code, n.where) for n in report.notices] == [("document-missing", "nvt.xsd")]
    assert US_GAAP in report.notices[0].message


def test_linkbases_may_stand_in_the_schema(tmp_path: Path) -> None:
    embedded = linkbase(link(loc("a", f"{US_GAAP}#us-gaap_Assets") + loc("b", "#nvt_B") + arc("a", "b")))
    files = {"nvt.xml": instance(FACTS), "nvt.xsd": schema(element("B"), role_type(BALANCE_SHEET, "Sheet") + embedded)}
    (network,) = tieout.read(write(tmp_path, files)).networks
    assert network.definition == "Sheet"
    assert [(a.parent, a.child) for a in network.arcs] == [("us-gaap:Assets", "nvt:B")]


def test_networks_are_sorted_by_role_definition(tmp_path: Path) -> None:
    roles = {f"http://norvant.example/role/{n}": d for n, d in (("z", "1 - First"), ("a", "2 - Second"), ("m", None))}
    links = [link(loc("a", "#nvt_A") + loc("b", "#nvt_B") + arc("a", "b"), role=r) for r in sorted(roles)]
    appinfo = "".join(role_type(r, d) for r, d in roles.items() if d) + linkbase(*links)
    files = {"nvt.xml": instance(""), "nvt.xsd": schema(element("A") + element("B"), appinfo)}
    found = [(n.role[-1], n.definition) for n in tieout.read(write(tmp_path, files)).networks]
    assert found == [("z", "1 - First"), ("a", "2 - Second"), ("m", None)]


def test_an_extension_can_prohibit_an_arc_of_its_base(tmp_path: Path) -> None:
    ends = loc("a", "#nvt_A") + loc("b", "#nvt_B") + loc("c", "#nvt_C")
    embedded = linkbase(
        link(ends + arc("a", "b") + arc("a", "c")),
        link(ends + arc("a", "b", more='order="1.0" use="prohibited" priority="1"')),
    )
    files = {"nvt.xml": instance(""), "nvt.xsd": schema(element("A") + element("B") + element("C"), embedded)}
    (network,) = tieout.read(write(tmp_path, files)).networks
    assert [a.child for a in network.arcs] == ["nvt:C"]


def test_dimensional_arcs_keep_their_attributes_and_tell_what_concepts_are(tmp_path: Path) -> None:
    ends = "".join(loc(x, f"http://x.example/base.xsd#base_{x}") for x in ("Items", "Cube", "Axis_", "Domain", "M"))
    arcs = (
        arc("Items", "Cube", "definition", DIM + "all", 'xbrldt:closed="true" xbrldt:contextElement="segment"')
        + arc("Cube", "Axis_", "definition", DIM + "hypercube-dimension")
        + arc("Axis_", "Domain", "definition", DIM + "dimension-domain")
        + arc("Domain", "M", "definition", DIM + "domain-member")
    )
    files = {"nvt.xml": instance(""), "nvt.xsd": schema("", linkbase(link(ends + arcs, "definition")))}
    report = tieout.read(write(tmp_path, files))
    assert len(report.networks) == 4
    (all_,) = next(n for n in report.networks if n.arcrole == DIM + "all").arcs
    assert all_.attributes == {"closed": "true", "contextElement": "segment"}
    groups = {c.local_name: c.substitution_group for c in report.concepts.values()}
    assert (groups["Cube"], groups["Axis_"]) == ("xbrldt:hypercubeItem", "xbrldt:dimensionItem")
    assert report.concepts["base:Domain"].type == "dtr-types:domainItemType"


def test_an_inline_document_is_preferred_to_the_instance_beside_it(tmp_path: Path) -> None:
    inline = (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" '
        'xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:us-gaap="http://fasb.org/us-gaap/2023"><body><ix:header>'
        '<ix:references><link:schemaRef xlink:type="simple" xlink:href="nvt.xsd"/></ix:references><ix:resources>'
        '<xbrli:context id="i"><xbrli:entity><xbrli:identifier scheme="s">1</xbrli:identifier></xbrli:entity>'
        "<xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context></ix:resources></ix:header>"
        '<p><ix:nonNumeric contextRef="i" name="us-gaap:Policy">Saws</ix:nonNumeric></p></body></html>'
    )
    folder = write(tmp_path / "both", {**FILES, "nvt.htm": inline})
    for path in (folder, folder / "nvt.htm", zipped(folder)):
        report = tieout.read(path)
        assert report.kind == "inline-xbrl"
        assert [f.concept for f in report.facts] == ["us-gaap:Policy"]
        assert [n.kind for n in report.networks] == ["presentation", "calculation"]
        assert report.concepts["nvt:SawBlades"].label() == "Saw blades"


def test_a_filing_without_instance_still_has_networks(tmp_path: Path) -> None:
    report = tieout.read(write(tmp_path, {k: v for k, v in FILES.items() if k != "nvt.xml"}))
    assert len(report.facts) == 0
    assert len(report.networks) == 2
    assert "no-instance" in {n.code for n in report.notices}


def test_of_several_instances_the_first_is_read_and_the_others_are_named(tmp_path: Path) -> None:
    report = tieout.read(write(tmp_path, {**FILES, "other.xml": instance("")}))
    assert len(report.facts) == 4
    assert any(n.code == "several-instances" and "other.xml" in n.message for n in report.notices)


@pytest.mark.parametrize("files", [{}, {"a.txt": "nothing"}, {"a.xml": "<a/>"}])
def test_a_folder_without_a_report_is_one_clear_line(tmp_path: Path, files: dict[str, str]) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as caught:
        tieout.read(write(tmp_path / "empty", files))
    assert "\n" not in str(caught.value)
