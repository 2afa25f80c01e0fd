"""Downloads that are polite and whole.

An agent says who asks, the rate is bounded, a busy server is waited for, what broke off is gone on with, and no file is in its
place before all of it is there.
"""

from __future__ import annotations

import errno
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit, urlunsplit

from tieout._version import __version__
from tieout.report.errors import InputError, TieoutError

if TYPE_CHECKING:
    import httpx

__all__ = ["FetchError", "Fetcher", "Received"]

_TRIES = 5
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 60.0
_BUSY = (429, 500, 502, 503, 504)
_LONGEST_JSON = 500_000_000
_REDIRECTS = 5
_MOST_PAGES = 1000
_PART = ".part"


class FetchError(TieoutError):
    """A server gave no answer, or none that can be used. ``status`` is its HTTP status, where it gave one.

    ``lasting``: the next question would fare no better, as the server can't be reached, is busy, or refuses who asks.
    """

    def __init__(self, message: str, status: int | None = None, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.status, self.lasting = status, lasting


class _Broken(Exception):
    """A try that may be made again; ``pause`` is how long the server asks to wait."""

    def __init__(self, why: str, status: int | None = None, pause: float | None = None) -> None:
        super().__init__(why)
        self.status, self.pause = status, pause


@dataclass(frozen=True, slots=True)
class Received:
    """A file that is whole: where from, how large, its SHA-256, and when it came."""

    path: Path
    url: str
    size: int
    sha256: str
    fetched: str


class Fetcher:
    """Gets files and JSON. Use it as a context manager; not for several threads at once."""

    def __init__(
        self,
        agent: str,
        rate: float = 4.0,
        *,
        mirror: str | None = None,
        timeout: float = 60.0,
        say: Callable[[str], None] = lambda line: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``agent`` is who asks, with an address; ``rate`` requests a second at most; ``mirror`` replaces all hosts.

        Raises InputError for an agent without an address, which the SEC would refuse, and for a mirror that is no URL.
        """
        if "@" not in agent or any(ord(c) < 32 for c in agent) or not agent.isascii():
            raise InputError(
                "say who asks, with an address: --agent 'Name name@example.com', or TIEOUT_AGENT in the environment"
            )
        self._mirror = None if mirror is None else _mirror(mirror)
        self._agent = f"{agent} (tieout {__version__})"
        self._pause, self._last = 1 / rate, 0.0
        self._timeout, self._say, self._sleep = timeout, say, sleep
        self._client: httpx.Client | None = None

    def __enter__(self) -> Fetcher:
        import httpx

        timeouts = httpx.Timeout(self._timeout, connect=min(10.0, self._timeout))
        headers = {"User-Agent": self._agent, "Accept-Encoding": "identity"}
        self._client = httpx.Client(headers=headers, timeout=timeouts, follow_redirects=False)
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close()

    def json(self, url: str, params: Mapping[str, str] | None = None) -> Any:
        """The JSON at ``url``. Raises FetchError."""
        return self._json(url, params)[0]

    def pages(self, url: str, params: Mapping[str, str] | None = None) -> Iterator[Any]:
        """The JSON at ``url`` and at what its answers name as the next page (RFC 8288). Raises FetchError."""
        following: str | None = url
        for _ in range(_MOST_PAGES):
            if following is None:
                return
            content, following = self._json(following, params)
            params = None
            yield content
        raise FetchError(f"{_shown(url)}: more than {_MOST_PAGES} pages")

    def _json(self, url: str, params: Mapping[str, str] | None) -> tuple[Any, str | None]:
        def once() -> tuple[bytes, str | None]:
            content = bytearray()
            with self._asked(url, params, {}) as answer:
                for chunk in _chunks(answer):
                    content += chunk
                    if len(content) > _LONGEST_JSON:
                        raise FetchError(f"{_shown(url)}: the answer has more than {_LONGEST_JSON:,} bytes")
                _check_whole(answer, len(content))
                target = answer.links.get("next", {}).get("url")
                return bytes(content), str(answer.url.join(target)) if target else None

        content, following = self._again(url, once)
        try:
            return json.loads(content), following
        except (ValueError, RecursionError):
            raise FetchError(f"{_shown(url)}: the answer is no JSON") from None

    def download(
        self,
        url: str,
        target: Path,
        *,
        params: Mapping[str, str] | None = None,
        sha256: str | None = None,
        size: int | None = None,
    ) -> Received:
        """The file at ``url``, as ``target``, which appears when all of it is there and its hash is right.

        What broke off is gone on with, in this call and in the next one, where the server can. Raises FetchError; InputError
        where the disk is full or the place can't be written, and then nothing is left behind.
        """
        part = target.with_name(target.name + _PART)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._again(url, lambda: self._some_more(url, params, part))
            digest, length = _digest(part)
            if (sha256 is not None and digest != sha256.lower()) or (size is not None and length != size):
                _forget(part)
                raise FetchError(
                    f"{_shown(url)}: what came is not what was announced ({length:,} bytes, SHA-256 {digest}); try again"
                )
            part.replace(target)
            _tag_file(part).unlink(missing_ok=True)
        except OSError as error:
            _forget(part)
            why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else (error.strerror or str(error))
            raise InputError(f"{target}: can't be written: {why}") from None
        return Received(target, _shown(url), length, digest, datetime.now(UTC).isoformat(timespec="seconds"))

    def _some_more(self, url: str, params: Mapping[str, str] | None, part: Path) -> None:
        """What is missing of ``part``: the rest where the server still has the same file, else all of it."""
        tag_file = _tag_file(part)
        have = part.stat().st_size if part.exists() else 0
        tag = tag_file.read_text(encoding="ascii") if have and tag_file.exists() else ""
        headers = {"Range": f"bytes={have}-", "If-Range": tag} if tag else {}
        with self._asked(url, params, headers) as answer:
            if answer.status_code == 416:  # all of it was there (or more than the server has) when the last call was killed
                _forget(part)
                raise _Broken("the server has no more of the file than came before")
            going_on = answer.status_code == 206 and answer.headers.get("content-range", "").startswith(f"bytes {have}-")
            if answer.status_code == 206 and not going_on:
                _forget(part)
                raise _Broken("the server sent another part than was asked for")
            if not going_on:
                part.write_bytes(b"")  # before the new tag: a kill in between must not leave the old bytes under it
            strong = answer.headers.get("etag", "")
            if strong and not strong.startswith("W/") and strong.isascii():
                tag_file.write_text(strong, encoding="ascii")
            else:
                tag_file.unlink(missing_ok=True)
            came = 0
            with part.open("ab") as handle:
                for chunk in _chunks(answer):
                    handle.write(chunk)
                    came += len(chunk)
            _check_whole(answer, came)

    def _again(self, url: str, once: Callable[[], Any]) -> Any:
        pause, asked = _FIRST_PAUSE, _shown(self._mirrored(url))
        for left in range(_TRIES - 1, -1, -1):
            try:
                return once()
            except _Broken as broken:
                if not left:
                    raise FetchError(f"{asked}: {broken}, {_TRIES} times", broken.status, lasting=True) from None
                wait = min(broken.pause if broken.pause is not None else pause, _LONGEST_PAUSE)
                self._say(f"{asked}: {broken}; again in {wait:g} s")
                self._sleep(wait)
                pause *= 2
        raise AssertionError("a loop of tries ends in one of its branches")

    @contextmanager
    def _asked(self, url: str, params: Mapping[str, str] | None, headers: Mapping[str, str]) -> Iterator[httpx.Response]:
        import httpx

        if self._client is None:
            raise AssertionError("a Fetcher is used as a context manager")
        where = self._mirrored(url)
        for _ in range(_REDIRECTS):
            self._take_turn()
            try:
                with self._client.stream("GET", where, params=dict(params or {}) or None, headers=dict(headers)) as answer:
                    if answer.is_redirect:
                        where, params = self._redirected(answer), None
                        continue
                    _check_status(answer, self._mirrored(url), ranged="Range" in headers)
                    yield answer
                    return
            except httpx.HTTPError as error:
                raise _Broken(f"no answer ({type(error).__name__})") from None
        raise FetchError(f"{_shown(url)}: too many redirects")

    def _redirected(self, answer: httpx.Response) -> str:
        target = str(answer.url.join(answer.headers.get("location", "")))
        if urlsplit(target).scheme != answer.url.scheme:
            raise FetchError(f"{_shown(str(answer.url))}: leads to {_shown(target)}, which is not {answer.url.scheme}")
        return target

    def _mirrored(self, url: str) -> str:
        if self._mirror is None:
            return url
        parts = urlsplit(url)
        return urlunsplit((self._mirror.scheme, self._mirror.netloc, parts.path, parts.query, ""))

    def _take_turn(self) -> None:
        wait = self._last + self._pause - time.monotonic()
        if wait > 0:
            self._sleep(wait)
        self._last = time.monotonic()


def _mirror(url: str) -> SplitResult:
    """Raises InputError for what can't be the address of a server."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # of brackets and ports that are none
        usable = False
    if not usable:
        raise InputError(f"--mirror {url}: write http://HOST[:PORT] or https://HOST")
    return parts


def _check_status(answer: httpx.Response, url: str, ranged: bool = False) -> None:
    status = answer.status_code
    if status in (200, 206) or (status == 416 and ranged):
        return
    if status in _BUSY:
        raise _Broken(f"the server is busy ({status})", status, _asked_pause(answer.headers.get("retry-after")))
    if status == 404:
        raise FetchError(f"{_shown(url)}: is not there (404)", status)
    if status in (401, 403):
        advice = "check the key, and that --agent says who asks"
        raise FetchError(f"{_shown(url)}: the server refuses ({status}): {advice}", status, lasting=True)
    raise FetchError(f"{_shown(url)}: the server answers {status}", status)


def _asked_pause(header: str | None) -> float | None:
    """Seconds of a Retry-After header (RFC 9110, 10.2.3); a date counts as none."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None


def _chunks(answer: httpx.Response) -> Iterator[bytes]:
    import httpx

    try:
        yield from answer.iter_raw()  # as it comes: what is held back for a round size would be lost when it breaks off
    except httpx.HTTPError as error:
        raise _Broken(f"the answer broke off ({type(error).__name__})") from None


def _check_whole(answer: httpx.Response, came: int) -> None:
    length = answer.headers.get("content-length")
    if length and length.isdigit() and not answer.headers.get("content-encoding") and came != int(length):
        raise _Broken(f"the answer broke off after {came:,} of {int(length):,} bytes")


def _tag_file(part: Path) -> Path:
    """Where the version of a half-fetched file is noted."""
    return part.with_name(part.name + ".tag")


def _forget(part: Path) -> None:
    for path in (part, _tag_file(part)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _digest(path: Path) -> tuple[str, int]:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest(), path.stat().st_size


def _shown(url: str) -> str:
    """Without the query: that is where keys are."""
    return urlunsplit((*urlsplit(url)[:3], "", ""))
