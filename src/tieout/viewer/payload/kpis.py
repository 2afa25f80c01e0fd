"""The 31 KPIs, from what is printed, and where there are tags beside what they say; and the answers to questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.viewer.payload.lean import lean

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["answer", "part"]


def part(subject: Subject) -> dict[str, Any]:
    """``kpis``, found or not, and ``answers`` to the questions that were asked when the viewer was started."""
    from tieout.engines.asking import is_japanese
    from tieout.engines.kpis import kpis
    from tieout.engines.kpis.tagging import agreement, tagged_kpis

    report = subject.report
    answers = [answer(subject, question, n) for n, question in enumerate(subject.questions)]
    if not report.pages or is_japanese(report):
        return {"kpis": [], "answers": answers, "why": "KPIs are found in annual reports in English"}
    tagged = tagged_kpis(report, None) if len(report.facts) else []
    texts = kpis(report, tagged[0].fiscal_year if tagged else None)
    rows = []
    for n, text in enumerate(texts):
        row = text.to_dict()
        row.pop("evidence")
        if tagged:
            row["tagged"] = tagged[n].value
            row["tag"] = tagged[n].label
            row["agreement"] = agreement(text, tagged[n])
        noted = subject.note(f"k{n}", "kpi", {"kpi": text.kpi, "fiscal_year": text.fiscal_year, "value": row["value"]})
        rows.append(noted | lean(**row) | {"at": subject.places.of(text.evidence) if text.evidence else []})
    return {"kpis": rows, "answers": answers}


def answer(subject: Subject, question: str, number: int) -> dict[str, Any]:
    """The answer to a question, with its places; ``reason`` where there is none."""
    from tieout.engines.asking import ask

    found = ask(subject.report, question)
    row = found.to_dict()
    row.pop("evidence")
    places = subject.places.of(found.evidence) if found.evidence is not None else []
    noted = subject.note(f"q{number}", "answer", {"question": question, "value": row["value"]})
    return noted | lean(**row) | {"question": question, "found": found.found, "at": places}
