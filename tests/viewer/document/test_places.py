"""Evidence leads to exactly the characters that it quotes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.reading import read
from tieout.report import Block, Report
from tieout.samples import path
from tieout.viewer.document import Places, documents_of
from tieout.viewer.document.characters import Utf16, squeeze


def shown(report: Report) -> Places:
    marks = {fact.node: f"f{n}" for n, fact in enumerate(report.facts)} if report.markup else {}
    return Places(report, documents_of(report, marks))


@pytest.mark.parametrize("sample", ["us_10k", "us_10k.md", "us_statements.pdf", "japan_edinet"])
def test_every_block_and_cell_is_found_with_its_own_text(sample: str) -> None:
    report = read(path(sample))
    places = shown(report)
    count = 0
    for page in report.pages:
        for item in page.items:
            for one in [item] if isinstance(item, Block) else item.cells:
                dense = squeeze(one.text)
                if not dense or item.hidden:
                    continue
                found = places.item(one.id)
                assert found is not None, one
                document, start, end = found
                assert places.documents[document].characters[start:end] == dense
                count += 1
    assert count > 200


@pytest.mark.parametrize("sample", ["us_10k", "japan_edinet"])
def test_the_place_of_a_number_is_that_of_its_tag(sample: str) -> None:
    report = read(path(sample))
    places = shown(report)
    count = 0
    for fact in report.facts:
        if not fact.is_numeric or not squeeze(fact.quote) or not fact.evidence.printed:
            continue
        (place,) = places.of(fact.evidence)
        document = places.documents[place["document"]]
        start, end = document.tagged[fact.node]
        assert (place["start"], place["end"]) == (document.units(start), document.units(end))
        count += 1
    assert count > 200


def test_offsets_are_counted_as_browsers_count() -> None:
    units = Utf16("a\U0001f600b\U00020000c")
    assert [units(n) for n in range(6)] == [0, 1, 3, 4, 6, 7]
    assert Utf16("plain")(3) == 3


@pytest.mark.corpus
def test_in_real_filings_every_number_and_every_cell_is_found_exactly(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first: dict[tuple[str, str], Path] = {}
    for folder in ("inline-10k", "inline-10q"):
        for filing in sorted((corpus / "filings" / folder).rglob("*.htm")):
            first.setdefault((folder, filing.parent.name), filing)
    numbers = texts = 0
    for filing in sorted(first.values())[:: max(1, len(first) // 8)]:
        report = read(filing)
        places = shown(report)
        for fact in report.facts:
            if not fact.is_numeric or not squeeze(fact.quote) or not fact.evidence.printed:
                continue
            (place,) = places.of(fact.evidence)
            document = places.documents[place["document"]]
            start, end = document.tagged[fact.node]
            assert (place["start"], place["end"]) == (document.units(start), document.units(end)), (filing, fact)
            numbers += 1
        for page in report.pages:
            for one in (one for item in page.items for one in ([item] if isinstance(item, Block) else item.cells)):
                dense = squeeze(one.text)
                if dense and not (isinstance(one, Block) and one.hidden):
                    document_, start, end = places.item(one.id) or (0, 0, 0)
                    assert places.documents[document_].characters[start:end] == dense, (filing, one)
                    texts += 1
    with capsys.disabled():
        print(f"\n{numbers:,} numbers and {texts:,} blocks and cells, each found exactly")
