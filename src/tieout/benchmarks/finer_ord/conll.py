"""Files in CoNLL's layout that a user has, for transfer studies: CoNLL-2003, or credit agreements (Alvarado et al., 2015)."""

from __future__ import annotations

from pathlib import Path

from tieout.engines.entities.tagger import Sentences
from tieout.report.errors import InputError

__all__ = ["read_conll"]

_TYPES = {"PER": "PER", "LOC": "LOC", "ORG": "ORG", "MISC": None}


def read_conll(path: Path) -> Sentences:
    """Sentences of a file with a word first and its label last on each line, and an empty line after a sentence.

    Both ways of marking are read (IOB1, where B only parts neighbours, and IOB2). MISC counts as O: FiNER-ORD has no such type.
    Raises InputError where a line has another label.
    """
    words: list[list[str]] = [[]]
    labels: list[list[str]] = [[]]
    before = "O"
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{path}: can't be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: isn't UTF-8 (byte {error.start:,}); convert it first") from None
    for number, line in enumerate(lines, start=1):
        columns = line.split()
        if not columns or columns[0] == "-DOCSTART-":
            if words[-1]:
                words.append([])
                labels.append([])
            before = "O"
            continue
        prefix, _, kind = columns[-1].partition("-")
        if len(columns) < 2 or prefix not in ("O", "B", "I") or (prefix != "O" and kind not in _TYPES):
            raise InputError(f"{path}, line {number}: {columns[-1]!r} is no label of CoNLL's four types")
        known = _TYPES.get(kind)
        begins = prefix == "B" or before != kind
        labels[-1].append("O" if known is None else f"{'B' if begins else 'I'}-{known}")
        words[-1].append(columns[0])
        before = kind if prefix != "O" else "O"
    if not words[-1]:
        words.pop()
        labels.pop()
    return Sentences(words, labels)
