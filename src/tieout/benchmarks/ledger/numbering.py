"""From ``REPORT/page_0012`` to a page number. The official judgments count pages from 0; data made by others may count from 1.

Which it is can be told from the data: a page 0 that is judged, or the digits of the value on the page that is judged primary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from tieout.benchmarks.ledger.texts import ReportText
from tieout.report.errors import InputError

__all__ = ["first_page", "page_of", "printed"]

_PAGE = re.compile(r"(?:(?P<report>.*)/)?page_(?P<page>\d{1,6})", re.DOTALL)
_LOOKED_AT = 8  # reports


def page_of(doc_id: str, document: str) -> int | None:
    """The number in a judged page's id; None where the id is of another report or of no page."""
    found = _PAGE.fullmatch(str(doc_id))
    if found is None or (found["report"] is not None and found["report"] != document):
        return None
    return int(found["page"])


def first_page(rows: Sequence[Mapping[str, Any]], texts: Mapping[str, ReportText]) -> int:
    """The number that these judgments give to a report's first page: 0, or 1 where the printed values say so.

    ``texts`` are the reports by name; of a few of them the values that are judged primary are looked for.
    """
    judged = (_PAGE.fullmatch(str(one["doc_id"])) for row in rows for one in row["qrels"] or ())
    if any(found is not None and int(found["page"]) == 0 for found in judged):
        return 0
    votes = {0: 0, 1: 0}
    looked_at: dict[str, list[str]] = {}
    for row in rows:
        for one in row["qrels"] or ():
            report = str(one["doc_id"]).rpartition("/")[0]
            if one["relevance"] != 2 or row["value"] is None or report not in texts:
                continue
            if report not in looked_at:
                if len(looked_at) == _LOOKED_AT:
                    continue
                looked_at[report] = _pages(texts[report])
            number = page_of(one["doc_id"], report) or 0
            for first in votes:
                votes[first] += 0 <= number - first < len(looked_at[report]) and printed(
                    row["value"], looked_at[report][number - first]
                )
    return 1 if votes[1] > votes[0] else 0


def _pages(text: ReportText) -> list[str]:
    try:
        return text.pages()
    except InputError:  # a report without a text has no say
        return []


def printed(value: Decimal, page: str) -> bool:
    """Whether the value's digits stand on the page in units, thousands or millions."""
    for power in (0, 3, 6):
        scaled = abs(value).scaleb(-power)
        text = f"{scaled.normalize():,f}"
        if len(text) > 3 and re.search(rf"(?<![\d.,]){re.escape(text)}(?![\d]|[.,]\d)", page):
            return True
    return False
