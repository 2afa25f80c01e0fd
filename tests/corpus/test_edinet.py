"""EDINET: the FSA's sample filings, and its conformance packages, valid and invalid."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest

import tieout

pytestmark = pytest.mark.corpus

FACT = re.compile(rb"<ix:(?:nonFraction|nonNumeric|fraction)[\s>]")


def samples(corpus: Path, form: str) -> list[Path]:
    folders = sorted((corpus / "filings" / "edinet-samples").glob(f"*/{form}/*"))
    assert len(folders) == 19
    return folders


def test_the_official_samples_read_whole(corpus: Path) -> None:
    folders = samples(corpus, "提出データ")
    for folder in folders:
        report = tieout.read(folder)
        elements = sum(len(FACT.findall(p.read_bytes())) for p in folder.rglob("*_ixbrl.htm"))
        assert report.kind == "edinet"
        assert len(report.facts) == elements, folder.name
        assert not [f for f in report.facts if f.error], folder.name
        assert len(report.networks) > 0, folder.name


def key(fact: tieout.Fact) -> tuple[object, ...]:
    value = None if fact.number is None else fact.number.normalize() + 0  # text values are compared on the SEC's golden pair
    return fact.concept, fact.context, str(fact.unit), value, fact.decimals, fact.nil


def test_facts_equal_the_instances_that_edinet_extracted_from_the_same_documents(corpus: Path) -> None:
    for folder in samples(corpus, "ダウンロードデータ"):
        # Contexts hold a mapping, so facts are compared by their printed form.
        inline = Counter(repr(key(f)) for f in tieout.read(folder).facts)
        plain = Counter(repr(key(f)) for path in folder.rglob("*.xbrl") for f in tieout.read(path).facts)
        assert inline == plain, folder.name


def test_valid_packages_read_whole_and_invalid_ones_end_in_facts_or_one_clear_error(corpus: Path) -> None:
    packages = sorted((corpus / "filings" / "edinet-conformance").rglob("*.zip"))
    assert len(packages) == 179
    for package in packages:
        valid = package.name.startswith("valid")
        try:
            report = tieout.read(package)
        except tieout.InputError as e:
            assert not valid, (package, e)
            assert "\n" not in str(e)
            continue
        assert len(report.facts) > 0, package
        if valid:
            with zipfile.ZipFile(package) as packed:
                elements = sum(len(FACT.findall(packed.read(n))) for n in packed.namelist() if n.endswith("_ixbrl.htm"))
            assert len(report.facts) == elements, package
            assert not [f for f in report.facts if f.error], package
