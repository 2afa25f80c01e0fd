"""One HTTP POST: bounded in time and size, never redirected, every failure told in one line."""

from __future__ import annotations

import asyncio
import ipaddress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tieout._version import __version__
from tieout.llm.bounded_json import parse_json
from tieout.llm.errors import one_line
from tieout.llm.faults import Fault
from tieout.llm.retries import RETRIED_STATUSES, is_congestion, retry_after
from tieout.llm.secrets import HiddenKeys, Secret
from tieout.report.errors import InputError

if TYPE_CHECKING:
    import httpx

__all__ = ["Endpoint", "Timeouts", "Transport"]

MAX_RESPONSE = 32_000_000
"""Bytes of an answer that are read; a batch of 128 vectors of 4,096 numbers stays below it."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: to connect, between two pieces of an answer, and for one whole attempt (sending to the last byte)."""

    connect: float = 10.0
    read: float = 300.0
    total: float = 600.0

    @classmethod
    def of(cls, timeout: Timeouts | float | None) -> Timeouts:
        """``timeout`` itself, the defaults for None, or a number as the bound of everything; InputError if not positive."""
        if timeout is None:
            return cls()
        if not isinstance(timeout, Timeouts):
            timeout = cls(min(timeout, cls().connect), timeout, timeout)
        if not min(timeout.connect, timeout.read, timeout.total) > 0:
            raise InputError("a timeout must be more than 0 seconds")
        return timeout


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go, and whether a key may and must go there."""

    base_url: str
    host: str
    encrypted: bool
    loopback: bool

    @classmethod
    def parse(cls, base_url: str) -> Endpoint:
        """Reads a base URL such as ``https://api.openai.com/v1``; InputError if it holds credentials or is no such URL."""
        try:
            parts = urlsplit(base_url)
            host, credentials = parts.hostname, parts.username is not None
            _ = parts.port
        except ValueError:
            raise InputError("the base URL of the endpoint can't be read: expected https://HOST[:PORT]/v1") from None
        if credentials or parts.query or parts.fragment:
            raise InputError("a base URL holds no user, password, query or fragment: the key comes from the environment")
        if parts.scheme not in ("http", "https") or not host:
            raise InputError(f"{one_line(base_url, 80)!r} is no base URL of an endpoint: expected https://HOST[:PORT]/v1")
        return cls(base_url.rstrip("/"), host, parts.scheme == "https", _is_loopback(host))

    @property
    def key_may_travel(self) -> bool:
        """A key goes over TLS, or stays on this machine."""
        return self.encrypted or self.loopback

    @property
    def key_needed(self) -> bool:
        return self.encrypted and not self.loopback


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Transport:
    """Sends JSON to one endpoint and gives JSON back, or raises a Fault."""

    def __init__(self, endpoint: Endpoint, secret: Secret | None, timeouts: Timeouts, connections: int) -> None:
        import httpx

        self._endpoint = endpoint
        self._secret = secret
        self._timeouts = timeouts
        self._filter = HiddenKeys(secret) if secret else None
        try:
            self._http = httpx.AsyncClient(
                timeout=httpx.Timeout(timeouts.read, connect=timeouts.connect, pool=None),
                limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
                follow_redirects=False,
                # A proxy that the environment names is for the world outside: it must not see a key sent to this machine.
                trust_env=not endpoint.loopback,
                # Compressed answers could unpack to any size.
                headers={"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": f"tieout/{__version__}"},
            )
        except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:
            # The error's text may hold the proxy's password.
            kind = type(error).__name__
            raise InputError(f"SSL_CERT_FILE or a proxy setting of the environment can't be used ({kind})") from None

    async def __aenter__(self) -> Transport:
        if self._filter:
            self._filter.attach()
        await self._http.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()
        if self._filter:
            self._filter.detach()

    async def post(self, path: str, body: bytes) -> Any:
        """The parsed answer of status 200 to ``body`` sent to ``path`` below the base URL."""
        import httpx

        try:
            async with asyncio.timeout(self._timeouts.total):
                response, content = await self._exchange(path, body)
        except TimeoutError:
            raise Fault("timeout", f"no answer within {self._timeouts.total:g} s", retry=True, charged=True) from None
        except httpx.ConnectTimeout:
            raise Fault("timeout", f"no connection within {self._timeouts.connect:g} s", retry=True) from None
        except httpx.TimeoutException:
            raise Fault("timeout", f"the server was silent for {self._timeouts.read:g} s", retry=True, charged=True) from None
        except httpx.ConnectError as error:
            raise self._no_connection(error) from None
        except httpx.HTTPError as error:
            message = f"the connection broke: {self._told(str(error) or type(error).__name__)}"
            raise Fault("transport", message, retry=True, charged=True) from None
        if response.status_code != 200:
            raise self._refusal(response, content)
        return self._parsed(response, content)

    async def _exchange(self, path: str, body: bytes) -> tuple[httpx.Response, bytes]:
        sign = self._secret.sign if self._secret else None
        content = bytearray()
        async with self._http.stream(
            "POST",
            self._endpoint.base_url + path,
            content=body,
            headers={"Content-Type": "application/json"},
            auth=sign,
        ) as response:
            if response.headers.get("Content-Encoding", "identity").lower() != "identity":
                raise Fault("bad-response", "the server compressed its answer though asked not to", charged=True)
            async for piece in response.aiter_raw():
                content += piece
                if len(content) > MAX_RESPONSE:
                    raise Fault("bad-response", f"the answer is larger than {MAX_RESPONSE:,} bytes", charged=True)
        return response, bytes(content)

    def _parsed(self, response: httpx.Response, content: bytes) -> Any:
        try:
            return parse_json(content)
        except ValueError as error:
            told = response.headers.get("Content-Type", "no content type")
            message = f"the answer is not JSON ({self._told(str(error), 80)}; content type {self._told(told, 60)})"
            raise Fault("bad-response", message, retry=True, charged=True) from None

    def _refusal(self, response: httpx.Response, content: bytes) -> Fault:
        status = response.status_code
        if response.is_redirect:
            target = self._told(response.headers.get("Location", ""), 100)
            return Fault("http", f"HTTP {status}: redirects are not followed; name the final address ({target})", status)
        try:
            answer = parse_json(content)
        except ValueError:
            answer = None
        message, code = told_error(answer)
        wait_s = retry_after(response.headers.get("Retry-After"), response.headers.get("Date"))
        return http_fault(status, self._told(message or content.decode("utf-8", "replace")), code, wait_s)

    def _no_connection(self, error: Exception) -> Fault:
        told = self._told(str(error))
        if "CERTIFICATE_VERIFY_FAILED" in told:
            advice = "set SSL_CERT_FILE to the certificate of your own authority; verification can't be switched off"
            return Fault("transport", f"the server's certificate is not trusted ({told}): {advice}")
        return Fault("transport", f"no connection ({told}): is the server running, and the address right?", retry=True)

    def _told(self, text: str, most: int = 300) -> str:
        return one_line(self._secret.hide_in(text) if self._secret else text, most)


def told_error(answer: Any) -> tuple[str, str]:
    """The message and code of an error body: OpenAI's ``{"error": {"message", "code"}}`` and its relatives."""
    if not isinstance(answer, dict):
        return "", ""
    error = answer.get("error", answer)
    if isinstance(error, str):
        return error, ""
    if not isinstance(error, dict):
        return "", ""
    message = error.get("message", error.get("detail", ""))
    code = error.get("code") or error.get("type") or ""
    return message if isinstance(message, str) else "", str(code) if isinstance(code, str | int) else ""


def http_fault(status: int, message: str, code: str, wait_s: float | None = None) -> Fault:
    """The fault that an error status stands for, with advice where a person can do something about it."""
    text = f"HTTP {status}: {message}" if message else f"HTTP {status}"
    # An account without money answers 429 too, and stays so however long one waits.
    if code == "insufficient_quota":
        return Fault("http", text, status, code=code)
    retry = status in RETRIED_STATUSES
    return Fault("http", text, status, retry, wait_s, code, congested=is_congestion(status, wait_s))
