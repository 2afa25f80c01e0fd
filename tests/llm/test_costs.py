"""Tokens, prices and the limit that holds."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from tests.llm.asking import ask, ask_at_once, saying
from tests.llm.server import LoopbackServer, answering, cut_off, replying, status
from tieout.llm import Client, LLMError, RetryPolicy, Usage
from tieout.llm.prices import find_price
from tieout.report import InputError

TABLE = """
[[model]]
names = ["loopback-*"]
input = 1.00
cached_input = 0.10
output = 10
"""


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(TABLE)
    return path


def test_a_call_costs_what_its_tokens_cost(prices: Path) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 800}}
    with LoopbackServer([replying("12", usage=usage)]) as server:
        [result], client = ask(server, prices=prices)
    # (200 · 1.00 + 800 · 0.10 + 7 · 10) / 1,000,000
    assert result.cost == Decimal("0.00035")
    assert client.stats.cost == result.cost
    assert client.stats.cached_tokens == 800


def test_cached_tokens_are_read_under_their_other_name(prices: Path) -> None:
    with LoopbackServer(
        [replying("12", usage={"prompt_tokens": 100, "completion_tokens": 1, "prompt_cache_hit_tokens": 60})]
    ) as server:
        [result], _ = ask(server, prices=prices)
    assert result.usage == Usage(100, 1, 60)


def test_an_unknown_model_has_no_cost() -> None:
    with LoopbackServer() as server:
        [result], client = ask(server)
    assert result.cost is None
    assert client.stats.cost is None
    assert client.stats.unpriced == 1


@pytest.mark.parametrize(
    "usage", ["many", {"prompt_tokens": -1}, {"prompt_tokens": 2.5}, {"prompt_tokens": True}, {"prompt_tokens": 10**30}]
)
def test_usage_that_makes_no_sense_counts_as_none(usage: object, prices: Path) -> None:
    with LoopbackServer([replying("12", usage=usage)]) as server:
        [result], _ = ask(server, prices=prices)
    assert not result.usage.reported
    assert result.cost is None


def test_a_limit_without_a_price_says_what_to_add() -> None:
    with pytest.raises(LLMError) as caught:
        Client("http://127.0.0.1:1/v1", "home-made", cost_limit=Decimal(1))
    assert caught.value.kind == "cost-limit"
    for needed in ("[[model]]", '"home-made"', '"127.0.0.1"', "input", "output"):
        assert needed in str(caught.value)


def test_a_limit_without_a_bound_for_answers_is_refused(prices: Path) -> None:
    with LoopbackServer() as server, pytest.raises(LLMError, match="max_tokens") as caught:
        ask(server, prices=prices, cost_limit=Decimal(1))
    assert caught.value.kind == "cost-limit"
    assert server.received == []


def long_answers(words: int) -> LoopbackServer:
    return LoopbackServer(default=answering(lambda prompt: " ".join(["word"] * words), delay=0.01))


def test_the_limit_is_never_exceeded(prices: Path) -> None:
    """Each answer costs .0005; of a limit of .0042 eight are paid, and a ninth is not begun."""
    limit = Decimal("0.0042")
    with long_answers(50) as server:
        results, client = ask_at_once(
            server, [saying(f"{n}", max_tokens=50) for n in range(40)], prices=prices, cost_limit=limit
        )
        answered = [result for result in results if not isinstance(result, BaseException)]
        assert len(server.received) == len(answered)
    assert 5 <= len(answered) <= 8
    assert client.stats.cost is not None
    assert client.stats.cost <= limit
    refused = [result for result in results if isinstance(result, BaseException)]
    assert {error.kind for error in refused if isinstance(error, LLMError)} == {"cost-limit"}
    assert "raise the limit" in str(refused[0])


def test_money_set_aside_for_answers_that_turn_out_short_is_used(prices: Path) -> None:
    """Ten answers that may cost .001 each but cost a fiftieth of that fit into a limit of .0015."""
    requests = [saying(f"{n}", max_tokens=100) for n in range(10)]
    with long_answers(2) as server:
        results, _ = ask_at_once(server, requests, prices=prices, cost_limit=Decimal("0.0015"))
    assert not [result for result in results if isinstance(result, BaseException)]


def test_what_broke_off_counts_as_paid(prices: Path) -> None:
    """The server may charge for an answer that never arrived: after two such, the limit for two and a half is reached."""
    with LoopbackServer(default=cut_off()) as server:
        with pytest.raises(LLMError) as caught:
            ask(server, saying("hello", max_tokens=100), prices=prices, cost_limit=Decimal("0.0026"))
        assert len(server.received) == 2
    assert caught.value.kind == "cost-limit"


def test_what_was_rejected_costs_nothing(prices: Path) -> None:
    with LoopbackServer([status(503)] * 5) as server:
        [result], _ = ask(server, saying("hello", max_tokens=100), prices=prices, cost_limit=Decimal("0.0015"))
    assert result.text == "echo: hello"


def test_answers_out_of_the_cache_cost_nothing(prices: Path, tmp_path: Path) -> None:
    settings = {"prices": prices, "cache": tmp_path / "c"}
    with LoopbackServer() as server:
        ask(server, **settings)
        [result], client = ask(server, **settings)
    assert result.cost == Decimal(0)
    assert client.stats.cost == Decimal(0)


def test_the_table_that_ships_knows_common_models_at_their_vendor_only() -> None:
    price = find_price("gpt-4o", "api.openai.com")
    assert price is not None
    assert 0 < price.cached_input < price.input < price.output
    assert find_price("gpt-4o", "localhost") is None


def test_the_table_of_the_user_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[model]]\nnames = ["gpt-4o"]\nhost = "api.openai.com"\ninput = 0.1\noutput = 0.2\n')
    price = find_price("gpt-4o", "api.openai.com", path)
    assert price is not None
    assert (price.input, price.cached_input, price.output) == (Decimal("0.1"), Decimal("0.1"), Decimal("0.2"))
    assert find_price("gpt-4o-mini", "api.openai.com", path) is not None


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("names = [", "TOML"),
        ('model = "gpt"', "double brackets"),
        ("[model]\nnames = []", "double brackets"),
        ("[[model]]\ninput = 1", "names"),
        ('[[model]]\nnames = ["*"]\noutput = 1', "input"),
        ('[[model]]\nnames = ["*"]\ninput = "1"\noutput = 1', "input"),
        ('[[model]]\nnames = ["*"]\ninput = -1\noutput = 1', "input"),
        ('[[model]]\nnames = ["*"]\ninput = nan\noutput = 1', "input"),
    ],
)
def test_a_wrong_table_is_told_with_file_and_field(table: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(table)
    with pytest.raises(InputError, match=told) as caught:
        find_price("m", "h", path)
    assert "own.toml" in str(caught.value)


def test_a_missing_table_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be read"):
        find_price("m", "h", tmp_path / "absent.toml")


def test_retries_that_were_charged_stay_within_the_limit(prices: Path) -> None:
    with LoopbackServer([cut_off()]) as server:
        [result], client = ask(
            server, saying("hello", max_tokens=10), prices=prices, cost_limit=Decimal("0.01"), retries=RetryPolicy(base_s=0.001)
        )
    assert result.cost is not None
    assert client._budget is not None
    assert client._budget.spent > result.cost
