"""Which entries are asked, and which issuer's questions go to which split.

The overview paper, section 4: U4 asks every entry. UFO draws a tenth of a report's item names, and of each one question where
it has one entry, two where it has two to five, three where it has more. Splits keep the industries' proportions.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random

from tieout.benchmarks.securities_tables.build.entries import Entry
from tieout.report.errors import InputError

__all__ = ["SPLITS", "drawn", "industries", "parted"]

SPLITS = ("train", "valid", "test")
_CODE, _INDUSTRY = "ＥＤＩＮＥＴコード", "提出者業種"
_LARGEST_LIST = 20_000_000


def drawn(entries: Sequence[Entry], share: float, random: Random) -> list[Entry]:
    """The entries to ask, in their order: all with ``share`` 1, else as UFO draws them."""
    if share >= 1:
        return list(entries)
    by_item: dict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        by_item[entry.item].append(place)
    items = random.sample(sorted(by_item), max(1, round(len(by_item) * share))) if by_item else []
    places = [place for item in items for place in random.sample(by_item[item], _questions(len(by_item[item])))]
    return [entries[place] for place in sorted(places)]


def _questions(entries: int) -> int:
    return 1 if entries == 1 else 2 if entries <= 5 else 3


def parted(issuers: Sequence[str], parts: tuple[int, int, int], groups: Mapping[str, str], random: Random) -> dict[str, str]:
    """Issuer to split. Within each industry group (issuers without one are a group) the parts are kept as well as they can be.

    Issuers are taken group by group, in random order within each; each goes to the split that is furthest behind its part.
    """
    by_group: dict[str, list[str]] = defaultdict(list)
    for issuer in sorted(issuers):
        by_group[groups.get(issuer, "")].append(issuer)
    found: dict[str, str] = {}
    counts = dict.fromkeys(SPLITS, 0)
    for _, members in sorted(by_group.items()):
        random.shuffle(members)
        for issuer in members:
            done = len(found) + 1
            split = max(SPLITS, key=lambda name: done * parts[SPLITS.index(name)] / sum(parts) - counts[name])
            found[issuer] = split
            counts[split] += 1
    return found


def industries(path: Path) -> dict[str, str]:
    """EDINET code to one of the exchange's ten groups, from EDINET's code list (a CSV in Windows-31J or UTF-8).

    Raises InputError where the list has no columns ＥＤＩＮＥＴコード and 提出者業種.
    """
    try:
        with path.open("rb") as handle:
            data = handle.read(_LARGEST_LIST)
    except OSError as fault:
        raise InputError(f"{path}: can't be read: {fault.strerror}") from fault
    rows = list(csv.reader(io.StringIO(_decoded(data), newline="")))
    for place, row in enumerate(rows[:3]):
        if _CODE in row and _INDUSTRY in row:
            code, industry = row.index(_CODE), row.index(_INDUSTRY)
            width = max(code, industry)
            return {line[code]: _groups().get(line[industry], "") for line in rows[place + 1 :] if len(line) > width}
    raise InputError(f"{path}: no list of EDINET codes: it has no columns {_CODE} and {_INDUSTRY}")


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp932", "replace")


@cache
def _groups() -> dict[str, str]:
    text = resources.files(__package__).joinpath("industries.toml").read_text(encoding="utf-8")
    return {industry: group for group, names in tomllib.loads(text)["groups"].items() for industry in names}
