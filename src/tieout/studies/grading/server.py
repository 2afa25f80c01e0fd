"""The local page on which people grade: served on loopback, to those who have the link with its token."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tieout.report.errors import InputError
from tieout.studies.grading.items import Item, picture_of
from tieout.studies.grading.store import Grade, Grades

__all__ = ["GradingServer"]

_FILES = {
    "/": ("index.html", "text/html"),
    "/grading.css": ("grading.css", "text/css"),
    "/grading.js": ("grading.js", "text/javascript"),
}
# Nothing is loaded from elsewhere, and no text of a report can become a script.
_POLICY = "; ".join(
    ("default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self'", "connect-src 'self'", "base-uri 'none'")
)
_LONGEST_BODY = 10_000
_LONGEST_LOOK = 1e6


class GradingServer(ThreadingHTTPServer):
    """Serves the items that are assigned to each annotator; `links` is what to hand out."""

    daemon_threads = True

    def __init__(self, items: Mapping[str, Item], lists: Mapping[str, Sequence[str]], grades: Grades, port: int = 0) -> None:
        """``port`` 0 takes a free one. Raises OSError where the port is taken."""
        self.items, self.lists, self.grades = items, lists, grades
        self.token = secrets.token_urlsafe(16)
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def links(self) -> dict[str, str]:
        """A link for each annotator."""
        return {who: f"{self.address}/?who={who}&token={self.token}" for who in self.lists}

    def state(self, who: str) -> dict[str, Any]:
        """The annotator's next table, and how far they are."""
        known = self.grades.of(who)
        own = self.lists[who]
        todo = next((id_ for id_ in own if id_ not in known), None)
        shown = None
        if todo is not None:
            item = self.items[todo]
            shown = {"id": item.id, "report": item.report, "page": item.page, "rows": item.rows}
        return {"all": len(own), "graded": sum(id_ in known for id_ in own), "item": shown}

    def keep(self, who: str, item: str, grade: str | None, seconds: float | None) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.grades.add(Grade(who, item, grade, now, seconds))

    def take_back(self, who: str) -> None:
        """Takes the annotator's last grade back, where there is one."""
        known = self.grades.of(who)
        done = [id_ for id_ in self.lists[who] if id_ in known]
        if done:
            self.keep(who, done[-1], None, None)


@lru_cache(maxsize=64)
def _picture(item: Item) -> bytes | None:
    return picture_of(item)


class _Handler(BaseHTTPRequestHandler):
    server: GradingServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        if not self._host_is_ours():
            return self._fault(403, "this server answers to its own address only")
        if url.path in _FILES:
            name, kind = _FILES[url.path]
            return self._send(200, resources.files(__package__).joinpath("page", name).read_bytes(), kind)
        if not self._allowed(query.get("token")):
            return self._fault(403, "open the link that `tieout grade` printed")
        if url.path == "/picture":
            item = self.server.items.get(query.get("id", ""))
            picture = _picture(item) if item is not None else None
            if picture is None:
                return self._fault(404, "no picture of that page")
            return self._send(200, picture, "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg")
        if url.path == "/next" and query.get("who") in self.server.lists:
            return self._json(self.server.state(query["who"]))
        return self._fault(404, "there is nothing here")

    def do_POST(self) -> None:
        body = self._body()
        if not self._host_is_ours() or not self._allowed(None):
            return self._fault(403, "open the link that `tieout grade` printed")
        if body is None or not isinstance(body.get("who"), str) or body["who"] not in self.server.lists:
            return self._fault(400, "not a grade")
        who = body["who"]
        try:
            if self.path == "/grade":
                if body.get("item") not in self.server.lists[who] or not isinstance(body.get("grade"), str):
                    return self._fault(400, "not a grade of a table that is yours")
                seconds = body.get("seconds")
                seconds = round(seconds, 1) if isinstance(seconds, float | int) and 0 <= seconds < _LONGEST_LOOK else None
                self.server.keep(who, body["item"], body["grade"], seconds)
            elif self.path == "/back":
                self.server.take_back(who)
            else:
                return self._fault(404, "there is nothing here")
        except InputError as error:
            return self._fault(400, str(error))
        except OSError as error:
            return self._fault(507, f"the grade can't be written: {error.strerror or error}")
        return self._json(self.server.state(who))

    def _host_is_ours(self) -> bool:
        """A page elsewhere that makes its name point here (DNS rebinding) still says its own name."""
        port = self.server.server_address[1]
        return self.headers.get("Host") in (f"127.0.0.1:{port}", f"localhost:{port}")

    def _allowed(self, token: str | None) -> bool:
        given = self.headers.get("X-Tieout-Token") or token or ""
        return secrets.compare_digest(given.encode(), self.server.token.encode())

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
        except (ValueError, RecursionError):
            return None
        return content if isinstance(content, dict) else None

    def _json(self, content: Any) -> None:
        self._send(200, json.dumps(content, ensure_ascii=False).encode(), "application/json")

    def _fault(self, code: int, why: str) -> None:
        self._send(code, json.dumps({"error": why}).encode(), "application/json")

    def _send(self, code: int, content: bytes, kind: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: the terminal is for the links."""
