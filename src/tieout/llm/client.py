"""The client: one model at one endpoint."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.llm.budget import Budget
from tieout.llm.cache import ResponseCache
from tieout.llm.chat import ChatRequest, ChatResult, Usage
from tieout.llm.errors import LLMError
from tieout.llm.exchange import Exchange, Paid
from tieout.llm.faults import Fault
from tieout.llm.formats import Format, FormatLadder, response_format
from tieout.llm.prefixes import PrefixGate
from tieout.llm.prices import find_price, unknown_price
from tieout.llm.responses import Completion, read_completion, read_vectors
from tieout.llm.retries import RetryPolicy
from tieout.llm.secrets import Secret
from tieout.llm.stats import Stats
from tieout.llm.transport import Endpoint, Timeouts, Transport
from tieout.report.errors import InputError, Notice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Client"]

CACHE_VERSION = 1
"""Part of every cache key: to be raised when the meaning of a kept answer changes."""

BATCH_TEXTS = 128
BATCH_CHARS = 200_000


class Client:
    """Asks ``model`` at ``base_url``; use it as an async context manager.

    ``api_key_env`` names the environment variable with the key; a server on this machine needs none. At most
    ``max_connections`` requests are on their way at once, fewer while the server says that it is too much. ``timeout`` is
    in seconds: a number bounds each attempt as a whole, a :class:`Timeouts` its parts too. ``cache`` is a SQLite file
    (made if absent), ``prices`` a TOML table asked before ours, ``cost_limit`` the most that may be spent.

    Raises InputError for a setting that can't be right, LLMError of kind ``cost-limit`` for a limit without a price.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key_env: str = "OPENAI_API_KEY",
        max_connections: int = 8,
        timeout: Timeouts | float | None = None,
        cache: Path | None = None,
        cost_limit: Decimal | None = None,
        prices: Path | None = None,
        retries: RetryPolicy | None = None,
    ) -> None:
        if not model:
            raise InputError("a client needs the name of a model")
        if max_connections < 1:
            raise InputError(f"max_connections is {max_connections}, but must be at least 1")
        self._endpoint = Endpoint.parse(base_url)
        self.base_url = self._endpoint.base_url
        self.model = model
        self._secret = Secret.from_environment(api_key_env) if self._endpoint.key_may_travel else None
        if self._secret is None and self._endpoint.key_needed:
            raise InputError(f"{self._endpoint.host} needs a key: set the environment variable {api_key_env}")
        price = find_price(model, self._endpoint.host, prices)
        if cost_limit is not None and price is None:
            raise unknown_price(model, self._endpoint.host)
        self._budget = Budget(cost_limit, price) if cost_limit is not None and price is not None else None
        self._exchange = Exchange(max_connections, retries or RetryPolicy(), price, self._budget)
        self._timeouts = Timeouts.of(timeout)
        self._connections = max_connections
        self._cache_path = cache
        self._cache: ResponseCache | None = None
        self._open = AsyncExitStack()
        self._gate = PrefixGate()
        self._ladder = FormatLadder()
        self._length_field = "max_tokens"

    def __repr__(self) -> str:
        return f"Client({self.base_url!r}, {self.model!r})"

    async def __aenter__(self) -> Client:
        async with AsyncExitStack() as opening:
            if self._cache_path is not None:
                self._cache = await asyncio.to_thread(ResponseCache, self._cache_path)
                opening.callback(self._cache.close)
            transport = Transport(self._endpoint, self._secret, self._timeouts, self._connections)
            self._exchange.transport = await opening.enter_async_context(transport)
            self._open = opening.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._exchange.transport = None
        await self._open.aclose()

    @property
    def stats(self) -> Stats:
        """What this client did and spent so far."""
        return self._exchange.stats

    @property
    def notices(self) -> list[Notice]:
        """What the user should know, and that stopped nothing (a broken cache that was set aside)."""
        return list(self._cache.notices) if self._cache else []

    @property
    def json_output(self) -> Format | None:
        """The form of JSON output that the server took (``json_schema``, ``json_object``, ``text``); None before the first."""
        return self._ladder.taken

    async def chat(self, request: ChatRequest) -> ChatResult:
        """The answer to ``request``, out of the cache if it holds one; LLMError if there is none after all retries.

        A truncated, filtered or refused answer is a result, not an error: see ``finish_reason`` and ``refused``.
        """
        if self._budget is not None and request.max_tokens is None:
            raise LLMError("a cost limit needs max_tokens: without it an answer may cost any amount", kind="cost-limit")
        schema = None if request.json_schema is None else dict(request.json_schema)
        key = self._key("chat", {**request.payload(), "schema": schema, "repeat": request.repeat})
        kept = await self._kept(key)
        if kept is not None:
            return ChatResult(**{**kept, "usage": Usage(**kept["usage"]), "cost": Decimal(0)})
        prompt = request.prompt()
        async with self._gate.turn(prompt) as shared:
            self.stats.prompt_chars += len(prompt)
            self.stats.shared_prefix_chars += shared
            try:
                result = await self._asked(request)
            except Fault as fault:
                raise self._error(fault) from None
        await self._keep(key, {**asdict(result), "cost": None, "cached": True})
        return result

    async def embed(self, texts: Sequence[str], *, dimensions: int | None = None) -> NDArray[np.float32]:
        """The embeddings of ``texts``, one row each, float32; an array of shape (0, 0) for no texts.

        Texts are sent in batches, equal ones once, and cached one by one. ``dimensions`` asks for shorter vectors, where
        the model can. Raises LLMError.
        """
        import numpy as np

        keys = [self._key("embedding", {"text": text, "dimensions": dimensions}) for text in texts]
        rows: dict[str, NDArray[np.float32]] = {}
        for key in dict.fromkeys(keys) if self._cache else ():
            kept = await self._kept(key)
            if kept is not None:
                rows[key] = np.frombuffer(base64.b64decode(kept["vector"]), dtype="<f4").astype(np.float32)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}

        async def fetch(batch: list[str]) -> None:
            vectors = await self._vectors([missing[key] for key in batch], dimensions)
            for key, vector in zip(batch, vectors, strict=True):
                rows[key] = np.asarray(vector, dtype=np.float32)
                await self._keep(key, {"vector": base64.b64encode(rows[key].astype("<f4").tobytes()).decode()})

        try:
            async with asyncio.TaskGroup() as group:
                for batch in _batches(missing):
                    group.create_task(fetch(batch))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        if len({len(row) for row in rows.values()}) > 1:
            raise self._error(Fault("bad-response", "embeddings of different lengths"))
        return np.stack([rows[key] for key in keys]) if keys else np.zeros((0, 0), dtype=np.float32)

    async def _asked(self, request: ChatRequest) -> ChatResult:
        """Asks in the best form that the server takes."""
        first: Fault | None = None
        for form in self._ladder.rungs(request.json_schema):
            try:
                result = await self._completed(request, form)
            except Fault as fault:
                first = first or fault
                if not self._ladder.goes_on(fault):
                    break
            else:
                self._ladder.took(request.json_schema, form)
                return result
        assert first is not None  # noqa: S101 - a ladder has at least one rung
        raise first

    async def _completed(self, request: ChatRequest, form: Format) -> ChatResult:
        field = self._length_field
        try:
            return self._result(await self._sent(request, form))
        except Fault as fault:
            if fault.code == "content_filter":  # some services filter the prompt itself, and answer 400
                return ChatResult("", "content_filter", True, Usage(reported=False), None, False, 0.0)
            # Newer models know the bound of the answer's length under a new name only.
            if fault.status != 400 or field != "max_tokens" or "max_completion_tokens" not in fault.message:
                raise
        self._length_field = "max_completion_tokens"
        return self._result(await self._sent(request, form))

    async def _sent(self, request: ChatRequest, form: Format) -> Paid[Completion]:
        payload = {"model": self.model, **request.payload()}
        if "max_tokens" in payload:
            payload[self._length_field] = payload.pop("max_tokens")
        asked = response_format(form, request.json_schema)
        if asked is not None:
            payload["response_format"] = asked
        return await self._exchange.post("/chat/completions", payload, request.max_tokens or 0, read_completion)

    def _result(self, paid: Paid[Completion]) -> ChatResult:
        completion = paid.answer
        return ChatResult(
            text=self._hidden(completion.text),
            finish_reason=self._hidden(completion.finish_reason),
            refused=completion.refused,
            usage=completion.usage,
            cost=paid.cost,
            cached=False,
            latency_s=paid.latency_s,
            model=self._hidden(completion.model),
        )

    async def _vectors(self, texts: list[str], dimensions: int | None) -> list[list[float]]:
        payload: dict[str, Any] = {"model": self.model, "input": texts, "encoding_format": "float"}
        if dimensions is not None:
            payload["dimensions"] = dimensions
        try:
            paid = await self._exchange.post("/embeddings", payload, 0, lambda answer: read_vectors(answer, len(texts)))
        except Fault as fault:
            raise self._error(fault) from None
        return paid.answer.rows

    def _key(self, what: str, asked: Mapping[str, Any]) -> str:
        """The place of an answer in the cache: a hash of all that may change it. The API key is no part of it."""
        whole = json.dumps([CACHE_VERSION, what, self.base_url, self.model, asked])
        return hashlib.sha256(whole.encode()).hexdigest()

    async def _kept(self, key: str) -> dict[str, Any] | None:
        if self._cache is None:
            return None
        text = await asyncio.to_thread(self._cache.get, key)
        if text is None:
            return None
        self.stats.cache_hits += 1
        found: dict[str, Any] = json.loads(text)
        return found

    async def _keep(self, key: str, answer: dict[str, Any]) -> None:
        if self._cache is not None:
            await asyncio.to_thread(self._cache.put, key, json.dumps(answer, ensure_ascii=False))

    def _hidden(self, text: str) -> str:
        return self._secret.hide_in(text) if self._secret else text

    def _error(self, fault: Fault) -> LLMError:
        return LLMError(f"{self.model} at {self.base_url}: {self._hidden(fault.message)}", kind=fault.kind, status=fault.status)


def _batches(texts: Mapping[str, str]) -> Iterator[list[str]]:
    """Keys of ``texts`` in batches of bounded count and length."""
    batch: list[str] = []
    chars = 0
    for key, text in texts.items():
        if batch and (len(batch) == BATCH_TEXTS or chars + len(text) > BATCH_CHARS):
            yield batch
            batch, chars = [], 0
        batch.append(key)
        chars += len(text)
    if batch:
        yield batch
