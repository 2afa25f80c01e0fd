"""Token classification as FiNER and FNXL write it: ``token label`` a line, an empty line between instances.

Labels are ``O``, ``B-us-gaap:Name`` and ``I-us-gaap:Name``: 34,777 for the 17,388 concepts of us-gaap 2024.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tieout.report.errors import InputError

__all__ = [
    "Tagged",
    "bio_text",
    "chunks_of",
    "facts_of",
    "label_tokens",
    "read_bio",
    "spans_of_tokens",
    "tokens_of",
    "write_bio",
]

_TOKEN = re.compile(r"</?(?:table|tr|td|th)>|\d[\d,]*(?:\.\d+)?|\.\d+|[^\W\d_]+(?:[’'][^\W\d_]+)*|[^\s]")
_LABEL = re.compile(r"O|[BI]-\S+")
_MOST_TOKENS = 1_000_000  # of one instance


@dataclass(frozen=True, slots=True)
class Tagged:
    """One instance: tokens, and a label for each."""

    tokens: tuple[str, ...]
    labels: tuple[str, ...]


def tokens_of(text: str) -> list[str]:
    """Words, numbers (with their commas and decimals), the marks of a table, and every other character by itself."""
    return _TOKEN.findall(text)


def spans_of_tokens(text: str) -> list[tuple[int, int]]:
    """The places of the tokens in ``text``."""
    return [found.span() for found in _TOKEN.finditer(text)]


def label_tokens(text: str, spans: Iterable[tuple[int, int, str]]) -> Tagged:
    """``spans`` are (start, end, concept) of facts in ``text``; where two share a token, the first has it."""
    places = spans_of_tokens(text)
    labels = ["O"] * len(places)
    ordered = sorted(spans, key=lambda span: span[:2])
    first = 0
    for start, end, concept in ordered:
        while first < len(places) and places[first][1] <= start:
            first += 1
        at, mark = first, "B"
        while at < len(places) and places[at][0] < end:
            if labels[at] == "O":
                labels[at] = f"{mark}-us-gaap:{concept}"
                mark = "I"
            at += 1
    return Tagged(tuple(text[start:end] for start, end in places), tuple(labels))


def chunks_of(labels: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, class) of each labelled chunk in order; an I without its B begins a chunk, as seqeval reads it."""
    found: list[tuple[int, int, str]] = []
    open_class: str | None = None
    for place, label in enumerate(labels):
        if label == "O":
            open_class = None
            continue
        mark, _, name = label.partition("-")
        if mark == "B" or name != open_class:
            found.append((place, place + 1, name))
        else:
            found[-1] = found[-1][0], place + 1, name
        open_class = name
    return found


def facts_of(tagged: Tagged) -> list[tuple[str, str]]:
    """(text, concept's local name) of each labelled chunk in order."""
    return [
        (" ".join(tagged.tokens[start:end]), name.removeprefix("us-gaap:")) for start, end, name in chunks_of(tagged.labels)
    ]


def read_bio(path: Path) -> Iterator[Tagged]:
    """The instances of a file. Raises InputError for a line that isn't ``token label``, or a file that isn't UTF-8."""
    tokens: list[str] = []
    labels: list[str] = []
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as handle:
            for number, line in enumerate(handle, start=1):
                if not line.strip():
                    if tokens:
                        yield Tagged(tuple(tokens), tuple(labels))
                        tokens, labels = [], []
                    continue
                token, _, label = line.strip("\r\n").replace("\t", " ").strip(" ").rpartition(" ")
                token = token.strip(" ")
                if not token or not _LABEL.fullmatch(label):
                    raise InputError(f"{path}, line {number}: not `token label` with a label O, B-NAME or I-NAME")
                if len(tokens) >= _MOST_TOKENS:
                    raise InputError(f"{path}, line {number}: an instance of more than {_MOST_TOKENS:,} tokens")
                tokens.append(token)
                labels.append(label)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    if tokens:
        yield Tagged(tuple(tokens), tuple(labels))


def write_bio(path: Path, instances: Iterable[Tagged]) -> int:
    """Writes instances and returns how many. A token with white space in it can't be written, and none has any."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        for tagged in instances:
            handle.write(bio_text(tagged.tokens, tagged.labels) + "\n")
            count += 1
    return count


def bio_text(tokens: Sequence[str], labels: Sequence[str]) -> str:
    """One instance as lines, each ended."""
    return "".join(f"{token} {label}\n" for token, label in zip(tokens, labels, strict=True))
