"""A real HTTP server on loopback that answers like an OpenAI-compatible endpoint, or misbehaves in any way that one can.

>>> with LoopbackServer(script=[status(429, retry_after="1"), cut_off()], default=answering(str.upper)) as server:
...     client = Client(server.base_url, "any-model")

Each request takes the next behaviour of ``script``, and ``default`` once the script is used up. What was received is in
``server.received``. A behaviour is a function of one :class:`Exchange`.
"""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

MODEL = "loopback-model"


@dataclass(frozen=True)
class Received:
    """One request as it came in; ``at`` is the monotonic clock, ``in_flight`` counts requests being served, with this one."""

    path: str
    headers: Mapping[str, str]
    body: Any
    at: float
    in_flight: int

    @property
    def prompt(self) -> str:
        """The last message of a chat request."""
        return str(self.body["messages"][-1]["content"])


@dataclass
class Exchange:
    """A request being served, and the means to answer it well or badly."""

    request: Received
    handler: BaseHTTPRequestHandler
    closing: threading.Event

    def send(self, code: int, body: bytes, content_type: str = "application/json", **headers: str) -> None:
        self.head(code, content_type, **{"Content-Length": str(len(body)), **headers})
        self.handler.wfile.write(body)

    def head(self, code: int, content_type: str = "application/json", **headers: str) -> None:
        self.handler.send_response(code)
        for name, value in {"Content-Type": content_type, **headers}.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()

    def wait(self, seconds: float) -> None:
        """Sleeps, but not longer than the server lives."""
        self.closing.wait(seconds)

    def drop(self) -> None:
        """Ends the connection with a reset."""
        connection = self.handler.connection
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.handler.close_connection = True
        connection.close()


Behaviour = Callable[[Exchange], None]


def completion(text: str | None, *, finish_reason: str | None = "stop", usage: Any = "count", **message: Any) -> dict[str, Any]:
    """A chat completion object; usage counts words unless given."""
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": MODEL,
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish_reason},
        ],
    }
    if usage == "count":
        usage = {"prompt_tokens": 10, "completion_tokens": len((text or "").split())}
    if usage is not None:
        answer["usage"] = usage
    return answer


def answering(function: Callable[[str], str], delay: float = 0.0) -> Behaviour:
    """Answers chats with a function of the prompt, and embeddings with vectors made of each text's length."""

    def behave(exchange: Exchange) -> None:
        exchange.wait(delay)
        if exchange.request.path.endswith("/embeddings"):
            return embedding(exchange)
        sent = exchange.request.body["messages"]
        words = sum(len(message["content"].split()) for message in sent)
        text = function(exchange.request.prompt)
        body = completion(text, usage={"prompt_tokens": words, "completion_tokens": len(text.split())})
        exchange.send(200, json.dumps(body).encode())

    return behave


def embedding(exchange: Exchange) -> None:
    """Vectors (length, number of spaces, 1) in reversed order, for the index says which is whose."""
    texts = exchange.request.body["input"]
    data = [{"index": i, "embedding": [len(t), t.count(" "), 1.0]} for i, t in enumerate(texts)]
    usage = {"prompt_tokens": sum(len(t.split()) for t in texts), "total_tokens": 0}
    exchange.send(200, json.dumps({"object": "list", "data": data[::-1], "usage": usage}).encode())


def replying(text: str | None, **details: Any) -> Behaviour:
    """Answers with this text; ``details`` as in :func:`completion`."""
    return body(json.dumps(completion(text, **details)).encode())


def body(content: bytes, content_type: str = "application/json", code: int = 200, **headers: str) -> Behaviour:
    """Answers with these bytes."""
    return lambda exchange: exchange.send(code, content, content_type, **headers)


def status(code: int, message: str = "", *, error_code: str | None = None, retry_after: str | None = None) -> Behaviour:
    """An error in OpenAI's form."""
    content = json.dumps({"error": {"message": message or f"error {code}", "code": error_code}}).encode()
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return lambda exchange: exchange.send(code, content, **headers)


def refusing_format(*refused: str) -> Behaviour:
    """Answers 400 to a ``response_format`` of these types, and JSON to all others."""

    def behave(exchange: Exchange) -> None:
        kind = exchange.request.body.get("response_format", {}).get("type")
        if kind in refused:
            return status(400, f"response_format {kind} is not supported")(exchange)
        return replying('{"value": 1}')(exchange)

    return behave


