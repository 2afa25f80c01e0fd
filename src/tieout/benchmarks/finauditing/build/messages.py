"""DQC messages as a source of instances: what XBRL US's rules said of a filing, parsed by program (the paper's 4.2.2).

A file of messages is CSV, or JSON (lines or one array), a row a message. Columns are found by their names, whatever their case:
``message`` (or ``text``), ``sec-url`` (or ``url``, ``filing``), and ``rule`` (``error_id``) where the message lacks it.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.benchmarks.finauditing.build.cases import NINE, Candidate, Work
from tieout.benchmarks.finauditing.build.natural import LABELS, TERMS
from tieout.benchmarks.finauditing.judging import meaning
from tieout.engines.auditing.arithmetic import EXACT
from tieout.engines.auditing.view import local
from tieout.report.errors import InputError

__all__ = ["Message", "candidates", "of_filing", "parse_message", "read_messages"]

_RULE = re.compile(r"DQC[._ -]?(?:US[._ -])?(\d{4})", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w/])([a-z][\w.-]*):([A-Z]\w+)")
_BARE = re.compile(r"\b(?:concept|element|tag|member|axis|fact)\s+[\"']?([A-Z][A-Za-z0-9]{3,})\b")
_NUMBER = re.compile(r"(?<![\w.:-])(\(?[-−]?\$?\d[\d,]*(?:\.\d+)?\)?)(?![\w:-])")
_PERIOD = re.compile(r"(\d{4}-\d{2}-\d{2})(?:\s*(?:to|-|/|through)\s*(\d{4}-\d{2}-\d{2}))?")
_TAIL = re.compile(r"the properties of this|rule (?:version|element id)|period\s*:", re.IGNORECASE)
_KEYS = {
    "message": ("message", "text", "description", "error message", "error_message"),
    "url": ("sec-url", "sec_url", "securl", "url", "filing", "document"),
    "rule": ("rule", "error_id", "error-id", "errorid", "dqc", "dqc us id", "code"),
}


@dataclass(frozen=True, slots=True)
class Message:
    """A message with what its words say. ``values``: the numbers in it, in order, without those of properties at its end."""

    rule: str
    concepts: tuple[str, ...]
    values: tuple[Decimal, ...]
    period: str
    url: str
    text: str


def read_messages(path: Path) -> list[Message]:
    """The messages of the nine rules in a file, in its order; raises InputError where it is no file of messages."""
    found = []
    try:
        for row in _rows(path):
            cells = {str(key).strip().lower(): str(value) for key, value in row.items() if value is not None}
            text = _cell(cells, "message")
            message = parse_message(text, _cell(cells, "rule"), _cell(cells, "url"))
            if message is not None:
                found.append(message)
    except (OSError, ValueError, RecursionError, AttributeError, csv.Error) as error:
        raise InputError(f"{path}: not a file of messages: {error}") from None
    if not found:
        raise InputError(f"{path}: no message of the rules {', '.join(sorted(NINE))} with a text and a sec-url")
    return found


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix.lower() == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as handle:
            yield from csv.DictReader(handle)
        return
    text = path.read_text(encoding="utf-8-sig")
    yield from (
        json.loads(text) if text.lstrip().startswith("[") else (json.loads(line) for line in text.splitlines() if line.strip())
    )


def _cell(cells: Mapping[str, str], key: str) -> str:
    return next((cells[name] for name in _KEYS[key] if cells.get(name)), "")


def parse_message(text: str, rule: str = "", url: str = "") -> Message | None:
    """The message's parts by pattern; None where it is of none of the nine rules, or names no element."""
    number = _RULE.search(rule) or _RULE.search(text) or re.search(r"(\d{4})", rule)
    known = f"DQC_{number[1]}" if number is not None else ""
    if known not in NINE:
        return None
    cut = _TAIL.search(text)
    body = text[: cut.start()] if cut is not None else text
    concepts = [f"{prefix}:{name}" for prefix, name in _NAME.findall(body)] or _BARE.findall(body)
    if not concepts:
        return None
    without = _PERIOD.sub(" ", _RULE.sub(" ", body))
    numbers = [value for written in _NUMBER.findall(without) if (value := meaning(written)) is not None]
    period = _PERIOD.search(text)
    when = "" if period is None else f"{period[1]} to {period[2]}" if period[2] else period[1]
    return Message(known, tuple(dict.fromkeys(concepts)), tuple(numbers), when, url, text)


def of_filing(messages: Sequence[Message], folder: Path, entity: str) -> list[Message]:
    """The messages whose URL names the filing: its folder, one of its files, or its accession number and CIK."""
    names = {folder.name.lower()} | {file.name.lower() for file in folder.rglob("*.x*") if file.name != "instance.xml"}
    stems = {name.rpartition(".")[0].removesuffix("_htm") for name in names if "." in name}
    found = []
    for message in messages:
        parts = {part.lower() for part in re.split(r"[/?=&]", message.url) if part}
        plain = {part.rpartition(".")[0].removesuffix("_htm") for part in parts if "." in part}
        if parts & names or plain & stems or (folder.name.replace("-", "").isdigit() and folder.name.replace("-", "") in parts):
            found.append(message)
    return found


def candidates(work: Work, messages: Sequence[Message]) -> Iterator[Candidate]:
    """One FinRE or FinMR instance a message; one FinSM instance a rule and role, whose gold are all the elements named."""
    tags: dict[tuple[str, str], list[str]] = {}
    for message in messages:
        task = NINE[message.rule]
        concepts = [name for name in (_in_filing(work, concept) for concept in message.concepts) if name is not None]
        role = work.role_of(*concepts[:2]) or (work.role_of(concepts[0]) if concepts else None)
        if role is None:
            continue
        if task == "finsm":
            wanted = concepts if message.rule == "DQC_0099" else concepts[:1]
            tags.setdefault((message.rule, role), []).extend(wanted)
        elif task == "finre" and len(concepts) >= 2:
            question = {"head": concepts[0], "tail": concepts[1]}
            yield Candidate("finre", "message", message.rule, role, question, LABELS[message.rule], tier="M")
        elif task == "finmr" and message.values and message.period:
            numbers = _two_values(message)
            if numbers is not None:
                question = {"concept": concepts[0], "period": message.period}
                yield Candidate("finmr", "message", message.rule, role, question, numbers, tier="M")
    for (rule, role), gold in tags.items():
        yield Candidate("finsm", "message", rule, role, TERMS[rule], list(dict.fromkeys(gold)), tier="M")


def _in_filing(work: Work, concept: str) -> str | None:
    """The filing's own name for a concept of a message; None where it has no such concept."""
    names = {*work.view.presented, *work.view.by_concept}
    if concept in names:
        return concept
    return next((name for name in sorted(names) if local(name) == local(concept)), None)


def _two_values(message: Message) -> dict[str, str] | None:
    """Reported and right value: the sign turned for rule 0015, else the second number that differs from the first."""
    reported = message.values[0]
    if message.rule == "DQC_0015":
        right: Decimal | None = EXACT.minus(reported)
    else:
        right = next((value for value in message.values[1:] if value != reported), None)
    if right is None:
        return None
    return {"extracted_value": format(reported, "f"), "calculated_value": format(right, "f")}
