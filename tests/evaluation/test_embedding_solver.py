"""An embeddings endpoint as a solver: what is nearest to the question comes first. The server is a real one, on loopback."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.toy import TOY, write_data
from tests.llm.server import Exchange, LoopbackServer, status
from tieout.evaluation import LLMSettings, Retrieval, RunOptions, evaluate
from tieout.report.errors import InputError

# Even numbers are asked for by "xx", odd ones by "x": the toy server's vectors tell by the letter's count.
RANKING = replace(
    TOY,
    retrieval=Retrieval(
        query=lambda sample: "eeee" if sample.fields["number"] % 2 == 0 else "oooo",
        candidates=lambda sample: [("odd", "odd oooo"), ("even", "even eeee"), ("neither", " ")],
        output=lambda ids: ids[0],
    ),
)


def letters(exchange: Exchange) -> None:
    texts = exchange.request.body["input"]
    data = [{"index": i, "embedding": [float(t.count("e")), float(t.count("o")), 0.1]} for i, t in enumerate(texts)]
    exchange.send(200, json.dumps({"object": "list", "data": data, "usage": {"prompt_tokens": 1}}).encode())


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    write_data(tmp_path / "data")

    def go(server: LoopbackServer, task: Any = RANKING, **llm: Any) -> Any:
        solver = f"embed:toy-vectors@{server.base_url}"
        options = RunOptions(data=tmp_path / "data", split="test", solver=solver, out=tmp_path / "run", llm=LLMSettings(**llm))
        return evaluate(task, options)

    return go


def test_the_nearest_candidate_is_the_answer(run: Callable[..., Any]) -> None:
    with LoopbackServer(default=letters) as server:
        done = run(server)
        sent = [text for request in server.received for text in request.body["input"]]
    assert done.results["metrics"]["accuracy"]["value"] == 1.0
    assert done.results["outcomes"]["ok"] == 30
    assert sent.count("even eeee") == 1, "the candidates of one document are embedded once"
    assert "(blank)" in sent and " " not in sent


def test_a_server_that_fails_makes_errors_and_no_wrong_answers(run: Callable[..., Any]) -> None:
    with LoopbackServer(default=status(400, "no such model")) as server:
        done = run(server)
    assert not done.results["complete"]
    assert done.results["outcomes"]["error"] >= 20
    assert "no such model" in (done.stopped or "")


def test_texts_are_cut_to_what_the_model_reads(run: Callable[..., Any]) -> None:
    with LoopbackServer(default=letters) as server:
        run(server, max_chars=3)
        assert max(len(text) for request in server.received for text in request.body["input"] if text != "(blank)") == 3


def test_a_task_without_candidates_says_so(run: Callable[..., Any]) -> None:
    with LoopbackServer(default=letters) as server, pytest.raises(InputError, match="toy/parity ranks no candidates"):
        run(server, task=TOY)
