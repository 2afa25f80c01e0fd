"""JSON from a server that may be hostile."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

__all__ = ["parse_json", "sound_text"]

MAX_DEPTH = 64

_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?+\Z)|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(content: bytes) -> Any:
    """The value of strict JSON in UTF-8 (RFC 8259), nested at most 64 deep; ValueError says what is wrong with other bytes."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"invalid UTF-8 at byte {error.start}") from None
    _check_depth(content)
    return json.loads(text, parse_constant=_refuse_constant)


def sound_text(text: str) -> str:
    r"""``text`` with lone surrogates (JSON may hold ``"\ud800"``) replaced, for no file or database could store them."""
    return _SURROGATE.sub("\ufffd", text)


def _check_depth(content: bytes) -> None:
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(content):
        first = token.group()[:1]
        if first in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"nested more than {MAX_DEPTH} deep")
        elif first in b"]}":
            depth -= 1


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
