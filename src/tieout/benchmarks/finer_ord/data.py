"""The official files: ``train.csv``, ``val.csv``, ``test.csv`` with ``gold_label, gold_token, doc_idx, sent_idx``.

A sentence is a run of rows with one (doc_idx, sent_idx). Empty strings and ``None`` are tokens like any other: nothing is read
as a missing value. Numbering of documents starts anew in the test file, and would be read rightly if it did so within a file.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tieout.benchmarks.finer_ord.labels import OFFICIAL
from tieout.evaluation import Sample, SampleInput
from tieout.evaluation.data import data_file
from tieout.report.errors import InputError

__all__ = ["files", "samples"]

_COLUMNS = ["gold_label", "gold_token", "doc_idx", "sent_idx"]


class _Row(NamedTuple):
    label: str
    token: str
    doc: str
    sent: str


def files(data: Path, split: str) -> list[Path]:
    """The split's one file; raises InputError when it is missing."""
    return [data_file(data, f"{split}.csv")]


def samples(data: Path, split: str) -> Iterator[Sample[list[str]]]:
    """The sentences in the file's order: tokens as input, labels (``B-PER`` …) as gold; ids are ``SPLIT-DOC-SENTENCE``."""
    (path,) = files(data, split)
    met: Counter[str] = Counter()
    for doc, rows_of_doc in groupby(_rows(path), key=lambda row: row.doc):
        met[doc] += 1
        document = f"{split}-{doc}" if met[doc] == 1 else f"{split}-{doc}.{met[doc]}"
        for sent, rows in groupby(rows_of_doc, key=lambda row: row.sent):
            sentence = list(rows)
            given = SampleInput(f"{document}-{sent}", document, {"tokens": [row.token for row in sentence]})
            yield Sample(given, [row.label for row in sentence])


def _rows(path: Path) -> Iterator[_Row]:
    with path.open(encoding="utf-8-sig", newline="") as handle:
        reader = csv.reader(handle)
        try:
            header = next(reader, [])
            places = [header.index(name) for name in _COLUMNS]
        except (ValueError, csv.Error, UnicodeDecodeError):
            raise InputError(f"{path}: not a FiNER-ORD file; its first line has to name {', '.join(_COLUMNS)}") from None
        try:
            for cells in reader:
                if cells:
                    yield _row([cells[place] for place in places], f"{path}, line {reader.line_num}")
        except IndexError:
            raise InputError(f"{path}, line {reader.line_num}: fewer than {len(header)} columns") from None
        except (csv.Error, UnicodeDecodeError) as error:
            raise InputError(f"{path}, line {reader.line_num}: {error}") from None


def _row(cells: list[str], where: str) -> _Row:
    label, token, doc, sent = cells
    if label not in ("0", "1", "2", "3", "4", "5", "6"):
        raise InputError(f"{where}: gold_label is {label!r}, not one of 0 to 6")
    return _Row(OFFICIAL[int(label)], token, doc, sent)
