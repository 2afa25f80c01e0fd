"""A unit doesn't suit the type of its concept."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact, Unit


@rule(
    id="unit-type",
    title="A unit doesn't suit the type of its concept",
    category="units",
    severity=Severity.error,
    needs=("facts",),
    source="XBRL 2.1, 4.8.2; Units Registry 1.0",
)
def unit_type(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept and unit, where a schema that is loaded tells the type."""
    for name, facts in view.by_concept.items():
        concept = view.declared(name)
        if concept is None:
            continue
        wanted = _wanted(concept.type, concept.base_type)
        if wanted is None:
            continue
        wrong: dict[str, list[Fact]] = {}
        for f in facts:
            if f.unit is not None and f.unit.numerator and not _suits(wanted, f.unit):
                wrong.setdefault(f.unit.name, []).append(f)
        for unit, found in wrong.items():
            yield rule.finding(f"{view.label(name)} is {_WORDS[wanted]}, but is reported in {unit}.", *found, reported=unit)


_WORDS = {
    "money": "an amount of money",
    "shares": "a number of shares",
    "per-share": "an amount per share",
    "pure": "a pure number or percentage",
}


def _wanted(type_: str | None, base: str | None) -> str | None:
    local = (type_ or "").rpartition(":")[2]
    base_local = (base or "").rpartition(":")[2]
    if local == "perShareItemType":
        return "per-share"
    if local in ("percentItemType", "pureItemType"):
        return "pure"
    if "monetaryItemType" in (local, base_local):
        return "money"
    if "sharesItemType" in (local, base_local):
        return "shares"
    return None


def _suits(wanted: str, unit: Unit) -> bool:
    top, bottom = unit.numerator, unit.denominator
    match wanted:
        case "money":
            return len(top) == 1 and top[0].startswith("iso4217:") and not bottom
        case "shares":
            return top == ("xbrli:shares",) and not bottom
        case "per-share":
            # Currency units of unlisted kinds and shares of other names are met in practice: only the shape is asked for.
            return len(top) == 1 and len(bottom) == 1
        case _:
            return top == ("xbrli:pure",) and not bottom
