"""The response cache: what was paid for is kept, whatever happens to the process or the file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm.asking import ask, client_of, saying
from tests.llm.server import LoopbackServer, status
from tieout.llm import ChatRequest, Client, LLMError
from tieout.llm.cache import ResponseCache
from tieout.report import InputError

SRC = Path(__file__).parents[2] / "src"


def test_a_request_is_sent_once(tmp_path: Path) -> None:
    with LoopbackServer() as server:
        [first, second], client = ask(server, saying("hello"), saying("hello"), cache=tmp_path / "c")
        assert len(server.received) == 1
    assert (first.cached, second.cached) == (False, True)
    assert (second.text, second.usage, second.model) == (first.text, first.usage, first.model)
    assert second.cost == 0
    assert client.stats.cache_hits == 1


def test_the_next_process_finds_it(tmp_path: Path) -> None:
    with LoopbackServer() as server:
        ask(server, cache=tmp_path / "new folder" / "c")
        [again], _ = ask(server, cache=tmp_path / "new folder" / "c")
        assert len(server.received) == 1
    assert again.cached


def test_repeats_are_asked_each_for_itself(tmp_path: Path) -> None:
    with LoopbackServer() as server:
        ask(server, *(saying("hello", repeat=n % 3) for n in range(6)), cache=tmp_path / "c")
        assert len(server.received) == 3
        assert all("repeat" not in request.body for request in server.received)


def test_errors_are_not_kept(tmp_path: Path) -> None:
    with LoopbackServer([status(400)]) as server:
        with pytest.raises(LLMError):
            ask(server, cache=tmp_path / "c")
        [result], _ = ask(server, cache=tmp_path / "c")
    assert not result.cached


def key_of(request: ChatRequest, base_url: str = "http://localhost/v1", model: str = "m") -> str:
    schema = None if request.json_schema is None else dict(request.json_schema)
    return Client(base_url, model)._key("chat", {**request.payload(), "schema": schema, "repeat": request.repeat})


REQUESTS = st.fixed_dictionaries(
    {
        "messages": st.lists(
            st.fixed_dictionaries({"role": st.sampled_from(["system", "user"]), "content": st.text(max_size=5)}),
            min_size=1,
            max_size=3,
        ),
        "temperature": st.sampled_from([None, 0, 0.5, 1]),
        "max_tokens": st.sampled_from([None, 1, 2]),
        "seed": st.sampled_from([None, 0, 1]),
        "json_schema": st.sampled_from([None, {"type": "object"}, {"type": "array"}]),
        "stop": st.sampled_from([None, "a", ("a", "b")]),
        "repeat": st.integers(0, 2),
    }
)


@given(REQUESTS, REQUESTS)
def test_keys_are_equal_exactly_when_requests_are(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (key_of(ChatRequest(**one)) == key_of(ChatRequest(**other))) == (one == other)


def test_model_and_endpoint_are_part_of_the_key() -> None:
    request = saying("hello")
    keys = {key_of(request), key_of(request, model="n"), key_of(request, base_url="http://localhost:1/v1")}
    assert len(keys) == 3
    assert key_of(request, base_url="http://localhost/v1/") == key_of(request)


def test_zero_is_zero_in_every_type() -> None:
    assert key_of(saying("hello", temperature=0)) == key_of(saying("hello", temperature=0.0))


def broken(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "overwritten":
        path.write_bytes(b"not a database at all" * 400)
    elif how == "torn":
        path.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
    else:
        path.write_bytes(content[: len(content) // 2 + 100])


@pytest.mark.parametrize("how", ["overwritten", "torn", "truncated"])
def test_a_broken_file_is_set_aside_with_a_notice(how: str, tmp_path: Path) -> None:
    path = tmp_path / "c"
    with LoopbackServer() as server:
        ask(server, *(saying(f"{n} " + "x" * 3000) for n in range(8)), cache=path)
        broken(path, how)
        [result], client = ask(server, saying("after the fall"), cache=path)
        assert result.text == "echo: after the fall"
        [again], calm = ask(server, saying("after the fall"), cache=path)
    assert [notice.code for notice in client.notices] == ["cache-broken"]
    assert "set aside" in client.notices[0].message
    assert len(list(tmp_path.glob("c.broken-*"))) >= 1
    assert again.cached
    assert calm.notices == []


def test_a_file_that_breaks_while_open_is_set_aside(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "c")
    for n in range(50):
        cache.put(f"key {n}", "x" * 2000)
    sqlite3.connect(tmp_path / "c").execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (tmp_path / "c").write_bytes(b"\0" * 100_000)
    other = ResponseCache(tmp_path / "c")
    other.put("key", "text")
    for n in range(50):
        cache.get(f"key {n}")
    cache.put("another", "text")
    assert other.get("key") == "text"
    cache.close()
    other.close()
    final = ResponseCache(tmp_path / "c")
    assert final.get("key") == "text"
    final.close()


def test_a_damaged_answer_is_asked_for_again(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "c")
    cache.put("key", '{"text": "net sales"}')
    with sqlite3.connect(tmp_path / "c") as database:
        database.execute("UPDATE answers SET text = replace(text, 'net', 'not')")
    assert cache.get("key") is None
    assert [notice.code for notice in cache.notices] == ["cache-entry-broken"]
    cache.put("key", "again")
    assert cache.get("key") == "again"
    cache.close()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE accounts (id)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="another program"):
        ResponseCache(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="response cache"):
        ResponseCache(tmp_path / "file" / "c")


WRITER = """
import sys
from pathlib import Path
from tieout.llm.cache import ResponseCache
cache = ResponseCache(Path(sys.argv[1]))
for n in range(int(sys.argv[3])):
    cache.put(f"{sys.argv[2]} {n}", "x" * 500)
    print(n, flush=True)
assert not cache.notices, cache.notices
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SRC)},
    )


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    writers = [writer(tmp_path / "c", name, 60) for name in "abc"]
    for process in writers:
        process.communicate()
        assert process.returncode == 0
    cache = ResponseCache(tmp_path / "c")
    assert all(cache.get(f"{name} {n}") for name in "abc" for n in range(60))
    cache.close()


def test_a_killed_process_loses_nothing_that_it_put(tmp_path: Path) -> None:
    process = writer(tmp_path / "c", "a", 1_000_000)
    assert process.stdout is not None
    put = [int(process.stdout.readline()) for _ in range(40)]
    process.send_signal(signal.SIGKILL)
    put += [int(line) for line in process.stdout.read().splitlines() if line]
    process.wait()
    cache = ResponseCache(tmp_path / "c")
    assert all(cache.get(f"a {n}") for n in put)
    assert cache.notices == []
    cache.close()


def test_embeddings_are_cached_one_by_one(tmp_path: Path) -> None:
    import asyncio

    async def run(client: Client, texts: list[str]) -> Any:
        async with client:
            return await client.embed(texts)

    with LoopbackServer() as server:
        first = asyncio.run(run(client_of(server, cache=tmp_path / "c"), ["net sales", "assets"]))
        second = asyncio.run(run(client_of(server, cache=tmp_path / "c"), ["cash", "net sales", "cash"]))
        assert [request.body["input"] for request in server.received] == [["net sales", "assets"], ["cash"]]
    assert first.tolist() == [[9, 1, 1], [6, 0, 1]]
    assert second.tolist() == [[4, 0, 1], [9, 1, 1], [4, 0, 1]]
