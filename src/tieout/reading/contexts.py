"""Contexts and units, the same in plain instances and in inline documents (XBRL 2.1, 4.7 and 4.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from lxml import etree

from tieout.reading.limits import DEFAULT_LIMITS, Limits, over
from tieout.reading.names import XBRLI, Scope
from tieout.report import Context, Member, Notice, Period, TypedMember, Unit

__all__ = ["CONTEXT", "UNIT", "missing_context", "missing_unit", "read_context", "read_unit"]

CONTEXT = f"{{{XBRLI}}}context"
UNIT = f"{{{XBRLI}}}unit"

_IDENTIFIER = f"{{{XBRLI}}}identifier"
_INSTANT, _START, _END = (f"{{{XBRLI}}}{n}" for n in ("instant", "startDate", "endDate"))
_EXPLICIT = "{http://xbrl.org/2006/xbrldi}explicitMember"
_TYPED = "{http://xbrl.org/2006/xbrldi}typedMember"
_FOREVER = f"{{{XBRLI}}}forever"
_PARTS = frozenset((CONTEXT, _IDENTIFIER, _INSTANT, _START, _END, _EXPLICIT, _TYPED, _FOREVER))
_DIVIDE, _MEASURE = f"{{{XBRLI}}}divide", f"{{{XBRLI}}}measure"
_NUMERATOR, _DENOMINATOR = f"{{{XBRLI}}}unitNumerator", f"{{{XBRLI}}}unitDenominator"
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(Z|[+-]\d\d:\d\d)?")

# What a dimension weighs besides its characters.
_WEIGHT = 20

_NO_DIMENSIONS: Mapping[str, Member] = {}


def read_context(
    element: etree._Element, scope: Scope, notices: list[Notice], name: str, limits: Limits = DEFAULT_LIMITS
) -> Context:
    """One context. Parts that are missing become empty text or forever, with a notice ``context-part``.

    Raises LimitError for a context of more characters than ``limits`` allow: each fact that refers to it repeats them.
    """
    entity = scheme = ""
    start = end = instant = None
    has_period = False
    size = 0
    dimensions: dict[str, Member] = {}
    canonical = scope.canonical
    # One flat walk: the parts have names of their own, so that their nesting adds nothing. Naming them to `iter` would cost
    # more than passing over the few others.
    for part in element.iter():
        tag = part.tag
        if tag not in _PARTS:
            continue
        if tag == _EXPLICIT:
            axis = canonical(part.get("dimension", ""), part)
            dimensions[axis] = member = canonical((part.text or "").strip(), part)
            size += _WEIGHT + len(axis) + len(member)
        elif tag == _INSTANT:
            instant, has_period = part.text, True
        elif tag == _START:
            start, has_period = part.text, True
        elif tag == _END:
            end = part.text
        elif tag == _IDENTIFIER:
            entity, scheme = (part.text or "").strip(), part.get("scheme", "")
        elif tag == _TYPED:
            axis = canonical(part.get("dimension", ""), part)
            dimensions[axis] = typed = TypedMember(_typed_value(part))
            size += _WEIGHT + len(axis) + len(typed.text)
        elif tag == _FOREVER:
            has_period = True
        elif part is not element:
            break  # a context within a context is broken markup, and is read for itself
    id_ = element.get("id", "")
    if not has_period or not entity:
        missing = "entity identifier" if has_period else "period"
        notices.append(Notice("context-part", f"context {id_!r} has no {missing}", name))
    if size + len(entity) + len(scheme) > limits.context:
        raise over(limits, "context", f"{name}: context {id_[:100]!r} is longer")
    return Context(id_, entity, scheme, _period_of(start, end, instant), dimensions or _NO_DIMENSIONS)


@lru_cache(maxsize=10_000)
def _period_of(start: str | None, end: str | None, instant: str | None) -> Period:
    """One Period for all the contexts that share it: a report has hundreds of contexts and a dozen periods."""
    return Period(
        None if start is None else _first_day(start.strip()),
        None if end is None else _last_day(end.strip()),
        None if instant is None else _last_day(instant.strip()),
    )


def _last_day(text: str) -> str:
    """Midnight as an end is the end of the day before (XBRL 2.1, 4.7.2)."""
    if len(text) == 10 or not (m := _MIDNIGHT.fullmatch(text)):
        return text
    try:
        return (date.fromisoformat(m[1]) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return text


def _first_day(text: str) -> str:
    m = None if len(text) == 10 else _MIDNIGHT.fullmatch(text)
    return m[1] if m else text


def _typed_value(member: etree._Element) -> str:
    value = next((c for c in member if isinstance(c.tag, str)), None)
    if value is None:
        return ""
    if len(value) == 0:
        return (value.text or "").strip()
    return etree.tostring(value, encoding="unicode", with_tail=False)


def read_unit(element: etree._Element, scope: Scope, limits: Limits = DEFAULT_LIMITS) -> Unit:
    """One unit; measures carry canonical prefixes (``iso4217:USD``, ``xbrli:shares``). Raises LimitError as `read_context`."""
    unit = _unit(element, scope)
    if sum(map(len, (*unit.numerator, *unit.denominator))) > limits.context:
        raise over(limits, "context", f"unit {unit.id[:100]!r} is longer")
    return unit


def _unit(element: etree._Element, scope: Scope) -> Unit:
    divide = next((c for c in element if c.tag == _DIVIDE), None)
    if divide is None:
        return Unit(element.get("id") or "", _measures(element, scope))
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    for part in divide:
        if part.tag == _NUMERATOR:
            top = _measures(part, scope)
        elif part.tag == _DENOMINATOR:
            bottom = _measures(part, scope)
    return Unit(element.get("id") or "", top, bottom)


def _measures(element: etree._Element, scope: Scope) -> tuple[str, ...]:
    return tuple(scope.canonical((m.text or "").strip(), m) for m in element if m.tag == _MEASURE)


def missing_context(id_: str) -> Context:
    """Stands for a context that a fact names and nobody defines; the fact carries the error."""
    return Context(id_, "", "", Period(), _NO_DIMENSIONS)


def missing_unit(id_: str) -> Unit:
    """Stands for a unit that a fact names and nobody defines; the fact carries the error."""
    return Unit(id_, ())
