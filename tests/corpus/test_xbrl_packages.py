"""Every real package reads with its facts, contexts and networks, as many as a count by other means finds."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tieout
from tieout.reading.taxonomy import Taxonomy
from tieout.report import Report

pytestmark = pytest.mark.corpus

XLINK = "{http://www.w3.org/1999/xlink}"
LINK = "{http://www.xbrl.org/2003/linkbase}"
ARCS = {f"{LINK}{kind}Arc": kind for kind in ("presentation", "calculation", "definition")}
# Filings whose archive holds the schema and linkbases, but neither the instance nor the inline document.
WITHOUT_FACTS = {"ko-2024", "xom-2023"}
# Files that are inline documents, or plain instances that were extracted from them.
FACTS = re.compile(rb"<ix:(?:nonFraction|nonNumeric|fraction)\s|\scontextRef=")


def folders(corpus: Path, name: str) -> list[Path]:
    return sorted(p for p in (corpus / "filings" / name).iterdir() if p.is_dir())


def counted_networks(folder: Path) -> Counter[str]:
    """Distinct arcs of all linkbases by kind, and networks by ``kind + " networks"``."""
    arcs: set[tuple[str, ...]] = set()
    for file in (f for f in folder.rglob("*") if f.suffix in (".xml", ".xsd")):
        if b"extended" not in file.read_bytes():
            continue
        for link in ElementTree.parse(file).iter():
            if link.get(f"{XLINK}type") != "extended":
                continue
            ends = {e.get(f"{XLINK}label"): (e.get(f"{XLINK}href") or "").rpartition("#")[2] for e in link}
            for arc in link:
                if arc.tag in ARCS:
                    assert arc.get("use", "optional") == "optional"
                    others = sorted(
                        (k, v) for k, v in arc.attrib.items() if not k.startswith(XLINK) and k not in ("id", "order")
                    )
                    order = str(float(arc.get("order", "1")))
                    source, target = ends[arc.get(f"{XLINK}from")], ends[arc.get(f"{XLINK}to")]
                    network = (ARCS[arc.tag], link.get(f"{XLINK}role") or "", arc.get(f"{XLINK}arcrole") or "")
                    arcs.add((*network, source, target, order, str(others)))
    counts = Counter(a[0] for a in arcs)
    counts.update(f"{kind} networks" for kind, _, _ in {a[:3] for a in arcs})
    return counts


def read_networks(report: Report) -> Counter[str]:
    counts: Counter[str] = Counter()
    for network in report.networks:
        counts[network.kind] += len(network)
        counts[f"{network.kind} networks"] += 1
    return counts


@pytest.mark.slow
def test_every_rolled_package_reads_whole(corpus: Path) -> None:
    packages = folders(corpus, "xbrl-packages")
    assert len(packages) == 127
    for folder in packages:
        report = tieout.read(folder)
        data = (folder / "instance.xml").read_bytes()
        assert len(report.facts) == len(re.findall(rb"\scontextRef=", data)) > 0, folder.name
        assert len(report.contexts) == len(re.findall(rb"<xbrli:context\s", data)) > 0, folder.name
        assert len(report.units) == len(re.findall(rb"<xbrli:unit\s", data)), folder.name
        assert not any(f.error for f in report.facts), folder.name
        found = read_networks(report)
        assert found == counted_networks(folder), folder.name
        assert found["presentation networks"] > 0, folder.name
        assert found["calculation networks"] > 0, folder.name
        assert {n.code for n in report.notices} <= {"document-missing"}, folder.name


def test_every_concept_of_a_rolled_package_is_described(corpus: Path) -> None:
    for folder in folders(corpus, "xbrl-packages")[::10]:
        report = tieout.read(folder)
        (schema,) = folder.rglob("*.xsd")
        elements = re.findall(rb"<xs:element [^>]*substitutionGroup=", schema.read_bytes())
        assert sum(c.source == "schema" for c in report.concepts.values()) == len(elements), folder.name
        used = {f.concept for f in report.facts} | {c for n in report.networks for c in n.concepts}
        assert used <= set(report.concepts), folder.name
        for fact in report.facts:
            concept = report.concepts[fact.concept]
            assert concept.period_type == ("instant" if fact.period.instant else "duration"), (folder.name, fact)
            assert fact.unit is None or concept.type, (folder.name, fact)


def test_every_filing_as_filed_reads_whole(corpus: Path) -> None:
    filings = folders(corpus, "xbrl-original")
    assert len(filings) == 8
    for folder in filings:
        report = tieout.read(folder)
        found = read_networks(report)
        assert found == counted_networks(folder), folder.name
        assert found["presentation networks"] > 0, folder.name
        assert found["calculation networks"] > 0, folder.name
        assert sum(len(c.labels) for c in report.concepts.values()) > 100, folder.name
        if folder.name in WITHOUT_FACTS:
            assert len(report.facts) == 0
            assert "no-instance" in {n.code for n in report.notices}
        else:
            (file,) = report.files
            assert len(report.facts) == len(re.findall(rb"\scontextRef=", (folder / file).read_bytes())) > 0, folder.name
            assert report.contexts, folder.name


def test_us_gaap_reads_as_a_partial_taxonomy(corpus: Path) -> None:
    folder = corpus / "taxonomy" / "us-gaap-2025"
    taxonomy = Taxonomy.open([folder])
    declared = re.findall(rb"<xs:element [^>]*substitutionGroup=", (folder / "elts" / "us-gaap-2025.xsd").read_bytes())
    assert sum(c.namespace == "http://fasb.org/us-gaap/2025" for c in taxonomy.concepts.values()) == len(declared) > 15_000
    assets = taxonomy.concepts["us-gaap:Assets"]
    assert (assets.type, assets.balance, assets.period_type) == ("xbrli:monetaryItemType", "debit", "instant")
    assert len(taxonomy.entry_points) > 3
    lacking = [n.message for n in taxonomy.notices if n.code == "taxonomy-incomplete"]
    assert any("us-gaap-lab-2025.xml" in m for m in lacking)
    assert any("us-gaap-doc-2025.xml" in m for m in lacking)
    network = next(
        n for n in taxonomy.networks if n.kind == "calculation" and n.role.endswith("/StatementOfFinancialPositionClassified")
    )
    assert {a.child for a in network.children("us-gaap:Assets")} == {"us-gaap:AssetsCurrent", "us-gaap:AssetsNoncurrent"}


def test_a_filing_with_the_standard_taxonomies_needs_no_guess(corpus: Path) -> None:
    packages = [corpus / "taxonomy" / name for name in ("us-gaap-2025", "sec-and-base-2025")]
    folder = folders(corpus, "xbrl-packages")[19]
    report = tieout.read(folder, taxonomy=packages)
    assert {c.source for c in report.concepts.values()} == {"schema", "taxonomy"}
    assert report.concepts["us-gaap:Liabilities"].balance == "credit"
