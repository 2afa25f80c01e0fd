"""The API key: read from the environment, put on requests, and kept out of everything else."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, NoReturn

from tieout.report.errors import InputError

if TYPE_CHECKING:
    import httpx

__all__ = ["HiddenKeys", "Secret"]

SHORTEST = 8
"""Keys below this length ("none", "EMPTY") are placeholders for servers that ask for none; they are not worth hiding."""

HIDDEN = "[key]"

_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.http2", "httpcore.proxy", "httpcore.socks")


class Secret:
    """A key that shows itself to nobody but the request it signs: not in ``repr``, not pickled, not in an exception."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    @classmethod
    def from_environment(cls, name: str) -> Secret | None:
        """The key in environment variable ``name``, or None; InputError (without the value) if it can't be a header."""
        value = os.environ.get(name, "").strip()
        if not value:
            return None
        if not all("!" <= c <= "~" for c in value):
            raise InputError(f"the key in {name} holds a space or a character that no HTTP header may hold: set it again")
        return cls(value)

    def sign(self, request: httpx.Request) -> httpx.Request:
        request.headers["Authorization"] = f"Bearer {self._value}"
        return request

    def hide_in(self, text: str) -> str:
        """``text`` with the key replaced, for a server may send back what it was sent."""
        return text.replace(self._value, HIDDEN) if len(self._value) >= SHORTEST else text

    def __repr__(self) -> str:
        return "Secret([key])"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is never pickled")


class HiddenKeys(logging.Filter):
    """Keeps a key out of what the HTTP libraries log at level DEBUG (they log response headers, which may echo it)."""

    def __init__(self, secret: Secret) -> None:
        super().__init__()
        self._secret = secret

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self._secret.hide_in(record.getMessage()), ()
        return True

    def attach(self) -> None:
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self)

    def detach(self) -> None:
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)
