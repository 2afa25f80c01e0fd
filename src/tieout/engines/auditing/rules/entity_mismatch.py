"""Contexts name different entities, or another one than the cover."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.cover import cover_fact
from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact


@rule(
    id="entity-mismatch",
    title="Contexts name different entities, or another one than the cover",
    category="dei",
    severity=Severity.error,
    needs=("facts",),
    source="EDGAR Filer Manual 6.5.3 and 6.5.23",
)
def entity_mismatch(view: View, rule: Rule) -> Iterator[Finding]:
    """At most two findings a report: one for the contexts, one for the central index key on the cover.

    Only for filers with a central index key: elsewhere one filing may well be about several funds.
    """
    by_entity: dict[tuple[str, str], list[Fact]] = {}
    for f in (f for f in view.facts if f.context.scheme.endswith("/CIK")):
        by_entity.setdefault((f.context.scheme, f.context.entity), []).append(f)
    if len(by_entity) > 1:
        usual = max(by_entity, key=lambda e: len(by_entity[e]))
        odd = [f for e, fs in by_entity.items() if e != usual for f in fs]
        named = ", ".join(sorted({f.entity for f in odd}))
        yield rule.finding(
            f"Most facts are of the entity {usual[1]}, but {len(odd):,} of {named}.",
            *odd,
            reported=odd[0].entity,
            expected=usual[1],
        )
    cover = cover_fact(view, "EntityCentralIndexKey")
    if cover is not None and isinstance(cover.value, str) and cover.context.scheme.endswith("/CIK"):
        key = cover.value.strip()
        if key.isdigit() and key.lstrip("0") != cover.entity.lstrip("0"):
            yield rule.finding(
                f"The cover's central index key is {key}, but its context is of {cover.entity}.",
                cover,
                reported=key,
                expected=cover.entity,
            )
