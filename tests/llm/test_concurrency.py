"""How many requests are on their way, and which goes first."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm.asking import ask_at_once, client_of, saying
from tests.llm.server import Exchange, LoopbackServer, answering, status
from tieout.llm import LLMError, order_by_prefix, shared_prefix
from tieout.llm.faults import Fault
from tieout.llm.limiter import Limiter
from tieout.llm.prefixes import PrefixGate
from tieout.llm.retries import RETRIED_STATUSES, RetryPolicy, retry_after

DOCUMENT = "The company's net sales rose in all segments. " * 200


def test_no_more_requests_are_on_their_way_than_allowed() -> None:
    with LoopbackServer(default=answering(str, delay=0.03)) as server:
        ask_at_once(server, [saying(f"{n}") for n in range(20)], max_connections=3)
    assert max(request.in_flight for request in server.received) == 3


def test_the_limit_halves_once_for_requests_that_were_on_their_way_together() -> None:
    async def run() -> list[int]:
        limiter = Limiter(8)
        async with limiter.slot() as one, limiter.slot() as two:
            one.was_too_much(None)
            two.was_too_much(None)
            limits = [limiter.limit]
        async with limiter.slot() as three:
            three.was_too_much(None)
            limits.append(limiter.limit)
        return limits

    assert asyncio.run(run()) == [4, 2]


def test_the_limit_grows_back_by_one_a_round() -> None:
    async def run() -> list[int]:
        limiter = Limiter(8)
        limits = []
        for _ in range(4):
            async with limiter.slot() as slot:
                slot.was_too_much(None)
        limits.append(limiter.limit)
        for _ in range(100):
            async with limiter.slot() as slot:
                slot.went_well()
            limits.append(limiter.limit)
        return limits

    limits = asyncio.run(run())
    assert limits[0] == 1
    assert limits == sorted(limits)
    assert limits[-1] == 8
    assert all(after - before <= 1 for before, after in pairwise(limits))


def test_a_server_that_bears_two_at_once_is_not_overrun_for_long() -> None:
    """Of 60 requests to a server that says 429 beyond two at once, all are answered, with few rejections."""

    def behave(exchange: Exchange) -> None:
        if exchange.request.in_flight > 2:
            return status(429)(exchange)
        return answering(str, delay=0.01)(exchange)

    with LoopbackServer(default=behave) as server:
        results, client = ask_at_once(
            server,
            [saying(f"{n}") for n in range(60)],
            max_connections=16,
            retries=RetryPolicy(retries=20, base_s=0.02, cap_s=0.1),
        )
    assert not [result for result in results if isinstance(result, LLMError)]
    assert client.stats.retries < 120


def test_retry_after_stops_other_requests_too() -> None:
    with LoopbackServer([status(429, retry_after="1")]) as server:
        ask_at_once(server, [saying(f"{n}") for n in range(4)], max_connections=1)
        first, *others = server.received
    assert all(request.at - first.at >= 1 for request in others)


def test_who_waits_and_is_cancelled_takes_no_place() -> None:
    async def run() -> int:
        limiter = Limiter(1)

        async def hold() -> None:
            async with limiter.slot():
                await asyncio.sleep(60)

        holder, waiter = asyncio.create_task(hold()), asyncio.create_task(hold())
        await asyncio.sleep(0)
        waiter.cancel()
        holder.cancel()
        await asyncio.gather(holder, waiter, return_exceptions=True)
        async with asyncio.timeout(1), limiter.slot():
            return limiter.limit

    assert asyncio.run(run()) == 1


def test_who_is_admitted_and_cancelled_at_once_gives_the_place_back() -> None:
    async def run() -> None:
        limiter = Limiter(1)

        async def use() -> None:
            async with limiter.slot():
                await asyncio.sleep(0)

        async with limiter.slot():
            waiter = asyncio.create_task(use())
            await asyncio.sleep(0)
        waiter.cancel()
        await asyncio.gather(waiter, return_exceptions=True)
        async with asyncio.timeout(1), limiter.slot():
            pass

    asyncio.run(run())


@given(st.lists(st.text(alphabet="ab", max_size=6), max_size=12))
def test_the_order_is_a_permutation_that_shares_at_least_as_much(prompts: list[str]) -> None:
    order = order_by_prefix(prompts)
    assert sorted(order) == list(range(len(prompts)))
    assert shared_prefix([prompts[i] for i in order]) >= shared_prefix(prompts)


def test_shared_prefix_counts_characters_repeated_from_the_prompt_before() -> None:
    assert shared_prefix(["report A: assets", "report A: sales", "report B: sales"]) == len("report A: ") + len("report ")


def test_the_first_of_a_long_prefix_is_answered_before_the_others_are_sent() -> None:
    answered = threading.Event()

    def behave(exchange: Exchange) -> None:
        if exchange.request is server.received[0]:
            exchange.wait(0.2)
            answered.set()
        else:
            went_after.append(answered.is_set())
        answering(len_of, delay=0.1)(exchange)

    def len_of(prompt: str) -> str:
        return str(len(prompt))

    went_after: list[bool] = []
    with LoopbackServer(default=behave) as server:
        results, client = ask_at_once(server, [saying(DOCUMENT + f"Question {n}?") for n in range(4)])
        first, *others = server.received
    assert len(results) == 4
    assert went_after == [True, True, True]
    assert min(request.at for request in others) - first.at >= 0.2
    assert max(request.in_flight for request in others) > 1  # the others go together
    assert client.stats.shared_prefix_chars >= 3 * (len(DOCUMENT) - 256)
    assert client.stats.prompt_chars > 4 * len(DOCUMENT)


def test_prompts_that_share_little_go_at_once() -> None:
    with LoopbackServer(default=answering(str, delay=0.3)) as server:
        ask_at_once(server, [saying(f"Find net sales. {n}") for n in range(4)])
    assert max(request.in_flight for request in server.received) == 4


def test_documents_do_not_wait_for_each_other() -> None:
    with LoopbackServer(default=answering(str, delay=0.5)) as server:
        ask_at_once(server, [saying(f"Company {n}: " + DOCUMENT + f"Question {q}?") for n in range(3) for q in range(2)])
        leaders, others = server.received[:3], server.received[3:]
    assert len({request.prompt[:10] for request in leaders}) == 3
    assert max(request.in_flight for request in leaders) == 3
    assert min(request.at for request in others) - leaders[0].at >= 0.5


def test_if_the_first_fails_another_takes_its_place() -> None:
    with LoopbackServer([status(400)]) as server:
        results, _ = ask_at_once(server, [saying(DOCUMENT + f"{n}?") for n in range(3)])
    assert [isinstance(result, LLMError) for result in results].count(True) == 1


@given(st.lists(st.text(alphabet="ab", min_size=0, max_size=8), max_size=6), st.integers(0, 5))
def test_nobody_waits_for_ever(tails: list[str], failing: int) -> None:
    """Whatever the prompts share, and whoever fails, all get their turn and nothing is left behind."""

    async def run() -> None:
        gate = PrefixGate(worth=512)

        async def take(number: int, tail: str) -> None:
            async with gate.turn("".join(c * 300 for c in tail)):
                await asyncio.sleep(0)
                if number == failing:
                    raise ValueError

        async with asyncio.timeout(5):
            await asyncio.gather(*(take(n, tail) for n, tail in enumerate(tails)), return_exceptions=True)
        assert gate._leading == {}

    asyncio.run(run())


def test_retry_after_is_read_as_seconds_or_a_date() -> None:
    assert retry_after("7") == 7
    assert retry_after("1.5") == 1.5
    assert retry_after("-3") == 0
    date = "Wed, 21 Oct 2015 07:28:30 GMT"
    assert retry_after(date, "Wed, 21 Oct 2015 07:28:00 GMT") == 30
    assert retry_after(date) == 0
    assert all(retry_after(odd) is None for odd in (None, "", "soon", "nan", "inf", "99 99 99"))


@given(st.text())
def test_no_retry_after_breaks_the_reader(value: str) -> None:
    seconds = retry_after(value)
    assert seconds is None or seconds >= 0


@given(st.integers(0, 5000), st.none() | st.floats(0, 1e9))
def test_waits_are_bounded_and_keep_to_retry_after(retries: int, wait_s: float | None) -> None:
    policy = RetryPolicy()
    wait = policy.wait_s(Fault("http", "", 429, True, wait_s), retries)
    if wait_s is None:
        assert 0 <= wait <= policy.cap_s
    else:
        assert min(wait_s, policy.retry_after_cap_s) <= wait <= policy.retry_after_cap_s + policy.base_s


def test_client_errors_are_not_among_the_retried() -> None:
    assert not RETRIED_STATUSES & {400, 401, 403, 404, 405, 413, 415, 422}


def test_a_cancelled_call_leaves_the_client_usable() -> None:
    async def run(server: LoopbackServer) -> str:
        async with client_of(server, max_connections=1) as client:
            call = asyncio.create_task(client.chat(saying("slow")))
            while not server.received:
                await asyncio.sleep(0.01)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            return (await client.chat(saying("quick"))).text

    with LoopbackServer([lambda exchange: exchange.wait(30)]) as server:
        started = time.monotonic()
        assert asyncio.run(run(server)) == "echo: quick"
    assert time.monotonic() - started < 20


@pytest.mark.parametrize("count", [0, 1, 300])
def test_embeddings_come_in_the_order_of_the_texts(count: int) -> None:
    async def run(server: LoopbackServer) -> tuple[tuple[int, ...], list[list[float]]]:
        async with client_of(server) as client:
            vectors = await client.embed(["x" * n for n in range(1, count + 1)])
            assert str(vectors.dtype) == "float32"
            return vectors.shape, vectors.tolist()

    with LoopbackServer() as server:
        shape, vectors = asyncio.run(run(server))
        assert len(server.received) == -(-count // 128)
    assert shape == ((count, 3) if count else (0, 0))
    assert [vector[0] for vector in vectors] == list(range(1, count + 1))
