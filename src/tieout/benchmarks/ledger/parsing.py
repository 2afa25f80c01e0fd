"""From a model's output to a prediction: JSON as the prompts ask for it, with numbers kept as they are written."""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, TypedDict

from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import Abstained, SampleInput, Unparsable

__all__ = ["NeedlePrediction", "parse_kpis", "parse_needle", "parse_pages"]

_LONGEST = 200_000
_MOST_PAGES = 1_000
_PAGE = re.compile(r"(?:.*/)?page_(\d{1,6})|(?:page|p\.?)?\s*(\d{1,6})", re.IGNORECASE | re.DOTALL)
_MONEY = re.compile(r"[\s,$€£¥%]|US\$|USD|EUR|GBP|JPY")
_DIGITS = 60
_JSON = json.JSONDecoder(parse_float=Decimal, parse_int=Decimal)


class NeedlePrediction(TypedDict):
    """``value`` in single units; ``page`` counted from 1. With ``found`` false, the output says that there is no answer."""

    found: bool
    value: str | None
    unit_scale: str | None
    page: int | None


def parse_pages(output: str, sample: SampleInput) -> list[int]:
    """Page numbers, best first, each once: ``{"pages": […]}`` or a list.

    ``page_0011`` is the twelfth page, as in the judgments; a bare number counts from 1, as in the prompt.
    """
    found = _value(output)
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), None)
    if not isinstance(found, list):
        raise Unparsable('no JSON object {"pages": […]} and no list')
    pages = [page for item in found[:_MOST_PAGES] if (page := _page(item)) is not None]
    if found and not pages:
        raise Unparsable("the list holds no page numbers")
    if not pages:
        raise Abstained("the list of pages is empty")
    return list(dict.fromkeys(pages))


def parse_needle(output: str, sample: SampleInput) -> NeedlePrediction:
    """``{"found", "value", "unit_scale", "page"}``. "Not found" is an answer here: to some questions it is the right one."""
    found = _value(output)
    if not isinstance(found, dict) or not {"found", "value"} & found.keys():
        raise Unparsable('no JSON object with "found" and "value"')
    value = _number(found.get("value"))
    says = found.get("found")
    if isinstance(says, str):
        says = says.strip().lower() not in ("false", "no", "0", "")
    if says is None:
        says = value is not None
    if says and value is None:
        raise Unparsable('"found" is true and "value" is no number')
    if not says:
        return {"found": False, "value": None, "unit_scale": None, "page": None}
    scale = found.get("unit_scale")
    return {
        "found": True,
        "value": format(value, "f") if value is not None else None,
        "unit_scale": scale if isinstance(scale, str) else None,
        "page": _page(found.get("page")),
    }


def parse_kpis(output: str, sample: SampleInput) -> dict[str, str]:
    """Values by KPI: ``{"revenue": 1, …}``, ``{"revenue": {"value": 1}}`` or ``{"kpis": […]}``; null is "not given"."""
    found = _value(output)
    if isinstance(found, dict) and isinstance(found.get("kpis"), dict | list):
        found = found["kpis"]
    if isinstance(found, list):
        found = {str(item.get("kpi", item.get("name"))): item for item in found if isinstance(item, dict)}
    if not isinstance(found, dict):
        raise Unparsable("no JSON object of KPIs")
    known = {name: found[name] for name in catalogue() if name in found}
    if found and not known:
        raise Unparsable("the object names none of the KPIs")
    numbers = {name: _number(item.get("value") if isinstance(item, dict) else item) for name, item in known.items()}
    return {name: format(number, "f") for name, number in numbers.items() if number is not None}


def _value(output: str) -> Any:
    """The last JSON object or list of the output that isn't inside another: models write before what they are asked for."""
    text = output[-_LONGEST:]
    found: Any = None
    at = 0
    while (start := min((i for i in (text.find("{", at), text.find("[", at)) if i >= 0), default=-1)) >= 0:
        try:
            found, at = _JSON.raw_decode(text, start)
        except (ValueError, RecursionError, InvalidOperation):
            at = start + 1
    if found is None:
        raise Unparsable("no JSON in the output")
    return found


def _page(item: Any) -> int | None:
    if isinstance(item, dict):
        item = item.get("page", item.get("doc_id"))
    if isinstance(item, Decimal) and item == item.to_integral_value() and abs(item) < 10**6:
        return int(item) if item >= 1 else None
    found = _PAGE.fullmatch(item.strip()) if isinstance(item, str) else None
    if found is None:
        return None
    return int(found[1]) + 1 if found[1] is not None else (int(found[2]) or None)


def _number(item: Any) -> Decimal | None:
    """A number, or a text that is one as reports print it: ``$ (1,505)``."""
    if isinstance(item, str):
        text = _MONEY.sub("", item.replace("\u2212", "-"))
        negative = text.startswith("(") and text.endswith(")")
        try:
            item = Decimal(text.strip("()"))
        except InvalidOperation:
            return None
        item = -item if negative else item
    if not isinstance(item, Decimal) or not item.is_finite() or abs(item.adjusted()) > _DIGITS:
        return None
    return item
