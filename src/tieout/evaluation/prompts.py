"""Prompts: a template with named places, filled with a sample's own text, as chat messages.

A template is plain text with ``{{name}}`` where a sample's field goes. A line ``=== system`` or ``=== user`` starts that
message; without such lines all of it is the user's message. What is put in is data: it is never looked at for places again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tieout.evaluation.samples import SampleInput
from tieout.report.errors import InputError

__all__ = ["Message", "Prompt", "Rendered", "Truncate", "truncate_modes"]

Message = dict[str, str]
Truncate = Literal["middle", "end", "drop"]

_PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_ROLE = re.compile(r"^=== (\w+)[ \t]*$", re.MULTILINE)
_CUT_MARK = "\n[…]\n"


def truncate_modes() -> tuple[str, ...]:
    return get_args(Truncate)


@dataclass(frozen=True, slots=True)
class Rendered:
    """Messages ready to send; ``cut`` when text was left out of them, ``dropped`` when they are too long to be sent at all."""

    messages: tuple[Message, ...]
    cut: bool = False
    dropped: bool = False

    @property
    def length(self) -> int:
        """Characters of all messages."""
        return sum(len(message["content"]) for message in self.messages)

    @property
    def hash(self) -> str:
        """SHA-256 of the messages: two equal hashes are two equal prompts."""
        return hashlib.sha256(json.dumps(self.messages, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template; ``values(input)`` gives the text for each of its ``places``, of which ``long`` is the one that may be cut."""

    template: str
    places: tuple[str, ...]
    values: Callable[[SampleInput], Mapping[str, str]]
    long: str

    def with_template(self, template: str, where: str) -> Prompt:
        """The same prompt in a user's own words; raises InputError for a place that the task doesn't have."""
        unknown = sorted(set(_PLACE.findall(template)) - set(self.places))
        if unknown:
            raise InputError(f"{where}: no place {{{{{unknown[0]}}}}}; there are {', '.join(self.places)}")
        if not _PLACE.search(template):
            raise InputError(f"{where}: the template has none of the places {', '.join(self.places)}, so no sample would show")
        prompt = replace(self, template=template)
        prompt._parts(where)
        return prompt

    def render(
        self,
        sample: SampleInput,
        shots: Sequence[tuple[SampleInput, str]] = (),
        *,
        truncate: Truncate | None = None,
        max_chars: int | None = None,
    ) -> Rendered:
        """The messages for one sample, after ``shots`` (inputs with their ideal outputs) as earlier turns.

        Longer than ``max_chars``, the text of the long place is cut in the middle or at the end, or the prompt is dropped.
        """
        values = dict(self.values(sample))
        whole = self._messages(values, shots)
        if max_chars is None or truncate is None or whole.length <= max_chars:
            return whole
        if truncate == "drop":
            return replace(whole, dropped=True)
        text = values[self.long]
        keep = len(text) - (whole.length - max_chars) - len(_CUT_MARK)
        if keep < 1:
            return replace(whole, dropped=True)
        values[self.long] = _shortened(text, keep, truncate)
        return replace(self._messages(values, shots), cut=True)

    def _messages(self, values: Mapping[str, str], shots: Sequence[tuple[SampleInput, str]]) -> Rendered:
        system: list[Message] = []
        user: list[str] = []
        for role, text in self._parts("prompt template"):
            if role == "system":
                system.append({"role": role, "content": text})
            else:
                user.append(text)
        messages = list(system)
        for shown, output in shots:
            messages.extend({"role": "user", "content": _filled(text, self.values(shown))} for text in user)
            messages.append({"role": "assistant", "content": output})
        messages.extend({"role": "user", "content": _filled(text, values)} for text in user)
        return Rendered(tuple(messages))

    def _parts(self, where: str) -> list[tuple[str, str]]:
        pieces = _ROLE.split(self.template)
        parts = [("user", pieces[0].strip("\n"))] if pieces[0].strip() else []
        for role, text in zip(pieces[1::2], pieces[2::2], strict=True):
            if role not in ("system", "user"):
                raise InputError(f"{where}: '=== {role}' is no message that can be sent; use system or user")
            parts.append((role, text.strip("\n")))
        return parts


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: values[place.group(1)], template)


def _shortened(text: str, keep: int, truncate: Truncate) -> str:
    if truncate == "end":
        return text[:keep] + _CUT_MARK
    head = (keep + 1) // 2
    return text[:head] + _CUT_MARK + text[len(text) - (keep - head) :]
