"""The concept list: JSON lines ``{us_gaap_tag, entity_type, text}``, official or written by `tieout build fintagging`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tieout.report.errors import InputError

__all__ = ["ConceptList", "ListedConcept", "concept_file", "read_concepts", "words_of", "write_concepts"]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|\d+")
_MOST = 200_000  # concepts of one list; the official one has 17,388


@dataclass(frozen=True, slots=True)
class ListedConcept:
    """A concept by local name; ``type`` as the taxonomy has it, without prefix; ``text`` is what a retriever may index."""

    name: str
    type: str
    text: str


class ConceptList:
    """Concepts in the order of their file."""

    def __init__(self, concepts: Iterable[ListedConcept]) -> None:
        self.concepts = tuple(concepts)
        self.by_name: Mapping[str, ListedConcept] = {concept.name: concept for concept in self.concepts}

    def type_of(self, name: str) -> str | None:
        found = self.by_name.get(name)
        return found.type if found is not None else None

    def __len__(self) -> int:
        return len(self.concepts)


def words_of(name: str) -> str:
    """The words of a concept's name: ``Cash And Due From Banks`` for ``CashAndDueFromBanks``."""
    return " ".join(_WORD.findall(name))


def concept_file(folder: Path) -> Path | None:
    """The concept list in a data folder: the one JSON-lines file with "concept" in its name; raises InputError for several."""
    found = sorted(
        path
        for path in folder.iterdir()
        if "concept" in path.name.lower() and path.suffix.lower() == ".jsonl" and path.is_file()
    )
    if len(found) > 1:
        raise InputError(f"{folder}: several concept lists ({', '.join(path.name for path in found)}); leave one")
    return found[0] if found else None


@lru_cache(maxsize=4)
def read_concepts(path: Path) -> ConceptList:
    """The list in ``path``; raises InputError for a line that is no concept, and for more than there could be."""
    return ConceptList(_lines(path))


def _lines(path: Path) -> Iterator[ListedConcept]:
    try:
        with path.open(encoding="utf-8-sig") as handle:
            for number, line in enumerate(handle, start=1):
                if not line.strip():
                    continue
                where = f"{path}, line {number}"
                row = json.loads(line)
                if not isinstance(row, dict) or not isinstance(row.get("us_gaap_tag"), str):
                    raise InputError(f"{where}: no us_gaap_tag; lines are {{us_gaap_tag, entity_type, text}}")
                if number > _MOST:
                    raise InputError(f"{path}: more than {_MOST:,} concepts")
                name = row["us_gaap_tag"].removeprefix("us-gaap:")
                yield ListedConcept(name, str(row.get("entity_type") or ""), str(row.get("text") or words_of(name)))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: not JSON lines: {error}") from None


def write_concepts(path: Path, concepts: Iterable[ListedConcept]) -> int:
    """Writes the list and returns its length."""
    count = 0
    with path.open("w", encoding="utf-8") as handle:
        for concept in concepts:
            row = {"us_gaap_tag": concept.name, "entity_type": concept.type, "text": concept.text}
            handle.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count
