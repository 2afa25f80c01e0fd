"""One filing: its instances with gold, its negatives, and what the statistics need of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tieout.benchmarks.fintagging.build.strings import Spot, Strip
from tieout.benchmarks.fintagging.build.types import PREFIX, type_of_fact
from tieout.benchmarks.fintagging.build.walk import Part, parts_of
from tieout.benchmarks.fintagging.concepts import ListedConcept
from tieout.benchmarks.fintagging.facts import TYPES, fact_string
from tieout.report import InputError, Report
from tieout.report.number_words import ONES, SCALES, TENS

__all__ = ["Filing", "Gold", "Instance", "filing_of", "official_row"]

TEXT_NEGATIVES, TABLE_NEGATIVES = 1727 / 1627, 1231 / 2014
"""Negatives for each positive: the proportions of the paper's Table 3."""

_SHORTEST = 21  # characters of a text: "more than 20"
_WINDOW = 50  # characters on each side (Appendix G)
_NUMBER = re.compile(rf"\d|\b(?:{'|'.join((*ONES, *TENS, *SCALES, 'hundred'))})\b", re.IGNORECASE)
_STANDARD = frozenset(("us-gaap", "dei", "srt", "ecd", "cyd", "country", "currency", "exch", "invest", "naics", "sic", "stpr"))
_MARKS = re.compile(r"[,$%]")


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold fact: its official string, type and concept, its span in the context, and both of its contexts for linking."""

    fact: str
    type: str
    tag: str
    start: int
    end: int
    sac: str
    fwc: str


@dataclass(frozen=True, slots=True)
class Instance:
    """A text or table. ``facts`` has each (fact, concept) pair once; ``spans`` every tagged number, for BIO."""

    kind: str
    context: str
    facts: tuple[Gold, ...] = ()
    spans: tuple[tuple[int, int, str], ...] = ()


@dataclass(slots=True)
class Filing:
    """What one document gives. ``texts``, ``characters`` and ``tables`` count all of it, not only what became instances."""

    issuer: str
    name: str
    ticker: str
    form: str
    period: str
    texts: int = 0
    characters: int = 0
    tables: int = 0
    standard: int = 0
    custom: int = 0
    types: Counter[str] = field(default_factory=Counter)
    concepts: dict[str, str] = field(default_factory=dict)
    instances: list[Instance] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str, str]:
        """Two documents with the same key are the same report, filed or stored twice."""
        return self.issuer, self.form, self.period


def filing_of(report: Report, listed: Mapping[str, ListedConcept], compat: bool, seed: str) -> Filing:
    """Reads a report into instances: all positives, and negatives that are drawn with ``seed``.

    Raises InputError where it holds no numeric fact of us-gaap.
    """
    numeric = [fact for fact in report.facts if fact.is_numeric]
    if not any(fact.concept.startswith(PREFIX) for fact in numeric):
        raise InputError(f"{report.name}: no number in it is tagged with a us-gaap concept")
    filing = _described(report)
    for fact in numeric:
        standard = fact.concept.partition(":")[0] in _STANDARD
        filing.standard += standard
        filing.custom += not standard
    gold: dict[Any, tuple[str, str]] = {}
    for fact in report.facts:
        if not fact.concept.startswith(PREFIX):
            continue
        name = fact.concept.removeprefix(PREFIX)
        type_ = type_of_fact(fact, listed)
        if not fact.is_numeric:
            filing.concepts.setdefault(name, listed[name].type if name in listed else "")
            continue
        filing.concepts[name] = type_
        filing.types[type_] += 1
        if type_ in TYPES and not fact.hidden:
            gold[fact.node] = name, type_
    parts = (part for root in _roots(report) for part in parts_of(root, gold))
    instances = [i for part in parts if (i := _instance(part, gold, compat, filing)) is not None]
    filing.instances = _sampled(instances, Random(seed))  # noqa: S311  (a draw, no secret)
    return filing


def _described(report: Report) -> Filing:
    wanted = ("EntityRegistrantName", "TradingSymbol", "DocumentType", "DocumentPeriodEndDate", "EntityCentralIndexKey")
    said: dict[str, str] = {}
    issuers: Counter[str] = Counter()
    period = ""
    for fact in report.facts:
        issuers[fact.context.entity] += 1
        name = fact.concept.removeprefix("dei:")
        if name in wanted and name not in said and (not fact.context.dimensions or name == "TradingSymbol"):
            said[name] = " ".join(str(fact.value or "").split())[:200]
            if name == "DocumentType":
                period = fact.context.period.last_day or ""
    issuer = issuers.most_common(1)[0][0] if issuers else report.name
    return Filing(
        said.get("EntityCentralIndexKey") or issuer or report.name,
        said.get("EntityRegistrantName", ""), said.get("TradingSymbol", ""),
        said.get("DocumentType", ""), period or said.get("DocumentPeriodEndDate", ""),
    )  # fmt: skip


def _roots(report: Report) -> list[Any]:
    roots: dict[Any, None] = {}
    for fact in report.facts:
        roots.setdefault(fact.node.getroottree().getroot())
    return list(roots)


def _instance(part: Part, gold: Mapping[Any, tuple[str, str]], compat: bool, filing: Filing) -> Instance | None:
    """The instance that a part makes, None where it is too short or has no number."""
    if part.kind == "text":
        context, spots = _read(part.rows[0][0], compat, cell=False)
        filing.texts += bool(context)
        filing.characters += len(context)
        rows = [[context]]
        places = [(spot, 0) for spot in spots]
        if len(context) < _SHORTEST or not _NUMBER.search(context):
            return None
    else:
        filing.tables += 1
        context, rows, places = _table(part.rows, compat)
        if not any(character.isdigit() for row in rows for cell in row for character in cell):
            return None
    return Instance(part.kind, context, *_golds(part.kind, context, rows, places, gold, compat))


def _read(strip: Strip, compat: bool, cell: bool) -> tuple[str, list[Spot]]:
    return strip.compat(cell) if compat else strip.plain()


def _table(strips: Sequence[Sequence[Strip]], compat: bool) -> tuple[str, list[list[str]], list[tuple[Spot, int]]]:
    """The serialised table (``<table><tr><td>…``), its rows of texts, and each spot in it with its row."""
    parts = ["<table>"]
    length = len(parts[0])
    rows: list[list[str]] = []
    places: list[tuple[Spot, int]] = []
    for strips_of_row in strips:
        if not strips_of_row:
            continue
        parts.append("<tr>")
        length += 4
        row: list[str] = []
        for strip in strips_of_row:
            text, spots = _read(strip, compat, cell=True)
            places += [(Spot(length + 4 + s.start, length + 4 + s.end, s.fact), len(rows)) for s in spots]
            parts.append(f"<td>{text}</td>")
            length += len(text) + 9
            row.append(text)
        parts.append("</tr>")
        length += 5
        rows.append(row)
    return "".join([*parts, "</table>"]), rows, places


def _golds(
    kind: str,
    context: str,
    rows: Sequence[Sequence[str]],
    places: Sequence[tuple[Spot, int]],
    gold: Mapping[Any, tuple[str, str]],
    compat: bool,
) -> tuple[tuple[Gold, ...], tuple[tuple[int, int, str], ...]]:
    facts: dict[tuple[str, str], Gold] = {}
    spans: list[tuple[int, int, str]] = []
    for spot, row in places:
        name, type_ = gold[spot.fact]
        value = fact_string(context[spot.start : spot.end])
        if not value:
            continue
        spans.append((spot.start, spot.end, name))
        if (value, name) in facts:
            continue
        of_row = "" if kind == "text" else official_row(rows, value) if compat else _joined(rows[row])
        sac = context if kind == "text" else of_row
        fwc = context[max(0, spot.start - _WINDOW) : spot.end + _WINDOW]
        facts[value, name] = Gold(value, type_, name, spot.start, spot.end, sac, fwc)
    return tuple(facts.values()), tuple(spans)


def official_row(rows: Sequence[Sequence[str]], value: str) -> str:
    """The row that the public data gives: the first with a cell that is the value but for ``,$%``; else ``None``."""
    for row in rows:
        if any(_MARKS.sub("", cell).strip() == value for cell in row):
            return _joined(row)
    return "None"


def _joined(row: Sequence[str]) -> str:
    return " | ".join(cell.strip() for cell in row if cell.strip())


def _sampled(instances: Sequence[Instance], rng: Random) -> list[Instance]:
    """All positives, and negatives in the proportions of Table 3, each context once, drawn with the seed; in document order.

    They are not parted, because the order would tell which is which.
    """
    known = {instance.context for instance in instances if instance.facts}
    drawn: set[int] = set()
    for kind, ratio in (("text", TEXT_NEGATIVES), ("table", TABLE_NEGATIVES)):
        distinct: dict[str, int] = {}
        for place, instance in enumerate(instances):
            if instance.kind == kind and not instance.facts and instance.context not in known:
                distinct.setdefault(instance.context, place)
        wanted = round(ratio * sum(1 for instance in instances if instance.kind == kind and instance.facts))
        drawn.update(rng.sample(list(distinct.values()), min(wanted, len(distinct))))
    return [instance for place, instance in enumerate(instances) if instance.facts or place in drawn]
