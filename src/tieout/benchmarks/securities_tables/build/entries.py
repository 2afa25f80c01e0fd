"""Entries: what can be asked of a report, from its tags alone or with its annual report CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tieout.benchmarks.securities_tables.build.annotate import Tagged
from tieout.benchmarks.securities_tables.build.csvs import Line
from tieout.report import Fact, Report

__all__ = ["Entry", "company_of", "entries_from_csv", "entries_from_tags", "issuer_of"]

NIL = "－"
"""How the CSV and the shared tasks write a fact that is nil."""

_VERBOSE = "http://www.xbrl.org/2003/role/verboseLabel"
_INDIVIDUAL = "NonConsolidatedMember"
_CONSOLIDATED = "ConsolidatedMember"
_STATEMENTS = "jppfs"  # the taxonomy of the financial statements: its facts are consolidated or individual
_PREFIX = re.compile(r"^jp[a-z]{2,4}\d*-[a-z]{3}_[A-Z]\d{5}-\d{3}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to ask: the parts of the question, and the cell and value that answer it."""

    item: str
    year: int
    instant: bool
    scope: str
    member: str
    cell: str
    value: str

    def question(self, company: str) -> str:
        """The question in the shared tasks' grammar."""
        scope = f"の{self.scope}決算" if self.scope else ""
        member = f"の{self.member}" if self.member else ""
        return f"{company}の{self.year}年{'時点' if self.instant else ''}{scope}{member}における「{self.item}」は？"


def company_of(report: Report) -> str:
    """The filer's name in Japanese, from the cover's facts; empty where none says it."""
    return _dei(report, "FilerNameInJapaneseDEI")


def issuer_of(report: Report) -> str:
    """The EDINET code, else the name in the contexts; all reports of one issuer have the same."""
    return _dei(report, "EDINETCodeDEI") or next((context.entity for context in report.contexts.values()), report.name)


def entries_from_tags(report: Report, tags: Sequence[Tagged], left_out: Counter[str]) -> list[Entry]:
    """From the tags and the labels that the filing (or a taxonomy given with it) has for its concepts."""
    facts = _by_place(report)
    consolidated = _dei(report, "WhetherConsolidatedFinancialStatementsArePreparedDEI") != "false"
    entries = []
    for tag in _firsts(tags):
        fact = facts.get((_local(tag.concept), tag.context))
        if fact is None or fact.error is not None:
            left_out["not readable"] += 1
            continue
        concept = report.concepts.get(fact.concept)
        item = (concept.label(_VERBOSE, "ja") or concept.label(language="ja") or "") if concept is not None else ""
        year = _year(fact.context.period.last_day)
        value = _value(fact)
        if not item or year is None or not value:
            left_out["no item name" if not item else "no year" if year is None else "no value"] += 1
            continue
        scope = _scope(fact, consolidated)
        instant = fact.context.period.instant is not None
        entries.append(Entry(_flat(item), year, instant, scope, _member(tag.context, report), tag.cell, value))
    return entries


def entries_from_csv(report: Report, tags: Sequence[Tagged], lines: Iterable[Line], left_out: Counter[str]) -> list[Entry]:
    """From the CSV's lines whose element and context are tagged in a cell."""
    cells = {(_local(tag.concept), tag.context): tag.cell for tag in reversed(tags)}
    entries = []
    for line in lines:
        cell = cells.get((_local(line.concept), line.context))
        if cell is None:
            left_out["not in a cell"] += 1
            continue
        context = report.contexts.get(line.context)
        year = _year(context.period.last_day) if context is not None else None
        if not line.item or year is None or not line.value:
            left_out["no item name" if not line.item else "no year" if year is None else "no value"] += 1
            continue
        scope = line.scope if line.scope in ("連結", "個別") else ""
        member = _member(line.context, report)
        entries.append(Entry(_flat(line.item), year, line.form == "時点", scope, member, cell, _flat(line.value)))
    return entries


def _firsts(tags: Sequence[Tagged]) -> list[Tagged]:
    """The first of the tags of one concept and context: where a fact is printed twice, the first place is the gold."""
    return list({(tag.concept, tag.context): tag for tag in reversed(tags)}.values())[::-1]


def _by_place(report: Report) -> dict[tuple[str, str], Fact]:
    facts: dict[tuple[str, str], Fact] = {}
    for fact in report.facts:
        facts.setdefault((_local(fact.concept), fact.context.id), fact)
    return facts


def _local(concept: str) -> str:
    """The concept's name without its prefix, which a document, its report and a CSV may write differently."""
    return concept.rpartition(":")[2]


def _value(fact: Fact) -> str:
    if fact.nil:
        return NIL
    value = fact.value
    if isinstance(value, Decimal):
        return format(value, "f")
    return _flat(value or "")


def _flat(text: str) -> str:
    return " ".join(text.split())


def _year(day: str | None) -> int | None:
    return int(day[:4]) if day and day[:4].isdigit() else None


def _scope(fact: Fact, consolidated: bool) -> str:
    """Facts of the financial statements' taxonomy are 連結 or 個別; of the others the CSV says neither."""
    if not fact.concept.startswith(_STATEMENTS):
        return ""
    members = {str(member).rpartition(":")[2] for member in fact.context.dimensions.values()}
    return "個別" if _INDIVIDUAL in members or not consolidated else "連結"


def _member(context: str, report: Report) -> str:
    """The members of a context but that of individual accounts, by their names without prefix, joined by ``_``."""
    found = report.contexts.get(context)
    dimensions: Mapping[str, object] = found.dimensions if found is not None else {}
    names = [str(member).rpartition(":")[2] for member in dimensions.values() if isinstance(member, str)]
    return "_".join(_PREFIX.sub("", name) for name in names if name not in (_INDIVIDUAL, _CONSOLIDATED))


def _dei(report: Report, name: str) -> str:
    fact = next((fact for fact in report.facts if fact.concept.rpartition(":")[2] == name and fact.value is not None), None)
    return str(fact.value).strip() if fact is not None else ""