def slow(seconds: float, then: Behaviour) -> Behaviour:
    """Waits before it answers."""

    def behave(exchange: Exchange) -> None:
        exchange.wait(seconds)
        then(exchange)

    return behave


def dripping(pause: float, pieces: int = 1000) -> Behaviour:
    """Sends a byte at a time, each in time for a read timeout, and never comes to an end."""

    def behave(exchange: Exchange) -> None:
        exchange.head(200, **{"Content-Length": str(pieces)})
        for _ in range(pieces):
            if exchange.closing.is_set():
                return
            exchange.handler.wfile.write(b" ")
            exchange.handler.wfile.flush()
            exchange.wait(pause)

    return behave


def hang() -> Behaviour:
    """Takes the request and never answers."""
    return lambda exchange: exchange.wait(3600)


def cut_off(text: str = "an answer that breaks off", keep: int = 40) -> Behaviour:
    """Promises a whole body, sends ``keep`` bytes of it, and closes the connection."""

    def behave(exchange: Exchange) -> None:
        content = json.dumps(completion(text)).encode()
        exchange.head(200, **{"Content-Length": str(len(content))})
        exchange.handler.wfile.write(content[:keep])
        exchange.handler.close_connection = True

    return behave


def reset() -> Behaviour:
    """Resets the connection instead of answering."""
    return lambda exchange: exchange.drop()


def chunked(text: str, size: int = 7) -> Behaviour:
    """A good answer in chunks of a few bytes."""

    def behave(exchange: Exchange) -> None:
        content = json.dumps(completion(text)).encode()
        exchange.head(200, **{"Transfer-Encoding": "chunked"})
        for start in range(0, len(content), size):
            piece = content[start : start + size]
            exchange.handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        exchange.handler.wfile.write(b"0\r\n\r\n")

    return behave


def redirect(target: str, code: int = 307) -> Behaviour:
    """Sends the client elsewhere."""
    return lambda exchange: exchange.send(code, b"", Location=target)


def endless(code: int = 200) -> Behaviour:
    """A body that never ends, as fast as it is read."""

    def behave(exchange: Exchange) -> None:
        exchange.head(code, **{"Transfer-Encoding": "chunked"})
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        while not exchange.closing.is_set():
            exchange.handler.wfile.write(piece)

    return behave


def echoing_authorization(code: int) -> Behaviour:
    """Puts the Authorization header that it received into body and headers of its answer."""

    def behave(exchange: Exchange) -> None:
        told = f"rejected header {exchange.request.headers.get('Authorization')}"
        answer = completion(told) if code == 200 else {"error": {"message": told}}
        exchange.send(code, json.dumps(answer).encode(), **{"X-Echo": told})

    return behave


@dataclass
class LoopbackServer:
    """Serves until the ``with`` block ends; ``base_url`` is where. ``tls`` shows a certificate that nobody vouches for."""

    script: Iterable[Behaviour] = ()
    default: Behaviour = field(default_factory=lambda: answering(lambda prompt: f"echo: {prompt}"))
    tls: bool = False

    def __post_init__(self) -> None:
        self._script = iter(self.script)
        self._lock = threading.Lock()
        self._in_flight = 0
        self._closing = threading.Event()
        self.received: list[Received] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        if self.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(Path(__file__).with_name("self_signed.pem"))
            self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> LoopbackServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def serve(self, handler: BaseHTTPRequestHandler, content: bytes) -> None:
        with self._lock:
            self._in_flight += 1
            request = Received(
                handler.path, dict(handler.headers.items()), json.loads(content or b"null"), time.monotonic(), self._in_flight
            )
            self.received.append(request)
            behave = next(self._script, self.default)
        try:
            behave(Exchange(request, handler, self._closing))
        finally:
            with self._lock:
                self._in_flight -= 1


def _handler(server: LoopbackServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body go in two writes

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                server.serve(self, content)
            except OSError:  # the client went away, as it should when it has had enough
                self.close_connection = True

        def handle(self) -> None:
            try:
                super().handle()
            except (OSError, ValueError):  # a connection that a behaviour closed
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Silent."""

    return Handler


def closed_port() -> int:
    """A port on loopback on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
