"""Both tasks asked of endpoints: a chat model with the papers' prompts, an embeddings endpoint. Real servers on loopback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.securities_tables import made_up
from tests.llm.server import Exchange, LoopbackServer, completion
from tieout.benchmarks.securities_tables.scoring import qa_sheet, retrieval_sheet
from tieout.benchmarks.securities_tables.task import QA, RETRIEVAL
from tieout.evaluation import LLMSettings, RunOptions, evaluate, export
from tieout.report.errors import InputError


@pytest.fixture
def data(tmp_path: Path) -> Path:
    made_up.write(tmp_path / "data")
    return tmp_path / "data"


def run(task: Any, data: Path, solver: str, **options: Any) -> Any:
    return evaluate(task, RunOptions(data, "valid", solver, data.parent / "run", llm=LLMSettings(), **options))


def chat(answer: str) -> Any:
    def send(exchange: Exchange) -> None:
        exchange.send(200, json.dumps(completion(answer)).encode())

    return send


def test_a_question_to_a_table_shows_the_table_with_its_cells_ids(data: Path) -> None:
    with LoopbackServer(default=chat('{"cell_id": "r1c1", "value": "1"}')) as server:
        done = run(QA, data, f"llm:any@{server.base_url}", limit=5)
        prompts = [request.prompt for request in server.received]
    assert done.results["outcomes"]["ok"] == 5
    assert all(re.search(r"\[r\d+c\d+\]", prompt) for prompt in prompts)
    assert all("「" in prompt for prompt in prompts)


@pytest.mark.parametrize(("form", "mark"), [("markdown", "|---|"), ("html", '<td id="r'), ("table", "[r1c1]")])
def test_a_user_s_template_shows_the_table_as_text_markdown_or_html(data: Path, tmp_path: Path, form: str, mark: str) -> None:
    (tmp_path / "mine.txt").write_text("{{question}}\n{{above}}\n{{" + form + "}}", encoding="utf-8")
    with LoopbackServer(default=chat('{"cell_id": null, "value": null}')) as server:
        done = run(QA, data, f"llm:any@{server.base_url}", limit=2, prompt=tmp_path / "mine.txt")
        assert all(mark in request.prompt for request in server.received)
    assert done.results["outcomes"]["abstained"] == 2


def test_no_answer_is_in_a_prompt(data: Path) -> None:
    gold = json.loads((data / "table_qa" / "valid" / "gold_standard.json").read_text(encoding="utf-8"))
    with LoopbackServer(default=chat("{}")) as server:
        run(QA, data, f"llm:any@{server.base_url}")
        prompts = "\n".join(request.prompt for request in server.received)
    assert not any(one["cell_id"] in prompts for one in gold.values())


def test_retrieval_shows_ten_tables_with_their_ids(data: Path) -> None:
    with LoopbackServer(default=chat("The table is S100SMPL-0101010-tab2.")) as server:
        done = run(RETRIEVAL, data, f"llm:any@{server.base_url}", limit=3)
        prompts = [request.prompt for request in server.received]
    assert done.results["outcomes"]["ok"] == 3
    assert all(len(re.findall(r"^## S100SMPL-\d{7}-tab\d+$", prompt, re.MULTILINE)) == 10 for prompt in prompts)


def letters(exchange: Exchange) -> None:
    """A vector of how often each of some characters is in the text: enough to tell tables apart."""
    texts = exchange.request.body["input"]
    data = [{"index": i, "embedding": [float(t.count(c)) for c in "売上資産株式役員利益費用現金"]} for i, t in enumerate(texts)]
    exchange.send(200, json.dumps({"object": "list", "data": data, "usage": {"prompt_tokens": 1}}).encode())


@pytest.mark.parametrize(("form", "mark"), [("", "\t"), ("#text", "\t"), ("#markdown", "|---|"), ("#html", "<td")])
def test_an_embeddings_endpoint_ranks_all_tables_in_each_form(data: Path, form: str, mark: str) -> None:
    with LoopbackServer(default=letters) as server:
        done = run(RETRIEVAL, data, f"embed:any@{server.base_url}{form}")
        sent = [text for request in server.received for text in request.body["input"]]
    assert done.results["outcomes"]["ok"] == done.results["n"]
    assert sum(mark in text for text in sent) > 10
    assert done.results["metrics"]["accuracy"]["value"] > 0


def test_a_form_that_is_none_is_told(data: Path) -> None:
    with LoopbackServer(default=letters) as server, pytest.raises(InputError, match="text, markdown, html"):
        run(RETRIEVAL, data, f"embed:any@{server.base_url}#pdf")


def test_a_limited_run_makes_no_sheet(data: Path, tmp_path: Path) -> None:
    run(RETRIEVAL, data, "engine:bm25", limit=3)
    with pytest.raises(InputError, match="limited"):
        export(tmp_path / "run", tmp_path / "answersheet.json")


@pytest.mark.parametrize(
    "answer", [{"cell_id": "a"}, {"cell_id": "a", "value": 3}, {"cell_id": "a", "value": "3", "x": ""}, "3"]
)
def test_a_sheet_that_a_leaderboard_would_refuse_is_not_written(answer: Any) -> None:
    with pytest.raises(InputError, match="question_tqa_test1"):
        qa_sheet({"question_tqa_test1": answer})


def test_a_sheet_has_one_line_texts_and_empty_ones_for_abstentions() -> None:
    assert qa_sheet({"q": None, "r": {"cell_id": "c", "value": "a\nb"}})["r"]["value"] == "a b"
    assert retrieval_sheet({"q": None, "r": "t"}) == {"q": "", "r": "t"}
    with pytest.raises(InputError):
        retrieval_sheet({"q": 3})
