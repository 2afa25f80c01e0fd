"""`ask`: one question to any report; the engine that knows the report's kind answers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.report import Report

if TYPE_CHECKING:
    from tieout.engines.tables.asking import TableAnswer

__all__ = ["ask", "is_japanese"]

_JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")
_LETTER = re.compile(r"[A-Za-z]")
_LOOKED_AT = 20_000


def ask(report: Report, question: str, *, model: Path | None = None, least: float | None = None) -> TableAnswer:
    """The value that answers a question, with the cell or sentence that proves it, or why there is none.

    Japanese securities reports are asked for any cell of their tables (`tieout.engines.tables`), reports in English for one
    of 31 KPIs in plain English (`tieout.engines.pages`). ``least`` is the least chance of being right; each engine has its own
    default. Raises InputError where ``model`` is no artefact of the engine that answers.
    """
    if is_japanese(report):
        from tieout.engines.tables import asking

        return asking.ask(report, question, model=model, least=asking.DEFAULT_LEAST if least is None else least)
    from tieout.engines.pages.asking import ask_report

    return ask_report(report, question, model=model, least=least)


def is_japanese(report: Report) -> bool:
    """Whether kana and kanji make up much of what the first pages print."""
    japanese = latin = 0
    for page in report.pages:
        text = page.text[:_LOOKED_AT]
        japanese += len(_JAPANESE.findall(text))
        latin += len(_LETTER.findall(text))
        if japanese + latin > _LOOKED_AT:
            break
    return japanese * 4 > latin
