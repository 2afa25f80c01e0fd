"""A taxonomy set is discovered from its entry documents, without ever leaving the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.filings import element, linkbase, linkbase_ref, schema, write
from tieout.reading.archive import FolderSource
from tieout.reading.dts import Dts
from tieout.reading.library import Library


def discover(folder: Path, files: dict[str, str], *entries: str) -> Dts:
    write(folder, files)
    dts = Dts(Library(FolderSource(folder)))
    dts.add([(e, None) for e in entries])
    return dts


def importing(*locations: str, more: str = "") -> str:
    return schema(more, "", "".join(f'<xs:import namespace="http://n.example/" schemaLocation="{x}"/>' for x in locations))


def codes(dts: Dts) -> list[str]:
    return [n.code for n in dts.notices]


def test_schemas_that_import_each_other_are_loaded_once(tmp_path: Path) -> None:
    files = {"a.xsd": importing("b.xsd", "./a.xsd"), "b.xsd": importing("a.xsd", "x/../b.xsd", more=element("B"))}
    dts = discover(tmp_path, files, "a.xsd")
    assert list(dts.concepts) == ["nvt:B"]
    assert codes(dts) == []


@pytest.mark.parametrize(
    "reference",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "../../../../etc/passwd",
        "http://127.0.0.1:9/x.xsd",
        "ftp://x.example/x.xsd",
        "http://[",
    ],
)
def test_a_reference_out_of_the_package_is_a_notice(tmp_path: Path, reference: str) -> None:
    dts = discover(tmp_path, {"a.xsd": importing(reference, reference, more=element("A"))}, "a.xsd")
    assert list(dts.concepts) == ["nvt:A"]
    assert codes(dts) == ["document-missing"]
    assert reference in dts.notices[0].message


def test_very_many_missing_documents_do_not_flood_the_notices(tmp_path: Path) -> None:
    dts = discover(tmp_path, {"a.xsd": importing(*(f"http://x.example/{n}.xsd" for n in range(5_000)))}, "a.xsd")
    assert len(dts.notices) == 51


def test_schemas_of_the_specifications_are_not_missed(tmp_path: Path) -> None:
    dts = discover(tmp_path, {"a.xsd": importing("http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd")}, "a.xsd")
    assert codes(dts) == []


def test_an_unreadable_document_is_a_notice(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    files = {
        "a.xsd": schema(element("A"), linkbase_ref("l.xml"), '<xs:include schemaLocation="b.xsd"/>'),
        "b.xsd": bomb + schema(element("B")),
        "l.xml": bomb + linkbase(),
    }
    dts = discover(tmp_path, files, "a.xsd")
    assert list(dts.roots()) == []
    assert codes(dts) == ["schema-unreadable", "linkbase-unreadable"]
    assert list(dts.concepts) == ["nvt:A"]


def test_a_locator_names_a_concept_by_its_id(tmp_path: Path) -> None:
    dts = discover(tmp_path, {"a.xsd": schema(element("SawBlades"))}, "a.xsd")
    assert dts.target("a.xsd", "nvt_SawBlades") == "nvt:SawBlades"
    assert dts.target("a.xsd", "nvt_Nothing") is None


def test_a_locator_loads_the_schema_it_points_at(tmp_path: Path) -> None:
    dts = discover(tmp_path, {"a.xsd": schema(), "late.xsd": schema(element("Late"))}, "a.xsd")
    assert dts.target("late.xsd", "nvt_Late") == "nvt:Late"


@pytest.mark.parametrize(
    ("location", "id_", "name"),
    [
        ("https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd", "us-gaap_Assets", "us-gaap:Assets"),
        ("http://x.example/jppfs_cor_2022-11-01.xsd", "jppfs_cor_NetSales", "jppfs_cor:NetSales"),
        ("http://x.example/entry.xsd", "abc_Net_Sales", "abc:Net_Sales"),
        ("http://x.example/entry.xsd", "Assets", None),
        ("http://x.example/entry.xsd", "_Assets", None),
        ("http://x.example/entry.xsd", "a_<script>", None),
    ],
)
def test_without_the_schema_the_id_tells_the_name(tmp_path: Path, location: str, id_: str, name: str | None) -> None:
    assert discover(tmp_path, {}).target(location, id_) == name


def test_an_id_that_one_schema_has_is_known_under_any_address(tmp_path: Path) -> None:
    """Archives rename a filing's schema, while its linkbases keep the address that it had."""
    dts = discover(tmp_path, {"renamed.xsd": schema(element("SawBlades").replace("nvt_Saw", "Concept_Saw"))}, "renamed.xsd")
    assert dts.target("nvt-2023.xsd", "Concept_SawBlades") == "nvt:SawBlades"


def test_a_file_is_found_by_its_bare_name_if_only_one_has_it(tmp_path: Path) -> None:
    files = {"deep/nvt.xsd.xml": schema(element("A")), "x/two.xsd": schema(), "y/two.xsd": schema()}
    dts = discover(tmp_path, files, "http://norvant.example/2023/nvt.xsd", "http://norvant.example/two.xsd")
    assert list(dts.concepts) == ["nvt:A"]
    assert list(dts.missing) == ["http://norvant.example/two.xsd"]
