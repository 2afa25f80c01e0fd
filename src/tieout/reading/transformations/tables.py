"""Formats that look a name up: the SEC's countries, states, exchanges and filer categories.

A name matches whatever the case of the first letters of its words and whatever white space stands between them; as in the SEC's
registry, a name in capitals does not, and a no-break space around it is not ignored.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tieout.reading.transformations.errors import TransformError
from tieout.reading.transformations.numbers import SPACES

__all__ = ["country", "edgar_code", "exchange", "filer_category", "state"]

_LONGEST = 200
_FIRST_LETTERS = re.compile(r"(?<!\w)\w")
_OPTIONAL = re.compile(r"\[([^][]*)\]")
_COMPANY_FORM = re.compile(r",? (?:llc|inc\.?)$")


def country() -> Callable[[str], str]:
    """ISO 3166 code of a country (``countrynameen``)."""
    return _from_table(_codes("countries.csv", "iso"), _key, "the name of a country in English")


def state() -> Callable[[str], str]:
    """Postal code of a state of the USA or a province of Canada (``stateprovnameen``)."""
    return _from_table(_codes("states.csv", "state"), _key, "the name of a state or province in English")


def edgar_code() -> Callable[[str], str]:
    """EDGAR's code of a country, an American territory or a province of Canada (``edgarprovcountryen``)."""
    provinces = _codes("states.csv", "edgar")
    provinces |= {f"{name}{suffix}": code for name, code in provinces.items() for suffix in (" canada", ", canada")}
    return _from_table(provinces | _codes("countries.csv", "edgar"), _key, "the name of a country or province in English")


def exchange() -> Callable[[str], str]:
    """Code of a stock exchange of the USA (``exchnameen``)."""

    def key(text: str) -> str:
        return _COMPANY_FORM.sub("", _key(text).casefold().removeprefix("the "))

    codes = {name.casefold(): code for name, code in _codes("exchanges.csv", "code").items()}
    return _from_table(codes, key, "the name of a stock exchange")


def filer_category() -> Callable[[str], str]:
    """Filer category as dei writes it (``entityfilercategoryen``)."""
    return _from_table(_codes("filer_categories.csv", "code"), lambda text: re.sub(r"\W+", " ", _key(text)), "a filer category")


def _from_table(codes: dict[str, str], key: Callable[[str], str], expected: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        code = codes.get(key(text)) if len(text) <= _LONGEST else None
        if code is None:
            raise TransformError(text, expected)
        return code

    return read


def _key(name: str) -> str:
    """The name with small first letters and single spaces, straight apostrophes and round brackets."""
    words = re.sub(r"\s+", " ", name.strip(SPACES)).translate({ord("’"): "'", ord("["): "(", ord("]"): ")"})
    return _FIRST_LETTERS.sub(lambda first: first[0].lower(), words)


@cache
def _codes(file: str, column: str) -> dict[str, str]:
    """Codes by the key of each name; rows without a code in the column are left out."""
    source = (Path(__file__).parent / "data" / file).read_text(encoding="utf-8")
    rows = list(csv.DictReader(source.splitlines()))
    return {
        _key(name): row[column] for row in rows if row[column] for names in row["names"].split("|") for name in _variants(names)
    }


def _variants(name: str) -> list[str]:
    """All readings of a name in which parts in square brackets may be left out."""
    found = _OPTIONAL.search(name)
    if found is None:
        return [name]
    before, after = name[: found.start()], name[found.end() :]
    return [before + middle + rest for rest in _variants(after) for middle in ("", found[1])]
