"""From a model's ``token:label`` lines to one label a token, by two aligners.

- `align`, the default, finds the longest common subsequence of tokens and lines: after a line that fits no token it goes on
  with the next that does. The label stands after the last colon, so tokens with colons keep theirs. Tokens that the model
  joined or split get their labels too.
- `align_compat` walks as the paper's evaluation does: one place in the tokens, one in the lines, the label after the first
  colon, and no way to catch up after a line that fits no token.

Engines and predictions may also give JSON: an array with a label for each token.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from tieout.benchmarks.finer_ord.labels import OFFICIAL, Labelling, read_label
from tieout.benchmarks.finer_ord.prompts import shown
from tieout.evaluation import SampleInput, Unparsable

__all__ = ["align", "align_compat", "parse"]

_MOST_CELLS = 1_000_000  # of the alignment's table; a longer answer is aligned at its two ends only
_MOST_JOINED = 30  # tokens that one line may stand for
_COMPAT_WORDS = ("other", "person_b", "person_i", "location_b", "location_i", "organisation_b", "organisation_i")
_QUOTES = str.maketrans("‘’“”`", "''\"\"'")


class _Line(NamedTuple):
    token: str
    label: str


def parse(output: str, sample: SampleInput) -> Labelling:
    """Labels by both aligners; raises Unparsable when not one token got a label."""
    tokens = shown(sample)
    given = _json_labels(output, len(tokens))
    if given is not None:
        return {"labels": given, "compat": given}
    labels = align(tokens, output)
    if not any(labels):
        raise Unparsable("no line of the form token:label fits a token of the sentence")
    return {"labels": labels, "compat": align_compat(tokens, output)}


def align(tokens: Sequence[str], output: str) -> list[str | None]:
    """One label for each token; None for a token without a line."""
    lines = [line for line in map(_line, output.split("\n")) if line is not None]
    keys = [_key(token) for token in tokens]
    found: list[str | None] = [None] * len(tokens)
    token, line = 0, 0
    for next_token, next_line in [*_matches(keys, [one.token for one in lines]), (len(tokens), len(lines))]:
        _fill_gap(keys, range(token, next_token), lines[line:next_line], found)
        if next_token < len(tokens):
            found[next_token] = lines[next_line].label
        token, line = next_token + 1, next_line + 1
    return _with_prefixes(found)


def align_compat(tokens: Sequence[str], output: str) -> list[str | None]:
    """One label for each token, as the paper's evaluation aligns them (Table 3, panel B)."""
    lines = output.split("\n")
    found: list[str | None] = []
    place = 0
    for token in tokens:
        parts = lines[place].split(":") if place < len(lines) else [""]
        fits = place < len(lines) and token in parts[0]
        if fits and parts[0].endswith(token):
            place += 1
        found.append(_compat_label(parts[1]) if fits and len(parts) > 1 else None)
    return found


def _compat_label(text: str) -> str | None:
    lowered = text.lower()
    return next((label for word, label in zip(_COMPAT_WORDS, OFFICIAL, strict=True) if word in lowered), None)


def _json_labels(output: str, count: int) -> list[str | None] | None:
    """The labels when the whole output is a JSON array; None when it is not, Unparsable when it is but doesn't fit."""
    if not output.lstrip().startswith("["):
        return None
    try:
        items = json.loads(output)
    except (ValueError, RecursionError):
        return None
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        return None
    labels = [read_label(item) for item in items]
    if len(labels) != count:
        raise Unparsable(f"{len(labels)} labels for {count} tokens")
    if None in labels:
        raise Unparsable(f"{items[labels.index(None)]!r} is no label")
    return _with_prefixes(labels)


def _line(text: str) -> _Line | None:
    token, colon, label = text.rstrip().rpartition(":")
    read = read_label(label) if colon else None
    return _Line(_key(token), read) if read is not None else None


def _key(token: str) -> str:
    """What has to agree: letters and digits, whatever form of quotes or width the model wrote."""
    return unicodedata.normalize("NFKC", token).translate(_QUOTES).strip().casefold()


def _matches(keys: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    """Places (token, line) of a longest common subsequence, in order."""
    start = 0
    while start < min(len(keys), len(lines)) and keys[start] == lines[start]:
        start += 1
    ends = 0
    while ends < min(len(keys), len(lines)) - start and keys[len(keys) - 1 - ends] == lines[len(lines) - 1 - ends]:
        ends += 1
    head = [(place, place) for place in range(start)]
    tail = [(len(keys) - place, len(lines) - place) for place in range(ends, 0, -1)]
    middle_keys, middle_lines = keys[start : len(keys) - ends], lines[start : len(lines) - ends]
    if len(middle_keys) * len(middle_lines) > _MOST_CELLS:
        return head + tail
    return head + [(start + i, start + j) for i, j in _longest_common(middle_keys, middle_lines)] + tail


def _longest_common(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Textbook dynamic programming: ``best[i][j]`` is the length for the rests from i and j on."""
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        row, below = best[i], best[i + 1]
        for j in range(len(right) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if left[i] == right[j] else max(below[j], row[j + 1])
    pairs = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _fill_gap(keys: Sequence[str], places: range, lines: Sequence[_Line], found: list[str | None]) -> None:
    """Labels for tokens that the model joined (``New York:Location_B``) or split, between two lines that fit."""
    if not places or not lines or len(places) * len(lines) > _MOST_CELLS:
        return
    place = places.start
    for position, line in enumerate(lines):
        text = line.token.replace(" ", "")
        for start in range(place, places.stop):
            stop = _joined(keys, start, places.stop, text)
            if stop > start:
                found[start] = line.label
                found[start + 1 : stop] = [_continued(line.label)] * (stop - start - 1)
                place = stop
                break
            if keys[start] == "".join(one.token for one in lines[position : position + 2]):
                found[start] = line.label
                place = start + 1
                break


def _joined(keys: Sequence[str], start: int, stop: int, text: str) -> int:
    """Where the tokens end that, from ``start`` on, make up ``text``; ``start`` itself when they don't."""
    rest = text
    for place in range(start, min(stop, start + _MOST_JOINED)):
        if not keys[place] or not rest.startswith(keys[place]):
            return start
        rest = rest[len(keys[place]) :]
        if not rest:
            return place + 1
    return start


def _continued(label: str) -> str:
    kind = label.rpartition("-")[2]
    return "O" if kind == "O" else f"I-{kind}"


def _with_prefixes(found: Sequence[str | None]) -> list[str | None]:
    """Labels that say only their type become B, or I after a token of the same type."""
    labels: list[str | None] = []
    for label in found:
        if label in ("PER", "LOC", "ORG"):
            before = (labels[-1] or "") if labels else ""
            label = f"I-{label}" if before.endswith(label) else f"B-{label}"
        labels.append(label)
    return labels
