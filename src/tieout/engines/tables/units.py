"""Which unit a cell's number has: printed in the cell, its row's labels, its headers, above the table, or nearby."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["Unit", "unit_after", "unit_in", "unit_of_line"]

_STATED = re.compile(r"単位[:：は、]?[(（]?([^)）\]】。]{1,30})")
_BRACKETS = re.compile(r"[(（\[〔]([^()（）\[\]〔〕]{1,14})[)）\]〕]")


@dataclass(frozen=True, slots=True)
class Unit:
    """``scale`` is the power of ten to multiply the printed number by (percent: -2); ``unit`` as in `Amount.unit`."""

    word: str
    scale: int
    unit: str

    @property
    def money(self) -> bool:
        return self.unit.startswith("iso4217:")


@cache
def _units() -> tuple[Unit, ...]:
    text = resources.files(__package__).joinpath("units.toml").read_text(encoding="utf-8")
    return tuple(Unit(row["word"], row["scale"], row["unit"]) for row in tomllib.loads(text)["units"])


def unit_after(text: str) -> Unit | None:
    """The unit with which ``text`` (normalised) begins."""
    return next((unit for unit in _units() if text.startswith(unit.word)), None)


@cache
def unit_in(label: str) -> Unit | None:
    """The unit that a label or header (normalised) states: in brackets, after 単位, or as all of its text."""
    line = unit_of_line(label)
    if line is not None:
        return line
    for found in reversed(_BRACKETS.findall(label)):
        unit = _exactly(found)
        if unit is not None:
            return unit
    return _exactly(label)


@cache
def unit_of_line(text: str) -> Unit | None:
    """The first unit that a line says after 単位 (``(単位:百万円、%)`` says millions of yen)."""
    found = _STATED.search(text)
    if found is None:
        return None
    for part in re.split(r"[、,・/及]", found[1]):
        unit = _exactly(part)
        if unit is not None:
            return unit
    return None


def _exactly(text: str) -> Unit | None:
    """The unit when ``text`` is nothing else (``百万円未満切捨て`` is a remark, no unit)."""
    cleaned = text.strip("()（）[]:：")
    return next((unit for unit in _units() if cleaned == unit.word), None)
