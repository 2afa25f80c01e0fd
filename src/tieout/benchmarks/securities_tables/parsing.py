"""From an answer to a prediction: JSON as the prompts ask for it, or ids as models write them in running text."""

from __future__ import annotations

import json
import re
from typing import Any, TypedDict

from tieout.evaluation import Abstained, SampleInput, Unparsable

__all__ = ["CellPrediction", "parse_qa", "parse_retrieval"]

_OBJECT = re.compile(r"\{[^{}]{0,4000}\}")
_TABLE = re.compile(r"[A-Z0-9]{4,16}-\d{7}-tab\d{1,6}")
_CELL = re.compile(r"[A-Z0-9]{4,16}-\d{7}-tab\d{1,6}-r\d{1,6}c\d{1,6}")
_LONGEST = 200_000


class CellPrediction(TypedDict):
    """``cell_id`` is empty where the answer names none: then only the value can be right."""

    cell_id: str
    value: str


def parse_retrieval(output: str, sample: SampleInput) -> str:
    """The table's id: ``{"table_id": …}``, or the last id in the text."""
    given = _json(output)
    if given is not None and "table_id" in given:
        return _text(given, "table_id")
    found = _TABLE.findall(output[-_LONGEST:])
    if not found:
        raise Unparsable('no {"table_id": …} and no id of a table')
    return str(found[-1])


def parse_qa(output: str, sample: SampleInput) -> CellPrediction:
    """Cell and value: ``{"cell_id": …, "value": …}``; a cell may also be named by ``r3c2`` within the question's table."""
    given = _json(output)
    if given is None:
        raise Unparsable('no JSON object {"cell_id": …, "value": …}')
    if "value" not in given:
        raise Unparsable("the object has no value")
    value = _text(given, "value")
    cell = given.get("cell_id")
    cell = cell.strip() if isinstance(cell, str) else ""
    if re.fullmatch(r"r\d{1,6}c\d{1,6}", cell):
        cell = f"{sample.fields['table_id']}-{cell}"
    return {"cell_id": cell if _CELL.fullmatch(cell) else "", "value": value}


def _json(output: str) -> dict[str, Any] | None:
    """The last JSON object without objects in it: models write before and around what they are asked for."""
    for found in reversed(_OBJECT.findall(output[-_LONGEST:])):
        try:
            content = json.loads(found)
        except (ValueError, RecursionError):
            continue
        if isinstance(content, dict):
            return content
    return None


def _text(given: dict[str, Any], key: str) -> str:
    value = given[key]
    if value is None or value == "":
        raise Abstained(f"{key} is empty")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise Unparsable(f"{key} is neither a text nor a number")
    return str(value).strip()
