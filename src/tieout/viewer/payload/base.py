"""The base of the payload: the report, its documents, contexts and facts, each fact with the places where it is printed."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape
from typing import TYPE_CHECKING, Any

from tieout._version import __version__
from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.report import Context, Fact, Report
    from tieout.viewer.subject import Subject

__all__ = ["FORMAT", "base", "words"]

FORMAT = 1
"""The version of the payload's shape; a change that breaks readers raises it."""

_LONGEST_TEXT = 300
_LOOKED_AT = 4_000
_TAG = re.compile(r"<[^<>]*>?")
# Facts that say what a document is (SEC's dei, EDINET's jpdei, UK's bus), best first.
_ABOUT = {
    "entity": (
        "EntityRegistrantName",
        "FilerNameInEnglishDEI",
        "FilerNameInJapaneseDEI",
        "EntityCurrentLegalOrRegisteredName",
        "NameOfReportingEntityOrOtherMeansOfIdentification",
    ),
    "form": ("DocumentType", "DocumentTypeDEI"),
    "period": (
        "DocumentPeriodEndDate",
        "CurrentPeriodEndDateDEI",
        "EndDateForPeriodCoveredByReport",
        "CurrentFiscalYearEndDateDEI",
    ),
}


def base(subject: Subject) -> dict[str, Any]:
    """What is shown first (docs/view.md, "The base"). Builds no pages, networks or answers."""
    report = subject.report
    contexts: dict[int, int] = {}
    listed: list[Context] = []
    facts = []
    for n, fact in enumerate(report.facts):
        key = id(fact.context)
        if key not in contexts:
            contexts[key] = len(listed)
            listed.append(fact.context)
        facts.append(_fact(subject, n, fact, contexts[key]))
    return {
        "format": FORMAT,
        "tieout": __version__,
        "report": lean(
            name=report.name,
            label=subject.label,
            kind=report.kind,
            files=list(report.files),
            notices=[lean(code=n.code, message=n.message, where=n.where) for n in report.notices],
            **about(report),
        ),
        "documents": [
            lean(file=d.file, kind=d.kind, language=d.language, characters=d.units(len(d.characters)))
            for d in subject.documents
        ],
        "contexts": [lean(entity=c.entity, period=c.period.to_dict(), dimensions=c.dimensions_dict(), id=c.id) for c in listed],
        "facts": facts,
    }


def about(report: Report) -> dict[str, str]:
    """Who reports, on which form, for which period, as the cover's facts say."""
    wanted = {name: (key, rank) for key, names in _ABOUT.items() for rank, name in enumerate(names)}
    best: dict[str, tuple[int, str]] = {}
    for fact in report.facts:
        key, rank = wanted.get(fact.concept.partition(":")[2], ("", 0))
        if key and not fact.is_numeric and (key not in best or rank < best[key][0]):
            value = fact.value
            if isinstance(value, str) and (text := words(value)):
                best[key] = (rank, text)
    return {key: text for key, (_, text) in best.items()}


def words(text: str, longest: int = _LONGEST_TEXT) -> str:
    """The words of a text that may be escaped markup, in one line, of a long one the beginning."""
    cut = text[:_LOOKED_AT]
    if "<" in cut:
        cut = unescape(_TAG.sub(" ", cut))
    line = " ".join(cut.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _value(fact: Fact) -> Decimal | str | None:
    """A number in full; of a text the beginning, without writing all of a note's markup."""
    node = fact.node
    if fact.is_numeric or fact.nil or not len(node) or node.get("escape") not in ("true", "1"):
        value = fact.value
        return words(value) if isinstance(value, str) else value
    pieces: list[str] = []
    length = 0
    for piece in node.itertext():
        pieces.append(piece)
        length += len(piece)
        if length > _LOOKED_AT or len(pieces) > _LOOKED_AT:
            break
    return words(" ".join(pieces))


def _fact(subject: Subject, n: int, fact: Fact, context: int) -> dict[str, Any]:
    value = _value(fact)
    at = subject.fact_places(fact)
    noted = subject.note(f"f{n}", "fact", subject.fact_item(fact))
    return (
        noted
        | lean(
            xml_id=fact.id,
            concept=fact.concept,
            numeric=fact.is_numeric,
            value=value,
            unit=fact.unit.name if fact.unit is not None else None,
            decimals=fact.decimals if fact.decimals is None else str(fact.decimals),
            nil=fact.nil,
            hidden=bool(subject.documents) and not subject.is_displayed(fact),
            language=fact.language,
            error=fact.error,
            footnotes=[note.text for note in fact.footnotes],
        )
        | {"context": context, "at": at}
    )
