"""The paper's two steps, joined: candidates from any run that ranks, links for facts that a run found, triplets of both.

tieout eval fintagging/finni …  --out FACTS        which numbers are facts, of which type
tieout fintagging link FACTS --data D --out L      FinCL rows of what was found
tieout eval fintagging/fincl --data L … --out LINKS
tieout fintagging join FACTS LINKS --out FILE      predictions for fintagging/full
"""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tieout.benchmarks.fintagging.concepts import concept_file
from tieout.benchmarks.fintagging.data import finni_samples
from tieout.benchmarks.fintagging.facts import TYPES, Fact, same_number
from tieout.benchmarks.fintagging.task import FINCL
from tieout.evaluation import SampleInput
from tieout.evaluation.answers import read_answer
from tieout.evaluation.data import data_folder
from tieout.evaluation.records import Record, read_records
from tieout.report.errors import InputError

__all__ = ["UNKNOWN", "candidate_rows", "join", "link", "row_of"]

UNKNOWN = "us-gaap:Unknown"
"""The answer in rows of found facts: nobody knows it."""

_COLUMNS = ("id", "context", "category", "entity", "entity_type", "query", "answer", "document")
_CELL = re.compile(r"<t[dh]>(.*?)</t[dh]>", re.DOTALL)


def candidate_rows(run: Path, most: int) -> Iterator[dict[str, Any]]:
    """``{id, candidates}`` of a run of fincl or fincl-query that ranked; raises InputError where it answered nothing."""
    found = False
    for record in _answers(run):
        ranked = _ranked(record)
        if ranked:
            found = True
            yield {"id": record.id, "candidates": [f"us-gaap:{name}" for name in ranked[:most]]}
    if not found:
        raise InputError(f"{run}: no ranked concepts; name a run of fintagging/fincl or fintagging/fincl-query")


def link(run: Path, data: Path, split: str, out: Path) -> int:
    """Writes ``out/fincl/test.csv`` (and the concept list) for the facts of a FinNI run; returns how many.

    ``data`` and ``split`` are those of the run: its contexts are taken from there. Raises InputError where ids don't fit.
    """
    contexts = {sample.input.id: sample.input for sample in finni_samples(data, split)}
    rows = []
    for record in _answers(run):
        if record.id not in contexts:
            raise InputError(f"{run}: {record.id!r} is no instance of {data}; name the data that the run was made on")
        given = contexts[record.id]
        for number, fact in enumerate(_facts(record)):
            context, kind = given.fields["context"], given.fields["category"]
            place = row_of(context, fact["Fact"]) if kind == "table" else context
            marks = f"<entity> {fact['Fact']} </entity> <entity type> {fact['Type']} </entity type>"
            query = f"{kind}: {marks} <context> {place or None} </context>"
            id_ = f"{record.id}/{number}"
            rows.append((id_, context, kind, fact["Fact"], fact["Type"], query, UNKNOWN, given.document))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    (out / "fincl").mkdir(parents=True)
    with (out / "fincl" / "test.csv").open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(rows)
    concepts = concept_file(data_folder(data))
    if concepts is not None:
        shutil.copyfile(concepts, out / concepts.name)
    return len(rows)


def join(facts: Path, links: Path) -> Iterator[dict[str, str]]:
    """Predictions ``{id, output}`` for fintagging/full: the facts of one run with the first concepts of the other.

    A fact whose link was not answered is left out.
    """
    linked = {record.id: _ranked(record) for record in _answers(links)}
    for record in _answers(facts):
        if record.outcome != "ok":
            continue
        triplets = []
        for number, fact in enumerate(_facts(record)):
            ranked = linked.get(f"{record.id}/{number}")
            if ranked:
                triplets.append({**fact, "Tag": f"us-gaap:{ranked[0]}"})
        yield {"id": record.id, "output": json.dumps({"result": triplets}, ensure_ascii=False)}


def row_of(table: str, number: str) -> str | None:
    """The first row with a cell that is the number, in brackets or not; its cells that aren't empty, joined by `` | ``."""
    wanted = same_number(number)
    for row in table.split("<tr>")[1:]:
        cells = [cell.strip() for cell in _CELL.findall(row)]
        if any(same_number(cell) == wanted for cell in cells):
            return " | ".join(cell for cell in cells if cell)
    return None


def _answers(run: Path) -> Sequence[Record]:
    """The last answer to each sample; of repeats the first. Raises InputError where the run holds none."""
    path = run / "samples.jsonl"
    if not path.is_file():
        raise InputError(f"{run}: no samples.jsonl in it; name a run folder of tieout eval")
    return list({record.id: record for record in read_records(path) if record.repeat == 0}.values())


def _ranked(record: Record) -> list[str]:
    """All that an answer ranked; empty where it is no answer of FinCL."""
    if record.outcome != "ok":
        return []
    given = SampleInput(record.id, record.id, {})
    prediction, outcome, _ = read_answer(FINCL, given, record.answer)
    is_link = isinstance(record.prediction, dict) and "ranked" in record.prediction
    return list(prediction["ranked"]) if outcome == "ok" and is_link else []


def _facts(record: Record) -> list[Fact]:
    """The facts of an answer, each pair once, of known types."""
    prediction: Mapping[str, Any] = record.prediction if isinstance(record.prediction, dict) else {}
    found: dict[tuple[str, str], Fact] = {}
    for fact in prediction.get("facts", ()):
        if fact["Type"] in TYPES and same_number(fact["Fact"]):
            found.setdefault((same_number(fact["Fact"]), fact["Type"]), {"Fact": fact["Fact"], "Type": fact["Type"]})
    return list(found.values())
