"""Official rows as samples: FinNI, FinCL, and the full task from built rows or from BIO files.

Main scores are on white space that tells nothing (see `whitespace`): contexts are given tidied, except in the split
``test-official``, which has them unchanged. Answers never reach a solver.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tieout.benchmarks.fintagging.bio import Tagged, facts_of, read_bio
from tieout.benchmarks.fintagging.concepts import ConceptList, concept_file, read_concepts
from tieout.benchmarks.fintagging.facts import TYPES, Fact, bare, fact_string
from tieout.benchmarks.fintagging.files import OFFICIAL, bio_file, candidate_file, files_of, row_files
from tieout.benchmarks.fintagging.rows import read_rows, text_of
from tieout.benchmarks.fintagging.whitespace import tidy
from tieout.evaluation import Sample, SampleInput
from tieout.evaluation.data import data_folder
from tieout.report.errors import InputError

__all__ = ["category_of", "fincl_notes", "fincl_query_samples", "fincl_samples", "finni_samples", "full_samples", "read_facts"]

_BIO_BLOCK = 100  # instances of a BIO file that intervals resample together: such a file names no documents

GoldT = TypeVar("GoldT")


def finni_samples(data: Path, split: str) -> Iterator[Sample[list[Fact]]]:
    """Contexts with their (Fact, Type) pairs, in the file's order."""

    def sample(row: Mapping[str, Any], where: str, id_: str, document: str) -> Sample[list[Fact]]:
        context = text_of(row, "context", where)
        shown = _shown(context, split)
        query = str(row.get("query") or "").replace(context, shown)
        fields = {"context": shown, "category": category_of(context), "query": query}
        return Sample(SampleInput(id_, document, fields), read_facts(text_of(row, "answer", where), where))

    return _grouped(sample, data, "finni", split, "context_index")


def fincl_samples(data: Path, split: str) -> Iterator[Sample[str]]:
    """Entities with their whole context and the official query; gold is the concept's local name."""
    return _grouped(_linking_reader(data, split, whole=True), data, "fincl", split, "id")


def fincl_query_samples(data: Path, split: str) -> Iterator[Sample[str]]:
    """The same entities with the official query alone."""
    return _grouped(_linking_reader(data, split, whole=False), data, "fincl", split, "id")


def full_samples(data: Path, split: str) -> Iterator[Sample[list[Fact]]]:
    """Contexts with their (Fact, Type, Tag) triplets: built rows, else a BIO file (types then come from the concept list)."""
    if not row_files(data, "full", split):
        yield from _bio_samples(data, split)
        return

    concepts = _concepts(data)

    def sample(row: Mapping[str, Any], where: str, id_: str, document: str) -> Sample[list[Fact]]:
        context = text_of(row, "context", where)
        gold = read_facts(text_of(row, "answer", where), where)
        if any("Tag" not in fact for fact in gold):
            raise InputError(f"{where}: an answer without Tag; FinNI's rows can't feed the full task")
        fields = {"context": _shown(context, split), "category": category_of(context), "concepts": concepts}
        return Sample(SampleInput(id_, document, fields), gold)

    yield from _grouped(sample, data, "full", split, "context_index")


def category_of(context: str) -> str:
    """``table`` or ``text``."""
    return "table" if context.lstrip().startswith("<table") else "text"


def read_facts(answer: str, where: str) -> list[Fact]:
    """The facts of an official answer ``{"result": [{"Fact", "Type"}, …]}`` (or its list alone); InputError for another."""
    try:
        content = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: the answer is not JSON: {error}") from None
    listed = content.get("result") if isinstance(content, dict) else content
    if not isinstance(listed, list):
        raise InputError(f'{where}: the answer has no list "result"')
    return [_fact(item, where) for item in listed]


def fincl_notes(data: Path, split: str) -> list[str]:
    """What is known to be wrong in the official queries, counted in the user's files."""
    without = rows = 0
    answers: dict[str, set[str]] = {}
    for path in row_files(data, "fincl", split):
        for row in read_rows(path):
            rows += 1
            query = str(row.get("query"))
            without += query.rstrip().endswith("<context> None </context>")
            answers.setdefault(query, set()).add(str(row.get("answer")))
    conflicting = sum(1 for found in answers.values() if len(found) > 1)
    notes = []
    if without:
        notes.append(f"{without} of {rows} official queries have no context (None): the row of a negative number was not found")
    if conflicting:
        notes.append(f"{conflicting} official queries stand with different answers; no solver can get all of their rows right")
    return notes


