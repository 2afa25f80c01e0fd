"""From a model's output to a prediction, as the public start kit reads it, and where it is needlessly blunt, better.

Shared order: a code fence is stripped; the text is read as JSON; else its first array or object is; else that once more with
single quotes turned to double ones.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal, TypedDict

from tieout.evaluation import SampleInput, Unparsable

__all__ = ["LABELS", "Label", "Relation", "Values", "parse_relation", "parse_tags", "parse_values", "read_json"]

Label = Literal["Reversal", "Inappropriateness", "CombinationErr", "None"]

LABELS: tuple[Label, ...] = ("Reversal", "Inappropriateness", "CombinationErr", "None")

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
_LONGEST = 200_000  # characters of an output that are looked at
_SPELLINGS: dict[str, Label] = {
    "reversal": "Reversal",
    "reversed": "Reversal",
    "inappropriateness": "Inappropriateness",
    "inappropriate": "Inappropriateness",
    "combinationerr": "CombinationErr",
    "combinationerror": "CombinationErr",
    "combination error": "CombinationErr",
    "none": "None",
    "no error": "None",
}
_WORDS = re.compile(r"(?<![a-z])(" + "|".join(sorted(_SPELLINGS, key=len, reverse=True)) + r")(?![a-z])")


class Values(TypedDict):
    """A FinMR answer: both values as the output writes them."""

    extracted_value: str
    calculated_value: str


class Relation(TypedDict):
    """A FinRE answer by our reading and by the start kit's; None where a reading finds no label."""

    label: Label | None
    compat: Label | None


def read_json(text: str, opening: str = "[{") -> Any:
    """The JSON value that ``text`` is or holds first; raises Unparsable where there is none.

    ``opening`` says which kinds of values may be looked for inside the text.
    """
    cleaned = _unfenced(text[:_LONGEST]).strip()
    for candidate in (cleaned, *_inside(cleaned, opening)):
        for spelling in (candidate, candidate.replace("'", '"')):
            try:
                return json.loads(spelling)
            except (ValueError, RecursionError):
                continue
    raise Unparsable("no JSON in the output")


def parse_tags(output: str, sample: SampleInput) -> list[str]:
    """FinSM: the ranked tags, each once; raises Unparsable where the output holds no list of texts."""
    found = read_json(output, "[{")
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), None)
    if not isinstance(found, list):
        raise Unparsable("no JSON list of tags in the output")
    return list(dict.fromkeys(tag.strip() for tag in found if isinstance(tag, str) and tag.strip()))


def parse_relation(output: str, sample: SampleInput) -> Relation:
    """FinRE: a label by both readings; raises Unparsable where neither finds one."""
    text = _unfenced(output[:_LONGEST]).strip()
    found: Relation = {"label": _label(text), "compat": _compat_label(text)}
    if found["label"] is None and found["compat"] is None:
        raise Unparsable(f"no label in the output; labels are {', '.join(LABELS)}")
    return found


def parse_values(output: str, sample: SampleInput) -> Values:
    """FinMR: both values; raises Unparsable (a structural error) where the output isn't an object with exactly these two."""
    found = read_json(output, "{")
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    if not isinstance(found, dict) or not {"extracted_value", "calculated_value"} <= found.keys():
        raise Unparsable('no JSON object with "extracted_value" and "calculated_value"')
    values = [found["extracted_value"], found["calculated_value"]]
    if any(isinstance(value, dict | list) for value in values):
        raise Unparsable("a value is no number or text")
    extracted, calculated = ("" if value is None else str(value) for value in values)
    return {"extracted_value": extracted, "calculated_value": calculated}


def _unfenced(text: str) -> str:
    fenced = _FENCE.search(text)
    return fenced[1] if fenced else text


def _inside(text: str, opening: str) -> list[str]:
    """The first array or object in the text: up to the bracket that closes it, and up to the last such bracket."""
    start = min((at for at in (text.find(mark) for mark in opening) if at >= 0), default=-1)
    if start < 0:
        return []
    mark, close = text[start], {"[": "]", "{": "}"}[text[start]]
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == mark) - (text[at] == close)
        if depth == 0:
            return [text[start : at + 1], text[start : text.rfind(close) + 1]]
    return []


def _label(text: str) -> Label | None:
    """The label that the output is, or the last that it names: models reason first and decide at the end.

    ``None`` counts only where no other label stands, as "none of the elements" says nothing.
    """
    try:
        value = read_json(text)
    except Unparsable:
        value = None
    while isinstance(value, dict | list) and value:
        value = next(iter(value.values() if isinstance(value, dict) else value))
    for candidate in (value, text):
        if isinstance(candidate, str):
            found = [_SPELLINGS[word] for word in _WORDS.findall(candidate.lower())]
            if found:
                return next((label for label in reversed(found) if label != "None"), "None")
    return None


def _compat_label(text: str) -> Label | None:
    """As the start kit: the first label of its table that the lower-cased text holds; "combination" anywhere will do."""
    lower = text.lower()
    for label, word in (
        ("Reversal", "reversal"),
        ("Inappropriateness", "inappropriateness"),
        ("CombinationErr", "combination"),
    ):
        if word in lower:
            return label  # type: ignore[return-value]
    return "None" if lower.strip(" \"'.`") == "none" else None
