"""One test a fault that a server can have, each against a real server on loopback that has it."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from email.utils import formatdate

import pytest

from tests.llm.asking import QUICK, ask, ask_at_once, saying
from tests.llm.server import (
    Exchange,
    LoopbackServer,
    body,
    chunked,
    closed_port,
    completion,
    cut_off,
    dripping,
    endless,
    hang,
    redirect,
    replying,
    reset,
    slow,
    status,
)
from tieout.llm import Client, LLMError, RetryPolicy, Timeouts
from tieout.report import TieoutError


def failure(server: LoopbackServer, **settings: object) -> LLMError:
    with pytest.raises(LLMError) as caught:
        ask(server, **settings)
    message = str(caught.value)
    assert "\n" not in message
    assert server.base_url in message
    return caught.value


def test_a_good_answer_comes_back_whole() -> None:
    with LoopbackServer([replying("Net sales rose.", usage={"prompt_tokens": 7, "completion_tokens": 3})]) as server:
        [result], client = ask(server)
    assert (result.text, result.finish_reason, result.refused, result.cached) == ("Net sales rose.", "stop", False, False)
    assert (result.usage.prompt_tokens, result.usage.completion_tokens) == (7, 3)
    assert result.latency_s > 0
    assert (client.stats.requests, client.stats.retries, client.stats.tokens) == (1, 0, 10)


def test_429_without_retry_after_is_tried_again() -> None:
    with LoopbackServer([status(429), status(429)]) as server:
        [result], client = ask(server)
    assert result.text == "echo: hello"
    assert (client.stats.requests, client.stats.retries) == (3, 2)


def test_429_with_retry_after_seconds_is_waited_out() -> None:
    with LoopbackServer([status(429, retry_after="1")]) as server:
        ask(server)
        first, second = server.received
    assert second.at - first.at >= 1.0


def test_429_with_retry_after_as_a_date_is_waited_out() -> None:
    def in_two_seconds(exchange: Exchange) -> None:
        status(429, retry_after=formatdate(time.time() + 2, usegmt=True))(exchange)

    with LoopbackServer([in_two_seconds]) as server:
        ask(server)
        first, second = server.received
    # Dates have whole seconds, so that of the two seconds at least one is left.
    assert 0.9 <= second.at - first.at < 20


def test_retry_after_is_capped() -> None:
    with LoopbackServer([status(429, retry_after="86400")]) as server:
        started = time.monotonic()
        ask(server, retries=RetryPolicy(base_s=0.001, retry_after_cap_s=0.2))
    assert 0.2 <= time.monotonic() - started < 20


def test_429_for_want_of_money_is_not_tried_again() -> None:
    with LoopbackServer([status(429, "no credit", error_code="insufficient_quota")]) as server:
        error = failure(server)
        assert len(server.received) == 1
    assert (error.kind, error.status) == ("http", 429)
    assert "no credit" in str(error)


@pytest.mark.parametrize("code", [408, 500, 502, 503, 504, 529])
def test_a_passing_error_is_tried_again(code: int) -> None:
    with LoopbackServer([status(code)]) as server:
        [result], _ = ask(server)
    assert result.text == "echo: hello"


@pytest.mark.parametrize("code", [400, 401, 403, 404, 413, 501])
def test_a_lasting_error_is_told_at_once(code: int) -> None:
    with LoopbackServer([status(code, "this is why")]) as server:
        error = failure(server)
        assert len(server.received) == 1
    assert (error.kind, error.status) == ("http", code)
    assert "this is why" in str(error)
    assert isinstance(error, TieoutError)


def test_an_error_that_stays_is_told_after_the_last_retry() -> None:
    with LoopbackServer(default=status(503, "overloaded")) as server:
        error = failure(server, retries=RetryPolicy(retries=2, base_s=0.001))
        assert len(server.received) == 3
    assert (error.kind, error.status) == ("http", 503)
    assert "tried 3 times" in str(error)


def test_a_slow_answer_is_waited_for() -> None:
    with LoopbackServer([slow(0.3, replying("late"))]) as server:
        [result], client = ask(server, timeout=5)
    assert result.text == "late"
    assert result.latency_s >= 0.3
    assert client.stats.retries == 0


def test_a_server_that_hangs_times_out_and_is_asked_again() -> None:
    with LoopbackServer([hang()]) as server:
        [result], client = ask(server, timeout=Timeouts(read=1))
    assert result.text == "echo: hello"
    assert client.stats.retries == 1


def test_a_server_that_always_hangs_is_a_timeout() -> None:
    with LoopbackServer(default=hang()) as server:
        error = failure(server, timeout=0.1, retries=RetryPolicy(retries=1, base_s=0.001))
    assert error.kind == "timeout"


def test_an_answer_that_drips_is_cut_by_the_total_timeout() -> None:
    with LoopbackServer(default=dripping(0.05)) as server:
        started = time.monotonic()
        error = failure(server, timeout=Timeouts(read=5, total=0.4), retries=RetryPolicy(retries=0))
    assert error.kind == "timeout"
    assert time.monotonic() - started < 20


def test_an_answer_cut_off_mid_body_is_asked_for_again() -> None:
    with LoopbackServer([cut_off()]) as server:
        [result], client = ask(server)
    assert result.text == "echo: hello"
    assert client.stats.retries == 1


def test_answers_that_are_always_cut_off_are_a_transport_error() -> None:
    with LoopbackServer(default=cut_off()) as server:
        assert failure(server).kind == "transport"


def test_a_reset_connection_is_tried_again() -> None:
    with LoopbackServer([reset()]) as server:
        [result], _ = ask(server)
    assert result.text == "echo: hello"


def test_a_refused_connection_says_where_nobody_listens() -> None:
    client = Client(f"http://127.0.0.1:{closed_port()}/v1", "m", retries=QUICK)

    async def run() -> None:
        async with client:
            await client.chat(saying("hello"))

    with pytest.raises(LLMError, match="is the server running") as caught:
        asyncio.run(run())
    assert caught.value.kind == "transport"
    assert client.stats.retries == QUICK.retries


def test_an_answer_that_is_not_json_is_asked_for_once_more_only() -> None:
    with LoopbackServer(default=body(b"<html>Bad gateway</html>", "text/html")) as server:
        error = failure(server)
        assert len(server.received) == 2
    assert error.kind == "bad-response"
    assert "text/html" in str(error)


def test_json_under_another_content_type_is_taken() -> None:
    with LoopbackServer([body(json.dumps(completion("fine")).encode(), "text/plain")]) as server:
        [result], _ = ask(server)
    assert result.text == "fine"


@pytest.mark.parametrize(
    "answer",
    [
        [],
        "text",
        {"choices": "none"},
        {"choices": [7]},
        {"choices": [{"text": "of the old completion API"}]},
        {"choices": [{"message": {"content": 12}}]},
    ],
)
def test_json_of_the_wrong_schema_is_a_bad_response(answer: object) -> None:
    with LoopbackServer(default=body(json.dumps(answer).encode())) as server:
        assert failure(server).kind == "bad-response"


def test_empty_choices_are_a_bad_response() -> None:
    with LoopbackServer(default=body(b'{"choices": []}')) as server:
        error = failure(server)
    assert error.kind == "bad-response"
    assert "no choices" in str(error)


def test_an_error_in_a_body_of_status_200_is_an_error() -> None:
    with LoopbackServer([body(b'{"error": {"message": "upstream is busy", "code": 503}}')]) as server:
        [result], client = ask(server)
    assert result.text == "echo: hello"
    assert client.stats.retries == 1


def test_an_answer_truncated_by_length_is_a_result() -> None:
    with LoopbackServer([replying("Net sales ro", finish_reason="length")]) as server:
        [result], _ = ask(server)
    assert (result.text, result.finish_reason) == ("Net sales ro", "length")


def test_a_filtered_answer_is_a_refusal() -> None:
    with LoopbackServer([replying(None, finish_reason="content_filter")]) as server:
        [result], _ = ask(server)
    assert (result.text, result.finish_reason, result.refused) == ("", "content_filter", True)


def test_a_refusal_is_told_with_its_wording() -> None:
    with LoopbackServer([replying(None, refusal="I can't help with that.")]) as server:
        [result], _ = ask(server)
    assert (result.text, result.refused) == ("I can't help with that.", True)


def test_a_filtered_prompt_is_a_refusal() -> None:
    with LoopbackServer([status(400, "filtered", error_code="content_filter")]) as server:
        [result], _ = ask(server)
    assert (result.finish_reason, result.refused) == ("content_filter", True)


def test_a_redirect_is_not_followed() -> None:
    with LoopbackServer() as elsewhere, LoopbackServer([redirect(elsewhere.base_url)]) as server:
        error = failure(server)
        assert elsewhere.received == []
        assert len(server.received) == 1
    assert (error.kind, error.status) == ("http", 307)
    assert "redirect" in str(error)


def test_a_chunked_answer_is_put_together() -> None:
    with LoopbackServer([chunked("Umsatzerlöse 売上高")]) as server:
        [result], _ = ask(server)
    assert result.text == "Umsatzerlöse 売上高"


@pytest.mark.parametrize("code", [200, 500])
def test_an_endless_answer_is_not_read_to_its_end(code: int) -> None:
    with LoopbackServer(default=endless(code)) as server:
        error = failure(server, retries=RetryPolicy(retries=0))
    assert error.kind == "bad-response"
    assert "larger than" in str(error)


def test_deeply_nested_json_is_refused() -> None:
    with LoopbackServer(default=body(b"[" * 1_000_000)) as server:
        error = failure(server)
    assert error.kind == "bad-response"
    assert "deep" in str(error)


def test_invalid_utf8_is_a_bad_response() -> None:
    with LoopbackServer(default=body(b'{"choices": "\xff\xfe"}')) as server:
        error = failure(server)
    assert error.kind == "bad-response"
    assert "UTF-8" in str(error)


def test_a_compressed_answer_is_refused_unopened() -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    with LoopbackServer(default=body(bomb, Content_Encoding="gzip")) as server:
        assert failure(server).kind == "bad-response"


def test_lone_surrogates_in_an_answer_become_storable_text() -> None:
    with LoopbackServer([replying("broken \ud800 text")]) as server:
        [result], _ = ask(server)
    assert result.text == "broken \ufffd text"


def test_reasoning_fields_are_left_out_of_the_text() -> None:
    with LoopbackServer([replying("42", reasoning_content="Let me think", reasoning="Hm")]) as server:
        [result], _ = ask(server)
    assert result.text == "42"


def test_missing_usage_is_not_mistaken_for_no_tokens() -> None:
    with LoopbackServer([replying("42", usage=None)]) as server:
        [result], _ = ask(server)
    assert not result.usage.reported
    assert result.cost is None


def test_one_broken_answer_among_many_harms_no_other() -> None:
    with LoopbackServer([status(404)]) as server:
        results, _ = ask_at_once(server, [saying(f"question {n}") for n in range(5)])
    failed = [result for result in results if isinstance(result, LLMError)]
    assert len(failed) == 1
    assert len({result.text for result in results if not isinstance(result, LLMError)}) == 4
