"""Formats of numbers: Transformation Registries 1 to 5."""

from __future__ import annotations

import re
from collections.abc import Callable

from tieout.reading.transformations.errors import TransformError

__all__ = ["notation"]

SPACES = " \t\n\r"
"""What XML calls white space, and the only characters that may surround a value; a no-break space is not among them."""

_APOSTROPHES = "'`´’′"
_FULL_WIDTH = {ord("０") + digit: ord("0") + digit for digit in range(10)}
_WHAT = "a number as the format writes it (it expects for example {})"


def notation(name: str) -> Callable[[str], str]:
    """The function for one of the notations that registries.toml names."""
    return _NOTATIONS[name]()


def _separated(pattern: str, separators: str, point: str, example: str) -> Callable[[str], str]:
    """Matches ``pattern``, then drops the separators and turns the decimal sign into a dot."""
    match = re.compile(pattern).fullmatch
    expected = _WHAT.format(example)

    def read(text: str) -> str:
        value = text.strip(SPACES)
        if not match(value):
            raise TransformError(text, expected)
        return _without(value, separators).replace(point, ".")

    return read


def _without(value: str, separators: str) -> str:
    for separator in separators:  # several times as fast as str.translate on values this short
        value = value.replace(separator, "")
    return value


def _dot() -> Callable[[str], str]:
    """``num-dot-decimal``: digits with commas and spaces anywhere before the point (registry 4, and 5).

    Nine facts in ten of a recent filing have this format, so the usual cases take a short way.
    """
    general = _loose(", \xa0", ".", "1,234.50")
    has_decimals = re.compile(r"[0-9][0-9,]*\.[0-9]+").fullmatch

    def read(text: str) -> str:
        value = text.replace(",", "")
        if (value.isdecimal() and value.isascii()) or has_decimals(text):
            return value
        return general(text)

    return read


def _loose(separators: str, point: str, example: str) -> Callable[[str], str]:
    """Registries 4 and 5 let separators stand anywhere; white space may even stand among the decimals."""
    match = re.compile(f"[0-9{separators}]*(?:{re.escape(point)}[0-9 \xa0]+)?").fullmatch
    expected = _WHAT.format(example)

    def read(text: str) -> str:
        value = text.strip(SPACES)
        if not match(value):
            raise TransformError(text, expected)
        whole, _, decimals = value.partition(point)
        whole, decimals = _without(whole, separators), _without(decimals, " \xa0")
        if not whole and not decimals:
            raise TransformError(text, expected)
        return f"{whole or '0'}.{decimals}" if decimals else whole

    return read


def _dash(characters: str) -> Callable[[str], str]:
    allowed = frozenset(characters)

    def read(text: str) -> str:
        if text.strip(SPACES) not in allowed:
            raise TransformError(text, "a dash that stands for zero")
        return "0"

    return read


def _unit(pattern: str, separators: str) -> Callable[[str], str]:
    """A whole number, the name of the currency, and its hundredths: ``1,234 euros 5 cents`` is 1234.05."""
    match = re.compile(pattern).fullmatch

    def read(text: str) -> str:
        found = match(text.strip(SPACES).translate(_FULL_WIDTH))
        whole = _without(found[1], separators) if found else ""
        if found is None or not whole:
            raise TransformError(text, _WHAT.format("12 euros 50 cents"))
        return f"{whole}.{found[2]:0>2}"

    return read


_INDIAN = "(?:[0-9]{1,2}[, \xa0](?:[0-9]{2}[, \xa0])*)?[0-9]{3}|[0-9]+"
_UNIT = "([0-9{0}]+)[^0-9{0}][^0-9]*([0-9]{{1,2}})[^0-9]*"

# Built when a format of the notation is first looked up.
_NOTATIONS: dict[str, Callable[[], Callable[[str], str]]] = {
    # Registry 1: groups of three, one separator.
    "comma-dot": lambda: _separated(r"[0-9]{1,3}(?:,[0-9]{3})*(?:\.[0-9]+)?", ",", ".", "1,234.50"),
    "space-dot": lambda: _separated("[0-9]{1,3}(?:[ \xa0][0-9]{3})*(?:\\.[0-9]+)?", " \xa0", ".", "1 234.50"),
    "dot-comma": lambda: _separated(r"[0-9]{1,3}(?:\.[0-9]{3})*(?:,[0-9]+)?", ".", ",", "1.234,50"),
    "space-comma": lambda: _separated("[0-9]{1,3}(?:[ \xa0][0-9]{3})*(?:,[0-9]+)?", " \xa0", ",", "1 234,50"),
    "comma": lambda: _separated("[0-9]+(?:,[0-9]+)?", "", ",", "1234,50"),
    "hyphen": lambda: _dash("-"),
    # Registries 2 and 3: groups of three, separated or not.
    "grouped-dot": lambda: _separated("[0-9]{1,3}(?:[, \xa0]?[0-9]{3})*(?:\\.[0-9]+)?", ", \xa0", ".", "1,234.50"),
    "grouped-comma": lambda: _separated("[0-9]{1,3}(?:[. \xa0]?[0-9]{3})*(?:,[0-9]+)?", ". \xa0", ",", "1.234,50"),
    "grouped-unit": lambda: _unit("(0|[1-9][0-9]{0,2}(?:[.,，．]?[0-9]{3})*)[^0-9,.，．]+([0-9]{1,2})[^0-9,.，．]*", ".,，．"),
    "indian-dot": lambda: _separated(rf"(?:{_INDIAN})(?:\.[0-9]+)?", ", \xa0", ".", "12,34,567.50"),
    "indian-unit": lambda: _unit(f"({_INDIAN})[^0-9]+([0-9]{{1,2}})[^0-9]*", ", \xa0"),
    "dash": lambda: _dash("-\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d"),
    # Registries 4 and 5.
    "dot": _dot,
    "comma-decimal": lambda: _loose(". \xa0", ",", "1.234,50"),
    "dot-apostrophe": lambda: _loose(f", \xa0{_APOSTROPHES}", ".", "1’234.50"),
    "comma-apostrophe": lambda: _loose(f". \xa0{_APOSTROPHES}", ",", "1’234,50"),
    "unit": lambda: _unit(_UNIT.format(".,，．"), ".,，．"),
    "unit-apostrophe": lambda: _unit(_UNIT.format(f".,，．＇{_APOSTROPHES}"), f".,，．＇{_APOSTROPHES}"),
}
