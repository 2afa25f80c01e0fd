"""A key appears on the requests it signs, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import pickle
import traceback
from pathlib import Path

import pytest

from tests.llm.asking import ask, client_of, saying
from tests.llm.server import LoopbackServer, body, echoing_authorization, redirect, status
from tieout.llm import Client, LLMError
from tieout.llm.secrets import Secret
from tieout.report import InputError

KEY = "sk-loopback-0123456789abcdef"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_the_key_signs_each_request() -> None:
    with LoopbackServer() as server:
        ask(server)
    assert server.received[0].headers["Authorization"] == f"Bearer {KEY}"


def test_the_name_of_the_variable_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "another-key-of-mine")
    with LoopbackServer() as server:
        ask(server, api_key_env="OTHER_KEY")
    assert server.received[0].headers["Authorization"] == "Bearer another-key-of-mine"


def test_a_server_on_this_machine_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with LoopbackServer() as server:
        ask(server)
    assert "Authorization" not in server.received[0].headers


def test_a_server_elsewhere_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        Client("https://endpoint.invalid/v1", "m")


def test_no_key_goes_over_an_unencrypted_network() -> None:
    client = Client("http://endpoint.invalid/v1", "m")
    assert client._secret is None


@pytest.mark.parametrize("code", [200, 400, 401, 500])
def test_a_server_that_echoes_the_key_spreads_it_nowhere(
    code: int, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with LoopbackServer(default=echoing_authorization(code)) as server:
        try:
            [result], client = ask(server, cache=tmp_path / "cache.sqlite")
            told = repr(result)
            assert "[key]" in result.text
        except LLMError as error:
            told = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
            assert "[key]" in str(error)
        client = client_of(server)
    told += repr(client) + repr(vars(client)) + str(client.stats)
    printed = capfd.readouterr()
    assert server.received[0].headers["Authorization"].endswith(KEY)
    assert "rejected header" in caplog.text  # the headers were logged, with the key hidden
    for place in (told, caplog.text, printed.out, printed.err):
        assert KEY not in place
    assert KEY.encode() not in everything_in(tmp_path)


def test_the_key_is_hidden_however_the_server_escapes_it() -> None:
    escaped = "".join(f"\\u{ord(c):04x}" for c in KEY)
    content = f'{{"error": {{"message": "bad key {escaped}"}}}}'.encode()
    with LoopbackServer(default=body(content, code=401)) as server, pytest.raises(LLMError) as caught:
        ask(server)
    assert str(caught.value).endswith("bad key [key]")


def test_a_redirect_carries_the_key_nowhere() -> None:
    with LoopbackServer() as elsewhere, LoopbackServer([redirect(f"{elsewhere.base_url}?key={KEY}")]) as server:
        with pytest.raises(LLMError) as caught:
            ask(server)
        assert elsewhere.received == []
    assert KEY not in str(caught.value)


def test_a_key_that_no_header_may_hold_is_refused_without_showing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-first\nsk-second")
    with pytest.raises(InputError, match="OPENAI_API_KEY") as caught:
        Client("http://127.0.0.1:1/v1", "m")
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["https://user:secret-word@host/v1", "https://host/v1?key=secret-word", "https://host/#secret-word"]
)
def test_no_key_is_taken_from_the_address(url: str) -> None:
    with pytest.raises(InputError, match="environment") as caught:
        Client(url, "m")
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize("url", ["", "host/v1", "ftp://host/v1", "https:///v1", "http://host:port/v1", "http://[::1/v1"])
def test_what_is_no_base_url_is_told(url: str) -> None:
    with pytest.raises(InputError, match="base URL"):
        Client(url, "m")


def test_a_key_is_never_pickled() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret(KEY))


def test_a_placeholder_key_leaves_answers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with LoopbackServer() as server:
        [result], _ = ask(server, saying("there were none"))
    assert result.text == "echo: there were none"


def test_tls_verification_is_on() -> None:
    with LoopbackServer(tls=True) as server:
        with pytest.raises(LLMError, match="certificate is not trusted") as caught:
            ask(server)
        assert server.received == []
    assert caught.value.kind == "transport"


def test_a_proxy_of_the_environment_sees_nothing_meant_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with LoopbackServer() as proxy, LoopbackServer() as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        ask(server)
        assert proxy.received == []


def test_using_a_client_that_is_not_open_is_told() -> None:
    client = Client("http://127.0.0.1:1/v1", "m")
    with pytest.raises(RuntimeError, match="async with"):
        asyncio.run(client.chat(saying("hello")))


def test_a_rejected_key_is_told() -> None:
    with LoopbackServer([status(401, "invalid key")]) as server, pytest.raises(LLMError, match="invalid key") as caught:
        ask(server)
    assert caught.value.status == 401
