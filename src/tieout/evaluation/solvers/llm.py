"""A language model over HTTP as a solver: prompt in, raw text out."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tieout.evaluation.outcomes import Answer
from tieout.evaluation.prompts import Prompt, Rendered, Truncate
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers.base import Remote, StopRun
from tieout.evaluation.tasks import Task
from tieout.report.errors import InputError

if TYPE_CHECKING:
    from tieout.llm import ChatResult, Client

__all__ = ["LLMSettings", "LLMSolver", "model_named", "parse_llm_spec"]

_TOO_LONG = re.compile(
    r"context[ _]?(length|window|size)|maximum context|too (long|many tokens)|exceeds? .{0,40}(context|tokens)", re.I
)
_SHORTENINGS = 6  # each takes a quarter away, so the last prompt that is tried has 18 % of the length


@dataclass(frozen=True, slots=True)
class LLMSettings:
    """How the model is asked. ``max_chars`` bounds the prompt in characters (None: until the server says it is too long)."""

    temperature: float = 0.0
    max_tokens: int | None = None
    seed: int | None = None
    truncate: Truncate | None = None
    max_chars: int | None = None
    max_connections: int = 8
    timeout_s: float = 300.0
    cost_limit: Decimal | None = None
    cache: Path | None = None
    prices: Path | None = None
    api_key_env: str = "OPENAI_API_KEY"
    json_schema: bool = True

    def client(self, model: str, base_url: str, spent: Decimal = Decimal(0)) -> Client:
        """A client for the endpoint; ``spent`` is what was paid before and counts towards the limit.

        Raises InputError for settings that can't work: a limit that is spent, a limit without a known price.
        """
        from tieout.llm import Client

        limit = self.cost_limit
        if limit is not None and spent >= limit:
            raise InputError(f"the run has cost {spent} already and --cost-limit is {limit}; give a higher limit to go on")
        return Client(
            base_url,
            model,
            api_key_env=self.api_key_env,
            max_connections=self.max_connections,
            timeout=self.timeout_s,
            cache=self.cache,
            cost_limit=None if limit is None else limit - spent,
            prices=self.prices,
        )


def model_named(option: str, spec: str) -> tuple[str, str]:
    """Model and base URL of ``llm:MODEL@BASE_URL``, the value of ``option``; raises InputError for any other value."""
    kind, _, rest = spec.partition(":")
    if kind != "llm":
        raise InputError(f"{option} {spec}: write llm:MODEL@BASE_URL")
    return parse_llm_spec(rest)


def parse_llm_spec(spec: str, kind: str = "llm") -> tuple[str, str]:
    """Model and base URL of ``MODEL@BASE_URL``; raises InputError for anything else, and for a URL that holds a key."""
    model, at, address = spec.rpartition("@http")
    base_url = "http" + address
    try:
        url = urlsplit(base_url)
        valid = bool(at and model and url.hostname) and url.scheme in ("http", "https")
    except ValueError:
        valid = False
    if not valid:
        raise InputError(f"{kind}:{spec}: write {kind}:MODEL@BASE_URL, for example {kind}:NAME@https://api.openai.com/v1")
    if url.username or url.password or url.query:
        raise InputError("the base URL holds a user name, password or query; keys come from the environment (--api-key-env)")
    return model, base_url


class LLMSolver(Remote):
    """``llm:MODEL@BASE_URL``."""

    give_up_after: int | None = 20

    def __init__(
        self,
        task: Task[Any, Any],
        model: str,
        base_url: str,
        settings: LLMSettings,
        *,
        prompt: Prompt | None = None,
        shots: Sequence[tuple[SampleInput, str]] = (),
        spent: Decimal = Decimal(0),
    ) -> None:
        """``spent``: what earlier sessions of the run cost; it counts towards the limit.

        Raises InputError for settings that can't work: no key, a limit that is spent, a limit without a known price.
        """

        self.spec = f"llm:{model}@{base_url}"
        self.connections = settings.max_connections
        self._task = task
        self._model = model
        self._base_url = base_url
        self._settings = settings
        self._prompt = prompt or task.prompt
        self._shots = shots
        self._client = settings.client(model, base_url, spent)

    def identity(self) -> dict[str, Any]:
        settings = self._settings
        return {
            "spec": self.spec,
            "model": self._model,
            "base_url": self._base_url,
            "temperature": settings.temperature,
            "max_tokens": self._max_tokens,
            "truncate": settings.truncate,
            "max_chars": settings.max_chars,
            "json_schema": bool(settings.json_schema and self._task.json_schema),
        }

    def template_hash(self) -> str:
        """Hash of the template and the examples: what all prompts of the run have in common."""
        shown = [self._prompt.template, *(part for sample, output in self._shots for part in (sample.id, output))]
        return hashlib.sha256(json.dumps(shown).encode()).hexdigest()

    def prompt_hash(self, sample: SampleInput) -> str | None:
        return self._rendered(sample, self._settings.max_chars).hash

    async def answer(self, sample: SampleInput, repeat: int) -> Answer:
        """The model's answer; a failed request is an answer with ``error``. Raises StopRun at the cost limit."""
        from tieout.llm import LLMError

        prompt = first = self._rendered(sample, self._settings.max_chars)
        for _ in range(_SHORTENINGS + 1):
            if prompt.dropped:
                return Answer(None, finish_reason="length", cut=True, prompt_hash=first.hash)
            try:
                result = await self._ask(prompt, repeat)
            except LLMError as error:
                if error.kind == "cost-limit":
                    raise StopRun(str(error)) from error
                if not _TOO_LONG.search(str(error)):
                    return Answer(None, error=f"{error.kind}: {error}", prompt_hash=first.hash)
                if self._settings.truncate is None:
                    told = (
                        f"{error.kind}: {error}; --truncate middle, end or drop says what to do with prompts that are too long"
                    )
                    return Answer(None, error=told, prompt_hash=first.hash)
                prompt = self._rendered(sample, prompt.length * 3 // 4)
            else:
                return _answer(result, prompt, first)
        return Answer(None, finish_reason="length", cut=True, prompt_hash=first.hash)

    @property
    def _max_tokens(self) -> int:
        return self._settings.max_tokens or self._task.max_tokens

    def _rendered(self, sample: SampleInput, max_chars: int | None) -> Rendered:
        return self._prompt.render(sample, self._shots, truncate=self._settings.truncate, max_chars=max_chars)

    async def _ask(self, prompt: Rendered, repeat: int) -> ChatResult:
        from tieout.llm import ChatRequest

        settings = self._settings
        # Each repeat is another draw: under one seed a server would hand back the first answer again.
        seed = None if settings.seed is None else settings.seed + repeat
        request = ChatRequest(
            messages=list(prompt.messages),
            temperature=settings.temperature,
            max_tokens=self._max_tokens,
            seed=seed,
            json_schema=self._task.json_schema if settings.json_schema else None,
            repeat=repeat,
        )
        return await self._client.chat(request)


def _answer(result: ChatResult, prompt: Rendered, first: Rendered) -> Answer:
    return Answer(
        output=result.text,
        finish_reason=result.finish_reason,
        refused=result.refused,
        cut=prompt.cut,
        prompt_hash=first.hash,
        usage=asdict(result.usage) if result.usage.reported else None,
        cost=result.cost,
        cached=result.cached,
        latency_s=round(result.latency_s, 3),
    )
