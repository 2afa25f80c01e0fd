"""Baselines, prompts and candidates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks.fintagging import made_up
from tieout.benchmarks.fintagging.baselines import rule_facts
from tieout.benchmarks.fintagging.prompts import candidates_for
from tieout.benchmarks.fintagging.retrieval import names_index
from tieout.benchmarks.fintagging.task import FINCL, FINCL_QUERY, FINNI, FULL
from tieout.evaluation import EngineSetup, load_samples
from tieout.report.errors import InputError


def test_rules_take_amounts_and_leave_years_and_counts() -> None:
    text = "In 2031 we repaid $46 million (4.5% notes, see Note 7) and issued 1,200 common shares at $ 3.10 per share on May 5."
    assert [(f["Fact"], f["Type"]) for f in rule_facts(text)] == [
        ("46", "monetaryItemType"), ("4.5", "percentItemType"), ("1200", "sharesItemType"), ("3.10", "perShareItemType"),
    ]  # fmt: skip
    assert {f["Fact"] for f in rule_facts(made_up.TABLE)} == {"1250", "1100", "72", "—"}


def test_bm25_answers_both_regimes_and_none_where_the_query_has_no_context(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    solve = FINCL.engines["bm25"](EngineSetup())
    samples = load_samples(FINCL, tmp_path, "test")
    first, _, negative = (FINCL.parse(solve(s.input).output or "", s.input) for s in samples[:3])
    assert first["ranked"][0] == (first["query"] or [""])[0] == "InventoryNet"
    assert negative["query"] == []  # the query's context is None
    assert "AllowanceForDoubtfulAccountsReceivableCurrent" in negative["ranked"]
    alone = FINCL_QUERY.engines["bm25"](EngineSetup())
    assert alone(load_samples(FINCL_QUERY, tmp_path, "test")[2].input).output is None


def test_bm25_finds_by_the_words_of_names_and_by_type(tmp_path: Path) -> None:
    made_up.write_concepts(tmp_path)
    path = tmp_path / "made_up_concepts.jsonl"
    assert names_index(path).rank("repayments of notes", "monetaryItemType", 1) == ["RepaymentsOfNotesPayable"]
    assert names_index(path).rank("repayments of notes", "percentItemType", 9) == []
    assert names_index(path).rank("stated interest rate", "percentItemType", 9) == [
        "DebtInstrumentInterestRateStatedPercentage"
    ]
    assert "InventoryPolicyTextBlock" not in names_index(path, typed=False).rank("inventory policy", "monetaryItemType", 9)


def test_bm25_without_a_concept_list_says_what_it_needs(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    (tmp_path / "made_up_concepts.jsonl").unlink()
    sample = load_samples(FINCL, tmp_path, "test")[0].input
    with pytest.raises(InputError, match="needs the concept list"):
        FINCL.engines["bm25"](EngineSetup())(sample)
    assert candidates_for(sample) == []
    assert "name the concept from what you know" in FINCL.prompt.render(sample).messages[-1]["content"]


def test_a_reranker_sees_the_candidates_of_the_file_beside_the_data(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    (tmp_path / "candidates-test.jsonl").write_text(json.dumps({"id": "0", "candidates": ["us-gaap:FromFile"]}) + "\n")
    first, second = load_samples(FINCL, tmp_path, "test")[:2]
    assert "us-gaap:FromFile" in FINCL.prompt.render(first.input).messages[-1]["content"]
    assert candidates_for(second.input) == []


def test_the_query_regime_shows_nothing_but_the_query(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    shown = FINCL_QUERY.prompt.render(load_samples(FINCL_QUERY, tmp_path, "test")[2].input).messages[-1]["content"]
    assert "Allowance for credit losses" not in shown


def test_rules_and_bm25_give_triplets(tmp_path: Path) -> None:
    made_up.write_full(tmp_path)
    solve = FULL.engines["rules"](EngineSetup())
    table = load_samples(FULL, tmp_path, "test")[0].input
    facts = FULL.parse(solve(table).output or "", table)["facts"]
    assert {"Fact": "1250", "Type": "monetaryItemType", "Tag": "InventoryNet"} in facts
    assert all(fact["Tag"] for fact in facts)


def test_baselines_take_no_model(tmp_path: Path) -> None:
    for task, variant in ((FINNI, "rules"), (FINCL, "bm25"), (FULL, "rules")):
        with pytest.raises(InputError, match="no trained artefact"):
            task.engines[variant](EngineSetup(model=tmp_path))
