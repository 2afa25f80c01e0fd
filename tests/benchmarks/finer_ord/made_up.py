"""Invented news in FiNER-ORD's layout. No sentence of the real data is here."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

Sentence = list[tuple[str, int]]

# (token, label): 0 O, 1/2 PER, 3/4 LOC, 5/6 ORG. One list a document.
DOCUMENTS: list[list[Sentence]] = [
    [
        [("Quillmark", 5), ("Foods", 6), ("opens", 0), ("in", 0), ("Ottawa", 3), (".", 0)],
        [("CEO", 0), ("Mara", 1), ("Ellingsen", 2), (":", 0), ("sales", 0), ("rose", 0), ("at", 0), ("9:30", 0)],
        [("None", 0), ("of", 0), ("it", 0), ("is", 0), ("new", 0)],
    ],
    [
        [("Vexholm", 5), ("buys", 0), ("Tarn", 5), ("&", 6), ("Ode", 6), ("Ltd", 6)],
        [("Los", 3), ("Angeles", 4), (",", 0), ("Texas", 3)],
    ],
    [
        [("Orphan", 6), ("Works", 6), ("said", 0), ('"', 0), ("no", 0), ('"', 0)],
        [("Jon", 1), ("Abelard", 2), ("left", 0), ("Brumal", 5), ("PLC", 6)],
    ],
]


def write(folder: Path) -> None:
    """All three splits; train has other sentences than test."""
    write_csv(folder / "test.csv", DOCUMENTS)
    write_csv(folder / "val.csv", DOCUMENTS[:1])
    write_csv(folder / "train.csv", [[[(token + "s", label) for token, label in s] for s in d] for d in DOCUMENTS])


def write_csv(path: Path, documents: Iterable[Iterable[Sentence]], first_doc: int = 0) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["gold_label", "gold_token", "doc_idx", "sent_idx"])
        for doc, sentences in enumerate(documents, start=first_doc):
            for sent, sentence in enumerate(sentences):
                writer.writerows([label, token, doc, sent] for token, label in sentence)
