"""A printed number is said to be exact beyond its last printed digit."""

from __future__ import annotations

from collections.abc import Iterator

from tieout.engines.auditing.findings import Finding, Severity
from tieout.engines.auditing.rule import Rule, rule
from tieout.engines.auditing.view import View
from tieout.report import Fact


@rule(
    id="printed-accuracy",
    title="Decimals say that a number is exact beyond its last printed digit",
    category="scale",
    severity=Severity.info,
    needs=("inline", "facts"),
    source="EDGAR Filer Manual 6.5.37 and 6.6.32 (decimals follow the precision of the print)",
)
def printed_accuracy(view: View, rule: Rule) -> Iterator[Finding]:
    """One finding a concept: printed in millions, say, with decimals for thousands. Zeros are left alone."""
    for concept, facts in view.by_concept.items():
        wrong = [f for f in facts if isinstance(f.decimals, int) and f.number and not f.hidden and _overstated(f, f.decimals)]
        if wrong:
            first = wrong[0]
            yield rule.finding(
                f"{view.label(concept)} is printed as {first.quote.strip()!r} with scale {first.node.get('scale') or 0}, but"
                f" decimals {first.decimals} say that digits after its last are exact too"
                + (f"; {len(wrong) - 1} more like it." if len(wrong) > 1 else "."),
                *wrong,
                reported=str(first.decimals),
                expected=str(_printed(first)),
            )


def _overstated(fact: Fact, decimals: int) -> bool:
    printed = _printed(fact)
    return printed is not None and decimals > printed


def _printed(fact: Fact) -> int | None:
    """The decimals that the print bears out; None for words, and where the scale is none."""
    text, form = fact.quote.strip(), fact.node.get("format") or ""
    if not any(c.isdigit() for c in text) or "word" in form:
        return None
    comma = "comma" in form or form.endswith("numdotcomma")
    _, point, fraction = text.rpartition("," if comma else ".")
    try:
        scale = int(fact.node.get("scale") or 0)
    except ValueError:
        return None
    return (sum(c.isdigit() for c in fraction) if point else 0) - scale