def _fact(item: Any, where: str) -> Fact:
    if not isinstance(item, dict) or "Fact" not in item or "Type" not in item:
        raise InputError(f"{where}: {json.dumps(item, ensure_ascii=False)[:80]} is no object with Fact and Type")
    fact: Fact = {"Fact": _plain_text(item["Fact"]), "Type": _plain_text(item["Type"])}
    if fact["Type"] not in TYPES:
        raise InputError(f"{where}: {fact['Type'][:60]!r} is none of the types {', '.join(TYPES)}")
    if item.get("Tag"):
        fact["Tag"] = bare(_plain_text(item["Tag"]))
    return fact


def _plain_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shown(context: str, split: str) -> str:
    return context if split == OFFICIAL else tidy(context)


def _concepts(data: Path) -> Path | None:
    return concept_file(data_folder(data))


def _linking_reader(data: Path, split: str, whole: bool) -> Callable[[Mapping[str, Any], str, str, str], Sample[str]]:
    concepts = _concepts(data)
    candidates = _candidates(candidate_file(data, split))
    contexts: dict[str, str] = {}  # a table stands in the rows of all its numbers: keep one copy

    def sample(row: Mapping[str, Any], where: str, id_: str, document: str) -> Sample[str]:
        context = text_of(row, "context", where)
        type_ = text_of(row, "entity_type", where)
        if type_ not in TYPES:
            raise InputError(f"{where}: {type_[:60]!r} is none of the types {', '.join(TYPES)}")
        fields: dict[str, Any] = {
            "entity": text_of(row, "entity", where),
            "entity_type": type_,
            "category": category_of(context),
            "query": text_of(row, "query", where),
            "concepts": concepts,
        }
        if whole:
            if context not in contexts:
                contexts[context] = _shown(context, split)
            fields["context"] = contexts[context]
        if candidates is not None:
            fields["candidates"] = candidates.get(id_, [])
        gold = bare(text_of(row, "answer", where))
        if not gold:
            raise InputError(f"{where}: the answer is empty")
        return Sample(SampleInput(id_, document, fields), gold)

    return sample


def _candidates(path: Path | None) -> dict[str, list[str]] | None:
    if path is None:
        return None
    found: dict[str, list[str]] = {}
    for row in read_rows(path):
        names = row.get("candidates")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise InputError(f"{path}: {str(row.get('id'))[:40]!r} has no list of candidates")
        found[str(row.get("id"))] = [bare(name) for name in names]
    return found


def _grouped(
    read: Callable[[Mapping[str, Any], str, str, str], Sample[GoldT]], data: Path, task: str, split: str, id_column: str
) -> Iterator[Sample[GoldT]]:
    """Samples in the order of the file; ``document`` is a column that built data has, together in it as they come."""
    seen: set[str] = set()
    place = 0
    files = row_files(data, task, split) or files_of(task)(data, split)  # the latter says what is missing
    for path in files:
        for number, row in enumerate(read_rows(path), start=1):
            id_ = str(row.get("id") or row.get(id_column) or place)
            if id_ in seen:
                id_ = f"{id_}#{place}"
            seen.add(id_)
            document = str(row.get("document") or f"row {id_}")
            yield read(row, f"{path}, row {number}", id_, document)
            place += 1


def _bio_samples(data: Path, split: str) -> Iterator[Sample[list[Fact]]]:
    path = bio_file(data, split)
    if path is None:
        files_of("full")(data, split)  # says what is missing
        return
    concepts = _concepts(data)
    known = read_concepts(concepts) if concepts is not None else None
    for place, tagged in enumerate(read_bio(path)):
        context = " ".join(tagged.tokens)
        fields = {"context": _shown(context, split), "category": category_of(context), "concepts": concepts}
        given = SampleInput(str(place), f"instances {place // _BIO_BLOCK}", fields)
        yield Sample(given, list(_bio_facts(tagged, known)))


def _bio_facts(tagged: Tagged, concepts: ConceptList | None) -> Iterable[Fact]:
    """One fact a (number, concept) pair, as built answers have them; the type is empty where no list tells it."""
    for text, concept in dict.fromkeys(facts_of(tagged)):
        yield {"Fact": fact_string(text), "Type": (concepts.type_of(concept) or "") if concepts else "", "Tag": concept}
