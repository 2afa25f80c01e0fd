"""From the name of a format to the function that applies it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tieout.reading.transformations import dates, numbers, sec, tables
from tieout.reading.transformations.errors import TransformError

__all__ = ["Transform", "lookup", "names", "namespaces", "transform"]

Transform = Callable[[str], str]
"""Takes the text of an element, returns the lexical value; raises `TransformError` where the text doesn't match."""


def _fixed(value: str = "") -> Transform:
    return lambda _text: value


# Families are asked for a function once for each format; what they need of data files is loaded then.
_FAMILIES: dict[str, Callable[..., Transform]] = {
    "fixed": _fixed,
    "number": numbers.notation,
    "numeric": dates.numeric,
    "spaced": dates.spaced,
    "named": dates.named,
    "cjk": dates.cjk,
    "era": dates.era,
    "saka": dates.saka,
    "quarter-end": dates.quarter_end,
    "duration": sec.duration,
    "duration-words": sec.duration_words,
    "number-words": sec.number_words,
    "ballot-box": sec.ballot_box,
    "country": tables.country,
    "state": tables.state,
    "edgar-code": tables.edgar_code,
    "exchange": tables.exchange,
    "filer-category": tables.filer_category,
}


@cache
def _rules() -> dict[str, dict[str, str]]:
    """The rule of every format, by namespace and local name."""
    source = (Path(__file__).parent / "data" / "registries.toml").read_text(encoding="utf-8")
    tables_: dict[str, Any] = tomllib.loads(source)
    return {
        namespace: {name: rule for part in parts for name, rule in _expand(tables_[part])}
        for namespace, parts in tables_["registries"].items()
    }


def _expand(table: dict[str, Any]) -> list[tuple[str, str]]:
    rules = [(name, rule) for name, rule in table.items() if isinstance(rule, str)]
    for pattern, languages in table.get("languages", {}).items():
        name, _, rule = pattern.partition(" = ")
        rules += [(name.replace("*", language), rule.replace("*", language)) for language in languages.split()]
    return rules


@cache
def lookup(namespace: str, local_name: str) -> Transform | None:
    """The function for a format, or None where no registry known here has it."""
    rule = _rules().get(namespace, {}).get(local_name)
    if rule is None:
        return None
    family, *arguments = rule.split()
    return _FAMILIES[family](*arguments)


def transform(namespace: str, local_name: str, text: str) -> str:
    """The lexical value of ``text`` in the given format.

    Raises `TransformError`, with the code ``ixt-format`` where the format is unknown and ``ixt-value`` where the text doesn't
    match.
    """
    function = lookup(namespace, local_name)
    if function is None:
        raise TransformError(f"{{{namespace}}}{local_name}", "a format of a known transformation registry", "ixt-format")
    return function(text)


def namespaces() -> tuple[str, ...]:
    """The namespaces of all registries that are known."""
    return tuple(_rules())


def names(namespace: str) -> tuple[str, ...]:
    """The local names of all formats of a registry; none for an unknown one."""
    return tuple(_rules().get(namespace, ()))
