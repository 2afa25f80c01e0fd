"""The phrases of ``phrases.toml``, and patterns made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["any_of", "phrases", "plain", "squeezed"]

_APOSTROPHES = re.compile(r"[’'`´.]")
_OTHER = re.compile(r"[^\w&]+|_")


@cache
def phrases() -> dict[str, Any]:
    """The tables of the data file."""
    return tomllib.loads(files(__package__).joinpath("phrases.toml").read_text(encoding="utf-8"))


def plain(text: str) -> str:
    """Words in lower case, parted by single spaces; apostrophes and full stops fall out, so that "D.C." is "dc"."""
    return _OTHER.sub(" ", _APOSTROPHES.sub("", text.casefold())).strip()


def squeezed(text: str) -> str:
    """The same without white space, as OCR sets it anywhere."""
    return plain(text).replace(" ", "")


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of the words, longer ones first."""
    return "(?:" + "|".join(re.escape(word) for word in sorted(set(words), key=lambda w: (-len(w), w))) + ")"
