"""What became of one sample: the answer as it came, and the outcome that it counts as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, get_args

from tieout.report.errors import TieoutError

__all__ = ["OUTCOMES", "Abstained", "Answer", "Outcome", "Unparsable"]

Outcome = Literal["ok", "abstained", "unparsable", "truncated", "refused", "error"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""In the order in which they are shown. All but ``ok`` and ``error`` count as wrong; ``error`` is no answer at all."""


class Unparsable(TieoutError):
    """A parser's word that an output holds no prediction; the message says what was missing."""


class Abstained(TieoutError):
    """A parser's word that an output says, in the task's own form, that there is no answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver gave for one sample, before any parsing.

    ``output`` is the text as it came (None: the solver abstained). ``error`` is set when the endpoint or our own code failed;
    then there is no answer. ``cut`` tells that the prompt had to be shortened to fit (`--truncate`). ``prompt_hash`` is
    the hash of the messages sent or, where nothing is sent, of the sample's fields.
    """

    output: str | None
    finish_reason: str = "stop"
    refused: bool = False
    error: str | None = None
    cut: bool = False
    prompt_hash: str | None = None
    usage: Mapping[str, int] | None = None
    cost: Decimal | None = None
    cached: bool = False
    latency_s: float | None = None
    evidence: Any = None
