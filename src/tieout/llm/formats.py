"""How a server can be asked for JSON: with a schema, as any object, or not at all; found out once a client."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from tieout.llm.faults import Fault

__all__ = ["Format", "FormatLadder", "response_format"]

Format = Literal["json_schema", "json_object", "text"]

_LADDER: tuple[Format, ...] = ("json_schema", "json_object", "text")
_REFUSED = (400, 422, 501)
# What servers say of a prompt that is too long in any form.
_TOO_LONG = re.compile(r"context[ _]?(length|window|size)|maximum context|too (long|many tokens)", re.IGNORECASE)


class FormatLadder:
    """Remembers the best form of JSON output that the server took.

    Until one was taken, a request that is answered 400 (some servers say 422 or 501) goes down one rung. A
    rung is remembered only once a request on it succeeded: a request that fails on every rung failed for another reason.
    """

    def __init__(self) -> None:
        self.taken: Format | None = None

    def rungs(self, schema: Mapping[str, Any] | None) -> Iterator[Format]:
        """The forms to try in turn for a request with ``schema``."""
        if schema is None:
            yield "text"
        elif self.taken is not None:
            yield self.taken
        else:
            yield from _LADDER

    def took(self, schema: Mapping[str, Any] | None, form: Format) -> None:
        """Remembers that a request with ``schema`` succeeded in this form."""
        if schema is not None and self.taken is None:
            self.taken = form

    def goes_on(self, fault: Fault) -> bool:
        """Whether ``fault`` may be about the form, so that the next rung makes sense."""
        return fault.status in _REFUSED and not _TOO_LONG.search(f"{fault.code} {fault.message}")


def response_format(form: Format, schema: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The request's ``response_format``, or None for plain text."""
    if schema is None or form == "text":
        return None
    if form == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": is_strict(schema), "schema": dict(schema)}}


def is_strict(schema: Mapping[str, Any]) -> bool:
    """Whether every object of the schema names all its properties as required and allows no others.

    Only then may a request say ``strict``: OpenAI answers 400 to any other schema.
    """
    pending: list[Any] = [schema]
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping):
            properties = node.get("properties")
            if isinstance(properties, Mapping):
                if node.get("additionalProperties") is not False or set(node.get("required", ())) != set(properties):
                    return False
            elif node.get("type") == "object":
                return False
            pending.extend(node.values())
        elif isinstance(node, list | tuple):
            pending.extend(node)
    return True
