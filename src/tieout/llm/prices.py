"""What tokens cost: the table that ships, and the user's own before it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

from tieout.llm.chat import Usage
from tieout.llm.errors import LLMError
from tieout.report.errors import InputError

__all__ = ["Price", "find_price", "unknown_price"]

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Price per million tokens, exact."""

    input: Decimal
    cached_input: Decimal
    output: Decimal

    def cost(self, usage: Usage) -> Decimal:
        """What these tokens cost."""
        fresh = usage.prompt_tokens - usage.cached_tokens
        total = fresh * self.input + usage.cached_tokens * self.cached_input + usage.completion_tokens * self.output
        return total / MILLION

    def at_most(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """What so many tokens cost if none of the prompt is cached."""
        dearest = max(self.input, self.cached_input)
        return (prompt_tokens * dearest + completion_tokens * self.output) / MILLION


def find_price(model: str, host: str, table: Path | None = None) -> Price | None:
    """The first entry for ``model`` at ``host`` in the user's ``table`` (TOML, as ``prices.toml``), else in ours, else None.

    Raises InputError, with file and entry, for a table that can't be read.
    """
    if table is not None:
        try:
            own = table.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"price table {table} can't be read: {getattr(error, 'strerror', None) or error}") from None
        found = _find(own, str(table), model, host)
        if found is not None:
            return found
    ours = (files("tieout.llm") / "prices.toml").read_text(encoding="utf-8")
    return _find(ours, "prices.toml", model, host)


def unknown_price(model: str, host: str) -> LLMError:
    """The error for a cost limit without a price; it says what to write, and where."""
    entry = f'[[model]] names = ["{model}"] host = "{host}" input = … output = …'
    return LLMError(
        f"a cost limit needs the price of {model!r} at {host}: put into a TOML file, one setting a line, {entry} (price per "
        "million tokens; cached_input if it differs) and give that file as the price table",
        kind="cost-limit",
    )


def _find(text: str, source: str, model: str, host: str) -> Price | None:
    try:
        entries = tomllib.loads(text, parse_float=Decimal).get("model", [])
    except (tomllib.TOMLDecodeError, ArithmeticError) as error:
        raise InputError(f"price table {source} is not valid TOML: {error}") from None
    if not isinstance(entries, list):
        raise InputError(f"price table {source}: write [[model]], with double brackets, above each entry")
    for number, entry in enumerate(entries, 1):
        where = f"price table {source}, entry {number}"
        if not isinstance(entry, dict):
            raise InputError(f"{where}: write [[model]], with double brackets, above each entry")
        names = entry.get("names")
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise InputError(f'{where}: names must be a list such as ["gpt-4o"]')
        if entry.get("host", host) == host and any(fnmatchcase(model, name) for name in names):
            return _price(entry, where)
    return None


def _price(entry: Mapping[str, Any], where: str) -> Price:
    fresh = _amount(entry, "input", where)
    cached = _amount(entry, "cached_input", where) if "cached_input" in entry else fresh
    return Price(fresh, cached, _amount(entry, "output", where))


def _amount(entry: Mapping[str, Any], name: str, where: str) -> Decimal:
    value = entry.get(name)
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite() or value < 0:
        raise InputError(f"{where}: {name} must be a number from 0 up, the price of a million tokens")
    return Decimal(value)
