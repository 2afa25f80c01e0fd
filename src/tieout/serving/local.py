"""A small HTTP server for one person's browser: its own address only, a token where it is asked for, nothing from elsewhere."""

from __future__ import annotations

import ipaddress
import json
import os
import secrets
import socket
import traceback
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

__all__ = ["LocalHandler", "LocalServer", "is_loopback"]

_LONGEST_BODY = 1_000_000


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class LocalServer(ThreadingHTTPServer):
    """Serves with a handler derived from `LocalHandler`. Where ``token`` is given, every request has to know it."""

    daemon_threads = True

    def __init__(self, handler: type[LocalHandler], host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> None:
        """``port`` 0 takes a free one. Raises OSError where the port is taken or the address isn't this machine's."""
        self.host, self.token = host, token
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), handler)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """What to type into a browser, without a token."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def is_own(self, host: str | None) -> bool:
        """Whether a Host header names this server: a page elsewhere whose name points here (DNS rebinding) says its own.

        A server that listens wider may go by any name; there the token tells friend from foe.
        """
        if not is_loopback(self.host):
            return host is not None and self.token is not None
        names = {self.host, "localhost", "127.0.0.1", "[::1]"}
        return host in {f"{name}:{self.port}" for name in names} | (names if self.port == 80 else set())


class LocalHandler(BaseHTTPRequestHandler):
    """Answers ``get`` and ``post``, which derived classes define, after the checks that every request has to pass."""

    server: LocalServer
    protocol_version = "HTTP/1.1"
    timeout = 60
    policy = "default-src 'none'"
    """The content security policy of every answer that brings none of its own."""
    refusal = "open the link with the token that was printed"

    def get(self, path: str, query: Mapping[str, str]) -> None:
        raise NotImplementedError

    def post(self, path: str, body: dict[str, Any]) -> None:
        raise NotImplementedError

    def do_GET(self) -> None:
        if not self.path.startswith("/"):  # an address as one asks a proxy
            return self.fault(400, "this server answers to paths only")
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        if not self.server.is_own(self.headers.get("Host")):
            return self.fault(403, "this server answers to its own address only")
        if self.server.token is not None and "token" in query and self.is_allowed(query["token"]):
            rest = urlencode({k: v for k, v in query.items() if k != "token"})
            return self._remember(url.path + (f"?{rest}" if rest else ""))
        if not self.is_allowed(None) and not self.is_public(url.path):
            return self.fault(403, self.refusal)
        return self._guarded(lambda: self.get(url.path, query))

    def do_POST(self) -> None:
        body = self._body()
        if not self.path.startswith("/"):
            return self.fault(400, "this server answers to paths only")
        if not self.server.is_own(self.headers.get("Host")) or not self._is_from_here():
            return self.fault(403, "this server answers to its own pages only")
        if not self.is_allowed(None):
            return self.fault(403, self.refusal)
        if body is None:
            return self.fault(400, "the request is no JSON object, or too long")
        return self._guarded(lambda: self.post(urlsplit(self.path).path, body))

    def _guarded(self, answer: Callable[[], None]) -> None:
        """What nobody foresaw is told to the page, and the next request served."""
        try:
            answer()
        except ConnectionError:
            raise
        except Exception as e:
            if os.environ.get("TIEOUT_DEBUG", "") not in ("", "0"):
                traceback.print_exc()
            line = " ".join(str(e).split())[:300]
            self.fault(500, f"a fault of tieout, not of your input: {type(e).__name__}: {line}")

    def is_public(self, path: str) -> bool:
        """Whether the path may be seen without the token."""
        return False

    def is_allowed(self, token: str | None) -> bool:
        """Whether the request knows the token: by its header, its cookie, or as given."""
        if self.server.token is None:
            return True
        known = self.server.token.encode()
        given = (token, self.headers.get("X-Tieout-Token"), self._cookie())
        return any(secrets.compare_digest(one.encode(), known) for one in given if one)

    def _cookie(self) -> str | None:
        try:
            cookie = SimpleCookie(self.headers.get("Cookie") or "")
        except CookieError:
            return None
        found = cookie.get(self._cookie_name())
        return found.value if found is not None else None

    def _cookie_name(self) -> str:
        return f"tieout-{self.server.port}"  # cookies are shared among the ports of a host

    def _remember(self, path: str) -> None:
        self.send_response(303)
        self.send_header("Location", "/" + path.lstrip("/"))
        self.send_header("Set-Cookie", f"{self._cookie_name()}={self.server.token}; Path=/; HttpOnly; SameSite=Lax")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _is_from_here(self) -> bool:
        """A page elsewhere can make a browser send a request here, but not without saying where it comes from."""
        origin = self.headers.get("Origin")
        if origin is not None:
            return origin == f"http://{self.headers.get('Host')}"
        return self.headers.get("Sec-Fetch-Site") in (None, "same-origin")

    def _body(self) -> dict[str, Any] | None:
        try:
            length = int(self.headers.get("Content-Length") or 0)
        except ValueError:
            length = -1
        if not 0 <= length <= _LONGEST_BODY:
            self.close_connection = True
            return None
        try:
            content = json.loads(self.rfile.read(length))
            json.dumps(content, ensure_ascii=False).encode()  # half a surrogate pair is no text: nothing could keep it
        except (ValueError, RecursionError):
            return None
        return content if isinstance(content, dict) else None

    def json(self, content: Any, status: int = 200) -> None:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        # What of a file's name is no UTF-8 is half a surrogate pair in Python; the way to replace it is JSON's to write it.
        self.answer(text.encode("utf-8", "backslashreplace"), "application/json", status)

    def fault(self, status: int, why: str) -> None:
        """An answer that says in one line what was wrong."""
        self.json({"error": why}, status)

    def answer(
        self, content: bytes, kind: str, status: int = 200, policy: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """Sends one answer, with the headers that keep a browser from doing anything else with it."""
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", policy or self.policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        for name, value in ({"Cache-Control": "no-store"} | dict(headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (BrokenPipeError, ConnectionResetError):  # the browser has gone on to another page
            self.close_connection = True

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the terminal is for the links."""
