"""Contexts and units, the same in plain instances and in inline documents (XBRL 2.1, 4.7 and 4.8)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache

from lxml import etree

from tieout.reading.names import XBRLI, Scope
from tieout.report import Context, Member, Notice, Period, TypedMember, Unit

__all__ = ["CONTEXT", "UNIT", "missing_context", "missing_unit", "read_context", "read_unit"]

CONTEXT = f"{{{XBRLI}}}context"
UNIT = f"{{{XBRLI}}}unit"

_ENTITY = f"{{{XBRLI}}}entity"
_IDENTIFIER = f"{{{XBRLI}}}identifier"
_PERIOD = f"{{{XBRLI}}}period"
_CONTAINERS = frozenset((f"{{{XBRLI}}}segment", f"{{{XBRLI}}}scenario"))
_INSTANT, _START, _END = (f"{{{XBRLI}}}{n}" for n in ("instant", "startDate", "endDate"))
_EXPLICIT = "{http://xbrl.org/2006/xbrldi}explicitMember"
_TYPED = "{http://xbrl.org/2006/xbrldi}typedMember"
_DIVIDE, _MEASURE = f"{{{XBRLI}}}divide", f"{{{XBRLI}}}measure"
_NUMERATOR, _DENOMINATOR = f"{{{XBRLI}}}unitNumerator", f"{{{XBRLI}}}unitDenominator"
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(Z|[+-]\d\d:\d\d)?")

_NO_DIMENSIONS: Mapping[str, Member] = {}


def read_context(element: etree._Element, scope: Scope, notices: list[Notice], name: str) -> Context:
    """One context. Parts that are missing become empty text or forever, with a notice ``context-part``."""
    id_ = element.get("id") or ""
    entity = scheme = ""
    period: Period | None = None
    dimensions: dict[str, Member] = {}
    for child in element:
        tag = child.tag
        if tag == _PERIOD:
            period = _period(child)
        elif tag == _ENTITY:
            for part in child:
                if part.tag == _IDENTIFIER:
                    entity, scheme = (part.text or "").strip(), part.get("scheme") or ""
                elif part.tag in _CONTAINERS:
                    _dimensions(part, scope, dimensions)
        elif tag in _CONTAINERS:
            _dimensions(child, scope, dimensions)
    if period is None or not entity:
        missing = "period" if period is None else "entity identifier"
        notices.append(Notice("context-part", f"context {id_!r} has no {missing}", name))
    return Context(id_, entity, scheme, period or Period(), dimensions or _NO_DIMENSIONS)


def _period(element: etree._Element) -> Period:
    start = end = instant = None
    for part in element:
        tag, text = part.tag, part.text
        if tag == _START:
            start = text
        elif tag == _END:
            end = text
        elif tag == _INSTANT:
            instant = text
    return _period_of(start, end, instant)


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


def _dimensions(container: etree._Element, scope: Scope, into: dict[str, Member]) -> None:
    for part in container:
        if part.tag == _EXPLICIT:
            axis = scope.canonical(part.get("dimension") or "", part)
            into[axis] = scope.canonical((part.text or "").strip(), part)
        elif part.tag == _TYPED:
            axis = scope.canonical(part.get("dimension") or "", part)
            into[axis] = TypedMember(_typed_value(part))


def _typed_value(member: etree._Element) -> str:
    value = next((c for c in member if isinstance(c.tag, str)), None)
    if value is None:
        return ""
    if len(value) == 0:
        return (value.text or "").strip()
    return etree.tostring(value, encoding="unicode", with_tail=False)


def read_unit(element: etree._Element, scope: Scope) -> Unit:
    """One unit; measures carry canonical prefixes (``iso4217:USD``, ``xbrli:shares``)."""
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
