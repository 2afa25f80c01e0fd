"""Both steps joined: what a run found is linked by another, and any ranking run gives a reranker its candidates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks.fintagging import made_up
from tests.llm.server import Exchange, LoopbackServer
from tieout.benchmarks.fintagging.chain import candidate_rows, join, link, row_of
from tieout.benchmarks.fintagging.task import FINCL, FINCL_QUERY, FINNI, FULL
from tieout.evaluation import RunOptions, evaluate, load_samples
from tieout.evaluation.records import read_records
from tieout.report.errors import InputError


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    made_up.write_full(folder)
    made_up.write_fincl(folder)
    made_up.write_finni(folder)
    return folder


def run(task, data: Path, solver: str, out: Path):
    return evaluate(task, RunOptions(data=data, split="test", solver=solver, out=out))


def test_facts_and_links_become_triplets(data: Path, tmp_path: Path) -> None:
    run(FINNI, data, "engine:rules", tmp_path / "facts")
    count = link(tmp_path / "facts", data, "test", tmp_path / "linked")
    rows = load_samples(FINCL, tmp_path / "linked", "test")
    assert len(rows) == count == 6  # 1250, 1100, 72, — of the table; 46 and 4.5 of the sentence
    negative = next(sample.input for sample in rows if sample.input.fields["entity"] == "72")
    assert "<context> Allowance for credit losses | (72) | — </context>" in negative.fields["query"]
    run(FINCL, tmp_path / "linked", "engine:bm25", tmp_path / "links")
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text("".join(json.dumps(row) + "\n" for row in join(tmp_path / "facts", tmp_path / "links")))
    found = run(FULL, data, f"predictions:{predictions}", tmp_path / "full").results["metrics"]
    assert found["micro_precision"]["value"] == 1.0
    assert found["triplet_recall"]["value"] == pytest.approx(6 / 7)


def test_a_runs_ranking_becomes_the_candidates_of_a_reranker(data: Path, tmp_path: Path) -> None:
    run(FINCL, data, "engine:bm25", tmp_path / "ranked")
    rows = list(candidate_rows(tmp_path / "ranked", 1))
    assert rows[0] == {"id": "0", "candidates": ["us-gaap:InventoryNet"]}
    (data / "candidates-test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    sample = load_samples(FINCL, data, "test")[0].input
    assert sample.fields["candidates"] == ["InventoryNet"]
    with pytest.raises(InputError, match="no ranked concepts"):
        run(FINNI, data, "engine:rules", tmp_path / "facts")
        list(candidate_rows(tmp_path / "facts", 1))


def test_an_embeddings_endpoint_retrieves_among_all_concepts(data: Path, tmp_path: Path) -> None:
    def vectors(exchange: Exchange) -> None:
        words = ("inventor", "allowance", "interest", "instal", "repa")
        texts = [text.lower() for text in exchange.request.body["input"]]
        made = [{"index": i, "embedding": [float(word in text) for word in words] + [0.01]} for i, text in enumerate(texts)]
        exchange.send(200, json.dumps({"object": "list", "data": made, "usage": {"prompt_tokens": 1}}).encode())

    with LoopbackServer(default=vectors) as server:
        done = run(FINCL_QUERY, data, f"embed:toy@{server.base_url}", tmp_path / "run")
    assert done.results["metrics"]["acc@10"]["value"] == 1.0
    assert done.results["metrics"]["accuracy/query"]["value"] >= 3 / 7


def test_a_model_chooses_among_what_a_retriever_ranked(data: Path, tmp_path: Path) -> None:
    """BM25 retrieves, a model (here one that takes the last candidate) reranks: both through the same files as any other."""

    def last_candidate(exchange: Exchange) -> None:
        asked = exchange.request.body["messages"][-1]["content"]
        listed = [line for line in asked.splitlines() if line.startswith("us-gaap:")]
        name = listed[-1] if listed else "us-gaap:Assets"
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": f"It is {name}."}}
        exchange.send(200, json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode())

    run(FINCL, data, "engine:bm25", tmp_path / "ranked")
    rows = [row for row in candidate_rows(tmp_path / "ranked", 2) if len(row["candidates"]) == 2]
    (data / "candidates-test.jsonl").write_text(json.dumps(rows[0]) + "\n")
    with LoopbackServer(default=last_candidate) as server:
        options = RunOptions(
            data=data, split="test", solver=f"llm:toy@{server.base_url}", out=tmp_path / "llm", limit=int(rows[0]["id"]) + 1
        )
        evaluate(FINCL_QUERY, options)
    answers = {record.id: record for record in read_records(tmp_path / "llm" / "samples.jsonl")}
    assert answers[rows[0]["id"]].prediction["ranked"] == [rows[0]["candidates"][1].removeprefix("us-gaap:")]


def test_a_run_on_other_data_is_told(data: Path, tmp_path: Path) -> None:
    run(FINNI, data, "engine:rules", tmp_path / "facts")
    other = tmp_path / "other"
    rows = [("99", made_up.PLAIN, "", made_up.finni_answer([]))]
    made_up.write_csv(other / "FinNI-eval.csv", ("context_index", "context", "query", "answer"), rows)
    with pytest.raises(InputError, match="'11' is no instance of"):
        link(tmp_path / "facts", other, "test", tmp_path / "linked")
    with pytest.raises(InputError, match=r"no samples\.jsonl"):
        link(tmp_path / "nothing", data, "test", tmp_path / "linked")


def test_the_row_is_found_for_numbers_in_brackets_too() -> None:
    assert row_of(made_up.TABLE, "72") == "Allowance for credit losses | ( 72 ) | —"
    assert row_of(made_up.TABLE, "1250") == "Inventories | $ 1,250 | $ 1,100"
    assert row_of(made_up.TABLE, "9") is None
