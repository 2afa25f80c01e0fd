"""Taxonomy chunks: each relation leads to a concept that has a core chunk."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import openpyxl
import pytest

from tieout.benchmarks.finauditing.build.chunks import core_chunk, relation_chunks, write_chunks
from tieout.report.errors import InputError


def workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    concepts = book.active
    concepts.title = "Concepts"
    for row in (
        ["Prefix", "Name", "Type", "Balance", "Period Type", "Abstract", "Label", "Documentation"],
        ["us-gaap", "Assets", "monetaryItemType", "debit", "instant", "false", "Assets", "All that is owned."],
        ["us-gaap", "AssetsCurrent", "monetaryItemType", "debit", "instant", "false", "Assets, current", None],
    ):
        concepts.append(row)
    sums = book.create_sheet("Calculation 2025")
    for row in (
        ["Parent Prefix", "Parent Name", "Prefix", "Name", "Weight", "Link Role"],
        ["us-gaap", "Assets", "us-gaap", "AssetsCurrent", 1, "http://brook.example/role"],
        ["us-gaap", "Assets", "us-gaap", "Unheard", 1, "http://brook.example/role"],
    ):
        sums.append(row)
    tree = book.create_sheet("Presentation")
    for row in (["Prefix", "Name", "Depth", "Order"], ["us-gaap", "Assets", 0, 1], ["us-gaap", "AssetsCurrent", 1, 2]):
        tree.append(row)
    book.create_sheet("Unnamed")
    book.save(path)
    return path


def test_the_workbook_becomes_chunks(tmp_path: Path) -> None:
    meta = write_chunks(workbook(tmp_path / "GAAP_Taxonomy_2025.xlsx"), tmp_path / "out")
    assert meta["core_chunks"] == 2
    assert meta["relation_chunks"] == {"calc": 2, "pres": 2}
    assert meta["relations_without_target"] == {"calc": 1}
    cores = [json.loads(line) for line in (tmp_path / "out" / "chunks_core.jsonl").read_text().splitlines()]
    assert cores[0]["id"] == "us-gaap:Assets::core"
    assert "All that is owned." in cores[0]["text"]
    chunks = {c["id"]: c for c in map(json.loads, (tmp_path / "out" / "chunks_relations.jsonl").read_text().splitlines())}
    (relation,) = chunks["us-gaap:Assets::relations:calc"]["relations"]
    assert (relation["to"], relation["weight"], relation["provenance"]["row"]) == ("us-gaap:AssetsCurrent", "1", 2)
    assert chunks["us-gaap:Assets::relations:calc"]["roles"] == ["http://brook.example/role"]


def test_a_core_chunk_says_in_words_what_it_holds() -> None:
    chunk = core_chunk({"concept": "us-gaap:Assets", "label": "Assets", "balance": "debit", "abstract": False})
    assert chunk["text"] == "us-gaap:Assets: Assets; balance debit."


def test_relations_to_nowhere_are_counted() -> None:
    dropped: Counter[str] = Counter()
    assert list(relation_chunks([{"family": "def", "from": "a:A", "to": "a:B"}], ["a:A"], dropped)) == []
    assert dropped == {"def": 1}


def test_what_is_no_taxonomy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").write_text("no workbook")
    with pytest.raises(InputError, match=r"x\.xlsx"):
        write_chunks(tmp_path / "x.xlsx", tmp_path / "out")


@pytest.mark.corpus
def test_the_standard_taxonomy_becomes_chunks(corpus: Path, tmp_path: Path) -> None:
    (package,) = (corpus / "taxonomy").glob("us-gaap-2025*")
    meta = write_chunks(package, tmp_path / "out")
    assert meta["core_chunks"] > 15_000
    assert set(meta["relation_chunks"]) >= {"pres", "calc", "def"}
